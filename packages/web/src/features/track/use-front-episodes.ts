import { useQueries, useQuery } from '@tanstack/react-query'
import { episodeCalls } from '@trackway/core/api/episodes.ts'
import { trackCalls } from '@trackway/core/api/tracks.ts'
import type { Episode } from '@trackway/core/track/episodes.ts'
import { useMemo } from 'react'
import { api } from '../../app/api.ts'
import type { Span } from './player.ts'
import type { FrontEpisodes } from './replay-context.ts'

const staleMs = 60_000
/** Episodes of 90 days come from the track where they are not stored yet. */
const timeoutMs = 60_000

function episodesQuery(terminalID: string, { from, to }: Span, isShared: boolean) {
  return {
    queryKey: ['track', 'episodes', terminalID, from, to],
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      api(
        episodeCalls.find,
        { terminalID, from, to, kinds: ['trip', 'stop', 'overspeed'] },
        { signal, timeoutMs },
      ),
    staleTime: staleMs,
    enabled: !isShared,
  }
}

/** Trips, stops and overspeed of one device. */
export function useEpisodes(terminalID: string, span: Span, isShared: boolean): FrontEpisodes {
  const { data, isLoading, error, refetch } = useQuery(episodesQuery(terminalID, span, isShared))
  return useMemo(
    () => ({
      episodes: data?.episodes ?? [],
      until: data?.until ?? null,
      isLoading,
      error,
      again: () => void refetch(),
    }),
    [data, isLoading, error, refetch],
  )
}

/** The trips of all devices together, in any order; null until the last of them is known. */
export function useTrips(terminalIDs: readonly string[], span: Span, isShared: boolean): Episode[] | null {
  return useQueries({
    queries: terminalIDs.map((terminalID) => episodesQuery(terminalID, span, isShared)),
    combine: tripsOf,
  })
}

function tripsOf(answers: { data: { episodes: Episode[] } | undefined }[]): Episode[] | null {
  const known = answers.flatMap(({ data }) => (data ? [data.episodes] : []))
  if (known.length < answers.length) return null
  return known.flat().filter(({ kind }) => kind === 'trip')
}

/** The alarms of one device. */
export function useTrackAlarms(terminalID: string, { from, to }: Span, isShared: boolean) {
  const { data } = useQuery({
    queryKey: ['track', 'alarms', terminalID, from, to],
    queryFn: ({ signal }) => api(trackCalls.alarms, { terminalID, from, to }, { signal }),
    staleTime: staleMs,
    enabled: !isShared,
  })
  return data
}
