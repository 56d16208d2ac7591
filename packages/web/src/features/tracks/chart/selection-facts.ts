import { distanceM } from '@trackway/core/geo/distance.ts'
import { indexAt, type Track } from '@trackway/core/track/columns.ts'
import type { Episode } from '@trackway/core/track/episodes/episode.ts'
import { isOnLine, nextOnLine } from '../replay/place-at.ts'
import type { Span } from '../replay/player.ts'

/** What a chosen part of a track amounts to. */
export interface SelectionFacts {
  distanceM: number
  durationMs: number
  maxSpeedKmh: number | null
  /** While driving: the way over the time of the trips. */
  meanSpeedKmh: number | null
}

/**
 * Adds up the part of the trips that lies between two instants. Trips that lie in it wholly count as in the
 * list; of one that is cut, the way in the part, in the share the list gives the whole.
 */
export function selectionFacts(
  track: Track,
  episodes: readonly Episode[],
  { from, to }: Span,
): SelectionFacts {
  let metres = 0
  let drivingMs = 0
  for (const trip of episodes) {
    if (trip.kind !== 'trip' || trip.to <= from || trip.from >= to) continue
    const part = { from: Math.max(trip.from, from), to: Math.min(trip.to, to) }
    drivingMs += part.to - part.from
    if (part.from === trip.from && part.to === trip.to) metres += trip.distanceM
    else {
      const whole = wayBetween(track, trip)
      metres += whole > 0 ? (trip.distanceM * wayBetween(track, part)) / whole : 0
    }
  }
  return {
    distanceM: metres,
    durationMs: to - from,
    maxSpeedKmh: maxSpeedIn(track, from, to),
    meanSpeedKmh: drivingMs > 0 ? (metres / drivingMs) * 3600 : null,
  }
}

/** A leg that an end cuts counts in the share of its time. */
function wayBetween(track: Track, { from, to }: Span): number {
  let metres = 0
  let last = nextOnLine(track, indexAt(track, from + 1) - 1, -1)
  for (let i = last; last < 0 || track.fixTime[last]! < to; last = i) {
    i = nextOnLine(track, i + 1, 1)
    if (i < 0) break
    if (last >= 0) {
      const [start, end] = [track.fixTime[last]!, track.fixTime[i]!]
      const share = (Math.min(end, to) - Math.max(start, from)) / (end - start)
      const degrees = (index: number) => [track.latE7[index]! / 1e7, track.lonE7[index]! / 1e7] as const
      metres += distanceM(...degrees(last), ...degrees(i)) * Math.max(0, share)
    }
  }
  return metres
}

function maxSpeedIn(track: Track, from: number, to: number): number | null {
  let highest: number | null = null
  for (let i = indexAt(track, from); i < track.length && track.fixTime[i]! <= to; i++) {
    if (isOnLine(track, i) && track.speedKmh[i]! > (highest ?? -1)) highest = track.speedKmh[i]!
  }
  return highest
}
