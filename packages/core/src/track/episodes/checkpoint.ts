import { believedWithinMs } from '../analysis/believed-points.ts'
import { isLongStop, type MotionState, timeAt } from '../analysis/motion-segments.ts'
import type { TrackAnalysis } from '../analysis/track-analysis.ts'
import type { TrackPointValues } from '../columns.ts'
import type { SegmentSettings } from '../track-settings.ts'
import { type BatteryState, newBatteryState } from './charging.ts'
import type { Episode } from './episode.ts'
import type { OpenStop } from './find-trips.ts'
import type { EpisodeStart } from './plain-episode.ts'
import { newSums } from './quarter-hour-sums.ts'

/**
 * Up to where a track is processed for good: what is needed to go on as if all of the track had been read.
 * Plain data, stored as JSON.
 */
export interface Checkpoint {
  /** The last point that was processed for good; null: the track given begins with it. */
  point: TrackPointValues | null
  stop: OpenStop
  /** Read in that stop. */
  odometerM: number | null
  ignition: number
  ignitionOn: EpisodeStart | null
  idle: EpisodeStart | null
  battery: BatteryState
  motion: MotionState
}

/**
 * Up to where a track may be processed for good: the last point within a stop that is already long enough to be one,
 * with the ignition decided and its places believed whatever comes. Whatever comes later changes nothing up to there, and is found without reading what lies before.
 * @param isContinued the track begins within such a stop
 * @returns an index of `motion.points`; null: there is no such point yet
 */
export function checkpointIndex(analysis: TrackAnalysis, isContinued: boolean): number | null {
  const { track, ignition, motion, settings } = analysis
  const { points, unjoined: raw } = motion
  const unsettledFrom = Math.min(ignition.pendingFrom, motion.undecidedFrom)
  for (const [index, segment] of [...raw.entries()].reverse()) {
    if (segment.isMoving) continue
    let { b } = segment
    while (b > segment.a && points[b]! >= unsettledFrom) b--
    // A place not left since before the stop may yet turn out to be one that the stop began at.
    const isUnsure = () => (motion.stateAt(b).stays[0]?.since ?? Infinity) < timeAt(track, motion, segment.a)
    if (b === segment.a) continue
    if (index === 0 && isContinued) return b
    if (isLongStop(track, ignition, motion, { ...segment, b }, settings) && !isUnsure()) return b
  }
  return isContinued && points.length > 0 ? 0 : null
}

/** How long before a change of a track what was found of it may change: flickers of the wire, places not believed. */
export function unsettledMs({ ignitionDebounceMs }: Pick<SegmentSettings, 'ignitionDebounceMs'>): number {
  return Math.max(ignitionDebounceMs, believedWithinMs)
}

/**
 * Begins anew in the middle of a track, where a stop found before begins. The stop must not be the one that the
 * track begins with, and must have ended `unsettledMs` or more before the last border between trips and stops
 * up to which nothing has changed. Give `findEpisodes` the points from `stop.from` on, that one included.
 * @param ignition the episode of the ignition being on at that instant, if it was
 * @param leg the last rise or fall of the battery that began before it; readings since its end are forgotten
 */
export function checkpointAtStop(stop: Episode, ignition: Episode | null, leg: Episode | null): Checkpoint {
  const place = { lat: stop.fromLat ?? 0, lon: stop.fromLon ?? 0 }
  return {
    point: null,
    stop: { sums: newSums(stop.from), began: stop.began, ...place, wasOff: false },
    odometerM: null,
    ignition: ignition === null ? 0 : 1,
    ignitionOn: ignition && {
      time: ignition.from,
      lat: ignition.fromLat,
      lon: ignition.fromLon,
      reason: ignition.began,
    },
    idle: null,
    motion: { stood: true, stays: [] },
    battery: leg === null ? newBatteryState : batteryAfter(leg, stop.from),
  }
}

function batteryAfter(leg: Episode, time: number): Checkpoint['battery'] {
  const start = reading(leg.from, leg.fromValue, leg.fromLat, leg.fromLon)
  const isOver = leg.to <= time
  const end = isOver ? reading(leg.to, leg.toValue, leg.toLat, leg.toLon) : start
  const direction = leg.kind === 'charging' ? 'charging' : 'discharging'
  return direction === 'charging'
    ? { direction, low: start, high: end }
    : { direction, low: end, high: start }
}

function reading(time: number, percent: number | null, lat: number | null, lon: number | null) {
  const one = { time, percent: percent ?? 0, lat, lon }
  return { first: one, last: one }
}
