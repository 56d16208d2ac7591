import { type Prediction, predictions } from './block.ts'
import type { DecodeMemory } from './decode-memory.ts'

/** Sine by whole degrees in 1/16384: whole numbers, so that every machine reckons the same place. */
const sines = Int16Array.from({ length: 360 }, (_, deg) =>
  Math.round(Math.sin((deg * Math.PI) / 180) * 16_384),
)
const cosines = Int16Array.from({ length: 360 }, (_, deg) => sines[(deg + 90) % 360]!)

/** Longer gaps say nothing about the way: the place before is the better guess. */
const maxReckoningMs = 120_000
/** An odometer that went further from one point to the next has not driven that. */
const maxReckoningM = 10_000

/** Metres of a meridian in 10^-6 degree. */
const metresPerUnit = 0.111_194_9
/** Metres per ms of 0.1 km/h, halved because two points are averaged. */
const metresPerMs = 0.1 / 3600 / 2

/** What a unit of speed and time, or of the odometer, is in units of the column; of places, along a meridian. */
export const reckoningFactors = {
  speedToPlace: metresPerMs / metresPerUnit / 16_384,
  odometerToPlace: 1 / metresPerUnit / 2 / 16_384,
  speedToOdometer: metresPerMs,
}

/** What is known of the points when a column is reckoned; unknown speeds and courses repeat the one before. */
export interface ReckoningInput {
  fixTime: Float64Array
  /** 0.1 km/h. */
  speed: Int32Array | null
  /** Whole degrees. */
  course: Int32Array | null
  /** Metres from the first. */
  odometer: Int32Array | null
}

/**
 * Adds to each number how far the point's value is from that of the one before, as a prediction has it: whole
 * units. Only sums and products of doubles, cut off, so that writer and readers of any machine have the same.
 * @param isAbsent points marked in it stay where the one before was
 * @returns false where what it needs is not known
 */
export function addDeadReckoning(
  into: Int32Array,
  prediction: Prediction,
  factor: number,
  isAbsent: Int32Array | null,
  { fixTime, speed, course, odometer }: ReckoningInput,
  memory: DecodeMemory,
): boolean {
  const { reckonedLat, reckonedLon, driven, odometerLat, odometerLon } = predictions
  const waves = prediction === reckonedLat || prediction === odometerLat ? cosines : sines
  if (prediction === driven && speed !== null) {
    addBySpeed(into, factor, fixTime, isAbsent, speed)
  } else if (
    (prediction === reckonedLat || prediction === reckonedLon) &&
    speed !== null &&
    course !== null
  ) {
    const waveOf = memory.take(Int32Array, speed.length)
    for (let i = 0; i < waveOf.length; i++) waveOf[i] = speed[i]! * waves[course[i]!]!
    addBySpeed(into, factor, fixTime, isAbsent, waveOf)
  } else if (
    (prediction === odometerLat || prediction === odometerLon) &&
    odometer !== null &&
    course !== null
  ) {
    addByOdometer(into, factor, fixTime, isAbsent, odometer, course, waves)
  } else return false
  return true
}

/** By the mean of both points' speeds, or of their part along an axis, and the time between them. */
function addBySpeed(
  into: Int32Array,
  factor: number,
  fixTime: Float64Array,
  isAbsent: Int32Array | null,
  speed: Int32Array,
): void {
  for (let i = 1; i < into.length; i++) {
    const both = speed[i - 1]! + speed[i]!
    if (both === 0) continue
    const elapsedMs = fixTime[i]! - fixTime[i - 1]!
    if (elapsedMs > maxReckoningMs || (isAbsent !== null && isAbsent[i] !== 0)) continue
    into[i]! += (factor * both * elapsedMs) | 0
  }
}

/** As far as the odometer counted, in the mean of both points' courses. */
function addByOdometer(
  into: Int32Array,
  factor: number,
  fixTime: Float64Array,
  isAbsent: Int32Array | null,
  odometer: Int32Array,
  course: Int32Array,
  waves: Int16Array,
): void {
  for (let i = 1; i < into.length; i++) {
    const metres = odometer[i]! - odometer[i - 1]!
    if (metres <= 0 || metres > maxReckoningM || (isAbsent !== null && isAbsent[i] !== 0)) continue
    if (fixTime[i]! - fixTime[i - 1]! > maxReckoningMs) continue
    into[i]! += (factor * metres * (waves[course[i - 1]!]! + waves[course[i]!]!)) | 0
  }
}
