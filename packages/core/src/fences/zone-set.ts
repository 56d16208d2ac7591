import type { Box } from '../geo/area.ts'
import type { Zone } from './zone.ts'

/** A zone for those it counts for. */
export interface CountingZone {
  zone: Zone
  /** Grows with every edit and assignment; what a device has not seen begins where the device is, without an alarm. */
  version: number
  /** Since when it counts as it is now, epoch ms. */
  sinceTime: number
}

/** Side of a cell of the index, degrees: about 5 km. */
const cellDeg = 0.05
const cellsAround = 360 / cellDeg
/** What covers more cells is looked at for every place. */
const mostCells = 64
/** A set this small is looked through without an index. */
const smallSet = 8

/** Zones that count for the same devices, found by place. */
export class ZoneSet {
  readonly version: number
  readonly #all: readonly CountingZone[]
  readonly #byKey: ReadonlyMap<number, CountingZone>
  readonly #wide: CountingZone[] = []
  readonly #byCell = new Map<number, CountingZone[]>()

  constructor(zones: readonly CountingZone[]) {
    this.#all = zones
    this.#byKey = new Map(zones.map((each) => [each.zone.key, each]))
    this.version = zones.reduce((most, { version }) => Math.max(most, version), 0)
    if (zones.length > smallSet) for (const each of zones) this.#index(each)
  }

  get all(): readonly CountingZone[] {
    return this.#all
  }

  get(key: number): CountingZone | undefined {
    return this.#byKey.get(key)
  }

  /** Calls with each zone whose box meets the box; with some whose box does not, perhaps. */
  near(box: Box, found: (each: CountingZone) => void): void {
    const cells = this.#all.length <= smallSet ? null : cellsOf(box)
    if (cells === null) {
      this.#look(this.#all, box, found)
      return
    }
    this.#look(this.#wide, box, found)
    for (const cell of cells) {
      const inCell = this.#byCell.get(cell)
      if (inCell !== undefined) this.#look(inCell, box, found)
    }
  }

  #look(zones: readonly CountingZone[], box: Box, found: (each: CountingZone) => void): void {
    for (const each of zones) if (meets(each.zone.shape.box, box)) found(each)
  }

  #index(each: CountingZone): void {
    const cells = cellsOf(each.zone.shape.box)
    if (cells === null) {
      this.#wide.push(each)
      return
    }
    for (const cell of cells) {
      const inCell = this.#byCell.get(cell)
      if (inCell === undefined) this.#byCell.set(cell, [each])
      else inCell.push(each)
    }
  }
}

/** Null where there are too many. */
function cellsOf({ south, north, west, east }: Box): number[] | null {
  const [low, high] = [Math.floor((south + 90) / cellDeg), Math.floor((north + 90) / cellDeg)]
  const [left, right] = [Math.floor((west + 180) / cellDeg), Math.floor((east + 180) / cellDeg)]
  const columns = (right - left + (east < west ? cellsAround : 0)) % (cellsAround + 1)
  if ((high - low + 1) * (columns + 1) > mostCells) return null
  const cells: number[] = []
  for (let row = low; row <= high; row++)
    for (let column = 0; column <= columns; column++)
      cells.push(row * cellsAround + ((left + column) % cellsAround))
  return cells
}

function meets(one: Box, other: Box): boolean {
  if (one.south > other.north || one.north < other.south) return false
  const isAcross = one.west > one.east
  if (!isAcross && other.west <= other.east) return one.west <= other.east && one.east >= other.west
  if (isAcross && other.west > other.east) return true
  const [across, plain] = isAcross ? [one, other] : [other, one]
  return plain.east >= across.west || plain.west <= across.east
}
