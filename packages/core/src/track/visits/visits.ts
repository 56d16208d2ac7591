import type { Box, Place, Shape } from '../../geo/area.ts'
import { lonDifference, placeBetween } from '../../geo/area.ts'
import { distanceM } from '../../geo/distance.ts'
import { type BelievedPlaces, linkOf } from './believed-places.ts'

/** A stay of a device in an area. */
export interface Visit {
  /** Epoch milliseconds. */
  enterTime: number
  leaveTime: number
  enterPlace: Place
  leavePlace: Place
  /** It was seen outside just before or after; otherwise the range or the reports begin or end inside. */
  isEntrySeen: boolean
  isExitSeen: boolean
  /** Metres driven inside. */
  distanceM: number
  /** How near it came to the centre of a circle, and when; null for other areas. */
  nearestM: number | null
  nearestTime: number | null
}

export interface VisitQuery {
  shape: Shape
  /** The range, both ends included: what lies outside of it is cut off. */
  from: number
  to: number
  /** Who leaves and is back within this time has not left. */
  confirmMs: number
}

/** One end of a way. */
interface Fix extends Place {
  time: number
  isIn: boolean
}

/**
 * Finds the visits of one device in its places, day after day in order of time. Enter and leave times are
 * those at which the straight way between two fixes meets the edge.
 */
export class VisitFinder {
  readonly visits: Visit[] = []
  readonly #query: VisitQuery
  readonly #box: Box
  #open: Visit | null = null
  /** The fix before the next one; a time of NaN: there is none. */
  #time = Number.NaN
  #latE7 = 0
  #lonE7 = 0
  #isIn = false

  constructor(query: VisitQuery) {
    this.#query = query
    this.#box = boxE7Of(query.shape)
  }

  add(places: BelievedPlaces): void {
    const { length, fixTime, latE7, lonE7 } = places
    if (length === 0) return
    this.#step(fixTime[0]!, latE7[0]!, lonE7[0]!)
    for (let i = 1; i < length; i++) {
      if (!this.#isIn) i = nextNear(places, i, this.#box)
      if (i === length) break
      this.#time = fixTime[i - 1]!
      this.#latE7 = latE7[i - 1]!
      this.#lonE7 = lonE7[i - 1]!
      this.#step(fixTime[i]!, latE7[i]!, lonE7[i]!)
    }
    this.#time = fixTime[length - 1]!
    this.#latE7 = latE7[length - 1]!
    this.#lonE7 = lonE7[length - 1]!
  }

  /** What follows does not continue what was added: something in between was not looked at. */
  interrupt(): void {
    this.#time = Number.NaN
    this.#isIn = false
    this.#open = null
  }

  #step(time: number, latE7: number, lonE7: number): void {
    const isStanding = latE7 === this.#latE7 && lonE7 === this.#lonE7
    if (isStanding && this.#stand(time)) return
    const { shape } = this.#query
    const [lat, lon] = [latE7 / 1e7, lonE7 / 1e7]
    const here = { time, lat, lon, isIn: shape.contains(lat, lon) }
    if (!Number.isNaN(this.#time)) {
      const before = { time: this.#time, lat: this.#latE7 / 1e7, lon: this.#lonE7 / 1e7, isIn: this.#isIn }
      this.#between(before, here)
    } else if (here.isIn) this.#alone(here)
    this.#isIn = here.isIn
  }

  /** @returns false where there is more to it than a visit that goes on */
  #stand(time: number): boolean {
    const { from, to } = this.#query
    if (Number.isNaN(this.#time)) return false
    if (this.#isIn && (this.#open === null || this.#time < from || time > to)) return false
    if (this.#open !== null) this.#open.leaveTime = time
    return true
  }

  #between(a: Fix, b: Fix): void {
    const { shape } = this.#query
    const metres = distanceM(a.lat, a.lon, b.lat, b.lon)
    const link = linkOf(b.time - a.time, metres)
    if (link === 'way') {
      const isInside = a.isIn && b.isIn && (shape.isConvex || metres === 0)
      const spans = isInside ? [{ from: 0, to: 1 }] : shape.spansInside(a.lat, a.lon, b.lat, b.lon)
      if (spans[0]?.from !== 0) this.#open = null
      for (const { from, to } of spans) this.#inside(a, b, from, to, metres)
      if (spans.length === 0 || spans.at(-1)!.to < 1) this.#open = null
    } else if (link === 'stay' && a.isIn && b.isIn) this.#inside(a, b, 0, 1, 0)
    else {
      this.#open = null
      if (b.isIn) this.#alone(b)
    }
  }

  /** A fix inside of which nothing is known before. */
  #alone(fix: Fix): void {
    const { from, to } = this.#query
    if (fix.time >= from && fix.time <= to) this.#extend(fix, fix, 0, 0, 0, false, false)
  }

  /** From one part of the way to another it is inside: as far as that lies in the range. */
  #inside(a: Fix, b: Fix, fromPart: number, toPart: number, metres: number): void {
    const { from, to } = this.#query
    const elapsedMs = b.time - a.time
    const first = Math.max(fromPart, (from - a.time) / elapsedMs)
    const last = Math.min(toPart, (to - a.time) / elapsedMs)
    if (first > last) return
    this.#extend(a, b, first, last, metres, first === fromPart && fromPart > 0, last === toPart && toPart < 1)
  }

  #extend(
    a: Fix,
    b: Fix,
    first: number,
    last: number,
    metres: number,
    isEntrySeen: boolean,
    isExitSeen: boolean,
  ): void {
    const timeAt = (part: number) => Math.round(a.time + (b.time - a.time) * part)
    const visit = this.#open ?? this.#enter(timeAt(first), placeBetween(a, b, first), isEntrySeen)
    visit.leaveTime = timeAt(last)
    visit.leavePlace = placeBetween(a, b, last)
    visit.isExitSeen = isExitSeen
    visit.distanceM += metres * (last - first)
    this.#open = visit
    const { centre } = this.#query.shape
    if (centre === null) return
    const part = nearestPart(centre, a, b, first, last)
    const { lat, lon } = placeBetween(a, b, part)
    const nearM = distanceM(centre.lat, centre.lon, lat, lon)
    if (visit.nearestM === null || nearM < visit.nearestM) {
      visit.nearestM = nearM
      visit.nearestTime = timeAt(part)
    }
  }

  #enter(time: number, place: Place, isEntrySeen: boolean): Visit {
    const last = this.visits.at(-1)
    if (last !== undefined && time - last.leaveTime <= this.#query.confirmMs) return last
    const visit: Visit = {
      enterTime: time,
      leaveTime: time,
      enterPlace: place,
      leavePlace: place,
      isEntrySeen,
      isExitSeen: false,
      distanceM: 0,
      nearestM: null,
      nearestTime: null,
    }
    this.visits.push(visit)
    return visit
  }
}

/** The part of a way, at most some kilometres long, that is nearest to a place: in the plane that touches there. */
function nearestPart(centre: Place, a: Place, b: Place, first: number, last: number): number {
  const shrink = Math.cos((centre.lat * Math.PI) / 180)
  const [x, y] = [lonDifference(centre.lon, a.lon) * shrink, a.lat - centre.lat]
  const [dx, dy] = [lonDifference(a.lon, b.lon) * shrink, b.lat - a.lat]
  const square = dx * dx + dy * dy
  const part = square === 0 ? first : -(x * dx + y * dy) / square
  return Math.max(first, Math.min(last, part))
}

/**
 * The first place, from `i` on, to which the way may have led through the box; all of them come after another one.
 * Nearly all of most tracks is elsewhere, which whole numbers decide here in a few nanoseconds a place.
 */
function nextNear(
  { length, latE7, lonE7 }: BelievedPlaces,
  i: number,
  { south, north, west, east }: Box,
): number {
  let [latBefore, lonBefore] = [latE7[i - 1]!, lonE7[i - 1]!]
  for (; i < length; i++) {
    const [lat, lon] = [latE7[i]!, lonE7[i]!]
    const isPast = (lat < south && latBefore < south) || (lat > north && latBefore > north)
    if (!isPast) {
      const isBeside = (lon < west && lonBefore < west) || (lon > east && lonBefore > east)
      // A way across the 180th meridian may reach the box from the other side.
      if (!isBeside || Math.abs(lon - lonBefore) > 1_800_000_000) break
    }
    latBefore = lat
    lonBefore = lon
  }
  return i
}

/** A box in the unit of places. Across the 180th meridian only its latitudes exclude a place. */
function boxE7Of({ box }: Shape): Box {
  const isAround = box.west > box.east
  return {
    south: Math.floor(box.south * 1e7),
    north: Math.ceil(box.north * 1e7),
    west: isAround ? Number.NEGATIVE_INFINITY : Math.floor(box.west * 1e7),
    east: isAround ? Number.POSITIVE_INFINITY : Math.ceil(box.east * 1e7),
  }
}
