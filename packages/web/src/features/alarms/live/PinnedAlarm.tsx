import { CheckOutlined, HistoryOutlined, WarningFilled } from '@ant-design/icons'
import { Link } from '@tanstack/react-router'
import type { AlarmEpisode } from '@trackway/core/features/alarms/calls.ts'
import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { useIsPhone } from '../../../base/use-is-phone.ts'
import { useTexts } from '../../../base/use-texts.ts'
import { ActionButton } from '../../../ui/actions/ActionButton.tsx'
import { Address } from '../../../ui/address/Address.tsx'
import { alarmTitle } from '../alarm-name.ts'
import { useReplay } from '../use-replay.ts'
import styles from './PinnedAlarms.module.css'
import { useHandling } from './use-handling.tsx'

interface PinnedAlarmProps {
  alarm: AlarmEpisode
  now: number
  /** It is the one that a screen reader says. */
  isFirst?: boolean
  /** In the narrow sheet from the side: two lines, as on a phone. */
  isInSheet?: boolean
  onOpen?: () => void
  children?: ReactNode
}

/** A critical alarm in red, with the button that acknowledges it. */
export function PinnedAlarm({ alarm, now, isFirst, isInSheet, onOpen, children }: PinnedAlarmProps) {
  const { t, format } = useTexts()
  const isNarrow = useIsPhone() || isInSheet
  const replay = useReplay(alarm)
  const [isBusy, setIsBusy] = useState(false)
  const { handle } = useHandling(() => {})
  const { id, displayName, startTime, lat, lon, speedKmh, ownerName } = alarm
  const title = alarmTitle(alarm, t, format)
  const acknowledge = async () => {
    setIsBusy(true)
    await handle('acknowledge', [id])
    setIsBusy(false)
  }
  return (
    <li className={styles.alarm} data-narrow={isNarrow}>
      <WarningFilled className="tw-size-16" aria-hidden="true" />
      <div className={styles.what} role={isFirst ? 'alert' : undefined}>
        <Link to="/index/alarmsAll" search={{ alarm: id }} {...(onOpen && { onClick: onOpen })}>
          <b>
            {title} · {displayName}
          </b>
          <span className={`${styles.where} tw-ellipsis tw-small`}>
            {t('ui.ago', { span: format.age(startTime, now) })}
            {!isNarrow && speedKmh !== null && ` · ${format.speed(speedKmh)}`}
            {(alarm.address !== null || (lat !== null && lon !== null)) && ' · '}
            {alarm.address ?? (lat !== null && lon !== null && <Address lat={lat} lon={lon} short />)}
            {!isNarrow && ownerName !== null && ` · ${ownerName}`}
          </span>
        </Link>
      </div>
      {children}
      {!isNarrow && replay && (
        <Link {...replay} aria-label={`${t('alarms.replay')}: ${displayName}`}>
          <Button type="text" className={styles.quiet ?? ''} icon={<HistoryOutlined />} tabIndex={-1} />
        </Link>
      )}
      <ActionButton
        className={styles.acknowledge ?? ''}
        icon={<CheckOutlined />}
        loading={isBusy}
        aria-label={t('alarms.pinned.acknowledge', { name: `${displayName}, ${title}` })}
        onClick={() => void acknowledge()}
      >
        {t('list.bulk.acknowledge')}
      </ActionButton>
    </li>
  )
}
