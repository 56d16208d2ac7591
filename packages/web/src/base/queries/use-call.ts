import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import type { Call, InputOf, OutputOf } from '@trackway/core/api/call.ts'
import { api } from '../api.ts'

/**
 * What a call of the contract answers, as the query that it is kept under.
 * @param input null: no request is sent yet
 */
export function useCall<C extends Call, Data = OutputOf<C>>(
  queryKey: QueryKey,
  call: C,
  input: InputOf<C> | null,
  options: Omit<UseQueryOptions<OutputOf<C>, Error, Data>, 'queryKey' | 'queryFn'> = {},
) {
  return useQuery({
    queryKey,
    queryFn: ({ signal }) => api(call, input!, { signal }),
    enabled: input !== null,
    ...options,
  })
}
