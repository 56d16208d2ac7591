import { indexAt, type Track } from '@trackway/core/track/columns.ts'

/** What a chart of a given width can show of a track: the extremes within each pixel column. */
export interface SpeedColumns {
  /** km/h; NaN where the column holds no point. */
  low: Float32Array
  high: Float32Array
  /** 1 on, 0 off, -1 unknown: the ignition at the column's first point, carried on. */
  ignition: Int8Array
}

/**
 * Reduces a track to pixel columns in one pass over the points in view: nothing a person could see is lost,
 * and 90 days cost no more to draw than an hour.
 */
export function speedColumns(track: Track, from: number, to: number, width: number): SpeedColumns {
  const low = new Float32Array(width).fill(Number.NaN)
  const high = new Float32Array(width).fill(Number.NaN)
  const ignition = new Int8Array(width).fill(-1)
  const perMs = width / (to - from)
  const end = indexAt(track, to)
  for (let i = indexAt(track, from); i < end; i++) {
    const column = Math.min(Math.floor((track.fixTime[i]! - from) * perMs), width - 1)
    const speed = track.speedKmh[i]!
    if (!Number.isNaN(speed)) {
      if (!(low[column]! <= speed)) low[column] = speed
      if (!(high[column]! >= speed)) high[column] = speed
    }
    ignition[column] = track.accOn[i]!
  }
  return { low, high, ignition }
}

/** The highest speed of a track in steps of 20 km/h, for the axis; at least 60. */
export function speedAxisKmh(track: Track): number {
  let highest = 0
  for (let i = 0; i < track.length; i++) if (track.speedKmh[i]! > highest) highest = track.speedKmh[i]!
  return Math.max(60, Math.ceil(highest / 20) * 20)
}

const minute = 60_000
const hour = 60 * minute
const steps = [
  minute,
  5 * minute,
  15 * minute,
  30 * minute,
  hour,
  2 * hour,
  3 * hour,
  6 * hour,
  12 * hour,
  24 * hour,
  48 * hour,
  168 * hour,
]

/** Distance of the marks on a time axis, so that they stand at least `apart` pixels from each other. */
export function tickStepMs(spanMs: number, width: number, apart = 90): number {
  return steps.find((step) => (step / spanMs) * width >= apart) ?? 24 * hour * 14
}
