import type { EpisodeReason } from '../../codes/episodes.ts'
import { type LeftOutReason, leftOutAt } from '../analysis/mileage-exclusion.ts'
import { isCarried, longestOffMs, metresBetween, type Stretch, timeAt } from '../analysis/motion-segments.ts'
import { borderReason, measureOf, type Survey } from '../analysis/track-analysis.ts'
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
export function bordersOf(found: Survey, from: number, to: number): Border[] {
  const { stretches } = found.division
  const borders: Border[] = []
  for (let n = 0; n <= stretches.length; n++) {
    const [before, after] = [stretches[n - 1], stretches[n]]
    const end = after?.a ?? before?.b
    if (end === undefined) continue
    const time = timeAt(found.track, found.division, end)
    if (time < from || time > to) continue
    const reason = borderReason(found, before, after)
    const none = { value: null, threshold: null, unit: null }
    const measured = before && after ? measuredAt(found, before, after, reason) : none
    borders.push({ time, from: kindOf(before), to: kindOf(after), reason, ...measured })
  }
  return borders
}

function measuredAt(
  { track, ignition, division, settings }: Survey,
  before: Stretch,
  after: Stretch,
  reason: EpisodeReason,
): Pick<Border, 'value' | 'threshold' | 'unit'> {
  const { points } = division
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
    const value = longestOffMs(track, ignition, division, after.a, after.b)
    return { value, threshold: settings.minParkedMs, unit: 'ms' }
  }
  const value = timeAt(track, division, after.b) - timeAt(track, division, after.a)
  return { value, threshold: settings.minStopMs, unit: 'ms' }
}

/** How far by each measure: the trips between two instants, from point to point. */
export function measuresOf(
  found: Survey,
  from: number,
  to: number,
): { gpsM: number; odometerM: number | null; sources: Set<'gps' | 'odometer'> } {
  const { track, division, odometer } = found
  const sources = new Set<'gps' | 'odometer'>()
  let gpsM = 0
  let odometerM: number | null = null
  for (const trip of division.stretches) {
    if (!trip.isMoving) continue
    const measured = measureOf(found, trip)
    let isWithin = false
    for (let n = trip.a + 1; n <= trip.b; n++) {
      if (timeAt(track, division, n - 1) < from || timeAt(track, division, n) > to) continue
      isWithin = true
      gpsM += division.metres[n]!
      const [i, before] = [division.points[n]!, division.points[n - 1]!]
      if (measured.odometerM !== null)
        odometerM = (odometerM ?? 0) + odometer.metres[i]! - odometer.metres[before]!
    }
    if (isWithin) sources.add(measured.source)
  }
  return { gpsM: round(gpsM), odometerM: odometerM === null ? null : round(odometerM), sources }
}

export interface LeftOutRun {
  reason: LeftOutReason
  from: number
  to: number
  points: number
  /** Metres that they would have added. */
  metres: number
}

/** Runs of points that add no mileage, and ways that were not driven, oldest first. */
export function leftOutRuns({ track, division, settings }: Survey): LeftOutRun[] {
  const runs: LeftOutRun[] = []
  let start = 0
  for (let i = 1; i <= track.length; i++) {
    if (i < track.length && leftOutAt(track, i) === leftOutAt(track, start)) continue
    const reason = leftOutAt(track, start)
    if (reason !== null) runs.push(runOf(track, reason, start, i - 1))
    start = i
  }
  const { points, isMoving } = division
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

function runOf(track: Track, reason: LeftOutReason, first: number, last: number): LeftOutRun {
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
  for (let i = from; i >= 0 && i < track.length; i += step) if (leftOutAt(track, i) === null) return i
  return null
}

const kindOf = (stretch: Stretch | undefined) =>
  stretch === undefined ? null : stretch.isMoving ? ('trip' as const) : ('stop' as const)
const round = (value: number) => Math.round(value * 10) / 10
