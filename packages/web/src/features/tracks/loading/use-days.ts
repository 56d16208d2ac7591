import { useQuery } from '@tanstack/react-query'
import { trackCalls } from '@trackway/core/api/tracks/tracks.ts'
import { useMemo } from 'react'
import { api } from '../../../base/api.ts'

/** Days with positions, in the account's zone, and how far the device went; null: not known yet. */
export function useDays(terminalID: string | undefined): ReadonlyMap<string, number | null> {
  const { data } = useQuery({
    queryKey: ['track', 'days', terminalID],
    queryFn: ({ signal }) => api(trackCalls.days, { terminalID: terminalID ?? '' }, { signal }),
    enabled: terminalID !== undefined,
    staleTime: 300_000,
  })
  return useMemo(() => new Map((data?.days ?? []).map(({ day, distanceM }) => [day, distanceM])), [data])
}
