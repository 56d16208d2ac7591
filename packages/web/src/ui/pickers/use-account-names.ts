import { type AccountName, accountCalls } from '@trackway/core/features/accounts/calls.ts'
import { useCall } from '../../base/queries/use-call.ts'

export interface PickedAccount {
  id: number
  name: string
}

export const nameOfAccount = (account: Pick<AccountName, 'nickname' | 'username'>) =>
  account.nickname || account.username

/** What accounts are called, by id; those that are not there are left out. */
export function useAccountNames(ids: readonly number[]) {
  return useCall(
    ['accountNames', ids],
    accountCalls.names,
    { ids: [...ids] },
    {
      select: ({ list }) => new Map(list.map((account) => [account.id, nameOfAccount(account)])),
      staleTime: 60_000,
      enabled: ids.length > 0,
    },
  )
}
