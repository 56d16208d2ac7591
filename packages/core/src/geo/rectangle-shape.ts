import { lonDifference, type Rectangle, type Shape, type Span, wrappedLon } from './area.ts'
import { distanceToLineM } from './edge-distance.ts'

/** All places between two parallels and two meridians. It is less than 180 degrees wide. */
export function rectangleShape({ south, west, north, east }: Rectangle): Shape {
  const width = lonSpan(west, east)
  const middle = west + width / 2

  function contains(lat: number, lon: number): boolean {
    return lat >= south && lat <= north && Math.abs(asideOf(lon)) <= width / 2
  }

  /** Degrees east of the middle. */
  const asideOf = (lon: number) => lonDifference(middle, lon)

  /** Cuts the way at each of the four sides (Liang and Barsky, 1984). */
  function spansInside(latA: number, lonA: number, latB: number, lonB: number): Span[] {
    const span = { from: 0, to: 1 }
    const x = asideOf(lonA)
    const isLeft = cut(span, x, lonDifference(lonA, lonB), -width / 2, width / 2)
    return isLeft && cut(span, latA, latB - latA, south, north) ? [span] : []
  }

  // The middles of the long sides keep each way between two corners the shorter one.
  const corners = [
    { lat: south, lon: west },
    { lat: south, lon: wrappedLon(middle) },
    { lat: south, lon: east },
    { lat: north, lon: east },
    { lat: north, lon: wrappedLon(middle) },
    { lat: north, lon: west },
  ]
  function edgeDistanceM(lat: number, lon: number): number {
    const metres = distanceToLineM(corners, true, lat, lon)
    return contains(lat, lon) ? -metres : metres
  }

  const box = { south, west, north, east }
  return { box, isConvex: true, contains, spansInside, edgeDistanceM, centre: null }
}

/** Narrows a span to where `start + step · part` is between two bounds. @returns false where nothing is left */
function cut(span: Span, start: number, step: number, low: number, high: number): boolean {
  if (step === 0) return start >= low && start <= high
  const [a, b] = [(low - start) / step, (high - start) / step]
  span.from = Math.max(span.from, Math.min(a, b))
  span.to = Math.min(span.to, Math.max(a, b))
  return span.from <= span.to
}

/** Degrees from one meridian eastward to another, 0 to 360. */
export function lonSpan(west: number, east: number): number {
  return east >= west ? east - west : east - west + 360
}
