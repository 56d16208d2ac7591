import type { EpisodeReason } from '../../codes/episodes.ts'
import type { Track } from '../columns.ts'
import type { SegmentSettings } from '../track-settings.ts'
import { type Division, divide, type Stretch, timeAt } from './motion-segments.ts'
import { type Ignition, steadyIgnition } from './steady-ignition.ts'
import { measureTrip, type OdometerAlong, odometerAlong, type TripMetres } from './trip-mileage.ts'

/** A track looked through: everything that trips, stops and their explanation are made from. */
export interface Survey {
  track: Track
  settings: SegmentSettings
  ignition: Ignition
  division: Division
  odometer: OdometerAlong
}

/** What came before the track, where it is the continuation of one. */
export interface Before {
  /** 1 on, 0 off or unknown. */
  ignition: number
  /** In the stop that goes on; NaN: none. */
  odometerM: number
}

/** Looks through a track: everything about it is found from this, so that list, replay and statistics agree. */
export function survey(track: Track, settings: SegmentSettings, before?: Before): Survey {
  const ignition = steadyIgnition(track, settings.ignitionDebounceMs, settings.offlineMs, before?.ignition)
  const division = divide(track, ignition, settings)
  return { track, settings, ignition, division, odometer: odometerAlong(track, before?.odometerM) }
}

/** How far a stretch went; a stop goes nowhere. */
export function measureOf({ track, division, odometer, settings }: Survey, stretch: Stretch): TripMetres {
  if (!stretch.isMoving) return { source: 'gps', gpsM: 0, odometerM: null }
  return measureTrip(track, division, odometer, stretch, settings)
}

/**
 * Standing with the ignition on, between the point `n` and the one before. Told to be off, it was on until then,
 * unless the reports paused.
 */
export function isIdleBetween({ track, ignition: { on }, division, settings }: Survey, n: number): boolean {
  const [a, b] = [division.points[n - 1]!, division.points[n]!]
  if (division.isMoving[n] || on[a] !== 1 || on[b] === -1) return false
  return track.fixTime[b]! - track.fixTime[a]! <= (on[b] === 1 ? settings.offlineMs : settings.gapMs)
}

/**
 * Why a trip or stop ends, and the next begins, where it does.
 * @param wasOff the ignition was off in the part of `before` that lies before the track
 */
export function borderReason(
  { track, ignition, division, settings }: Survey,
  before: Stretch | undefined,
  after: Stretch | undefined,
  wasOff = false,
): EpisodeReason {
  if (before === undefined || after === undefined) return 'track'
  const last = timeAt(track, division, after.a)
  if (timeAt(track, division, after.a + 1) - last > settings.gapMs) return 'gap'
  if (!before.isMoving) return wasOff || isOff(track, ignition, division, before) ? 'ignition' : 'speed'
  // What makes it a stop by itself decides; whatever happens later in it does not change why the trip ended.
  const soonMs = Math.min(settings.minStopMs, settings.minParkedMs)
  return isOff(track, ignition, division, after, last + soonMs) ? 'ignition' : 'speed'
}

/** The ignition was off in this stretch, up to an instant. */
export function isOff(
  track: Track,
  { on }: Ignition,
  { points }: Division,
  { a, b }: Stretch,
  until = Number.POSITIVE_INFINITY,
): boolean {
  for (let i = points[a]!; i <= points[b]! && track.fixTime[i]! <= until; i++) if (on[i] === 0) return true
  return false
}
