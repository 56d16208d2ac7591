import { episodeCalls } from '@trackway/core/features/episodes/calls.ts'
import { api } from '../../../base/api.ts'
import type { Span } from '../replay/player.ts'

/** Requests the reasons for the bounds of trips and stops, and the points without mileage. */
export function explainQuery(terminalID: string, { from, to }: Span) {
  return {
    queryKey: ['track', 'explain', terminalID, from, to],
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      api(episodeCalls.explain, { terminalID, from, to }, { signal, timeoutMs: 60_000 }),
    staleTime: 60_000,
  }
}
