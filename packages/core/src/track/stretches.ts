import { qualityBits, untrustedBits } from '../codes/states.ts'
import { distanceM } from '../geo/distance.ts'
import { hasPlace, type Track } from './columns.ts'
import type { SegmentSettings } from './segment-settings.ts'

/** A stretch of moving or standing between two points of a track, `a` < `b`. */
export interface Stretch {
  isMoving: boolean
  a: number
  b: number
  /** 0 while it stands. */
  distanceM: number
}

/**
 * Divides a track into moving and standing, without a gap: first from point to point, then without stops
 * too short to be one, then without movements too short to be a trip.
 */
export function stretchesOf(track: Track, settings: SegmentSettings): Stretch[] {
  let stretches = toStretches(track, usablePoints(track), settings)
  stretches = join(stretches, (stretch) => isTooShortAStop(track, stretch, settings), false)
  return join(stretches, (stretch) => isTooShortATrip(track, stretch, settings), true)
}

/** The device said that the ignition was off in this stretch, and not on before the end, which begins the next. */
export function isIgnitionOff(track: Track, { a, b }: Stretch): boolean {
  let isOff = false
  for (let i = a; i < b; i++) {
    if (track.accOn[i] === 0) isOff = true
    else if (track.accOn[i] === 1 && isOff) return false
  }
  return isOff
}

const time = (track: Track, index: number) => track.fixTime[index]!
const isDrift = (track: Track, index: number) => (track.quality[index]! & qualityBits.drift) !== 0

/** Drift stays in: it is a vehicle that stands. Jumps, cells and clocks ahead of time say nothing. */
function usablePoints(track: Track): number[] {
  const points: number[] = []
  const unusable = untrustedBits & ~qualityBits.drift
  for (let i = 0; i < track.length; i++) {
    if (hasPlace(track, i) && (track.quality[i]! & unusable) === 0) points.push(i)
  }
  return points
}

function toStretches(track: Track, points: readonly number[], settings: SegmentSettings): Stretch[] {
  const stretches: Stretch[] = []
  let isMoving = false
  for (let n = 1; n < points.length; n++) {
    const a = points[n - 1]!
    const b = points[n]!
    const metres = isDrift(track, a) && isDrift(track, b) ? 0 : between(track, a, b)
    isMoving = isMovingBetween(track, a, b, metres, isMoving, settings)
    const last = stretches.at(-1)
    if (last?.isMoving === isMoving) {
      last.b = b
      last.distanceM += isMoving ? metres : 0
    } else stretches.push({ isMoving, a, b, distanceM: isMoving ? metres : 0 })
  }
  return stretches
}

function isMovingBetween(
  track: Track,
  a: number,
  b: number,
  metres: number,
  before: boolean,
  { gapMs, gapStayM, startKmh, stopKmh, unwiredKmh }: SegmentSettings,
): boolean {
  const elapsedMs = time(track, b) - time(track, a)
  if (elapsedMs > gapMs) return metres > gapStayM
  if (isDrift(track, b)) return false
  // Reported from two traffic lights, a kilometre apart: it drove in between.
  if (metres > gapStayM) return true
  const said = track.speedKmh[b]!
  const speedKmh = Number.isNaN(said) ? (elapsedMs > 0 ? (metres / elapsedMs) * 3600 : 0) : said
  if (track.accOn[a] === 0 && track.accOn[b] === 0) return speedKmh >= unwiredKmh
  if (speedKmh >= startKmh) return true
  return speedKmh < stopKmh ? false : before
}

function isTooShortAStop(
  track: Track,
  stretch: Stretch,
  { minStopMs, minParkedMs }: SegmentSettings,
): boolean {
  const ms = time(track, stretch.b) - time(track, stretch.a)
  return ms < (isIgnitionOff(track, stretch) ? minParkedMs : minStopMs)
}

function isTooShortATrip(
  track: Track,
  { a, b, distanceM: metres }: Stretch,
  { minTripMs, minTripM }: SegmentSettings,
): boolean {
  return time(track, b) - time(track, a) < minTripMs || metres < minTripM
}

/** Joins stretches of one kind that are too short to the ones around them. A stop at either end may stay short. */
function join(
  stretches: readonly Stretch[],
  isTooShort: (stretch: Stretch) => boolean,
  isMoving: boolean,
): Stretch[] {
  const joined: Stretch[] = []
  for (const [index, stretch] of stretches.entries()) {
    const isInner = isMoving || (index > 0 && index < stretches.length - 1)
    const kind =
      stretch.isMoving === isMoving && isInner && isTooShort(stretch) ? !isMoving : stretch.isMoving
    const last = joined.at(-1)
    if (last?.isMoving === kind) {
      last.b = stretch.b
      // A yard manoeuvre adds nothing to a stop; a red light has nothing to add to a trip.
      last.distanceM += kind ? stretch.distanceM : 0
    } else joined.push({ ...stretch, isMoving: kind, distanceM: kind ? stretch.distanceM : 0 })
  }
  return joined
}

function between(track: Track, a: number, b: number): number {
  return distanceM(track.latE7[a]! / 1e7, track.lonE7[a]! / 1e7, track.latE7[b]! / 1e7, track.lonE7[b]! / 1e7)
}
