import { Link } from '@tanstack/react-router'
import type { AlarmEpisode } from '@trackway/core/features/alarms/calls.ts'
import { useTranslation } from 'react-i18next'
import type { Format } from '../../../base/format.ts'
import { Address } from '../../../ui/address/Address.tsx'
import { alarmTitle } from '../alarm-name.ts'
import { SeverityMark } from '../SeverityMark.tsx'
import styles from './AlarmLines.module.css'

interface AlarmLinesProps {
  alarms: readonly AlarmEpisode[]
  now: number
  format: Format
  /** They are all of one vehicle. */
  isOfOne?: boolean
  onOpen?: () => void
}

/** Alarms in short, each the way to itself in the alarm centre. */
export function AlarmLines({ alarms, now, format, isOfOne = false, onOpen }: AlarmLinesProps) {
  const { t } = useTranslation()
  return (
    <ul>
      {alarms.map((alarm) => {
        const { id, severity, displayName, lat, lon, state, readTime, endTime } = alarm
        const title = alarmTitle(alarm, t, format)
        return (
          <li key={id}>
            <Link
              to="/index/alarmsAll"
              search={{ alarm: id }}
              className={`${styles.line} tw-choice tw-line-below tw-grid tw-text`}
              data-unread={readTime === null}
              {...(onOpen && { onClick: onOpen })}
            >
              <SeverityMark severity={severity} />
              <b className="tw-ellipsis">{isOfOne ? title : displayName}</b>
              <span className="tw-muted tw-tiny">{t('ui.ago', { span: format.age(endTime, now) })}</span>
              {!isOfOne && <span className={`${styles.sub} tw-ellipsis tw-small`}>{title}</span>}
              <span className={`${styles.sub} tw-muted tw-ellipsis tw-small`}>
                {state !== 'new' && `${t(`reports.alarmState.${state}`)} · `}
                {alarm.address ?? (lat !== null && lon !== null && <Address lat={lat} lon={lon} short />)}
              </span>
            </Link>
          </li>
        )
      })}
    </ul>
  )
}
