import { useQuery } from '@tanstack/react-query'
import { type AccountName, accountCalls } from '@trackway/core/api/accounts.ts'
import { api } from '../../base/api.ts'

export interface PickedAccount {
  id: number
  name: string
}

export const nameOfAccount = (account: Pick<AccountName, 'nickname' | 'username'>) =>
  account.nickname || account.username

/** What accounts are called, by id; those that are not there are left out. */
export function useAccountNames(ids: readonly number[]) {
  return useQuery({
    queryKey: ['accountNames', ids],
    queryFn: ({ signal }) => api(accountCalls.names, { ids: [...ids] }, { signal }),
    select: ({ list }) => new Map(list.map((account) => [account.id, nameOfAccount(account)])),
    staleTime: 60_000,
    enabled: ids.length > 0,
  })
}
