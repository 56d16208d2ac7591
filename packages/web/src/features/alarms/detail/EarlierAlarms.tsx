import { type AlarmEpisode, alarmCalls } from '@trackway/core/api/alarms.ts'
import { useCall } from '../../../base/queries/use-call.ts'
import { useTexts } from '../../../base/use-texts.ts'
import styles from './AlarmDetail.module.css'

const shownAtOnce = 5

interface EarlierAlarmsProps {
  alarm: AlarmEpisode
  onOpen: (id: number) => void
}

/** The same alarm of the same vehicle before this one. */
export function EarlierAlarms({ alarm, onOpen }: EarlierAlarmsProps) {
  const { t, format } = useTexts()
  const { terminalID, code, startTime } = alarm
  const { data } = useCall(
    ['alarms', 'earlier', terminalID, code, startTime],
    alarmCalls.find,
    { terminalIDs: [terminalID], codes: [code], to: startTime, pageSize: shownAtOnce },
    {
      // A device that went elsewhere since is not found by its id any more.
      retry: false,
    },
  )
  if (!data || data.list.length === 0) return null
  const count = format.number(data.total)
  return (
    <section className={styles.section}>
      <h4>{t('alarms.earlier', { count: data.isMore ? `${count}+` : count })}</h4>
      <ul>
        {data.list.map((earlier) => (
          <li key={earlier.id}>
            <button type="button" className={styles.earlier} onClick={() => onOpen(earlier.id)}>
              <span className="tw-number">{format.minute(earlier.startTime)}</span>
              {earlier.count > 1 && (
                <span className="tw-number tw-muted">× {format.number(earlier.count)}</span>
              )}
              <span className="tw-muted">{t(`reports.alarmState.${earlier.state}`)}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
