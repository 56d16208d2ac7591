import type { Place, Shape } from '../geo/area.ts'
import { lonDifference, placeBetween } from '../geo/area.ts'
import { distanceM } from '../geo/distance.ts'
import { linkOf, type Places } from './places.ts'

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

export interface VisitQuestion {
  shape: Shape
  /** The range, both ends included: what lies outside of it is cut off. */
  from: number
  to: number
  /** Who leaves and is back within this time has not left. */
  confirmMs: number
}

/** The fix before the next one. */
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
  readonly #question: VisitQuestion
  readonly #isOutside: (lat: number, lon: number, otherLat: number, otherLon: number) => boolean
  #open: Visit | null = null
  #before: Fix | null = null

  constructor(question: VisitQuestion) {
    this.#question = question
    this.#isOutside = outsideOf(question.shape)
  }

  add({ length, time, lat, lon }: Places): void {
    for (let i = 0; i < length; i++) this.#addFix(time[i]!, lat[i]!, lon[i]!)
  }

  /** What follows does not continue what was added: something in between was not looked at. */
  interrupt(): void {
    this.#before = null
    this.#open = null
  }

  #addFix(time: number, lat: number, lon: number): void {
    const { shape } = this.#question
    const before = this.#before
    if (before === null) {
      const isIn = shape.contains(lat, lon)
      this.#before = { time, lat, lon, isIn }
      if (isIn) this.#alone(this.#before)
      return
    }
    // Most of a track is somewhere else altogether.
    if (!before.isIn && this.#isOutside(before.lat, before.lon, lat, lon)) {
      before.time = time
      before.lat = lat
      before.lon = lon
      return
    }
    const here = { time, lat, lon, isIn: shape.contains(lat, lon) }
    this.#between(before, here)
    this.#before = here
  }

  #between(a: Fix, b: Fix): void {
    const { shape } = this.#question
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
    const { from, to } = this.#question
    if (fix.time >= from && fix.time <= to) this.#extend(fix, fix, 0, 0, 0, false, false)
  }

  /** From one part of the way to another it is inside: as far as that lies in the range. */
  #inside(a: Fix, b: Fix, fromPart: number, toPart: number, metres: number): void {
    const { from, to } = this.#question
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
    const { centre } = this.#question.shape
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
    if (last !== undefined && time - last.leaveTime <= this.#question.confirmMs) return last
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

/** Tells at once of most ways that they stay on one side of the shape's box. */
function outsideOf({ box }: Shape) {
  const { south, north, west, east } = box
  // Across the 180th meridian only the latitude is as simple.
  if (west > east) {
    return (latA: number, _lonA: number, latB: number) =>
      (latA < south && latB < south) || (latA > north && latB > north)
  }
  return (latA: number, lonA: number, latB: number, lonB: number) =>
    (latA < south && latB < south) ||
    (latA > north && latB > north) ||
    // A way across the 180th meridian may come to the box from behind.
    (Math.abs(lonB - lonA) <= 180 && ((lonA < west && lonB < west) || (lonA > east && lonB > east)))
}
