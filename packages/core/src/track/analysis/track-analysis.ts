import type { EpisodeReason } from '../../codes/episodes.ts'
import type { Track } from '../columns.ts'
import type { SegmentSettings } from '../track-settings.ts'
import { findMotion, type Motion, type MotionSegment, type MotionState, timeAt } from './motion-segments.ts'
import { debounceIgnition, type Ignition } from './steady-ignition.ts'
import {
  type MileageSource,
  measureTrip,
  type OdometerTrace,
  odometerLegs,
  type TripMileage,
  traceOdometer,
} from './trip-mileage.ts'

/** Analysis of a track: everything that trips, stops and their explanation are made from. */
export interface TrackAnalysis {
  track: Track
  settings: SegmentSettings
  ignition: Ignition
  motion: Motion
  odometer: OdometerTrace
}

/** What came before the track, where it is the continuation of one. */
export interface EarlierState {
  /** 1 on, 0 off or unknown. */
  ignition: number
  /** In the stop that goes on; NaN: none. */
  odometerM: number
  motion?: MotionState
}

/**
 * Looks through a track: everything about it is found from this, so that list, replay and statistics agree.
 * @param now the track is all there is by now; null: it goes on
 */
export function analyzeTrack(
  track: Track,
  settings: SegmentSettings,
  before?: EarlierState,
  now: number | null = null,
): TrackAnalysis {
  const ignition = debounceIgnition(track, settings.ignitionDebounceMs, settings.offlineMs, before?.ignition)
  const motion = findMotion(track, ignition, settings, before?.motion, now)
  return { track, settings, ignition, motion, odometer: traceOdometer(track, before?.odometerM) }
}

/** How far a segment went; a stop goes nowhere. */
export function measureSegment(
  { track, motion, odometer, settings }: TrackAnalysis,
  segment: MotionSegment,
): TripMileage {
  if (!segment.isMoving) return { source: 'gps', gpsM: 0, odometerM: null }
  return measureTrip(track, motion, odometer, segment, settings)
}

/**
 * The metres of each leg of a trip by a measure; null: it has none. Which one counts is `measureSegment`'s.
 */
export function legMetres(
  { track, motion, odometer }: TrackAnalysis,
  { a, b }: MotionSegment,
  source: MileageSource,
): Float64Array | null {
  return source === 'gps'
    ? motion.metres.subarray(a + 1, b + 1)
    : odometerLegs(track, motion, odometer, { a, b })
}

/**
 * Standing with the ignition on, between the point `n` and the one before. Reported off, it was on until then,
 * unless the reports paused.
 */
export function isIdleBetween(
  { track, ignition: { on }, motion, settings }: TrackAnalysis,
  n: number,
): boolean {
  const [a, b] = [motion.points[n - 1]!, motion.points[n]!]
  if (motion.isMoving[n] || on[a] !== 1 || on[b] === -1) return false
  return track.fixTime[b]! - track.fixTime[a]! <= (on[b] === 1 ? settings.offlineMs : settings.gapMs)
}

/**
 * Why a trip or stop ends, and the next begins, where it does.
 * @param wasOff the ignition was off in the part of `before` that lies before the track
 */
export function borderReason(
  { track, ignition, motion, settings }: TrackAnalysis,
  before: MotionSegment | undefined,
  after: MotionSegment | undefined,
  wasOff = false,
): EpisodeReason {
  if (before === undefined || after === undefined) return 'track'
  const last = timeAt(track, motion, after.a)
  if (timeAt(track, motion, after.a + 1) - last > settings.gapMs) return 'gap'
  if (!before.isMoving) return wasOff || isOff(track, ignition, motion, before) ? 'ignition' : 'speed'
  // What makes it a stop by itself decides; whatever happens later in it does not change why the trip ended.
  const soonMs = Math.min(settings.minStopMs, settings.minParkedMs)
  return isOff(track, ignition, motion, after, last + soonMs) ? 'ignition' : 'speed'
}

/** The ignition was off in this segment, up to an instant. */
export function isOff(
  track: Track,
  { on }: Ignition,
  { points }: Motion,
  { a, b }: MotionSegment,
  until = Number.POSITIVE_INFINITY,
): boolean {
  for (let i = points[a]!; i <= points[b]! && track.fixTime[i]! <= until; i++) if (on[i] === 0) return true
  return false
}
