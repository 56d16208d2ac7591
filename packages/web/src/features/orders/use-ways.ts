import { payAccountCalls } from '@trackway/core/features/pay-accounts/calls.ts'
import { useCall } from '../../base/queries/use-call.ts'
import { useCan } from '../../base/session.ts'

const rarelyMs = 60_000

/** The ways to pay that the account has, and its balances; undefined while they are on their way. */
export function useWays() {
  const mayOrder = useCan('main:order')
  const { data } = useCall(['orders', 'ways'], payAccountCalls.allowedPay, mayOrder ? {} : null, {
    staleTime: rarelyMs,
    retry: false,
  })
  return data
}

/** Can the account renew devices by itself, with cards or money? */
export function useMayRenew(): boolean {
  const holdsCards = useCan('main:pay')
  const ways = useWays()
  return holdsCards || (ways !== undefined && ways.list.length + ways.balances.length > 0)
}
