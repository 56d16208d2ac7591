import type { EpisodeReason } from '../../codes/episodes.ts'
import { metresBetween } from '../analysis/believed-points.ts'
import { type MileageExclusion, mileageExclusionAt } from '../analysis/mileage-exclusion.ts'
import { isCarried, longestOffMs, type MotionSegment, timeAt } from '../analysis/motion-segments.ts'
import { borderReason, legMetres, measureSegment, type TrackAnalysis } from '../analysis/track-analysis.ts'
import { hasPlace, type Track } from '../columns.ts'

/** Why trips and stops begin and end, which way mileage was measured, and what adds none. */

export interface Border {
  time: number
  from: 'trip' | 'stop' | null
  to: 'trip' | 'stop' | null
  reason: EpisodeReason
  /** What was measured, and what it passed. */
  value: number | null
  threshold: number | null
  unit: 'kmh' | 'ms' | 'm' | null
}

/** The borders of trips and stops between two instants, oldest first. */
export function bordersOf(analysis: TrackAnalysis, from: number, to: number): Border[] {
  const { segments } = analysis.motion
  const borders: Border[] = []
  for (let n = 0; n <= segments.length; n++) {
    const [before, after] = [segments[n - 1], segments[n]]
    const end = after?.a ?? before?.b
    if (end === undefined) continue
    const time = timeAt(analysis.track, analysis.motion, end)
    if (time < from || time > to) continue
    const reason = borderReason(analysis, before, after)
    const none = { value: null, threshold: null, unit: null }
    const measured = before && after ? measuredAt(analysis, before, after, reason) : none
    borders.push({ time, from: kindOf(before), to: kindOf(after), reason, ...measured })
  }
  return borders
}

function measuredAt(
  { track, ignition, motion, settings }: TrackAnalysis,
  before: MotionSegment,
  after: MotionSegment,
  reason: EpisodeReason,
): Pick<Border, 'value' | 'threshold' | 'unit'> {
  const { points } = motion
  const [last, next] = [points[after.a]!, points[after.a + 1]!]
  if (reason === 'gap')
    return { value: round(metresBetween(track, last, next)), threshold: settings.gapStayM, unit: 'm' }
  if (!before.isMoving) {
    const reportedKmh = track.speedKmh[next]!
    const impliedKmh =
      (metresBetween(track, last, next) / (track.fixTime[next]! - track.fixTime[last]!)) * 3600
    const isOff = ignition.on[last] === 0 && ignition.on[next] === 0
    const value = round(Number.isNaN(reportedKmh) ? impliedKmh : reportedKmh)
    return { value, threshold: isOff ? settings.unwiredKmh : settings.startKmh, unit: 'kmh' }
  }
  if (reason === 'ignition') {
    const value = longestOffMs(track, ignition, motion, after.a, after.b)
    return { value, threshold: settings.minParkedMs, unit: 'ms' }
  }
  const value = timeAt(track, motion, after.b) - timeAt(track, motion, after.a)
  return { value, threshold: settings.minStopMs, unit: 'ms' }
}

/** Between two fixes further apart nobody knows how the way bent. */
const gapMs = 60_000

export interface MileageMeasures {
  gpsM: number
  /** Null where the device has no odometer. */
  odometerM: number | null
  sources: Set<'gps' | 'odometer'>
  /** How often the device reported on the way, the middle of all; null: nothing was driven. */
  intervalMs: number | null
  /** Of `gpsM`, the share of straight lines between fixes more than a minute apart, 0 to 1. */
  gapShare: number
}

/** How far by each measure, and how sure that is: the trips between two instants; a leg that is cut counts in part. */
export function measuresOf(analysis: TrackAnalysis, from: number, to: number): MileageMeasures {
  const { track, motion, odometer } = analysis
  const sources = new Set<'gps' | 'odometer'>()
  const intervals: number[] = []
  let [gpsM, gapM] = [0, 0]
  let odometerM: number | null = null
  for (const trip of motion.segments) {
    if (!trip.isMoving) continue
    const measured = measureSegment(analysis, trip)
    const countedM = legMetres(analysis, trip, 'odometer')
    let isWithin = false
    for (let n = trip.a + 1; n <= trip.b; n++) {
      const [start, end] = [timeAt(track, motion, n - 1), timeAt(track, motion, n)]
      const share = (Math.min(end, to) - Math.max(start, from)) / (end - start)
      // Of a leg without length it is not a number.
      if (!(share > 0)) continue
      isWithin = true
      gpsM += motion.metres[n]! * share
      if (motion.isMoving[n]) intervals.push(end - start)
      if (end - start > gapMs) gapM += motion.metres[n]! * share
      if (measured.odometerM === null) continue
      const [i, before] = [motion.points[n]!, motion.points[n - 1]!]
      const legM = countedM?.[n - trip.a - 1] ?? odometer.metres[i]! - odometer.metres[before]!
      odometerM = (odometerM ?? 0) + legM * share
    }
    if (isWithin) sources.add(measured.source)
  }
  return {
    gpsM: round(gpsM),
    odometerM: odometerM === null ? null : round(odometerM),
    sources,
    intervalMs: intervals.sort((a, b) => a - b)[intervals.length >> 1] ?? null,
    gapShare: gpsM > 0 ? gapM / gpsM : 0,
  }
}

export interface ExclusionRun {
  reason: MileageExclusion
  from: number
  to: number
  points: number
  /** Metres that they would have added. */
  metres: number
}

/** Runs of points that add no mileage, and ways that were not driven, oldest first. */
export function exclusionRuns({ track, motion, settings }: TrackAnalysis): ExclusionRun[] {
  const { points, isMoving, unreached } = motion
  const reasons = exclusionsOf(track, points)
  const runs: ExclusionRun[] = []
  let start = 0
  for (let i = 1; i <= track.length; i++) {
    if (i < track.length && reasons[i] === reasons[start]) continue
    const reason = reasons[start]
    if (reason) runs.push(runOf(track, reasons, reason, start, i - 1))
    start = i
  }
  for (let n = 1; n < points.length; n++) {
    const [a, b] = [points[n - 1]!, points[n]!]
    const elapsedMs = track.fixTime[b]! - track.fixTime[a]!
    const metres = metresBetween(track, a, b)
    const isSkipped =
      unreached.has(n) ||
      (!isMoving[n] &&
        elapsedMs > settings.gapMs &&
        metres > settings.gapStayM &&
        isCarried(track, a, b, metres, elapsedMs))
    if (!isSkipped) continue
    const [from, to] = [track.fixTime[a]!, track.fixTime[b]!]
    runs.push({ reason: 'jump', from, to, points: 1, metres: round(metres) })
  }
  return runs.sort((a, b) => a.from - b.from)
}

/** Why each point of a track adds no mileage; null: it does. */
export function exclusionsOf(track: Track, points: readonly number[]): (MileageExclusion | null)[] {
  const believed = new Set(points)
  return Array.from(track.fixTime, (_, i) => mileageExclusionAt(track, i, believed.has(i)))
}

function runOf(
  track: Track,
  reasons: readonly (MileageExclusion | null)[],
  reason: MileageExclusion,
  first: number,
  last: number,
): ExclusionRun {
  const before = reasons.lastIndexOf(null, first - 1)
  const next = reasons.indexOf(null, last + 1)
  const places = [first === 0 ? -1 : before, ...rangeOf(first, last), next]
  const known = places.filter((i) => i >= 0 && hasPlace(track, i))
  let metres = 0
  for (let k = 1; k < known.length; k++) metres += metresBetween(track, known[k - 1]!, known[k]!)
  if (first > 0 && before >= 0 && next >= 0) metres -= metresBetween(track, before, next)
  const [from, to] = [track.fixTime[first]!, track.fixTime[last]!]
  return { reason, from, to, points: last - first + 1, metres: round(Math.max(0, metres)) }
}

const rangeOf = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, k) => first + k)
const kindOf = (segment: MotionSegment | undefined) =>
  segment === undefined ? null : segment.isMoving ? ('trip' as const) : ('stop' as const)
const round = (value: number) => Math.round(value * 10) / 10
