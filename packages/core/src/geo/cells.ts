import { type Box, lonDifference, type Place } from './area.ts'
import { maxMercatorLat } from './mercator.ts'

/**
 * Cells: the squares of the web's map tiles, as whole numbers. The finest are 1.2 km wide at the equator. A
 * track is known by the finest cells that it touches and by the coarser ones around them, so that an area of
 * any size is a handful of cells of one level.
 */
export const cellLevels = [15, 13, 11, 9, 7] as const
const finest = cellLevels[0]
/** More than these to compare a track with, and a coarser level costs less. */
const maxCover = 12

/** A place in units of the finest cells; `y` counts from the north. */
interface CellPoint {
  x: number
  y: number
}

const size = 2 ** finest

function toCellPoint(lat: number, lon: number): CellPoint {
  const bounded = Math.max(-maxMercatorLat, Math.min(maxMercatorLat, lat))
  const sine = Math.sin((bounded * Math.PI) / 180)
  const y = (0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * size
  return { x: ((lon + 180) / 360) * size, y: Math.max(0, Math.min(size - 1e-9, y)) }
}

/** The latitude of the northern edge of a row of cells. */
function latOfRow(y: number): number {
  return (Math.atan(Math.sinh(Math.PI * (1 - (2 * y) / size))) * 180) / Math.PI
}

/** A 1 for the level, then a bit of each for row and column: fits 31 bits, and no two levels share a number. */
function idOf(level: number, column: number, row: number): number {
  let id = 1
  for (let bit = level - 1; bit >= 0; bit--)
    id = (id << 2) | (((row >> bit) & 1) << 1) | ((column >> bit) & 1)
  return id
}

/** Gathers the finest cells that places and ways touch. */
export class CellSet {
  readonly #cells = new Set<number>()

  addPlace({ lat, lon }: Place): void {
    const { x, y } = toCellPoint(lat, lon)
    this.#add(Math.floor(x), Math.floor(y))
  }

  /** The place's cell and the eight around it. */
  addAround({ lat, lon }: Place): void {
    const { x, y } = toCellPoint(lat, lon)
    for (const dx of [-1, 0, 1])
      for (const dy of [-1, 0, 1]) this.#add(Math.floor(x) + dx, Math.floor(y) + dy)
  }

  /** All cells on the way between two places, which is straight in latitude and longitude. */
  addWay(from: Place, to: Place): void {
    const a = toCellPoint(from.lat, from.lon)
    const b = toCellPoint(to.lat, to.lon)
    const dx = (lonDifference(from.lon, to.lon) / 360) * size
    this.#add(Math.floor(a.x), Math.floor(a.y))
    if (Math.floor(a.x) === Math.floor(a.x + dx) && Math.floor(a.y) === Math.floor(b.y)) return
    // Between two edges of cells that it crosses the way is in one cell, which its middle determines.
    const cuts = [0, 1]
    const up = to.lat - from.lat
    for (const column of linesBetween(a.x, a.x + dx)) cuts.push((column - a.x) / dx)
    for (const row of linesBetween(a.y, b.y)) cuts.push((latOfRow(row) - from.lat) / up)
    cuts.sort((one, other) => one - other)
    for (let i = 1; i < cuts.length; i++) {
      const part = (cuts[i - 1]! + cuts[i]!) / 2
      const { y } = toCellPoint(from.lat + up * part, 0)
      this.#add(Math.floor(a.x + dx * part), Math.floor(y))
    }
  }

  /** With the cells around them of all levels, ascending. */
  toIds(): number[] {
    const ids = new Set<number>()
    for (const cell of this.#cells) {
      const [column, row] = [cell % size, Math.floor(cell / size)]
      for (const level of cellLevels)
        ids.add(idOf(level, column >> (finest - level), row >> (finest - level)))
    }
    return [...ids].sort((a, b) => a - b)
  }

  #add(column: number, row: number): void {
    if (row >= 0 && row < size) this.#cells.add(row * size + ((column + size) % size))
  }
}

/** Whole numbers strictly between two. */
function linesBetween(a: number, b: number): number[] {
  const lines: number[] = []
  for (let line = Math.floor(Math.min(a, b)) + 1; line < Math.max(a, b); line++) lines.push(line)
  return lines
}

/**
 * The cells of the finest level of which a few cover the box.
 * @returns null for a box that many of the coarsest do not cover
 */
export function cellsCovering({ south, west, north, east }: Box): number[] | null {
  const [a, b] = [toCellPoint(north, west), toCellPoint(south, east)]
  const right = b.x + (east < west ? size : 0)
  for (const level of cellLevels) {
    const width = 2 ** (finest - level)
    const [fromColumn, toColumn] = [Math.floor(a.x / width), Math.floor(right / width)]
    const [fromRow, toRow] = [Math.floor(a.y / width), Math.floor(b.y / width)]
    if ((toColumn - fromColumn + 1) * (toRow - fromRow + 1) > maxCover) continue
    const cells: number[] = []
    for (let row = fromRow; row <= toRow; row++) {
      for (let column = fromColumn; column <= toColumn; column++) {
        cells.push(idOf(level, column % 2 ** level, row))
      }
    }
    return cells
  }
  return null
}
