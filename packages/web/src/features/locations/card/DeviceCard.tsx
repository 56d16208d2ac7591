import { CloseOutlined } from '@ant-design/icons'
import { Link } from '@tanstack/react-router'
import type { Location } from '@trackway/core/api/monitor/locations.ts'
import type { CarIconState } from '@trackway/core/codes/states.ts'
import { Button, Tabs } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCan } from '../../../base/session.ts'
import { useIsDark } from '../../../base/theme.ts'
import { useFormat } from '../../../base/use-format.ts'
import { useNow } from '../../../base/use-now.ts'
import { StateMark } from '../../../map/fleet/StateMark.tsx'
import { stateColour } from '../../../map/fleet/state-colours.ts'
import { Address } from '../../../ui/address/Address.tsx'
import { Facts } from '../../../ui/layout/Facts.tsx'
import { DeviceAlarms } from '../../alarms/live/DeviceAlarms.tsx'
import { DeviceFences } from '../../fences/vehicle/DeviceFences.tsx'
import { RenewalHelp } from '../../service-ends/RenewalHelp.tsx'
import { isMoving, runStateKey, stateSince } from '../fleet/run-state.ts'
import { CardActions } from './CardActions.tsx'
import { type FactGroup, factGroups } from './card-facts.tsx'
import styles from './DeviceCard.module.css'
import { PlacesTable } from './PlacesTable.tsx'

interface DeviceCardProps {
  device: Location
  isFollowed: boolean
  onFollow: () => void
  onClose: () => void
}

/** To all wheels or packs of the vehicle, with their history. */
function ReadingsLink({ to, device }: { to: NonNullable<FactGroup['screen']>; device: Location }) {
  const { t } = useTranslation()
  const isOpen = useCan(...(to === '/index/tire' ? (['main:taiya'] as const) : (['main:monitor'] as const)))
  if (!isOpen) return null
  return (
    <Link to={to} search={{ device: device.terminalID }}>
      {t(to === '/index/tire' ? 'tyres.open' : 'batteries.open', { name: device.displayName })}
    </Link>
  )
}

/** All that is known of the selected device, and what can be done with it. */
export function DeviceCard({ device, isFollowed, onFollow, onClose }: DeviceCardProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const now = useNow(1000)
  const isDark = useIsDark()
  const maySee = { now: true, alarms: useCan('main:alarms'), fences: useCan('main:fence') }
  const tabs = (['now', 'alarms', 'fences'] as const).filter((key) => maySee[key])
  // The next device shows the same.
  const [tab, setTab] = useState<(typeof tabs)[number]>('now')
  const state = device.carIconState as CarIconState
  const since = stateSince(device)
  return (
    <aside
      className={styles.card}
      data-testid="tw-card"
      aria-label={t('locations.card', { name: device.displayName })}
    >
      <header className={styles.head}>
        <div>
          <h2 className="tw-ellipsis">{device.displayName}</h2>
          <span className="tw-small tw-muted">
            {device.carNumber ? (device.nickname ?? device.deviceTypeName) : device.deviceTypeName}
          </span>
        </div>
        <Button type="text" aria-label={t('ui.layout.close')} icon={<CloseOutlined />} onClick={onClose} />
      </header>
      <div className={styles.state} data-testid="tw-card-state" style={{ color: stateColour(state, isDark) }}>
        <StateMark state={state} headingDeg={device.courseDeg} sizePx={22} />
        <strong>{t(runStateKey(device))}</strong>
        {since !== null && (
          <span className="tw-small tw-muted">
            {isMoving(state)
              ? t('ui.ago', { span: format.age(since, now) })
              : t('locations.for', { span: format.age(since, now) })}
          </span>
        )}
        {isMoving(state) && <b className={styles.speed}>{format.speed(device.speed)}</b>}
      </div>
      {device.lat !== null && device.lon !== null && (
        <p className={styles.address}>
          <Address lat={device.lat} lon={device.lon} isRough={isMoving(state)} />
        </p>
      )}
      <div className={styles.renewal}>
        <RenewalHelp device={device} now={now} />
      </div>
      <CardActions device={device} isFollowed={isFollowed} onFollow={onFollow} />
      {tabs.length > 1 && (
        <Tabs
          size="small"
          activeKey={tab}
          onChange={(key) => setTab(key as typeof tab)}
          className={styles.tabs!}
          items={tabs.map((key) => ({ key, label: t(`locations.tabs.${key}`) }))}
        />
      )}
      {tab === 'now' && <CardFacts device={device} now={now} />}
      {tab === 'alarms' && <DeviceAlarms terminalID={device.terminalID} />}
      {tab === 'fences' && <DeviceFences device={device} />}
    </aside>
  )
}

/** All that is known of the device, by what it is about. */
function CardFacts({ device, now }: { device: Location; now: number }) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <div className={styles.facts}>
      {factGroups(device, { t, format, now }).map((group) => (
        <section key={group.heading}>
          <h3>{group.heading}</h3>
          <Facts facts={group.facts} />
          {group.table && <PlacesTable label={group.heading} table={group.table} />}
          {group.screen && <ReadingsLink to={group.screen} device={device} />}
        </section>
      ))}
    </div>
  )
}
