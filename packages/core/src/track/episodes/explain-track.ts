import type { EpisodeReason } from '../../codes/episodes.ts'
import { type MileageExclusion, mileageExclusionAt } from '../analysis/mileage-exclusion.ts'
import {
  isCarried,
  longestOffMs,
  type MotionSegment,
  metresBetween,
  timeAt,
} from '../analysis/motion-segments.ts'
import { borderReason, measureSegment, type TrackAnalysis } from '../analysis/track-analysis.ts'
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
    const saidKmh = track.speedKmh[next]!
    const impliedKmh =
      (metresBetween(track, last, next) / (track.fixTime[next]! - track.fixTime[last]!)) * 3600
    const isOff = ignition.on[last] === 0 && ignition.on[next] === 0
    const value = round(Number.isNaN(saidKmh) ? impliedKmh : saidKmh)
    return { value, threshold: isOff ? settings.unwiredKmh : settings.startKmh, unit: 'kmh' }
  }
  if (reason === 'ignition') {
    const value = longestOffMs(track, ignition, motion, after.a, after.b)
    return { value, threshold: settings.minParkedMs, unit: 'ms' }
  }
  const value = timeAt(track, motion, after.b) - timeAt(track, motion, after.a)
  return { value, threshold: settings.minStopMs, unit: 'ms' }
}

/** How far by each measure: the trips between two instants, from point to point. */
export function measuresOf(
  analysis: TrackAnalysis,
  from: number,
  to: number,
): { gpsM: number; odometerM: number | null; sources: Set<'gps' | 'odometer'> } {
  const { track, motion, odometer } = analysis
  const sources = new Set<'gps' | 'odometer'>()
  let gpsM = 0
  let odometerM: number | null = null
  for (const trip of motion.segments) {
    if (!trip.isMoving) continue
    const measured = measureSegment(analysis, trip)
    let isWithin = false
    for (let n = trip.a + 1; n <= trip.b; n++) {
      if (timeAt(track, motion, n - 1) < from || timeAt(track, motion, n) > to) continue
      isWithin = true
      gpsM += motion.metres[n]!
      const [i, before] = [motion.points[n]!, motion.points[n - 1]!]
      if (measured.odometerM !== null)
        odometerM = (odometerM ?? 0) + odometer.metres[i]! - odometer.metres[before]!
    }
    if (isWithin) sources.add(measured.source)
  }
  return { gpsM: round(gpsM), odometerM: odometerM === null ? null : round(odometerM), sources }
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
  const runs: ExclusionRun[] = []
  let start = 0
  for (let i = 1; i <= track.length; i++) {
    if (i < track.length && mileageExclusionAt(track, i) === mileageExclusionAt(track, start)) continue
    const reason = mileageExclusionAt(track, start)
    if (reason !== null) runs.push(runOf(track, reason, start, i - 1))
    start = i
  }
  const { points, isMoving } = motion
  for (let n = 1; n < points.length; n++) {
    const [a, b] = [points[n - 1]!, points[n]!]
    const elapsedMs = track.fixTime[b]! - track.fixTime[a]!
    if (isMoving[n] || elapsedMs <= settings.gapMs) continue
    const metres = metresBetween(track, a, b)
    if (metres <= settings.gapStayM || !isCarried(track, a, b, metres, elapsedMs)) continue
    const [from, to] = [track.fixTime[a]!, track.fixTime[b]!]
    runs.push({ reason: 'jump', from, to, points: 1, metres: round(metres) })
  }
  return runs.sort((a, b) => a.from - b.from)
}

function runOf(track: Track, reason: MileageExclusion, first: number, last: number): ExclusionRun {
  const [before, after] = [placedFrom(track, first - 1, -1), placedFrom(track, last + 1, 1)]
  let metres = 0
  let at = before
  for (let i = first; i <= last + 1; i++) {
    const here = i <= last ? (hasPlace(track, i) ? i : null) : after
    if (here !== null && at !== null) metres += metresBetween(track, at, here)
    if (here !== null) at = here
  }
  if (before !== null && after !== null) metres -= metresBetween(track, before, after)
  const [from, to] = [track.fixTime[first]!, track.fixTime[last]!]
  return { reason, from, to, points: last - first + 1, metres: round(Math.max(0, metres)) }
}

/** The next point that counts, in a direction. */
function placedFrom(track: Track, from: number, step: 1 | -1): number | null {
  for (let i = from; i >= 0 && i < track.length; i += step)
    if (mileageExclusionAt(track, i) === null) return i
  return null
}

const kindOf = (segment: MotionSegment | undefined) =>
  segment === undefined ? null : segment.isMoving ? ('trip' as const) : ('stop' as const)
const round = (value: number) => Math.round(value * 10) / 10
