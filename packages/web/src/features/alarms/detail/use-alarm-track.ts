import { useQuery } from '@tanstack/react-query'
import { untrustedBits } from '@trackway/core/codes/states.ts'
import type { AlarmEpisode } from '@trackway/core/features/alarms/calls.ts'
import { trackCalls } from '@trackway/core/features/tracks/calls.ts'
import type { Place } from '@trackway/core/geo/area.ts'
import { api } from '../../../base/api.ts'
import { useCan } from '../../../base/session.ts'

/** How much of the track is shown, the alarm in its middle. */
const trackMs = 10 * 60_000

/** Ten minutes of the way around an alarm, and whether the ignition was on when it came; null: nobody knows. */
export function useAlarmTrack({ terminalID, startTime }: AlarmEpisode): {
  places: readonly Place[]
  accOn: boolean | null
} {
  const mayReplay = useCan('main:track')
  const { data: points = [] } = useQuery({
    queryKey: ['alarms', 'track', terminalID, startTime],
    queryFn: async ({ signal }) => {
      const range = { terminalID, from: startTime - trackMs / 2, to: startTime + trackMs / 2 }
      return (await api(trackCalls.find, range, { signal })).points
    },
    enabled: mayReplay,
    // A device that went elsewhere since is not found by its id any more.
    retry: false,
  })
  const before = points.filter(({ fixTime }) => fixTime <= startTime)
  return {
    places: points.flatMap((point): Place[] =>
      point.lat === null || point.lon === null || (point.quality & untrustedBits) !== 0
        ? []
        : [{ lat: point.lat, lon: point.lon }],
    ),
    accOn: before.at(-1)?.accOn ?? null,
  }
}
