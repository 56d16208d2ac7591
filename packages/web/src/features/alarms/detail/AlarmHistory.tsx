import type { alarmCalls } from '@trackway/core/api/alarms.ts'
import type { OutputOf } from '@trackway/core/api/call.ts'
import { unknown } from '../../../base/format.ts'
import { useTexts } from '../../../base/use-texts.ts'
import styles from './AlarmDetail.module.css'

/** Who did what about an alarm, and when. */
export function AlarmHistory({ history }: Pick<OutputOf<typeof alarmCalls.get>, 'history'>) {
  const { t, format } = useTexts()
  const told = history.filter(({ action }) => action !== 'read' && action !== 'unread')
  if (told.length === 0) return null
  return (
    <section className={styles.section}>
      <h4>{t('alarms.history')}</h4>
      <ol>
        {told.map(({ time, action, username, note, assignee, isUndone }) => (
          <li key={`${time} ${action}`} data-undone={isUndone}>
            <span className="tw-number tw-muted">{format.minute(time)}</span>
            <span>
              <b>{username ?? unknown}</b> {t(`alarms.did.${action}`)}
              {assignee !== null && `: ${assignee}`}
              {note !== null && <div>{note}</div>}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}
