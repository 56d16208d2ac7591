import { untrustedBits } from '../codes/states.ts'
import { distanceM } from '../geo/distance.ts'
import { hasPlace, type Track } from './columns.ts'

/** Is the vehicle where this point says? */
export function isTrusted(track: Track, i: number): boolean {
  return hasPlace(track, i) && (track.quality[i]! & untrustedBits) === 0
}

/** Metres between two points of a track. */
export function metresBetween(track: Track, a: number, b: number): number {
  const { latE7, lonE7 } = track
  if (latE7[a] === latE7[b] && lonE7[a] === lonE7[b]) return 0
  return distanceM(latE7[a]! / 1e7, lonE7[a]! / 1e7, latE7[b]! / 1e7, lonE7[b]! / 1e7)
}
