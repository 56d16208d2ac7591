import { qualityBits, untrustedBits } from '../../codes/states.ts'
import { distanceM } from '../../geo/distance.ts'
import { hasPlace, type Track } from '../columns.ts'
import type { SegmentSettings } from '../track-settings.ts'
import type { Ignition } from './steady-ignition.ts'

/** A stretch of moving or standing from one point to another, `a` < `b`: indices of `Division.points`. */
export interface MotionSegment {
  isMoving: boolean
  a: number
  b: number
}

/** A track divided into moving and standing. */
export interface Motion {
  /** The points that say where the vehicle was, as indices of the track. */
  points: number[]
  /** By point: whether the way that leads to it was driven; the first has none. */
  isMoving: boolean[]
  /** By point: metres of that way by the fixes, 0 where it stood. */
  metres: number[]
  /** Moving and standing in turn, without a gap; what is too short is still there. */
  unjoined: MotionSegment[]
  /** The trips and stops: the same, with what is too short joined to its neighbours. */
  segments: MotionSegment[]
}

/** A silence longer than this is judged by how fast it would have had to go: */
const longGapMs = 3_600_000
/** slower, and it was carried while the device was off; faster, and one of the two places is wrong. */
const carriedKmh = 5
const flownKmh = 130
/** After one longer than this nobody drove, whatever the odometer says: one of the two clocks was wrong. */
const endlessGapMs = 90 * 86_400_000
/** Of the straight way, what an odometer must have counted if it was driven. */
const drivenShare = 0.6

/**
 * Divides a track into moving and standing, without a gap: first from point to point, a vehicle driving from when
 * it is faster than `startKmh` until it is slower than `stopKmh` or its ignition is off; then without stops too
 * short to be one, then without movements too short to be a trip. A stop that is long enough by itself
 * stays whatever is around it, so what lies between two of those depends on nothing else.
 */
export function findMotion(track: Track, ignition: Ignition, settings: SegmentSettings): Motion {
  const points = usablePoints(track)
  const isMoving = [false]
  const metres = [0]
  const unjoined: MotionSegment[] = []
  let before = false
  for (let n = 1; n < points.length; n++) {
    const [a, b] = [points[n - 1]!, points[n]!]
    const way = isDrift(track, a) && isDrift(track, b) ? 0 : metresBetween(track, a, b)
    before = isMovingBetween(track, ignition, a, b, way, before, settings)
    isMoving.push(before)
    metres.push(before ? way : 0)
    const last = unjoined.at(-1)
    if (last?.isMoving === before) last.b = n
    else unjoined.push({ isMoving: before, a: n - 1, b: n })
  }
  const motion = { points, isMoving, metres, unjoined, segments: unjoined }
  // A stop at either end may stay short: what comes before or after is not known.
  const isShortStop = (segment: MotionSegment, index: number, all: readonly MotionSegment[]) =>
    index > 0 && index < all.length - 1 && !isLongStop(track, ignition, motion, segment, settings)
  motion.segments = join(unjoined, false, isShortStop)
  motion.segments = join(motion.segments, true, (segment) => {
    if (sum(metres, segment) < settings.minTripM) return true
    // A stray fix is far away and back again in no time; who arrives elsewhere has driven.
    const ms = timeAt(track, motion, segment.b) - timeAt(track, motion, segment.a)
    const straightM = metresBetween(track, points[segment.a]!, points[segment.b]!)
    return ms < settings.minTripMs && straightM < settings.minTripM
  })
  return motion
}

/** The stretch is a stop by itself: long enough, or with the ignition off for long enough. Longer ones are too. */
export function isLongStop(
  track: Track,
  ignition: Ignition,
  motion: Motion,
  { a, b }: MotionSegment,
  { minStopMs, minParkedMs }: SegmentSettings,
): boolean {
  const lastedMs = timeAt(track, motion, b) - timeAt(track, motion, a)
  if (lastedMs >= minStopMs) return true
  return lastedMs >= minParkedMs && longestOffMs(track, ignition, motion, a, b) >= minParkedMs
}

/** The longest the ignition was off between two points without being on. */
export function longestOffMs(
  track: Track,
  { on }: Ignition,
  { points }: Pick<Motion, 'points'>,
  a: number,
  b: number,
): number {
  let longest = 0
  let since = Number.NaN
  for (let i = points[a]!; i <= points[b]!; i++) {
    if (on[i] === -1 && i < points[b]!) continue
    const time = track.fixTime[i]!
    if (!Number.isNaN(since)) longest = Math.max(longest, time - since)
    if (on[i] === 1) since = Number.NaN
    else if (on[i] === 0 && Number.isNaN(since)) since = time
  }
  return longest
}

export const timeAt = (track: Track, { points }: Pick<Motion, 'points'>, n: number) =>
  track.fixTime[points[n]!]!

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

function isMovingBetween(
  track: Track,
  { on }: Ignition,
  a: number,
  b: number,
  metres: number,
  before: boolean,
  { gapMs, gapStayM, startKmh, stopKmh, unwiredKmh }: SegmentSettings,
): boolean {
  const elapsedMs = track.fixTime[b]! - track.fixTime[a]!
  if (elapsedMs > gapMs) return metres > gapStayM && !isCarried(track, a, b, metres, elapsedMs)
  if (isDrift(track, b)) return false
  // Reported from two traffic lights, a kilometre apart: it drove in between.
  if (metres > gapStayM) return true
  const said = track.speedKmh[b]!
  const speedKmh = Number.isNaN(said) ? (elapsedMs > 0 ? (metres / elapsedMs) * 3600 : 0) : said
  if (on[a] === 0 && on[b] === 0) return speedKmh >= unwiredKmh
  if (speedKmh >= startKmh) return true
  return speedKmh < stopKmh ? false : before
}

/** Found far away after a long silence: did something else bring it there? Its odometer knows, else its speed says. */
export function isCarried(track: Track, a: number, b: number, metres: number, elapsedMs: number): boolean {
  if (elapsedMs <= longGapMs) return false
  if (elapsedMs > endlessGapMs) return true
  const counted = track.odometerM[b]! - track.odometerM[a]!
  if (counted >= 0) return counted < metres * drivenShare
  const speedKmh = (metres / elapsedMs) * 3600
  return speedKmh < carriedKmh || speedKmh > flownKmh
}

/** Joins stretches of one kind that are too short to the ones around them. */
function join(
  segments: readonly MotionSegment[],
  isMoving: boolean,
  isShort: (segment: MotionSegment, index: number, all: readonly MotionSegment[]) => boolean,
): MotionSegment[] {
  const joined: MotionSegment[] = []
  for (const [index, segment] of segments.entries()) {
    const isJoined = segment.isMoving === isMoving && isShort(segment, index, segments)
    const kind = isJoined ? !isMoving : segment.isMoving
    const last = joined.at(-1)
    if (last?.isMoving === kind) last.b = segment.b
    else joined.push({ isMoving: kind, a: segment.a, b: segment.b })
  }
  return joined
}

function sum(values: readonly number[], { a, b }: MotionSegment): number {
  let total = 0
  for (let n = a + 1; n <= b; n++) total += values[n]!
  return total
}

export function metresBetween(track: Track, a: number, b: number): number {
  return distanceM(track.latE7[a]! / 1e7, track.lonE7[a]! / 1e7, track.latE7[b]! / 1e7, track.lonE7[b]! / 1e7)
}
