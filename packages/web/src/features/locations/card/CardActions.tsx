import { SlidersOutlined } from '@ant-design/icons'
import { Link } from '@tanstack/react-router'
import { holdsAny } from '@trackway/core/codes/permissions.ts'
import type { Location } from '@trackway/core/features/locations/calls.ts'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../../base/language.ts'
import { useUser } from '../../../base/session.ts'
import { DeviceSettings } from '../../track-settings/DeviceSettings.tsx'
import { actionsFor, type MonitorVerbs, type VehicleAction } from '../actions/vehicle-actions.tsx'
import styles from './CardActions.module.css'

interface CardActionsProps {
  device: Location
  isFollowed: boolean
  verbs: MonitorVerbs
}

/** What can be done with the selected device. Actions that are not possible are not offered. */
export function CardActions({ device, isFollowed, verbs }: CardActionsProps) {
  const { t } = useTranslation()
  const held = useUser().permissions
  const actions = actionsFor([device], (permission) => holdsAny(held, permission))
  return (
    <nav className={`${styles.actions} tw-line-below tw-grid tw-gap-2`} aria-label={t('locations.actions')}>
      {actions
        .filter(({ isOnlyInMenu }) => !isOnlyInMenu)
        .map((action) => (
          <CardAction
            key={action.key}
            action={action}
            device={device}
            verbs={verbs}
            isPressed={action.verb === 'follow' && isFollowed}
          />
        ))}
      <DeviceSettings device={{ terminalID: device.terminalID, name: device.displayName }}>
        <button
          type="button"
          className={`${styles.action} tw-choice tw-accent tw-rounded tw-shrink tw-grid tw-gap-4`}
          aria-haspopup="menu"
        >
          <Face icon={<SlidersOutlined />} text={t('locations.settings')} />
        </button>
      </DeviceSettings>
    </nav>
  )
}

interface CardActionProps {
  action: VehicleAction
  device: Location
  verbs: MonitorVerbs
  isPressed: boolean
}

function CardAction({ action, device, verbs, isPressed }: CardActionProps) {
  const { t } = useTranslation()
  const language = useLanguage((state) => state.language)
  const { key, icon, link, url, verb } = action
  const face = <Face icon={icon} text={t(isPressed ? 'locations.following' : `locations.action.${key}`)} />
  if (link) {
    const { to, search } = link([device])
    return (
      <Link
        to={to as '/index/track'}
        search={search as never}
        className={`${styles.action} tw-choice tw-accent tw-rounded tw-shrink tw-grid tw-gap-4`}
      >
        {face}
      </Link>
    )
  }
  if (url) {
    return (
      <a
        className={`${styles.action} tw-choice tw-accent tw-rounded tw-shrink tw-grid tw-gap-4`}
        href={url(device, language)}
        target="_blank"
        rel="noreferrer"
      >
        {face}
      </a>
    )
  }
  return (
    <button
      type="button"
      className={`${styles.action} tw-choice tw-accent tw-rounded tw-shrink tw-grid tw-gap-4`}
      {...(verb === 'follow' && { 'aria-pressed': isPressed })}
      {...(verb === 'share' && { 'aria-haspopup': 'dialog' as const })}
      onClick={() => verb && verbs[verb]([device])}
    >
      {face}
    </button>
  )
}

function Face({ icon, text }: { icon: ReactNode; text: string }) {
  return (
    <>
      {icon}
      <span className="tw-ellipsis">{text}</span>
    </>
  )
}
