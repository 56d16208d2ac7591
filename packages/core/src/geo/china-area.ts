/** Segments as ax, ay, bx, by, in degrees, and whether each is coast. */
export interface Outline {
  segments: number[]
  isCoast: boolean[]
}

/** Reads rings as `china-outline.ts` has them: runs of steps in thousandths of a degree, from 0 0. */
export function readOutline(rings: readonly string[]): Outline {
  const outline: Outline = { segments: [], isCoast: [] }
  for (const ring of rings) {
    let x = 0
    let y = 0
    let isStart = true
    for (const run of ring.split('|')) {
      const steps = run.slice(1).split(' ').map(Number)
      for (let i = 0; i + 1 < steps.length; i += 2) {
        const fromX = x
        const fromY = y
        x += steps[i]!
        y += steps[i + 1]!
        if (!isStart) {
          outline.segments.push(fromX / 1000, fromY / 1000, x / 1000, y / 1000)
          outline.isCoast.push(run.startsWith('c'))
        }
        isStart = false
      }
    }
  }
  return outline
}

/** A closed ring of lon, lat numbers, all of it border. */
export function ringOutline(ring: readonly number[]): Outline {
  const outline: Outline = { segments: [], isCoast: [] }
  for (let i = 0; i + 3 < ring.length; i += 2) {
    outline.segments.push(ring[i]!, ring[i + 1]!, ring[i + 2]!, ring[i + 3]!)
    outline.isCoast.push(false)
  }
  return outline
}

/** A one-degree cell the outline comes near to: its own piece of the outline, and which side its middle is on. */
interface EdgeCell {
  near: Outline
  middleX: number
  middleY: number
  isMiddleInside: boolean
}

/** Answers most places from a grid of one-degree cells; in the others only the segments nearby are looked at. */
export class Area {
  readonly #outline: Outline
  readonly #marginDeg: number
  readonly #cells: (EdgeCell | boolean | undefined)[] = []

  /** @param marginDeg how far beyond its coasts the area reaches into the sea. */
  constructor(outline: Outline, marginDeg: number) {
    this.#outline = outline
    this.#marginDeg = marginDeg
  }

  contains(lon: number, lat: number): boolean {
    if (!(Math.abs(lon) <= 180 && Math.abs(lat) <= 90)) return false
    const at = (Math.floor(lat) + 90) * 360 + Math.floor(lon) + 180
    let cell = this.#cells[at]
    if (cell === undefined) {
      cell = this.#makeCell(Math.floor(lon), Math.floor(lat))
      this.#cells[at] = cell
    }
    return typeof cell === 'boolean' ? cell : this.#isInCell(cell, lon, lat)
  }

  #makeCell(column: number, row: number): EdgeCell | boolean {
    const { segments, isCoast } = this.#outline
    const m = this.#marginDeg
    const near: Outline = { segments: [], isCoast: [] }
    const middleX = column + 0.5
    const middleY = row + 0.5
    let isMiddleInside = false
    for (let i = 0; i < segments.length; i += 4) {
      const ax = segments[i]!
      const ay = segments[i + 1]!
      const bx = segments[i + 2]!
      const by = segments[i + 3]!
      if (ay > middleY !== by > middleY && middleX < ax + ((bx - ax) * (middleY - ay)) / (by - ay)) {
        isMiddleInside = !isMiddleInside
      }
      const isApart =
        Math.max(ax, bx) < column - m ||
        Math.min(ax, bx) > column + 1 + m ||
        Math.max(ay, by) < row - m ||
        Math.min(ay, by) > row + 1 + m
      if (isApart) continue
      near.segments.push(ax, ay, bx, by)
      near.isCoast.push(isCoast[i >> 2]!)
    }
    return near.isCoast.length > 0 ? { near, middleX, middleY, isMiddleInside } : isMiddleInside
  }

  #isInCell({ near, middleX, middleY, isMiddleInside }: EdgeCell, lon: number, lat: number): boolean {
    const { segments, isCoast } = near
    // Walks east or west to the middle's meridian, then along it: each crossing changes sides. Both legs stay
    // in the cell, so no other segment can be crossed.
    let isInside = isMiddleInside
    let coast2 = this.#marginDeg ** 2
    let border2 = Number.POSITIVE_INFINITY
    for (let i = 0; i < segments.length; i += 4) {
      const ax = segments[i]!
      const ay = segments[i + 1]!
      // The end itself, not `ax + dx`: rounded, it may lie on another side than the next segment's start.
      const bx = segments[i + 2]!
      const by = segments[i + 3]!
      const dx = bx - ax
      const dy = by - ay
      if (ay > lat !== by > lat) {
        const x = ax + (dx * (lat - ay)) / dy
        if (x > lon !== x > middleX) isInside = !isInside
      }
      if (ax > middleX !== bx > middleX) {
        const y = ay + (dy * (middleX - ax)) / dx
        if (y > lat !== y > middleY) isInside = !isInside
      }
      if (this.#marginDeg === 0) continue
      const along = ((lon - ax) * dx + (lat - ay) * dy) / (dx * dx + dy * dy || 1)
      const t = Math.max(0, Math.min(1, along))
      const distance2 = (lon - ax - t * dx) ** 2 + (lat - ay - t * dy) ** 2
      if (isCoast[i >> 2]) coast2 = Math.min(coast2, distance2)
      else border2 = Math.min(border2, distance2)
    }
    // The margin is for the sea only: across a land border begins a country that is not shifted. Where the
    // border meets the coast both are equally near; what lies off that point is the neighbour's shore.
    return isInside || (coast2 < this.#marginDeg ** 2 && coast2 < border2 - 1e-9)
  }
}
