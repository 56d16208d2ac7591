import type { Track } from '@trackway/core/track/columns.ts'
import type { Episode } from '@trackway/core/track/episodes.ts'
import { segmentsOf } from '@trackway/core/track/segments.ts'

/** Trips and stops as this page finds them itself, for a track the server tells none of. */
export function episodesHere(track: Track): Episode[] {
  const places = (index: number) => [track.latE7[index]! / 1e7, track.lonE7[index]! / 1e7] as const
  return segmentsOf(track).map((segment) => {
    const [toLat, toLon] = places(segment.toIndex)
    return {
      ...segment,
      fromLat: segment.lat,
      fromLon: segment.lon,
      toLat,
      toLon,
      fromValue: null,
      toValue: null,
    }
  })
}
