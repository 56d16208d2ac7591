import type { CarIconState } from '@trackway/core/codes/states.ts'
import type { MapProjection } from '../projections.ts'

/** A device as the map shows it. Unknown course: the last one is kept. */
export interface FleetEntry {
  lon: number | null
  lat: number | null
  courseDeg: number | null
  speedKmh: number | null
  state: CarIconState
  /** Device time of the position, epoch ms. */
  fixTime: number | null
}

/** When a device glides to its new place instead of jumping there. The layer sets it from what is visible. */
export interface GlideRule {
  isOn: boolean
  /** Longest step in metres of the projection that is still shown as movement. */
  longestStepM: number
}

const longestGlideMs = 5000
/** Fixes further apart are not one movement. */
const oldestFixMs = 60_000
/** Below it receivers report any course. */
const courseFromKmh = 3

/**
 * All devices of a map as a struct of arrays, so that a frame of 100,000 devices allocates nothing. A device
 * is known by its row. `lon`, `lat` are WGS-84; `x`, `y` metres of the projection; places without fix are NaN.
 */
export class Fleet {
  count = 0
  lon = new Float64Array(0)
  lat = new Float64Array(0)
  x = new Float64Array(0)
  y = new Float64Array(0)
  /** Where the glide to `x`, `y` began, and when it begins and ends. */
  fromX = new Float64Array(0)
  fromY = new Float64Array(0)
  beginTime = new Float64Array(0)
  endTime = new Float64Array(0)
  headingDeg = new Float32Array(0)
  fromHeadingDeg = new Float32Array(0)
  fixTime = new Float64Array(0)
  state = new Uint8Array(0)
  icon = new Uint8Array(0)
  /** 0 hides a device: filtered out, or taken off the map by the user. */
  isShown = new Uint8Array(0)
  names: string[] = []
  /** Grows with every change, so that what was computed from it can be kept. */
  version = 0
  glide: GlideRule = { isOn: false, longestStepM: 0 }
  #projection: MapProjection

  constructor(projection: MapProjection) {
    this.#projection = projection
  }

  get projection(): MapProjection {
    return this.#projection
  }

  /** Converts every place to another base map's projection; nothing glides across. */
  setProjection(projection: MapProjection): void {
    this.#projection = projection
    for (let i = 0; i < this.count; i++) {
      const [x, y] = projection.fromWgs84(this.lon[i]!, this.lat[i]!)
      this.x[i] = x
      this.y[i] = y
      this.endTime[i] = 0
    }
    this.version++
  }

  /** Makes room for rows 0 to count - 1; new rows are hidden and have no place. */
  resize(count: number): void {
    if (count > this.lon.length) {
      const capacity = Math.max(count, Math.ceil(this.lon.length * 1.5), 64)
      const grow = <T extends Float64Array | Float32Array | Uint8Array>(old: T, fill: number): T => {
        const wider = new (old.constructor as new (length: number) => T)(capacity)
        wider.fill(fill)
        wider.set(old)
        return wider
      }
      this.lon = grow(this.lon, Number.NaN)
      this.lat = grow(this.lat, Number.NaN)
      this.x = grow(this.x, Number.NaN)
      this.y = grow(this.y, Number.NaN)
      this.fromX = grow(this.fromX, Number.NaN)
      this.fromY = grow(this.fromY, Number.NaN)
      this.beginTime = grow(this.beginTime, 0)
      this.endTime = grow(this.endTime, 0)
      this.headingDeg = grow(this.headingDeg, 0)
      this.fromHeadingDeg = grow(this.fromHeadingDeg, 0)
      this.fixTime = grow(this.fixTime, 0)
      this.state = grow(this.state, 0)
      this.icon = grow(this.icon, 0)
      this.isShown = grow(this.isShown, 0)
    }
    this.names.length = count
    this.count = count
    this.version++
  }

  /** Takes a device's update. It moves from where it is shown now, over as long as the fixes were apart. */
  place(row: number, entry: FleetEntry, now: number): void {
    this.version++
    this.state[row] = entry.state
    if (entry.lon === null || entry.lat === null) {
      this.lon[row] = this.lat[row] = this.x[row] = this.y[row] = Number.NaN
      return
    }
    const fixTime = entry.fixTime ?? 0
    if (entry.courseDeg !== null && (entry.speedKmh ?? 0) >= courseFromKmh)
      this.#turn(row, entry.courseDeg, now)
    if (entry.lon === this.lon[row] && entry.lat === this.lat[row]) {
      this.fixTime[row] = fixTime
      return
    }
    const [x, y] = this.#projection.fromWgs84(entry.lon, entry.lat)
    const fromX = this.shownX(row, now)
    const fromY = this.shownY(row, now)
    const gapMs = fixTime - this.fixTime[row]!
    const stepM = Math.hypot(x - fromX, y - fromY)
    const isGlide = this.glide.isOn && gapMs > 0 && gapMs <= oldestFixMs && stepM <= this.glide.longestStepM
    this.lon[row] = entry.lon
    this.lat[row] = entry.lat
    this.fromX[row] = isGlide ? fromX : x
    this.fromY[row] = isGlide ? fromY : y
    this.x[row] = x
    this.y[row] = y
    this.beginTime[row] = now
    this.endTime[row] = isGlide ? now + Math.min(gapMs, longestGlideMs) : 0
    this.fixTime[row] = fixTime
  }

  isGliding(row: number, now: number): boolean {
    return this.endTime[row]! > now
  }

  shownX(row: number, now: number): number {
    const part = this.#part(row, now)
    return part >= 1 ? this.x[row]! : this.fromX[row]! + (this.x[row]! - this.fromX[row]!) * part
  }

  shownY(row: number, now: number): number {
    const part = this.#part(row, now)
    return part >= 1 ? this.y[row]! : this.fromY[row]! + (this.y[row]! - this.fromY[row]!) * part
  }

  /** The heading turns by the shorter way within the first quarter of the glide. */
  shownHeadingDeg(row: number, now: number): number {
    const part = Math.min(1, this.#part(row, now) * 4)
    const to = this.headingDeg[row]!
    if (part >= 1) return to
    const from = this.fromHeadingDeg[row]!
    return (from + shortestArcDeg(from, to) * part + 360) % 360
  }

  #part(row: number, now: number): number {
    const end = this.endTime[row]!
    if (end <= now) return 1
    const begin = this.beginTime[row]!
    return (now - begin) / (end - begin)
  }

  #turn(row: number, courseDeg: number, now: number): void {
    this.fromHeadingDeg[row] = this.shownHeadingDeg(row, now)
    this.headingDeg[row] = ((courseDeg % 360) + 360) % 360
  }
}

/** By how many degrees to turn from one heading to another, -180 to 180. */
export function shortestArcDeg(from: number, to: number): number {
  return ((((to - from) % 360) + 540) % 360) - 180
}
