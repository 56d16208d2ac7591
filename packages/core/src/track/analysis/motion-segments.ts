import { qualityBits } from '../../codes/states.ts'
import type { Track } from '../columns.ts'
import type { SegmentSettings } from '../track-settings.ts'
import { findBelievedPoints, metresBetween } from './believed-points.ts'
import { bendLegs } from './leg-mileage.ts'
import { findStays, type StayPlace, stillnesses } from './stays.ts'
import type { Ignition } from './steady-ignition.ts'

/** A segment of moving or standing from one point to another, `a` < `b`: indices of `Motion.points`. */
export interface MotionSegment {
  isMoving: boolean
  a: number
  b: number
}

/** A track divided into moving and standing. */
export interface Motion {
  /** The points that say where the vehicle was, as indices of the track. */
  points: number[]
  /** Of `points`, those that nobody can have reached from the one before. */
  unreached: ReadonlySet<number>
  /** From this index of the track on, places may turn out not to be believed; the length of the track: none. */
  undecidedFrom: number
  /** When the clock decides on places that are left out until then; null: none are. */
  decidedTime: number | null
  /** By point: whether the way that leads to it was driven; the first has none. */
  isMoving: boolean[]
  /** By point: metres of that way by the fixes, 0 where it stood. */
  metres: Float64Array
  /** Moving and standing in turn, without a gap; what is too short is still there. */
  unjoined: MotionSegment[]
  /** The trips and stops: the same, with what is too short joined to its neighbours. */
  segments: MotionSegment[]
  /** What goes on at one of `points`. */
  stateAt: (n: number) => MotionState
}

/** What moving and standing after a point depend on. Plain data: it is stored while a track is processed page by page. */
export interface MotionState {
  /** Its speed was that of a standing vehicle. */
  stood: boolean
  /** Where it stays, or may turn out to. */
  stays: StayPlace[]
}

/** A longer pause of the reports is judged by the speed that its distance takes. */
const longGapMs = 3_600_000
/** Slower, the vehicle was transported while the device was off; faster, one of the two places is wrong. */
const carriedKmh = 5
const flownKmh = 130
/** After one longer than this nobody drove, whatever the odometer shows: one of the two clocks was wrong. */
const endlessGapMs = 90 * 86_400_000
/** Share of the straight way that an odometer must have counted if it was driven. */
const drivenShare = 0.6
/** How far the fixes of a parked vehicle drift from one to the next. */
const wanderM = 50
/** Least share of the way by its speed that a moving vehicle makes: corners shorten it, but not more. */
const stillShare = 0.4

/**
 * Divides a track into moving and standing, without a gap. A leg from point to point is driven unless it is shown to be
 * standing: both ends stand and are near each other, or it lies within a stay. Then stops too short to be one go, then
 * movements too short to be a trip. A stop that is long enough by itself stays whatever is around it, so what lies
 * between two of those depends on nothing else.
 */
export function findMotion(
  track: Track,
  ignition: Ignition,
  settings: SegmentSettings,
  before: MotionState = { stood: true, stays: [] },
  now: number | null = null,
): Motion {
  const { points, ways, unreached, undecidedFrom, decidedTime } = findBelievedPoints(track, settings, now)
  const isMoving = [false]
  const metres = new Float64Array(points.length)
  const stillness = new Uint8Array(points.length)
  const standing = new Uint8Array(points.length).fill(before.stood ? 1 : 0, 0, 1)
  for (let n = 1; n < points.length; n++) {
    const a = points[n - 1]!
    const b = points[n]!
    const way = isDrift(track, a) && isDrift(track, b) ? 0 : ways[n]!
    // After a silence, or at a place that cannot have been reached, its motion before is no evidence: as at the start.
    const isAnew = unreached.has(n) || track.fixTime[b]! - track.fixTime[a]! > settings.gapMs
    const wasStanding = isAnew || standing[n - 1] === 1
    const isStanding = isStandingAt(track, ignition, a, b, way, wasStanding, settings)
    const moves =
      !unreached.has(n) && isMovingBetween(track, ignition, a, b, way, wasStanding && isStanding, settings)
    standing[n] = isStanding ? 1 : 0
    isMoving.push(moves)
    metres[n] = moves ? way : 0
    stillness[n] = moves ? stillnessOf(track, a, b, way, wasStanding, settings) : stillnesses.still
  }
  const stays = findStays(track, points, stillness, settings.minStopMs, before.stays)
  const unjoined: MotionSegment[] = []
  for (let n = 1; n < points.length; n++) {
    if (stays.isWithin[n]) {
      isMoving[n] = false
      metres[n] = 0
    }
    const last = unjoined[unjoined.length - 1]
    if (last !== undefined && last.isMoving === isMoving[n]) last.b = n
    else unjoined.push({ isMoving: isMoving[n]!, a: n - 1, b: n })
  }
  const motion: Motion = {
    points,
    unreached,
    undecidedFrom,
    decidedTime,
    isMoving,
    metres,
    unjoined,
    segments: unjoined,
    stateAt: (n) => ({ stood: standing[n] === 1, stays: stays.openAt(n) }),
  }
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
  for (const segment of motion.segments) if (segment.isMoving) bendLegs(track, points, metres, segment)
  return motion
}

/** The segment is a stop by itself: long enough, or with the ignition turned off for long enough. Longer ones are too. */
export function isLongStop(
  track: Track,
  ignition: Ignition,
  motion: Motion,
  { a, b }: MotionSegment,
  settings: SegmentSettings,
): boolean {
  const { minStopMs, minParkedMs } = settings
  const lastedMs = timeAt(track, motion, b) - timeAt(track, motion, a)
  if (lastedMs >= minStopMs) return true
  if (lastedMs < minParkedMs || longestOffMs(track, ignition, motion, a, b) < minParkedMs) return false
  return !wasDrivenOff(track, ignition, motion, a, settings)
}

/**
 * Was the ignition off all along the drive that leads to point `b`? Then its wire leads nowhere, as far as is known by
 * now, and that it is off in the halt that follows is no sign of parking.
 */
function wasDrivenOff(
  track: Track,
  { on }: Ignition,
  { points, isMoving, metres }: Motion,
  b: number,
  { unwiredKmh, minTripM }: SegmentSettings,
): boolean {
  let isDriven = false
  let drivenM = 0
  for (let n = b; n > 0 && isMoving[n]; n--) {
    const i = points[n]!
    if (on[i] !== 0 || on[points[n - 1]!] !== 0) return false
    drivenM += metres[n]!
    isDriven ||= track.speedKmh[i]! >= unwiredKmh || drivenM >= minTripM
  }
  return isDriven
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

/** It stood on a way far shorter than by its reported speed; on one slower than any drive it may have. */
function stillnessOf(
  track: Track,
  a: number,
  b: number,
  metres: number,
  wasStanding: boolean,
  { stopKmh }: Pick<SegmentSettings, 'stopKmh'>,
): number {
  const hours = (track.fixTime[b]! - track.fixTime[a]!) / 3_600_000
  const saidKmh = Math.min(track.speedKmh[a]!, track.speedKmh[b]!)
  // Of a speed that is not known the comparison is false.
  if (metres < saidKmh * 1000 * hours * stillShare) return stillnesses.still
  if (metres >= stopKmh * 1000 * hours) return stillnesses.moving
  return wasStanding ? stillnesses.slowAway : stillnesses.slow
}

/**
 * Is it standing at the point `b` by its speed? Between the two thresholds it keeps its state.
 * @param metres from the point before, `a`: where the device reports no speed, it is computed from them
 */
function isStandingAt(
  track: Track,
  { on }: Ignition,
  a: number,
  b: number,
  metres: number,
  wasStanding: boolean,
  { startKmh, stopKmh, unwiredKmh }: SegmentSettings,
): boolean {
  if (isDrift(track, b)) return true
  const elapsedMs = track.fixTime[b]! - track.fixTime[a]!
  const reportedKmh = track.speedKmh[b]!
  const speedKmh = Number.isNaN(reportedKmh) ? (elapsedMs > 0 ? (metres / elapsedMs) * 3600 : 0) : reportedKmh
  if (on[b] === 0) return speedKmh < unwiredKmh
  return speedKmh < (wasStanding ? startKmh : stopKmh)
}

/** It moved unless it is shown to have stood: at both ends, and no further apart than a place wanders. */
function isMovingBetween(
  track: Track,
  { on }: Ignition,
  a: number,
  b: number,
  metres: number,
  isStanding: boolean,
  { gapMs, gapStayM }: SegmentSettings,
): boolean {
  const elapsedMs = track.fixTime[b]! - track.fixTime[a]!
  if (elapsedMs > gapMs) return metres > gapStayM && !isCarried(track, a, b, metres, elapsedMs)
  if (!isStanding) return true
  const isOff = on[a] === 0 && on[b] === 0
  return metres > (isOff ? gapStayM : wanderM)
}

/** Found far away after a long pause: was it transported? Its odometer shows it, else its speed. */
export function isCarried(track: Track, a: number, b: number, metres: number, elapsedMs: number): boolean {
  if (elapsedMs <= longGapMs) return false
  if (elapsedMs > endlessGapMs) return true
  const counted = track.odometerM[b]! - track.odometerM[a]!
  if (counted >= 0) return counted < metres * drivenShare
  const speedKmh = (metres / elapsedMs) * 3600
  return speedKmh < carriedKmh || speedKmh > flownKmh
}

/** Joins segments of one kind that are too short to the ones around them. */
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

function sum(values: Float64Array, { a, b }: MotionSegment): number {
  let total = 0
  for (let n = a + 1; n <= b; n++) total += values[n]!
  return total
}
