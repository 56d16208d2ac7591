import { useQueries, useQuery } from '@tanstack/react-query'
import { episodeCalls } from '@trackway/core/features/episodes/calls.ts'
import { trackShareCalls } from '@trackway/core/features/track-shares/calls.ts'
import { trackCalls } from '@trackway/core/features/tracks/calls.ts'
import type { Episode } from '@trackway/core/track/episodes/episode.ts'
import { useMemo } from 'react'
import { api } from '../../../base/api.ts'
import type { Span } from '../replay/player.ts'
import type { DeviceEpisodes, ReplayShare } from '../replay/replay-context.ts'

const staleMs = 60_000
/** Episodes of 90 days come from the track where they are not stored yet. */
const timeoutMs = 60_000

function episodesQuery({ terminalID, span: { from, to }, share }: EpisodesRequest) {
  return {
    queryKey: ['track', 'episodes', share?.token, terminalID, from, to],
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      share === null
        ? api(
            episodeCalls.find,
            { terminalID, from, to, kinds: ['trip', 'stop', 'overspeed'] },
            { signal, timeoutMs },
          )
        : api(trackShareCalls.sharedEpisodes, sharedVehicle(share, terminalID), { signal, timeoutMs }),
    staleTime: staleMs,
  }
}

/** A public link identifies a vehicle by its number only. */
function sharedVehicle({ token }: ReplayShare, number: string) {
  return { token, number: Number(number) }
}

export interface EpisodesRequest {
  /** In a public link: its number there. */
  terminalID: string
  span: Span
  /** Null: seen by an account. */
  share: ReplayShare | null
}

/** Trips, stops and overspeed of one device. */
export function useEpisodes(request: EpisodesRequest): DeviceEpisodes {
  const { data, isLoading, error, refetch } = useQuery(episodesQuery(request))
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

/** The trips of several devices together, in any order; null until the last of them is known. */
export function useTrips(requests: readonly EpisodesRequest[]): Episode[] | null {
  return useQueries({ queries: requests.map(episodesQuery), combine: tripsOf })
}

function tripsOf(answers: { data: { episodes: Episode[] } | undefined }[]): Episode[] | null {
  const known = answers.flatMap(({ data }) => (data ? [data.episodes] : []))
  if (known.length < answers.length) return null
  return known.flat().filter(({ kind }) => kind === 'trip')
}

/** The alarms of one device. */
export function useTrackAlarms({ terminalID, span: { from, to }, share }: EpisodesRequest) {
  const { data } = useQuery({
    queryKey: ['track', 'alarms', share?.token, terminalID, from, to],
    queryFn: ({ signal }) =>
      share === null
        ? api(trackCalls.alarms, { terminalID, from, to }, { signal })
        : api(trackShareCalls.sharedAlarms, sharedVehicle(share, terminalID), { signal }),
    staleTime: staleMs,
    enabled: share?.withAlarms ?? true,
  })
  return data
}
