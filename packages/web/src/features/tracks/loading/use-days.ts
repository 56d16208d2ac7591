import { trackCalls } from '@trackway/core/features/tracks/calls.ts'
import { useMemo } from 'react'
import { useCall } from '../../../base/queries/use-call.ts'

/** Days with positions, in the account's zone, and how far the device went; null: not known yet. */
export function useDays(terminalID: string | undefined): ReadonlyMap<string, number | null> {
  const { data } = useCall(
    ['track', 'days', terminalID],
    trackCalls.days,
    { terminalID: terminalID ?? '' },
    { enabled: terminalID !== undefined, staleTime: 300_000 },
  )
  return useMemo(() => new Map((data?.days ?? []).map(({ day, distanceM }) => [day, distanceM])), [data])
}
