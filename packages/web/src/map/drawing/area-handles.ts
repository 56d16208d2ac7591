import {
  type Area,
  type Circle,
  type FenceArea,
  lonDifference,
  type Place,
  placeBetween,
  type Rectangle,
  wrappedLon,
} from '@trackway/core/geo/area.ts'
import { distanceM, earthRadiusM } from '@trackway/core/geo/distance.ts'

/** What can be dragged of an area, and how it looks as a ring: places only, nothing of the map. */

/** The bounds a radius is kept in while it is dragged. */
export interface RadiusBounds {
  minM: number
  maxM: number
}

const radians = Math.PI / 180
const circleCorners = 96
/** Edges are straight in degrees, which a map of another projection bends: drawn in so many parts. */
const partsOfEdge = 16

/** The outline, closed, as finely as it has to be drawn. */
export function outlineOf(area: Area): Place[] {
  if (area.shape === 'circle') {
    return Array.from({ length: circleCorners + 1 }, (_, i) => placeAtCourse(area, (360 * i) / circleCorners))
  }
  const corners = area.shape === 'rectangle' ? cornersOf(area) : area.corners
  return inParts([...corners, corners[0]!])
}

/** A line of straight edges as finely as it has to be drawn. */
export function inParts(line: readonly Place[]): Place[] {
  return line.flatMap((corner, i) => {
    const next = line[i + 1]
    if (!next) return [corner]
    return Array.from({ length: partsOfEdge }, (_, part) => placeBetween(corner, next, part / partsOfEdge))
  })
}

/** The places by which it is changed: of a circle its centre and a place of its edge, else the corners. */
export function handlesOf(area: FenceArea): Place[] {
  if (area.shape === 'circle') return [{ lat: area.lat, lon: area.lon }, placeAtCourse(area, 90)]
  return [...(area.shape === 'rectangle' ? cornersOf(area) : (cornerList(area) ?? []))]
}

/** The area with one of its handles at another place. */
export function moveHandle<A extends FenceArea>(area: A, index: number, place: Place, bounds: RadiusBounds): A
export function moveHandle(area: FenceArea, index: number, place: Place, bounds: RadiusBounds): FenceArea {
  switch (area.shape) {
    case 'circle':
      return index === 0 ? { ...area, ...place } : circleBetween(area, place, bounds)
    case 'rectangle':
      return rectangleBetween(cornersOf(area)[(index + 2) % 4]!, place)
    default:
      return withCorners(
        area,
        cornerList(area)!.map((corner, i) => (i === index ? place : corner)),
      )
  }
}

/** The corners of an area that can have more or fewer of them: of a polygon, or of the line of a corridor. */
export function cornerList(area: FenceArea): readonly Place[] | null {
  if (area.shape === 'polygon') return area.corners
  return area.shape === 'corridor' ? area.line : null
}

function withCorners(area: FenceArea, corners: readonly Place[]): FenceArea {
  if (area.shape === 'polygon') return { ...area, corners }
  return area.shape === 'corridor' ? { ...area, line: corners } : area
}

/** The middle of each edge, from which a new corner is drawn. */
export function middlesOf(area: FenceArea): Place[] {
  const corners = cornerList(area) ?? []
  const ends = area.shape === 'polygon' ? [...corners, corners[0]!] : corners
  return ends.slice(1).map((to, edge) => placeBetween(ends[edge]!, to, 0.5))
}

/** The area with one more corner, after the one whose edge it comes from. */
export function insertCorner<A extends FenceArea>(area: A, edge: number, place: Place): A {
  return withCorners(area, (cornerList(area) ?? []).toSpliced(edge + 1, 0, place)) as A
}

/** The area without one of its corners; null where it would no longer be an area, or has none to take. */
export function removeCorner<A extends FenceArea>(area: A, index: number): A | null {
  const corners = cornerList(area)
  const least = area.shape === 'polygon' ? 3 : 2
  if (!corners || corners.length <= least || index < 0 || index >= corners.length) return null
  return withCorners(area, corners.toSpliced(index, 1)) as A
}

/** The area moved as a whole, by as many degrees as lie between two places. */
export function shiftArea<A extends FenceArea>(area: A, from: Place, to: Place): A
export function shiftArea(area: FenceArea, from: Place, to: Place): FenceArea {
  const [up, aside] = [to.lat - from.lat, lonDifference(from.lon, to.lon)]
  const latOf = (lat: number) => rounded(Math.max(-90, Math.min(90, lat + up)))
  const lonOf = (lon: number) => rounded(wrappedLon(lon + aside))
  if (area.shape === 'circle') return { ...area, lat: latOf(area.lat), lon: lonOf(area.lon) }
  if (area.shape === 'rectangle')
    return {
      ...area,
      south: latOf(area.south),
      north: latOf(area.north),
      west: lonOf(area.west),
      east: lonOf(area.east),
    }
  return withCorners(
    area,
    cornerList(area)!.map(({ lat, lon }) => ({ lat: latOf(lat), lon: lonOf(lon) })),
  )
}

/** Degrees to a tenth of a metre. */
const rounded = (degrees: number) => Math.round(degrees * 1e6) / 1e6

/** Where a surface is taken to be moved: the middle of what it reaches over. Null where a handle does it, or none can. */
export function gripOf(area: FenceArea): Place | null {
  if (area.shape === 'circle' || area.shape === 'corridor') return null
  const corners = handlesOf(area)
  const lats = corners.map(({ lat }) => lat)
  const asides = corners.map(({ lon }) => lonDifference(corners[0]!.lon, lon))
  const middle = (values: number[]) => (Math.min(...values) + Math.max(...values)) / 2
  return { lat: middle(lats), lon: wrappedLon(corners[0]!.lon + middle(asides)) }
}

/** A circle by its centre and a place of its edge. */
export function circleBetween({ lat, lon }: Place, edge: Place, { minM, maxM }: RadiusBounds): Circle {
  const metres = Math.round(distanceM(lat, lon, edge.lat, edge.lon))
  return { shape: 'circle', lat, lon, radiusM: Math.max(minM, Math.min(maxM, metres)) }
}

/** A rectangle by two opposite corners, the shorter way around. */
export function rectangleBetween(a: Place, b: Place): Rectangle {
  const [west, east] = lonDifference(a.lon, b.lon) >= 0 ? [a.lon, b.lon] : [b.lon, a.lon]
  return { shape: 'rectangle', south: Math.min(a.lat, b.lat), north: Math.max(a.lat, b.lat), west, east }
}

function cornersOf({ south, west, north, east }: Rectangle): Place[] {
  return [
    { lat: south, lon: west },
    { lat: south, lon: east },
    { lat: north, lon: east },
    { lat: north, lon: west },
  ]
}

/** The place of a circle's edge in a direction, clockwise from north. */
function placeAtCourse({ lat, lon, radiusM }: Circle, courseDeg: number): Place {
  const [distance, course, phi] = [radiusM / earthRadiusM, courseDeg * radians, lat * radians]
  const sine = Math.sin(phi) * Math.cos(distance) + Math.cos(phi) * Math.sin(distance) * Math.cos(course)
  const aside = Math.atan2(
    Math.sin(course) * Math.sin(distance) * Math.cos(phi),
    Math.cos(distance) - Math.sin(phi) * sine,
  )
  return { lat: Math.asin(sine) / radians, lon: wrappedLon(lon + aside / radians) }
}
