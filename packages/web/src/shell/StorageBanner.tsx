import { platformCalls } from '@trackway/core/features/system/calls.ts'
import { useCall } from '../base/queries/use-call.ts'
import { useCan } from '../base/session.ts'
import { NotStoringAlert } from '../ui/NotStoringAlert.tsx'

const refetchMs = 15_000

/** Warns administrators that reports of devices are not being stored, since when and why. */
export function StorageBanner() {
  const isOperator = useCan('main:system_config')
  const { data } = useCall(
    ['platform-state'],
    platformCalls.state,
    {},
    { enabled: isOperator, refetchInterval: refetchMs },
  )
  const failure = data?.notStoring[0]
  if (!isOperator || failure === undefined) return null
  return <NotStoringAlert {...failure} />
}
