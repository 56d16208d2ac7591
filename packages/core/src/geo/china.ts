import { chinaRings, unshiftedByGoogleRings } from './china-outline.ts'

/**
 * Does a WGS-84 place lie where Chinese maps are shifted? Mainland, Hong Kong, Macau and Taiwan, with a sea
 * margin for bridges, ports and ferries. Neighbouring countries are out: the usual longitude/latitude box
 * moves Seoul, Hanoi and Ulan Bator by 450 m.
 */
export function isInChina(lon: number, lat: number): boolean {
  return china.contains(lon, lat)
}

/** The same without Hong Kong, Macau and Taiwan, which Google's road map draws unshifted. */
export function isInMainlandChina(lon: number, lat: number): boolean {
  return china.contains(lon, lat) && !unshiftedByGoogle.contains(lon, lat)
}

const seaMarginDeg = 0.2

/** Segments as ax, ay, bx, by, in degrees, and whether each is coast. */
interface Outline {
  segments: Float64Array
  isCoast: Uint8Array
}

function readOutline(rings: readonly string[]): Outline {
  const segments: number[] = []
  const isCoast: number[] = []
  for (const run of rings.flatMap((ring) => ring.split('|'))) {
    const numbers = run.slice(2).split(' ').map(Number)
    for (let i = 0; i + 3 < numbers.length; i += 2) {
      for (let k = 0; k < 4; k++) segments.push(numbers[i + k]! / 100)
      isCoast.push(run.startsWith('c') ? 1 : 0)
    }
  }
  return { segments: Float64Array.from(segments), isCoast: Uint8Array.from(isCoast) }
}

const cellUnknown = 0
const cellIn = 1
const cellOut = 2
const cellMixed = 3

/** Answers most places from a grid of one-degree cells; only cells the outline touches look at segments. */
class Area {
  readonly #outline: Outline
  readonly #marginDeg: number
  readonly #cells = new Uint8Array(360 * 180)

  constructor(rings: readonly string[], marginDeg: number) {
    this.#outline = readOutline(rings)
    this.#marginDeg = marginDeg
  }

  contains(lon: number, lat: number): boolean {
    // Nothing of the area lies outside this box; it also keeps the cell index in range.
    if (!(lon > 72 && lon < 136 && lat > 17 && lat < 55)) return false
    const column = Math.floor(lon)
    const row = Math.floor(lat)
    const at = (row + 90) * 360 + column + 180
    let kind = this.#cells[at]!
    if (kind === cellUnknown) {
      kind = this.#classify(column, row)
      this.#cells[at] = kind
    }
    return kind === cellMixed ? this.#test(lon, lat) : kind === cellIn
  }

  #classify(column: number, row: number): number {
    const { segments } = this.#outline
    const m = this.#marginDeg
    for (let i = 0; i < segments.length; i += 4) {
      const ax = segments[i]!
      const ay = segments[i + 1]!
      const bx = segments[i + 2]!
      const by = segments[i + 3]!
      const isApart =
        Math.max(ax, bx) < column - m ||
        Math.min(ax, bx) > column + 1 + m ||
        Math.max(ay, by) < row - m ||
        Math.min(ay, by) > row + 1 + m
      if (!isApart) return cellMixed
    }
    return this.#test(column + 0.5, row + 0.5) ? cellIn : cellOut
  }

  #test(lon: number, lat: number): boolean {
    const { segments, isCoast } = this.#outline
    let isInside = false
    let nearest = Number.POSITIVE_INFINITY
    let nearestIsCoast = false
    for (let i = 0; i < segments.length; i += 4) {
      const ax = segments[i]!
      const ay = segments[i + 1]!
      const dx = segments[i + 2]! - ax
      const dy = segments[i + 3]! - ay
      if (ay > lat !== ay + dy > lat && lon < ax + (dx * (lat - ay)) / dy) isInside = !isInside
      const along = ((lon - ax) * dx + (lat - ay) * dy) / (dx * dx + dy * dy || 1)
      const t = Math.max(0, Math.min(1, along))
      const distance = Math.hypot(lon - ax - t * dx, lat - ay - t * dy)
      if (distance < nearest) {
        nearest = distance
        nearestIsCoast = isCoast[i >> 2] === 1
      }
    }
    // The margin is for the sea only: across a land border begins a country that is not shifted.
    return isInside || (nearestIsCoast && nearest < this.#marginDeg)
  }
}

const china = new Area(chinaRings, seaMarginDeg)
const unshiftedByGoogle = new Area(unshiftedByGoogleRings, 0.02)
