import { qualityBits } from '../../codes/states.ts'
import type { Track } from '../columns.ts'
import { greatestCommonDivisor } from '../common-divisor.ts'
import type { SegmentSettings } from '../track-settings.ts'
import { metresBetween } from './believed-points.ts'
import { type Motion, type MotionSegment, timeAt } from './motion-segments.ts'

export type MileageSource = 'gps' | 'odometer'

/** How far a trip went, by both measures, and which of them counts. */
export interface TripMileage {
  source: MileageSource
  gpsM: number
  /** Null where the device has no odometer. */
  odometerM: number | null
}

/** Fixes further apart than this on the average cut corners: the odometer may say a good deal more. */
const sparseMs = 60_000
/** What an odometer may count, against the way along the fixes: of dense ones, and of sparse ones. */
const leastShare = 0.8
const mostOf = { dense: { share: 1.3, slackM: 500 }, sparse: { share: 3, slackM: 2_000 } }
const odometerKmh = 200
/** So many of its steps an odometer is believed along; within them the fixes say how it went. */
const stepsAStretch = 50
/** An odometer that counts in steps larger than this share of the trip is too coarse for it. */
const coarsestShare = 0.1

/** The device's odometer along a track, whole metres as in packed days. */
export interface OdometerTrace {
  /** The last reading at or before each point; NaN: none yet. */
  metres: Float64Array
  /** The point of that reading. */
  readAt: Int32Array
}

/** @param before the reading at the beginning of the track, if that begins within a stop; NaN: none in that stop */
export function traceOdometer(track: Track, before = Number.NaN): OdometerTrace {
  const along = { metres: new Float64Array(track.length), readAt: new Int32Array(track.length) }
  let [last, at] = [before, 0]
  for (let i = 0; i < track.length; i++) {
    const value = track.odometerM[i]!
    if (!Number.isNaN(value) && (track.quality[i]! & qualityBits.future) === 0) {
      last = Math.round(value)
      at = i
    }
    along.metres[i] = last
    along.readAt[i] = at
  }
  return along
}

/** The reading at a point; NaN where the last one is older than the beginning of a stop. */
export function readingSince({ metres, readAt }: OdometerTrace, i: number, stopIndex: number): number {
  return readAt[i]! >= stopIndex ? metres[i]! : Number.NaN
}

/**
 * Measures a trip, and decides by `mileageSource` which measure counts. Its odometer is read in the stop before
 * it or not at all, so that the trip does not depend on what was before.
 */
export function measureTrip(
  track: Track,
  motion: Motion,
  odometer: OdometerTrace,
  trip: MotionSegment,
  { mileageSource }: Pick<SegmentSettings, 'mileageSource'>,
): TripMileage {
  let gpsM = 0
  for (let n = trip.a + 1; n <= trip.b; n++) gpsM += motion.metres[n]!
  const counted = countOdometer(motion, odometer, trip)
  if (counted === null) return { source: 'gps', gpsM, odometerM: null }
  const odometerM = counted.metres
  const isBelieved =
    mileageSource !== 'gps' &&
    counted.isRising &&
    (mileageSource === 'odometer' || isPlausible(track, motion, trip, gpsM, counted))
  return { source: isBelieved ? 'odometer' : 'gps', gpsM, odometerM }
}

interface OdometerCount {
  metres: number
  isRising: boolean
  /** What it counts in: all steps are multiples of it. */
  unitM: number
}

function countOdometer(
  { points, segments }: Motion,
  odometer: OdometerTrace,
  { a, b }: Pick<MotionSegment, 'a' | 'b'>,
): OdometerCount | null {
  const stop = segments.find((segment) => segment.b === a)
  const first = readingSince(odometer, points[a]!, points[stop?.a ?? 0]!)
  const { metres } = odometer
  const last = metres[points[b]!]!
  if (Number.isNaN(first) || Number.isNaN(last)) return null
  let isRising = true
  let unitM = 0
  for (let n = a + 1; n <= b; n++) {
    const step = metres[points[n]!]! - metres[points[n - 1]!]!
    if (step < 0) isRising = false
    unitM = greatestCommonDivisor(unitM, Math.abs(step))
  }
  return { metres: last - first, isRising, unitM }
}

/**
 * The metres of each leg of a trip by its odometer: null where it has none, or fell. In steps of 100 m it says nothing of
 * a leg: it is read at the ends of longer stretches.
 */
export function odometerLegs(
  track: Track,
  motion: Motion,
  odometer: OdometerTrace,
  { a, b }: Pick<MotionSegment, 'a' | 'b'>,
): Float64Array | null {
  const { points, metres } = motion
  const counted = countOdometer(motion, odometer, { a, b })
  if (counted === null || !counted.isRising) return null
  const readingAt = (n: number) => odometer.metres[points[n]!]!
  const first = readingAt(b) - counted.metres
  const legs = new Float64Array(b - a)
  const spread = (from: number, to: number, countedM: number) => {
    let gpsM = 0
    for (let n = from + 1; n <= to; n++) gpsM += metres[n]!
    const ms = timeAt(track, motion, to) - timeAt(track, motion, from)
    for (let n = from + 1; n <= to; n++) {
      const share =
        gpsM > 0 ? metres[n]! / gpsM : (timeAt(track, motion, n) - timeAt(track, motion, n - 1)) / ms
      legs[n - a - 1] = countedM * share
    }
  }
  let [from, countedTo] = [a, 0]
  const longM = stepsAStretch * counted.unitM
  for (let n = a + 1; n <= b; n++) {
    const here = readingAt(n) - first
    // What is left behind the last one is too short to be a stretch of its own.
    const isLast = n === b
    if (!isLast && (here - countedTo < longM || counted.metres - here < longM)) continue
    spread(from, n, here - countedTo)
    ;[from, countedTo] = [n, here]
  }
  return legs
}

function isPlausible(
  track: Track,
  motion: Motion,
  { a, b }: MotionSegment,
  gpsM: number,
  { metres, unitM }: OdometerCount,
): boolean {
  const elapsedMs = timeAt(track, motion, b) - timeAt(track, motion, a)
  const isSparse = elapsedMs / (b - a) > sparseMs
  const { share, slackM } = isSparse ? mostOf.sparse : mostOf.dense
  if (metres <= 0 || unitM > metres * coarsestShare) return false
  const straightM = metresBetween(track, motion.points[a]!, motion.points[b]!)
  if (metres + unitM < straightM || metres + unitM < gpsM * leastShare) return false
  if (metres > gpsM * share + slackM + unitM) return false
  return metres - unitM <= (elapsedMs / 3_600_000) * odometerKmh * 1000
}
