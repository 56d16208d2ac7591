import { noAltitude, noPlace, type Track } from '../columns.ts'

/**
 * The block: one device-day of a track as bytes, column by column, each predicted from what is already known
 * and stored as what is left over. `docs/TRACK-FORMAT.md` describes it; this file has the facts that the writer
 * (`encode-block.ts`) and the reader (`decode-block.ts`) share. A change of meaning is a new version; a new
 * column is only a new id, which older readers skip.
 */
export const blockVersion = 1
export const blockMagic = 0x5754 // 'TW', little-endian

/** A day at ten fixes a second fits; a block that claims more is not believed. */
export const maxBlockPoints = 1_048_576
/** How far a value may be from the first of its column, in units of the column: such offsets fit in 32 bits. */
export const maxOffset = 2 ** 31 - 1
/** Longest span of a block: its last instant has such an offset too, in ms. */
export const maxBlockSpanMs = 2 ** 31 - 1

/** Magic u16, version u8, number of columns u8, number of points u32. */
export const headerBytes = 8
/** Id u8, prediction u8, zero u16, step u32, base f64, factor f64, bytes of presence u32, bytes in all u32. */
export const entryBytes = 32

export const predictions = {
  /** The value before. */
  same: 0,
  /** The value before and, again, the difference before. */
  steady: 1,
  /** The value before, on a circle of 360. */
  circle: 2,
  /** The place before, moved by both points' mean speed and course: latitude by the cosine, longitude by the sine. */
  reckonedLat: 3,
  reckonedLon: 4,
  /** The odometer before, and on by both points' mean speed. */
  driven: 5,
  /** As `reckoned`, but as far as the odometer shows. */
  odometerLat: 6,
  odometerLon: 7,
} as const
export type Prediction = (typeof predictions)[keyof typeof predictions]

export interface Column {
  id: number
  name: Exclude<keyof Track, 'length'>
  /** What one whole number of the block is worth in the track's unit: the precision. */
  unit: number
  prediction: Prediction
  /** The value that means unknown in the track. */
  unknown: number
}

const { same, steady, circle, reckonedLat, reckonedLon, driven } = predictions

/** In the order they are written: what a prediction needs comes before it. */
export const blockColumns: readonly Column[] = [
  { id: 1, name: 'fixTime', unit: 1, prediction: steady, unknown: Number.NaN },
  { id: 2, name: 'speedKmh', unit: 0.1, prediction: same, unknown: Number.NaN },
  { id: 3, name: 'courseDeg', unit: 1, prediction: circle, unknown: -1 },
  { id: 9, name: 'odometerM', unit: 1, prediction: driven, unknown: Number.NaN },
  { id: 4, name: 'latE7', unit: 10, prediction: reckonedLat, unknown: noPlace },
  { id: 5, name: 'lonE7', unit: 10, prediction: reckonedLon, unknown: noPlace },
  { id: 6, name: 'altitudeM', unit: 1, prediction: same, unknown: noAltitude },
  { id: 7, name: 'satellites', unit: 1, prediction: same, unknown: -1 },
  { id: 8, name: 'accOn', unit: 1, prediction: same, unknown: -1 },
  { id: 10, name: 'quality', unit: 1, prediction: same, unknown: Number.NaN },
]
