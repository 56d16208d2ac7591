import { lonDifference, type Place, type Polygon, type Shape, type Span, wrappedLon } from './area.ts'
import { distanceToLineM } from './edge-distance.ts'

/** A corner in a plane of degrees without a seam: `x` counts on across the 180th meridian. */
export interface Corner {
  x: number
  y: number
}

/** All places within edges that do not cross each other (`polygonFault`). */
export function polygonShape({ corners: places }: Polygon): Shape {
  const corners = unrolled(places)
  const [xs, ys] = [corners.map(({ x }) => x), corners.map(({ y }) => y)]
  const [west, east] = [Math.min(...xs), Math.max(...xs)]
  const [south, north] = [Math.min(...ys), Math.max(...ys)]
  const middle = (west + east) / 2

  const xOf = (lon: number) => middle + lonDifference(wrappedLon(middle), lon)

  /** Counts the edges that a line to the east crosses. */
  function isIn(x: number, y: number): boolean {
    if (y < south || y > north || x < west || x > east) return false
    let isInside = false
    for (let i = 0, j = corners.length - 1; i < corners.length; j = i++) {
      const [a, b] = [corners[i]!, corners[j]!]
      if (a.y > y !== b.y > y && x < ((b.x - a.x) * (y - a.y)) / (b.y - a.y) + a.x) isInside = !isInside
    }
    return isInside
  }

  function spansInside(latA: number, lonA: number, latB: number, lonB: number): Span[] {
    const [x, y] = [xOf(lonA), latA]
    const [dx, dy] = [lonDifference(lonA, lonB), latB - latA]
    const cuts = [0, ...cutsOf(corners, x, y, dx, dy), 1]
    const spans: Span[] = []
    for (let i = 1; i < cuts.length; i++) {
      const [from, to] = [cuts[i - 1]!, cuts[i]!]
      const part = (from + to) / 2
      if (!isIn(x + dx * part, y + dy * part)) continue
      const last = spans.at(-1)
      if (last?.to === from) last.to = to
      else spans.push({ from, to })
    }
    return spans
  }

  const contains = (lat: number, lon: number) => isIn(xOf(lon), lat)

  function edgeDistanceM(lat: number, lon: number): number {
    const metres = distanceToLineM(places, true, lat, lon)
    return contains(lat, lon) ? -metres : metres
  }

  return {
    box: { south, north, west: wrappedLon(west), east: wrappedLon(east) },
    isConvex: false,
    contains,
    spansInside,
    edgeDistanceM,
    centre: null,
  }
}

/** Each corner's longitude counted on from the one before, the shorter way around. */
export function unrolled(places: readonly Place[]): Corner[] {
  let x = places[0]!.lon
  return places.map(({ lat, lon }) => {
    x += lonDifference(wrappedLon(x), lon)
    return { x, y: lat }
  })
}

/** The fractions of a way at which it meets an edge, ascending. */
function cutsOf(corners: readonly Corner[], x: number, y: number, dx: number, dy: number): number[] {
  const cuts: number[] = []
  for (let i = 0, j = corners.length - 1; i < corners.length; j = i++) {
    const [a, b] = [corners[j]!, corners[i]!]
    const [ex, ey] = [b.x - a.x, b.y - a.y]
    const cross = dx * ey - dy * ex
    if (cross === 0) continue
    const part = ((a.x - x) * ey - (a.y - y) * ex) / cross
    const along = ((a.x - x) * dy - (a.y - y) * dx) / cross
    if (part > 0 && part < 1 && along >= 0 && along <= 1) cuts.push(part)
  }
  return cuts.sort((one, other) => one - other)
}
