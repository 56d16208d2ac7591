import { untrustedBits } from '@trackway/core/codes/states.ts'
import { hasPlace, type Track } from '@trackway/core/track/columns.ts'
import { weighPoints } from './simplify.ts'
import { bandOf } from './speed-bands.ts'

/** Without a fix for longer than this the way in between is unknown. */
export const gapMs = 300_000
/** A line is drawn with all points whose weight reaches a tolerance, in metres of the ground. */
export const tolerancesM = [0, 4, 16, 64, 256, 1024] as const
/** Points of a level that are looked at together: outside the view they cost one comparison. */
export const pieceLength = 128
/** Longer runs are simplified in parts, so that no shape of a line takes quadratic time. */
const maxRunLength = 4_096
const metresPerE7 = 0.011_119_5

/** The line at one tolerance. */
export interface LineLevel {
  /** Which points of the chunk, ascending. */
  points: Uint32Array
  /** Of the way that leads to each point: index of `speedBands`, or `gapBand`. */
  bands: Uint8Array
}

/** The way to this point is unknown: a dash. */
export const gapBand = 255

/** What is drawn of one block of a track: the points on the line, and those hidden from it. */
export interface LineChunk {
  firstTime: number
  lastTime: number
  length: number
  fixTime: Float64Array
  latE7: Int32Array
  lonE7: Int32Array
  levels: LineLevel[]
  hidden: { fixTime: Float64Array; latE7: Int32Array; lonE7: Int32Array }
}

/** Prepares a block for painting: sorts out what is not on the line, and simplifies the rest for every scale. */
export function toLineChunk(track: Track): LineChunk {
  const onLine: number[] = []
  const hidden: number[] = []
  for (let i = 0; i < track.length; i++) {
    if (!hasPlace(track, i)) continue
    if ((track.quality[i]! & untrustedBits) === 0) onLine.push(i)
    else hidden.push(i)
  }
  const pick = (indices: number[]) => ({
    fixTime: Float64Array.from(indices, (i) => track.fixTime[i]!),
    latE7: Int32Array.from(indices, (i) => track.latE7[i]!),
    lonE7: Int32Array.from(indices, (i) => track.lonE7[i]!),
  })
  const line = pick(onLine)
  const speedKmh = Float32Array.from(onLine, (i) => track.speedKmh[i]!)
  const weights = weigh(line)
  return {
    ...line,
    firstTime: line.fixTime[0] ?? Number.NaN,
    lastTime: line.fixTime.at(-1) ?? Number.NaN,
    length: onLine.length,
    levels: tolerancesM.map((toleranceM) => toLevel(line.fixTime, speedKmh, weights, toleranceM)),
    hidden: pick(hidden),
  }
}

function weigh({ fixTime, latE7, lonE7 }: Pick<LineChunk, 'fixTime' | 'latE7' | 'lonE7'>): Float32Array {
  const { length } = fixTime
  const weights = new Float32Array(length)
  // Metres east and north are near enough to tell what stands out of a line.
  const x = new Float64Array(length)
  const y = new Float64Array(length)
  for (let i = 0; i < length; i++) {
    x[i] = lonE7[i]! * metresPerE7 * Math.cos(((latE7[i]! / 1e7) * Math.PI) / 180)
    y[i] = latE7[i]! * metresPerE7
  }
  let first = 0
  for (let i = 1; i <= length; i++) {
    const isEnd = i === length || fixTime[i]! - fixTime[i - 1]! > gapMs
    if (!isEnd && i - first < maxRunLength) continue
    weighPoints(x, y, first, i - 1, weights)
    first = i
  }
  return weights
}

function toLevel(
  fixTime: Float64Array,
  speedKmh: Float32Array,
  weights: Float32Array,
  toleranceM: number,
): LineLevel {
  const points: number[] = []
  const bands: number[] = []
  // A simplified way has the colour of its mean speed, not that of its last point.
  let sum = 0
  let count = 0
  for (let i = 0; i < weights.length; i++) {
    if (!Number.isNaN(speedKmh[i]!)) {
      sum += speedKmh[i]!
      count++
    }
    if (weights[i]! < toleranceM) continue
    const isGap = i > 0 && fixTime[i]! - fixTime[i - 1]! > gapMs
    bands.push(isGap ? gapBand : bandOf(sum / count))
    points.push(i)
    sum = 0
    count = 0
  }
  return { points: Uint32Array.from(points), bands: Uint8Array.from(bands) }
}
