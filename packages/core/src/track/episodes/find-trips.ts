import type { EpisodeReason } from '../../codes/episodes.ts'
import { qualityBits } from '../../codes/states.ts'
import { type MotionSegment, timeAt } from '../analysis/motion-segments.ts'
import {
  borderReason,
  isIdleBetween,
  isOff,
  legMetres,
  measureSegment,
  type TrackAnalysis,
} from '../analysis/track-analysis.ts'
import type { TripMileage } from '../analysis/trip-mileage.ts'
import type { Track } from '../columns.ts'
import { atLeastMean, type StoredEpisode } from './episode.ts'
import { knownPlaceAt, plainEpisode } from './plain-episode.ts'
import { addSpeed, addWay, copySums, newSums, type QuarterHourSums, totalsOf } from './quarter-hour-sums.ts'

/** The stop in which the processed part of a track ended, as far as it had come. */
export interface OpenStop {
  sums: QuarterHourSums
  began: EpisodeReason
  lat: number
  lon: number
  /** The ignition has been off in it. */
  wasOff: boolean
}

/**
 * Trips and stops, oldest first.
 * @param before the stop that the track continues; null: it begins with its first point
 * @param checkpointAt an index of `motion.points` within a stop, which is returned as `open`, as far as it had come there
 */
export function findTrips(
  analysis: TrackAnalysis,
  before: OpenStop | null,
  checkpointAt: number | null,
): { episodes: StoredEpisode[]; open: OpenStop | null } {
  const { track, ignition, motion } = analysis
  const { points, segments } = motion
  const episodes: StoredEpisode[] = []
  let open: OpenStop | null = null
  let running = before === null ? null : copyStop(before)
  let began: EpisodeReason = 'track'
  const end = (kind: 'trip' | 'stop', stop: OpenStop, b: number, ended: EpisodeReason) => {
    const place = points[b] === undefined ? stop : knownPlaceAt(track, points[b])
    if (stop.sums.to > stop.sums.from) episodes.push(toEpisode(kind, stop, place, ended))
    began = ended
  }
  // The stop that the track continues ends at once, or nothing follows it yet.
  if (running !== null && segments[0]?.isMoving !== false) {
    if (checkpointAt === 0) open = copyStop(running)
    const soFar = { isMoving: false, a: 0, b: 0 }
    end('stop', running, 0, borderReason(analysis, soFar, segments[0], running.wasOff))
    running = null
  }
  for (const [n, segment] of segments.entries()) {
    const current = running ?? openAt(track, points[segment.a]!, began)
    running = null
    if (
      checkpointAt !== null &&
      !segment.isMoving &&
      segment.a <= checkpointAt &&
      checkpointAt <= segment.b
    ) {
      const soFar = { ...segment, b: checkpointAt }
      open = copyStop(current)
      addPoints(analysis, open.sums, soFar, { source: 'gps' })
      open.wasOff ||= isOff(track, ignition, motion, soFar)
    }
    addPoints(analysis, current.sums, segment, measureSegment(analysis, segment))
    const ended = borderReason(analysis, segment, segments[n + 1], current.wasOff)
    end(segment.isMoving ? 'trip' : 'stop', current, segment.b, ended)
  }
  return { episodes, open }
}

function openAt(track: Track, i: number, began: EpisodeReason): OpenStop {
  const [lat, lon] = [track.latE7[i]! / 1e7, track.lonE7[i]! / 1e7]
  return { sums: newSums(track.fixTime[i]!), began, lat, lon, wasOff: false }
}

const copyStop = (stop: OpenStop): OpenStop => ({ ...stop, sums: copySums(stop.sums) })

function toEpisode(
  kind: 'trip' | 'stop',
  { sums, began, lat, lon }: OpenStop,
  to: { lat: number | null; lon: number | null },
  ended: EpisodeReason,
): StoredEpisode {
  const totals = totalsOf(sums)
  const maxSpeedKmh = sums.maxSpeedKmh === null ? null : Math.round(sums.maxSpeedKmh * 10) / 10
  return {
    ...plainEpisode(kind, { time: sums.from, lat, lon, reason: began }, { time: sums.to, ...to }, ended),
    ...totals,
    maxSpeedKmh: atLeastMean(maxSpeedKmh, totals.distanceM, sums.to - sums.from),
  }
}

/** Adds the points of a trip or stop to its sums. */
function addPoints(
  analysis: TrackAnalysis,
  sums: QuarterHourSums,
  segment: MotionSegment,
  { source }: Pick<TripMileage, 'source'>,
): void {
  const { track, motion } = analysis
  const { isMoving, a, b } = segment
  const legs = isMoving ? legMetres(analysis, segment, source) : null
  // The speed at which it came to a stop is the trip's.
  for (let n = isMoving ? a : a + 1; n <= b; n++) {
    const i = motion.points[n]!
    if (n > a) {
      const [from, to] = [timeAt(track, motion, n - 1), timeAt(track, motion, n)]
      addWay(sums, from, to, legs?.[n - a - 1] ?? 0, isIdleBetween(analysis, n) ? to - from : 0)
    }
    const speed = track.speedKmh[i]!
    // Of a speed that is not known the comparison is false.
    if (speed >= 0 && (track.quality[i]! & qualityBits.drift) === 0)
      addSpeed(sums, track.fixTime[i]!, speed, isMoving)
  }
}
