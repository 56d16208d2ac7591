import type { EpisodeKind, EpisodeReason } from '../../codes/episodes.ts'
import { hasPlace, type Track } from '../columns.ts'
import type { Episode } from './episode.ts'

interface TimedPlace {
  time: number
  lat: number | null
  lon: number | null
}

/** Where an episode began that still goes on. */
export interface EpisodeStart extends TimedPlace {
  reason: EpisodeReason
}

export function startAt(track: Track, i: number, reason: EpisodeReason): EpisodeStart {
  return { time: track.fixTime[i]!, ...knownPlaceAt(track, i), reason }
}

/** Where a point was, degrees; null where it has no place. */
export function knownPlaceAt(track: Track, i: number): { lat: number | null; lon: number | null } {
  if (!hasPlace(track, i)) return { lat: null, lon: null }
  return { lat: track.latE7[i]! / 1e7, lon: track.lonE7[i]! / 1e7 }
}

/** An episode without distance and speed. */
export function plainEpisode(
  kind: EpisodeKind,
  from: EpisodeStart,
  to: TimedPlace,
  ended: EpisodeReason,
): Episode {
  return {
    kind,
    from: from.time,
    to: to.time,
    distanceM: 0,
    maxSpeedKmh: null,
    idleMs: 0,
    fromLat: from.lat,
    fromLon: from.lon,
    toLat: to.lat,
    toLon: to.lon,
    began: from.reason,
    ended,
    fromValue: null,
    toValue: null,
  }
}
