import { nearestCopy } from '../projections.ts'
import { gapBand, pieceLength, tolerancesM } from './line-chunk.ts'
import type { PlacedChunk } from './placed-chunk.ts'
import { speedBands } from './speed-bands.ts'

/** The part of the projection that a picture shows. */
export interface PaintView {
  /** Projected coordinates of the upper left corner. */
  west: number
  north: number
  /** Units of the projection to a CSS pixel, and metres of the ground. */
  resolution: number
  groundM: number
  widthPx: number
  heightPx: number
}

/** Ways of one colour in pixels: x0, y0, x1, y1 of each, in order of time. */
export type Ways = number[]

export interface ViewWays {
  /** One entry per speed band. */
  bands: Ways[]
  gaps: Ways
  /** Places along the line, a distance apart: x, y, direction in radians. */
  arrows: number[]
}

/** Pixels to a cell of what is already painted. */
const cellPx = 2
/** Longer ways are painted always: what lies between their checked places is not known. */
const checkedPx = 8
const arrowApartPx = 80
/** Around an arrow no other pass over the same road gets one. */
const arrowCellPx = 36
/** Half a line's width is what a simplification may move it by. */
const tolerancePx = 0.7
const marginPx = 12

/** The level that shows no difference at a scale. */
export function levelAt(groundM: number): number {
  return tolerancesM.findLastIndex((toleranceM) => toleranceM <= groundM * tolerancePx)
}

/**
 * The ways of a track within a view. What another pass has already painted in the same colour is left out:
 * ninety days on the same roads cost little more than one.
 * @param chunks in order of time
 */
export function waysIn(chunks: readonly PlacedChunk[], view: PaintView): ViewWays {
  const ways: ViewWays = { bands: speedBands.map(() => []), gaps: [], arrows: [] }
  const level = levelAt(view.groundM)
  const collect = collector(view, ways)
  let last: { x: number; y: number } | null = null
  for (const placed of chunks) {
    const { chunk, originY } = placed
    if (chunk.length === 0) continue
    const originX = originXIn(view, placed)
    const toX = (i: number) => (placed.x[i]! + originX - view.west) / view.resolution
    const toY = (i: number) => (view.north - placed.y[i]! - originY) / view.resolution
    const { points, bands } = chunk.levels[level]!
    const first = points[0]!
    if (last) {
      const worldPx = placed.worldM / view.resolution
      collect(nearestCopy(last.x, toX(first), worldPx), last.y, toX(first), toY(first), bands[0]!)
    }
    last = { x: toX(points.at(-1)!), y: toY(points.at(-1)!) }
    if (!isInView(originX, originY, placed.box, view)) continue
    const pieces = placed.pieces[level]!
    for (let piece = 0; piece * pieceLength < points.length; piece++) {
      if (!isInView(originX, originY, pieces.subarray(piece * 4, piece * 4 + 4), view)) continue
      const begin = Math.max(1, piece * pieceLength)
      const end = Math.min((piece + 1) * pieceLength, points.length)
      let x0 = toX(points[begin - 1]!)
      let y0 = toY(points[begin - 1]!)
      for (let n = begin; n < end; n++) {
        const x1 = toX(points[n]!)
        const y1 = toY(points[n]!)
        collect(x0, y0, x1, y1, bands[n]!)
        x0 = x1
        y0 = y1
      }
    }
  }
  return ways
}

function collector({ widthPx, heightPx }: PaintView, { bands, gaps, arrows }: ViewWays) {
  const columns = Math.ceil(widthPx / cellPx) + 1
  const painted = new Uint8Array(columns * (Math.ceil(heightPx / cellPx) + 1))
  const arrowColumns = Math.ceil(widthPx / arrowCellPx) + 1
  const taken = new Uint8Array(arrowColumns * (Math.ceil(heightPx / arrowCellPx) + 1))
  const isInside = (x: number, y: number) => x >= 0 && y >= 0 && x < widthPx && y < heightPx
  let sinceArrowPx = arrowApartPx / 2

  /** Marks a place as painted in a colour. @returns whether it was already */
  const mark = (x: number, y: number, bit: number): boolean => {
    if (!isInside(x, y)) return false
    const cell = Math.floor(y / cellPx) * columns + Math.floor(x / cellPx)
    const was = (painted[cell]! & bit) !== 0
    painted[cell]! |= bit
    return was
  }
  const addArrow = (x0: number, y0: number, x1: number, y1: number, lengthPx: number) => {
    sinceArrowPx += lengthPx
    if (sinceArrowPx < arrowApartPx || lengthPx < 2) return
    const x = (x0 + x1) / 2
    const y = (y0 + y1) / 2
    if (!isInside(x, y)) return
    const cell = Math.floor(y / arrowCellPx) * arrowColumns + Math.floor(x / arrowCellPx)
    if (taken[cell]) return
    taken[cell] = 1
    sinceArrowPx = 0
    arrows.push(x, y, Math.atan2(y1 - y0, x1 - x0))
  }

  return (x0: number, y0: number, x1: number, y1: number, band: number): void => {
    const isOff =
      Math.max(x0, x1) < -marginPx ||
      Math.max(y0, y1) < -marginPx ||
      Math.min(x0, x1) > widthPx + marginPx ||
      Math.min(y0, y1) > heightPx + marginPx
    if (isOff) return
    const lengthPx = Math.hypot(x1 - x0, y1 - y0)
    const bit = band === gapBand ? 128 : 1 << band
    // Every place is marked, so that the next pass finds it.
    const isDone = [mark(x0, y0, bit), mark((x0 + x1) / 2, (y0 + y1) / 2, bit), mark(x1, y1, bit)]
    if (lengthPx < checkedPx && isDone.every(Boolean)) return
    if (band === gapBand) {
      gaps.push(x0, y0, x1, y1)
      return
    }
    bands[band]!.push(x0, y0, x1, y1)
    addArrow(x0, y0, x1, y1, lengthPx)
  }
}

/** Where the origin of a chunk lies in the copy of the world that is nearest to the middle of a view. */
export function originXIn(
  { west, widthPx, resolution }: PaintView,
  { originX, worldM }: PlacedChunk,
): number {
  return nearestCopy(originX, west + (widthPx / 2) * resolution, worldM)
}

function isInView(
  originX: number,
  originY: number,
  [west, south, east, north]: ArrayLike<number> & Iterable<number>,
  view: PaintView,
): boolean {
  const margin = marginPx * view.resolution
  return (
    east! + originX >= view.west - margin &&
    west! + originX <= view.west + view.widthPx * view.resolution + margin &&
    north! + originY >= view.north - view.heightPx * view.resolution - margin &&
    south! + originY <= view.north + margin
  )
}
