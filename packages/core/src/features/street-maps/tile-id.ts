/**
 * Tiles of PMTiles archives are numbered along a Hilbert curve, level by level. Numbers go beyond 2^31, so none of
 * this uses operators of 32 bits on them; doubles are exact up to level 26.
 * Source: PMTiles version 3, "Tile ID encoding".
 */
export interface Tile {
  z: number
  x: number
  y: number
}

/** Numbers from the first to before the second. */
export type IdRange = readonly [from: number, until: number]

export const deepestLevel = 26

/** The number of the first tile of a level. */
export function firstIdOf(z: number): number {
  return (4 ** z - 1) / 3
}

export function tileIdOf({ z, x, y }: Tile): number {
  let [column, row, distance] = [x, y, 0]
  for (let side = 2 ** (z - 1); side >= 1; side /= 2) {
    const right = column >= side ? 1 : 0
    const below = row >= side ? 1 : 0
    distance += side * side * ((3 * right) ^ below)
    column -= right * side
    row -= below * side
    if (below === 0) {
      if (right === 1) {
        column = side - 1 - column
        row = side - 1 - row
      }
      const swapped = column
      column = row
      row = swapped
    }
  }
  return firstIdOf(z) + distance
}

export function tileOfId(id: number): Tile {
  let z = 0
  while (firstIdOf(z + 1) <= id) z++
  let distance = id - firstIdOf(z)
  let [x, y] = [0, 0]
  for (let side = 1; side < 2 ** z; side *= 2) {
    const quarter = distance % 4
    const right = quarter >= 2 ? 1 : 0
    const below = quarter === 1 || quarter === 2 ? 1 : 0
    if (below === 0) {
      if (right === 1) {
        x = side - 1 - x
        y = side - 1 - y
      }
      const swapped = x
      x = y
      y = swapped
    }
    x += right * side
    y += below * side
    distance = (distance - quarter) / 4
  }
  return { z, x, y }
}

/** All tiles of a level below a tile are one range of numbers. */
export function idsBelow(tile: Tile, z: number): IdRange {
  const many = 4 ** (z - tile.z)
  const from = firstIdOf(z) + (tileIdOf(tile) - firstIdOf(tile.z)) * many
  return [from, from + many]
}

/** Degrees, `west` up to 180 and beyond it never. */
export interface Box {
  west: number
  south: number
  east: number
  north: number
}

/** The column of a longitude; the fraction is the place within the tile. */
export function columnAt(lon: number, z: number): number {
  return ((lon + 180) / 360) * 2 ** z
}

export function rowAt(lat: number, z: number): number {
  const sine = Math.sin((Math.max(-85.0511, Math.min(85.0511, lat)) * Math.PI) / 180)
  return (0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * 2 ** z
}

export function lonAt(column: number, z: number): number {
  return (column / 2 ** z) * 360 - 180
}

export function latAt(row: number, z: number): number {
  return (Math.atan(Math.sinh(Math.PI * (1 - (2 * row) / 2 ** z))) * 180) / Math.PI
}

/** Columns and rows of a level that a box touches, both ends included. */
export function tilesOfBox({ west, south, east, north }: Box, z: number) {
  const last = 2 ** z - 1
  const bounded = (value: number) => Math.max(0, Math.min(last, Math.floor(value)))
  return {
    left: bounded(columnAt(west, z)),
    right: bounded(columnAt(east, z)),
    top: bounded(rowAt(north, z)),
    bottom: bounded(rowAt(south, z)),
  }
}

/**
 * The numbers of all tiles of some levels that a box touches: in order, and neighbours joined. A country is some
 * thousand ranges, however deep the levels go.
 */
export function idsOfBox(box: Box, minZoom: number, maxZoom: number): IdRange[] {
  const ranges: IdRange[] = []
  for (let z = minZoom; z <= maxZoom; z++) {
    const { left, right, top, bottom } = tilesOfBox(box, z)
    addInside({ z: 0, x: 0, y: 0 })

    /** Whole quarters that lie inside are one range; those at the edge are looked at more closely. */
    function addInside(tile: Tile): void {
      const many = 2 ** (z - tile.z)
      const [fromX, fromY] = [tile.x * many, tile.y * many]
      const isApart = fromX > right || fromX + many - 1 < left || fromY > bottom || fromY + many - 1 < top
      if (isApart) return
      const isInside =
        fromX >= left && fromX + many - 1 <= right && fromY >= top && fromY + many - 1 <= bottom
      if (isInside) {
        ranges.push(idsBelow(tile, z))
        return
      }
      for (const [dx, dy] of [
        [0, 0],
        [1, 0],
        [0, 1],
        [1, 1],
      ] as const)
        addInside({ z: tile.z + 1, x: tile.x * 2 + dx, y: tile.y * 2 + dy })
    }
  }
  return joinedRanges(ranges)
}

function joinedRanges(ranges: IdRange[]): IdRange[] {
  const joined: [number, number][] = []
  for (const [from, until] of ranges.sort((a, b) => a[0] - b[0])) {
    const last = joined.at(-1)
    if (last && from <= last[1]) last[1] = Math.max(last[1], until)
    else joined.push([from, until])
  }
  return joined
}
