import type { Area, Circle, Place, Rectangle } from '@trackway/core/geo/area.ts'
import { lonDifference, placeBetween, wrappedLon } from '@trackway/core/geo/area.ts'
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
  return corners.flatMap((corner, i) => {
    const next = corners[(i + 1) % corners.length]!
    const parts = Array.from({ length: partsOfEdge }, (_, part) =>
      placeBetween(corner, next, part / partsOfEdge),
    )
    return i === corners.length - 1 ? [...parts, next] : parts
  })
}

/** The places by which it is changed: of a circle its centre and a place of its edge, else the corners. */
export function handlesOf(area: Area): Place[] {
  if (area.shape === 'circle') return [{ lat: area.lat, lon: area.lon }, placeAtCourse(area, 90)]
  return [...(area.shape === 'rectangle' ? cornersOf(area) : area.corners)]
}

/** The area with one of its handles at another place. */
export function moveHandle(area: Area, index: number, place: Place, bounds: RadiusBounds): Area {
  switch (area.shape) {
    case 'circle':
      return index === 0 ? { ...area, ...place } : circleBetween(area, place, bounds)
    case 'rectangle':
      return rectangleBetween(cornersOf(area)[(index + 2) % 4]!, place)
    case 'polygon':
      return { ...area, corners: area.corners.map((corner, i) => (i === index ? place : corner)) }
  }
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
