import { qualityBits } from '../../codes/states.ts'
import { timeAt } from '../analysis/motion-segments.ts'
import { isIdleBetween, legMetres, type TrackAnalysis } from '../analysis/track-analysis.ts'
import { indexAt } from '../columns.ts'
import { quarterMs } from './quarter-hour-sums.ts'

/** What lies so near to a quarter of an hour may turn out another way by what lies around it. */
export const aroundQuarterMs = 1_800_000

/** How a quarter of an hour was driven, from the last point before it to the first one after it. */
export interface QuarterTrace {
  /** When its points were, ascending. */
  fixTime: Float64Array
  /** By point, what had come together up to there, by the fixes and by the odometer; null: not known. */
  gpsM: Float64Array
  odometerM: Float64Array | null
  idleMs: Float64Array
  /** The speed at it, km/h; -1: unknown, or drift. */
  speedKmh: Float64Array
}

/**
 * Reads how a quarter of an hour was driven from a track that reaches `aroundQuarterMs` further on both sides, or as far
 * as to a point before and one after it. Null where it does not.
 */
export function traceQuarter(analysis: TrackAnalysis, quarterTime: number): QuarterTrace | null {
  const { track, motion } = analysis
  const { points } = motion
  const times = { length: points.length, fixTime: points.map((_, n) => timeAt(track, motion, n)) }
  const first = Math.max(0, indexAt(times, quarterTime + 1) - 1)
  const last = Math.min(points.length - 1, indexAt(times, quarterTime + quarterMs))
  if (last <= first) return null
  const count = last - first + 1
  const trace: QuarterTrace = {
    fixTime: Float64Array.from(times.fixTime.slice(first, last + 1)),
    gpsM: new Float64Array(count),
    odometerM: null,
    idleMs: new Float64Array(count),
    speedKmh: new Float64Array(count).fill(-1),
  }
  const odometerM = new Float64Array(points.length)
  for (const segment of motion.segments) {
    if (!segment.isMoving) continue
    const counted = legMetres(analysis, segment, 'odometer')
    if (counted === null) continue
    trace.odometerM ??= new Float64Array(count)
    odometerM.set(counted, segment.a + 1)
  }
  for (let n = first; n <= last; n++) {
    const k = n - first
    const i = points[n]!
    // Of a speed that is not known the comparison is false.
    if (track.speedKmh[i]! >= 0 && (track.quality[i]! & qualityBits.drift) === 0)
      trace.speedKmh[k] = track.speedKmh[i]!
    if (k === 0) continue
    trace.gpsM[k] = trace.gpsM[k - 1]! + motion.metres[n]!
    if (trace.odometerM) trace.odometerM[k] = trace.odometerM[k - 1]! + odometerM[n]!
    const idleMs = isIdleBetween(analysis, n) ? trace.fixTime[k]! - trace.fixTime[k - 1]! : 0
    trace.idleMs[k] = trace.idleMs[k - 1]! + idleMs
  }
  return trace
}

/**
 * Of a part of the quarter, from `start` to `end`, the share up to `time`: null where its points do not reach that far.
 * @param metres what the part is known to come to: by the measure that agrees better it is divided
 */
export function shareOf(
  trace: QuarterTrace,
  { start, end, time, metres }: { start: number; end: number; time: number; metres: number },
): { distance: number; idle: number } | null {
  const { fixTime, gpsM, odometerM, idleMs } = trace
  if (fixTime[0]! > start || fixTime.at(-1)! < end) return null
  const even = (time - start) / (end - start)
  const between = (values: Float64Array, to: number) =>
    valueAt(fixTime, values, to) - valueAt(fixTime, values, start)
  const share = (values: Float64Array) => {
    const whole = between(values, end)
    return whole > 0 ? between(values, time) / whole : even
  }
  const isCounted =
    odometerM !== null && Math.abs(between(odometerM, end) - metres) < Math.abs(between(gpsM, end) - metres)
  return { distance: share(isCounted ? odometerM : gpsM), idle: share(idleMs) }
}

/** The fastest of the points between two instants, or of those around them; -1: none known. */
export function fastestIn({ fixTime, speedKmh }: QuarterTrace, from: number, to: number): number {
  const place = { length: fixTime.length, fixTime }
  let [first, end] = [indexAt(place, from), indexAt(place, to + 1)]
  if (first === end) [first, end] = [Math.max(0, first - 1), Math.min(fixTime.length, end + 1)]
  return Math.max(...speedKmh.subarray(first, end))
}

/** Between two points it grows evenly. */
function valueAt(fixTime: Float64Array, values: Float64Array, time: number): number {
  const n = indexAt({ length: fixTime.length, fixTime }, time)
  if (n === 0) return values[0]!
  if (n === fixTime.length) return values[n - 1]!
  const share = (time - fixTime[n - 1]!) / (fixTime[n]! - fixTime[n - 1]!)
  return values[n - 1]! + (values[n]! - values[n - 1]!) * share
}
