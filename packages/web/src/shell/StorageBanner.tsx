import { platformCalls } from '@trackway/core/features/system/calls.ts'
import { Alert } from 'antd'
import { useCall } from '../base/queries/use-call.ts'
import { useCan } from '../base/session.ts'
import { useTexts } from '../base/use-texts.ts'

const refetchMs = 15_000

/** Warns administrators that reports of devices are not being stored, since when and why. */
export function StorageBanner() {
  const { t, format } = useTexts()
  const isOperator = useCan('main:system_config')
  const { data } = useCall(
    ['platform-state'],
    platformCalls.state,
    {},
    { enabled: isOperator, refetchInterval: refetchMs },
  )
  const failure = data?.notStoring[0]
  if (!isOperator || failure === undefined) return null
  return (
    <Alert
      banner
      type="warning"
      role="status"
      title={t('app.notStoring.title', { since: format.dateTime(failure.sinceTime) })}
      description={t('app.notStoring.reason', { reason: failure.reason })}
    />
  )
}
