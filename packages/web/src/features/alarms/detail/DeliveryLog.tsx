import { notificationDeliveryCalls } from '@trackway/core/features/notifications/delivery-calls.ts'
import { useEffect } from 'react'
import { useCall } from '../../../base/queries/use-call.ts'
import { useTexts } from '../../../base/use-texts.ts'
import styles from './AlarmDetail.module.css'

const shownAtOnce = 50
/** While a delivery is pending, the log is requested this often. */
const refetchMs = 5_000

/** Who was notified of an alarm by which way, with the result. @param sequence of the alarm: read anew when it changes */
export function DeliveryLog({ id, sequence }: { id: number; sequence: number }) {
  const { t, format } = useTexts()
  const { data, refetch } = useCall(
    ['alarms', 'deliveries', id],
    notificationDeliveryCalls.find,
    { alarmId: id, pageSize: shownAtOnce },
    {
      refetchInterval: ({ state }) =>
        state.data?.list.some(({ finishTime }) => finishTime === null) ? refetchMs : false,
      retry: false,
    },
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new sequence means new deliveries
  useEffect(() => {
    if (data) void refetch()
  }, [sequence])
  if (!data || data.list.length === 0) return null
  return (
    <section className={styles.section} data-testid="tw-deliveries">
      <h4 className="tw-label">{t('alarms.told')}</h4>
      <ul>
        {data.list.map(({ id, createTime, sentTime, channel, receiver, target, state, reason }) => (
          <li key={id} className="tw-flex tw-gap-10 tw-line-above tw-padded-block tw-small">
            <span className="tw-number tw-muted">{format.dateTime(sentTime ?? createTime)}</span>
            <span>
              {t(`reports.notifyChannel.${channel}`)} · {receiver} {target !== receiver && target}
              <br />
              <span className={state === 'failed' ? 'tw-danger' : 'tw-muted'}>
                {t(`reports.deliveryState.${state}`)}
                {reason !== null && `: ${t(`reports.deliveryReason.${reason}`)}`}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
