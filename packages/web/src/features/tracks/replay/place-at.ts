import { qualityBits, untrustedBits } from '@trackway/core/codes/states.ts'
import { hasPlace, indexAt, type Track } from '@trackway/core/track/columns.ts'
import { gapMs } from '../../../map/track-line/line-chunk.ts'

/** Where a vehicle is at an instant: between two fixes it moves evenly, across a gap it waits. */
export interface Place {
  lat: number
  lon: number
  courseDeg: number | null
  speedKmh: number | null
  /** The point at or before the instant. */
  index: number
}

/** Is a point on the line? It has a position that is trusted. */
export function isOnLine(track: Track, index: number): boolean {
  return hasPlace(track, index) && (track.quality[index]! & untrustedBits) === 0
}

const strayBits = qualityBits.jump | qualityBits.future | qualityBits.noFix

/** Was the vehicle about there? Also points that drifted while it was parked, and coarse ones, of which no line is drawn. */
export function isNearby(track: Track, index: number): boolean {
  return hasPlace(track, index) && (track.quality[index]! & strayBits) === 0
}

/** The nearest point on the line from an index on, in one direction; -1 if there is none. */
export function nextOnLine(track: Track, index: number, by: 1 | -1, counts = isOnLine): number {
  for (let i = index; i >= 0 && i < track.length; i += by) if (counts(track, i)) return i
  return -1
}

/** Where no point is on the line, the nearby ones count. @returns null without any of either */
export function placeAt(track: Track, time: number): Place | null {
  const next = indexAt(track, time + 1)
  const around = (counts: typeof isOnLine) => {
    const before = nextOnLine(track, next - 1, -1, counts)
    return before >= 0 ? before : nextOnLine(track, next, 1, counts)
  }
  const onLine = around(isOnLine)
  const index = onLine >= 0 ? onLine : around(isNearby)
  if (index < 0) return null
  const known = {
    courseDeg: track.courseDeg[index]! < 0 ? null : track.courseDeg[index]!,
    speedKmh: Number.isNaN(track.speedKmh[index]!) ? null : track.speedKmh[index]!,
    index,
  }
  const [latE7, lonE7] = [track.latE7[index]!, track.lonE7[index]!]
  const after = onLine < 0 || onLine >= next ? -1 : nextOnLine(track, next, 1)
  if (after < 0) return { lat: latE7 / 1e7, lon: lonE7 / 1e7, ...known }
  const spanMs = track.fixTime[after]! - track.fixTime[index]!
  const part = spanMs > gapMs || spanMs <= 0 ? 0 : (time - track.fixTime[index]!) / spanMs
  return {
    lat: (latE7 + (track.latE7[after]! - latE7) * part) / 1e7,
    lon: (lonE7 + (track.lonE7[after]! - lonE7) * part) / 1e7,
    ...known,
  }
}
