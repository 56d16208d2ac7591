import type { Box } from '../../geo/area.ts'
import type { Zone } from './zone.ts'

/** A zone for those it counts for. */
export interface CountingZone {
  zone: Zone
  /** Grows with every edit and assignment; what a device has not seen begins where the device is, without an alarm. */
  version: number
  /** Since when it counts as it is now, epoch ms. */
  sinceTime: number
}

/** Sides of the cells of the index, degrees: about 2 km and 70 km. */
const sidesDeg = [0.02, 0.64] as const
/** What covers more cells is indexed by the larger ones, or looked at for every place. */
const mostCells = 64
/** A set this small is looked through without an index. */
const smallSet = 8

/** Zones, and the edges of their boxes one after the other: most are passed over without looking at the zone. */
interface Boxes {
  zones: CountingZone[]
  /** South, north, west, east. */
  edges: number[]
}

/** A row of the index: which zones have boxes that meet each cell. */
interface Level {
  sideDeg: number
  boxesOf: Map<number, Boxes>
}

const none: readonly CountingZone[] = []

/** Zones that count for the same devices, found by place. */
export class ZoneSet {
  readonly version: number
  readonly #all: Boxes = { zones: [], edges: [] }
  readonly #byKey: ReadonlyMap<number, CountingZone>
  readonly #wide: Boxes = { zones: [], edges: [] }
  readonly #levels: readonly Level[]

  constructor(zones: readonly CountingZone[]) {
    this.#byKey = new Map(zones.map((each) => [each.zone.key, each]))
    this.version = zones.reduce((most, { version }) => Math.max(most, version), 0)
    const levels = sidesDeg.map((sideDeg): Level => ({ sideDeg, boxesOf: new Map() }))
    for (const each of zones) {
      put(this.#all, each)
      if (zones.length <= smallSet || !levels.some((level) => index(level, each))) put(this.#wide, each)
    }
    this.#levels = levels.filter(({ boxesOf }) => boxesOf.size > 0)
  }

  get all(): readonly CountingZone[] {
    return this.#all.zones
  }

  get(key: number): CountingZone | undefined {
    return this.#byKey.get(key)
  }

  /** Those whose box meets the box; some of them more than once, perhaps. */
  near(box: Box): readonly CountingZone[] {
    let found = look(this.#wide, box, none)
    for (const { sideDeg, boxesOf } of this.#levels) {
      const { low, high, left, columns } = cellsOf(box, sideDeg)
      if ((high - low + 1) * columns > this.#all.zones.length) return look(this.#all, box, none)
      const around = 360 / sideDeg
      for (let row = low; row <= high; row++)
        for (let column = 0; column < columns; column++) {
          const boxes = boxesOf.get(row * around + ((left + column) % around))
          if (boxes !== undefined) found = look(boxes, box, found)
        }
    }
    return found
  }
}

function put({ zones, edges }: Boxes, each: CountingZone): void {
  const { south, north, west, east } = each.zone.shape.box
  zones.push(each)
  edges.push(south, north, west, east)
}

/** @returns false where it covers too many cells */
function index({ sideDeg, boxesOf }: Level, each: CountingZone): boolean {
  const { low, high, left, columns } = cellsOf(each.zone.shape.box, sideDeg)
  if ((high - low + 1) * columns > mostCells) return false
  const around = 360 / sideDeg
  for (let row = low; row <= high; row++)
    for (let column = 0; column < columns; column++) {
      const cell = row * around + ((left + column) % around)
      const boxes = boxesOf.get(cell) ?? { zones: [], edges: [] }
      boxesOf.set(cell, boxes)
      put(boxes, each)
    }
  return true
}

function look({ zones, edges }: Boxes, box: Box, before: readonly CountingZone[]): readonly CountingZone[] {
  let found = before
  for (let i = 0, at = 0; i < zones.length; i++, at += 4) {
    if (edges[at]! > box.north || edges[at + 1]! < box.south) continue
    if (!meets(edges[at + 2]!, edges[at + 3]!, box)) continue
    found = found === none ? [zones[i]!] : [...found, zones[i]!]
  }
  return found
}

/** The cells that a box meets: rows, and columns from `left` on, which go on around the earth. */
function cellsOf({ south, north, west, east }: Box, sideDeg: number) {
  const low = Math.floor((south + 90) / sideDeg)
  const high = Math.floor((north + 90) / sideDeg)
  const left = Math.floor((west + 180) / sideDeg)
  const right = Math.floor((east + 180) / sideDeg)
  const around = 360 / sideDeg
  return { low, high, left, columns: ((right - left + (east < west ? around : 0)) % (around + 1)) + 1 }
}

/** Do two spans of longitudes meet? Of one that goes across the 180th meridian `west` is greater than `east`. */
function meets(west: number, east: number, box: Box): boolean {
  const isAcross = west > east
  const isBoxAcross = box.west > box.east
  if (isAcross && isBoxAcross) return true
  if (isAcross || isBoxAcross) return east >= box.west || west <= box.east
  return west <= box.east && east >= box.west
}
