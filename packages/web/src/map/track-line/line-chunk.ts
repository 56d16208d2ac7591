import { untrustedBits } from '@trackway/core/codes/states.ts'
import { lonDifference } from '@trackway/core/geo/area.ts'
import { smoothLine } from '@trackway/core/track/analysis/smooth-line.ts'
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
const metresPerDegree = 111_195

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
  const onLine = new Uint32Array(track.length)
  const hidden = new Uint32Array(track.length)
  let onLineCount = 0
  let hiddenCount = 0
  for (let i = 0; i < track.length; i++) {
    if (!hasPlace(track, i)) continue
    if ((track.quality[i]! & untrustedBits) === 0) onLine[onLineCount++] = i
    else hidden[hiddenCount++] = i
  }
  const line = pick(track, onLine.subarray(0, onLineCount))
  const weights = weigh(line)
  const levels: LineLevel[] = []
  let finer = finest(track, onLine.subarray(0, onLineCount))
  for (const toleranceM of tolerancesM) {
    finer = coarser(finer, weights, toleranceM)
    levels.push(toLevel(finer, line.fixTime))
  }
  return {
    ...line,
    firstTime: line.fixTime[0] ?? Number.NaN,
    lastTime: line.fixTime.at(-1) ?? Number.NaN,
    length: onLineCount,
    levels,
    hidden: pick(track, hidden.subarray(0, hiddenCount)),
  }
}

/** The same line run smoothly past its fixes: what is simplified of it, and its colours, stay. */
export function smoothed(chunk: LineChunk): LineChunk {
  return { ...chunk, ...smoothLine(chunk, gapMs) }
}

function pick(track: Track, indices: Uint32Array) {
  const picked = {
    fixTime: new Float64Array(indices.length),
    latE7: new Int32Array(indices.length),
    lonE7: new Int32Array(indices.length),
  }
  for (let n = 0; n < indices.length; n++) {
    picked.fixTime[n] = track.fixTime[indices[n]!]!
    picked.latE7[n] = track.latE7[indices[n]!]!
    picked.lonE7[n] = track.lonE7[indices[n]!]!
  }
  return picked
}

function weigh({ fixTime, latE7, lonE7 }: Pick<LineChunk, 'fixTime' | 'latE7' | 'lonE7'>): Float32Array {
  const { length } = fixTime
  const weights = new Float32Array(length)
  // Metres east and north of the first point are near enough to find the points that stand out of a line. One scale for
  // all of it: meridians that draw together would bend a straight road, the more the further from 0°.
  const x = new Float64Array(length)
  const y = new Float64Array(length)
  const shrink = Math.cos(((latE7[0]! / 1e7) * Math.PI) / 180)
  for (let i = 0; i < length; i++) {
    x[i] = lonDifference(lonE7[0]! / 1e7, lonE7[i]! / 1e7) * metresPerDegree * shrink
    y[i] = (latE7[i]! / 1e7) * metresPerDegree
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

/** Points that are kept, each with the speeds of those left out before it and of itself. */
interface Kept {
  points: Uint32Array
  /** Sum of the speeds, km/h, and how many they are: a simplified way has the colour of its mean speed. */
  sums: Float32Array
  counts: Uint32Array
}

function finest(track: Track, onLine: Uint32Array): Kept {
  const points = new Uint32Array(onLine.length)
  const sums = new Float32Array(onLine.length)
  const counts = new Uint32Array(onLine.length)
  for (let n = 0; n < onLine.length; n++) {
    const speedKmh = track.speedKmh[onLine[n]!]!
    const isKnown = !Number.isNaN(speedKmh)
    points[n] = n
    sums[n] = isKnown ? speedKmh : 0
    counts[n] = isKnown ? 1 : 0
  }
  return { points, sums, counts }
}

/** Every level is a part of the finer one, so each costs only what that has left. */
function coarser(finer: Kept, weights: Float32Array, toleranceM: number): Kept {
  const points = new Uint32Array(finer.points.length)
  const sums = new Float32Array(finer.points.length)
  const counts = new Uint32Array(finer.points.length)
  let kept = 0
  for (let n = 0; n < finer.points.length; n++) {
    sums[kept]! += finer.sums[n]!
    counts[kept]! += finer.counts[n]!
    if (weights[finer.points[n]!]! >= toleranceM) points[kept++] = finer.points[n]!
  }
  return { points: points.slice(0, kept), sums: sums.slice(0, kept), counts: counts.slice(0, kept) }
}

function toLevel({ points, sums, counts }: Kept, fixTime: Float64Array): LineLevel {
  const bands = new Uint8Array(points.length)
  for (let n = 0; n < points.length; n++) {
    const i = points[n]!
    const isGap = i > 0 && fixTime[i]! - fixTime[i - 1]! > gapMs
    bands[n] = isGap ? gapBand : bandOf(sums[n]! / counts[n]!)
  }
  return { points, bands }
}
