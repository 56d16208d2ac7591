import type { OutputOf } from '@trackway/core/api/call.ts'
import type { platformCalls } from '@trackway/core/features/system/calls.ts'
import { Alert } from 'antd'
import { useTexts } from '../base/use-texts.ts'

type NotStoring = OutputOf<typeof platformCalls.state>['notStoring'][number]

/** A gateway that stores nothing: since when and why, and what to do about it. */
export function NotStoringAlert({ gateway, sinceTime, reason, clock }: NotStoring) {
  const { t, format } = useTexts()
  if (clock !== null) {
    const { aheadMs, evidence } = clock
    const by = aheadMs === null ? undefined : format.duration(Math.abs(aheadMs))
    const kind = aheadMs === null ? 'unknown' : aheadMs > 0 ? 'ahead' : 'behind'
    return (
      <Alert
        banner
        type="error"
        role="status"
        title={t(`app.notStoring.clock.${kind}`, { gateway, by })}
        description={`${t(`app.notStoring.clock.${evidence}`)} ${t('app.notStoring.clock.todo')}`}
      />
    )
  }
  return (
    <Alert
      banner
      type="warning"
      role="status"
      title={t('app.notStoring.title', { since: format.dateTime(sinceTime) })}
      description={t('app.notStoring.reason', { reason })}
    />
  )
}
