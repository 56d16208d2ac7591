import { nearestCopy } from '../projections.ts'
import { gapBand, pieceLength } from './line-chunk.ts'
import type { PlacedChunk } from './placed-chunk.ts'
import { levelAt } from './view-ways.ts'

/** A place on the projection, and how near to it a line must pass. */
export interface PickRequest {
  x: number
  y: number
  reach: number
  groundM: number
  /** Also among the points that are not on the line. */
  withHidden: boolean
}

/** A point of the track, by its time. */
export interface PickedPoint {
  fixTime: number
  isHidden: boolean
  /** In units of the projection. */
  distance: number
}

/** The point of a track nearest to a place; of several passes over the same road the latest. */
export function pickPoint(chunks: readonly PlacedChunk[], request: PickRequest): PickedPoint | null {
  let best: PickedPoint | null = null
  for (const placed of chunks) {
    const onLine = nearestOnLine(placed, request)
    if (onLine && (!best || onLine.distance <= best.distance)) best = onLine
    const hidden = request.withHidden ? nearestHidden(placed, request) : null
    if (hidden && (!best || hidden.distance <= best.distance)) best = hidden
  }
  return best
}

function nearestOnLine(placed: PlacedChunk, { x, y, reach, groundM }: PickRequest): PickedPoint | null {
  const { chunk } = placed
  const [atX, atY] = fromOrigin(placed, x, y)
  if (chunk.length === 0 || !isNear(placed.box, atX, atY, reach)) return null
  const level = levelAt(groundM)
  const { points, bands } = chunk.levels[level]!
  const pieces = placed.pieces[level]!
  let best = reach
  let found: [from: number, to: number] | null = null
  for (let piece = 0; piece * pieceLength < points.length; piece++) {
    if (!isNear(pieces.subarray(piece * 4, piece * 4 + 4), atX, atY, reach)) continue
    const end = Math.min((piece + 1) * pieceLength, points.length)
    for (let n = Math.max(1, piece * pieceLength); n < end; n++) {
      if (bands[n] === gapBand) continue
      const [from, to] = [points[n - 1]!, points[n]!]
      const distance = distanceToWay(placed, from, to, atX, atY)
      if (distance <= best) {
        best = distance
        found = [from, to]
      }
    }
  }
  if (!found) return null
  // The line was simplified; the point is one of those left out between its corners.
  const [from, to] = found
  let index = from
  for (let i = from; i <= to; i++) {
    if (distanceTo(placed.x, placed.y, i, atX, atY) < distanceTo(placed.x, placed.y, index, atX, atY))
      index = i
  }
  return { fixTime: chunk.fixTime[index]!, isHidden: false, distance: best }
}

function nearestHidden(placed: PlacedChunk, { x, y, reach }: PickRequest): PickedPoint | null {
  const { hiddenX, hiddenY, chunk } = placed
  const [atX, atY] = fromOrigin(placed, x, y)
  let best = reach
  let index = -1
  for (let i = 0; i < hiddenX.length; i++) {
    const distance = distanceTo(hiddenX, hiddenY, i, atX, atY)
    if (distance > best) continue
    best = distance
    index = i
  }
  return index < 0 ? null : { fixTime: chunk.hidden.fixTime[index]!, isHidden: true, distance: best }
}

/** A place of the projection as the chunk has its own; of the copies of the world the nearest counts. */
function fromOrigin({ originX, originY, worldM }: PlacedChunk, x: number, y: number): [x: number, y: number] {
  return [nearestCopy(x, originX, worldM) - originX, y - originY]
}

function isNear(
  [west, south, east, north]: ArrayLike<number> & Iterable<number>,
  x: number,
  y: number,
  reach: number,
): boolean {
  return x >= west! - reach && x <= east! + reach && y >= south! - reach && y <= north! + reach
}

function distanceTo(xs: Float32Array, ys: Float32Array, i: number, x: number, y: number): number {
  return Math.hypot(xs[i]! - x, ys[i]! - y)
}

function distanceToWay({ x, y }: PlacedChunk, from: number, to: number, atX: number, atY: number): number {
  const dx = x[to]! - x[from]!
  const dy = y[to]! - y[from]!
  const squared = dx * dx + dy * dy
  const along =
    squared === 0 ? 0 : Math.min(Math.max(((atX - x[from]!) * dx + (atY - y[from]!) * dy) / squared, 0), 1)
  return Math.hypot(x[from]! + along * dx - atX, y[from]! + along * dy - atY)
}
