import { untrustedBits } from '@trackway/core/codes/states.ts'
import { indexAt, noAltitude, type Track } from '@trackway/core/track/columns.ts'

/** Values over time: of a column of the track, or of readings. */
export interface Series {
  length: number
  /** Ascending, epoch ms. */
  fixTime: ArrayLike<number>
  /** NaN: unknown. */
  valueAt(index: number): number
}

/** What a chart of a given width can show of a series: the extremes within each pixel column. */
export interface ChartColumns {
  /** NaN where the column holds no value. */
  low: Float32Array
  high: Float32Array
}

/** Columns of the track that can be drawn. */
export const trackSeriesNames = ['speedKmh', 'altitudeM', 'satellites', 'odometerM'] as const
export type TrackSeriesName = (typeof trackSeriesNames)[number]

export function trackSeries(track: Track, name: TrackSeriesName): Series {
  const { length, fixTime, quality } = track
  const values = track[name]
  const unknown = name === 'altitudeM' ? noAltitude : name === 'satellites' ? -1 : Number.NaN
  // The reported speed of a position that is not trusted is not trusted either.
  const rejected = name === 'speedKmh' ? untrustedBits : 0
  return {
    length,
    fixTime,
    valueAt: (i) => ((quality[i]! & rejected) !== 0 || values[i] === unknown ? Number.NaN : values[i]!),
  }
}

/**
 * Reduces a series to pixel columns in one pass over what is in view: nothing a person could see is lost,
 * and 90 days cost no more to draw than an hour.
 */
export function columnsOf(series: Series, from: number, to: number, width: number): ChartColumns {
  const low = new Float32Array(width).fill(Number.NaN)
  const high = new Float32Array(width).fill(Number.NaN)
  const perMs = width / (to - from)
  const end = indexAt(series, to)
  for (let i = indexAt(series, from); i < end; i++) {
    const value = series.valueAt(i)
    if (Number.isNaN(value)) continue
    const column = Math.min(Math.floor((series.fixTime[i]! - from) * perMs), width - 1)
    if (!(low[column]! <= value)) low[column] = value
    if (!(high[column]! >= value)) high[column] = value
  }
  return { low, high }
}

/** The ignition at each column's last point: 1 on, 0 off, -1 unknown or no point. */
export function ignitionColumns(track: Track, from: number, to: number, width: number): Int8Array {
  const ignition = new Int8Array(width).fill(-1)
  const perMs = width / (to - from)
  const end = indexAt(track, to)
  for (let i = indexAt(track, from); i < end; i++) {
    if (track.accOn[i]! < 0) continue
    ignition[Math.min(Math.floor((track.fixTime[i]! - from) * perMs), width - 1)] = track.accOn[i]!
  }
  return ignition
}

/** Least and greatest of what the columns hold; null without any. */
export function extremesOf({ low, high }: ChartColumns): { least: number; greatest: number } | null {
  let [least, greatest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (let x = 0; x < low.length; x++) {
    if (low[x]! < least) least = low[x]!
    if (high[x]! > greatest) greatest = high[x]!
  }
  return least <= greatest ? { least, greatest } : null
}

const minute = 60_000
const steps = [1, 5, 15, 30, 60, 2 * 60, 3 * 60, 6 * 60, 12 * 60, 24 * 60, 48 * 60, 168 * 60].map(
  (minutes) => minutes * minute,
)

/** Distance of the marks on a time axis, so that they are at least `apart` pixels from each other. */
export function tickStepMs(spanMs: number, width: number, apart = 90): number {
  return steps.find((step) => (step / spanMs) * width >= apart) ?? 14 * 24 * 60 * minute
}
