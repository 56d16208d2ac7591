import type { Place } from '@trackway/core/geo/area.ts'
import { Refusal } from '../../../platform/errors.ts'
import {
  areaKey,
  circleOf,
  corridorOf,
  type FileShape,
  keptArea,
  type NamedArea,
  outlineOf,
  placeOf,
  polygonOf,
  type ShapeSizes,
} from './shapes.ts'

/** GeoJSON (RFC 7946): polygons, lines and points, alone, in features or in collections. */

type Node = Record<string, unknown>
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

/** @throws {Refusal} `fileUnreadable` */
export function readGeoJson(text: string, sizes: ShapeSizes): FileShape[] {
  let root: unknown
  try {
    root = JSON.parse(text)
  } catch (error) {
    throw new Refusal('fileUnreadable', { cause: error })
  }
  if (!isNode(root) || typeof root.type !== 'string') throw new Refusal('fileUnreadable')
  const features = root.type === 'FeatureCollection' ? listOf(root.features) : [root]
  return features.flatMap((feature) => shapesOf(feature, sizes))
}

function shapesOf(feature: unknown, sizes: ShapeSizes): FileShape[] {
  const node = isNode(feature) ? feature : {}
  const geometry = node.type === 'Feature' ? node.geometry : node
  const properties = isNode(node.properties) ? node.properties : {}
  const more = Object.fromEntries(
    Object.entries(properties).map(([key, value]) => [
      key.toLowerCase(),
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  )
  const name = (more.name ?? more.title ?? '').trim()
  const kept = keptArea(more[areaKey])
  if (kept !== undefined) return [{ name, area: kept, fault: null, more }]
  return areasOf(geometry, more, sizes).map((found) => ({ name, more, ...found }))
}

type Found = Pick<FileShape, 'area' | 'fault'>
const nothing: Found[] = [{ area: null, fault: 'noArea' }]

/** The areas of a geometry. */
export function areasOf(geometry: unknown, more: Record<string, string>, sizes: ShapeSizes): Found[] {
  if (!isNode(geometry)) return nothing
  const { coordinates } = geometry
  switch (geometry.type) {
    case 'Polygon':
      return [polygon(coordinates)]
    case 'MultiPolygon':
      return listOf(coordinates).map(polygon)
    case 'LineString':
      return [{ area: corridorOf(placesIn(coordinates), sizes), fault: null }]
    case 'MultiLineString':
      return listOf(coordinates).map((line) => ({ area: corridorOf(placesIn(line), sizes), fault: null }))
    case 'Point':
      return [{ area: circleOf(placesIn([coordinates])[0], more, sizes), fault: null }]
    case 'MultiPoint':
      return placesIn(coordinates).map((place) => ({ area: circleOf(place, more, sizes), fault: null }))
    case 'GeometryCollection':
      return listOf(geometry.geometries).flatMap((each) =>
        isNode(each) && each.type === geometry.type ? nothing : areasOf(each, more, sizes),
      )
    default:
      return nothing
  }
}

function polygon(coordinates: unknown): Found {
  const [ring, ...holes] = listOf(coordinates)
  return { area: polygonOf(placesIn(ring)), fault: holes.length > 0 ? 'holes' : null }
}

/** `[lon, lat]` or `[lon, lat, altitude]` each. */
function placesIn(coordinates: unknown): Place[] {
  return listOf(coordinates).map((place) => {
    const [lon, lat] = listOf(place)
    return placeOf(lat, lon)
  })
}

export function writeGeoJson(areas: readonly NamedArea[]): string {
  const features = areas.map(({ name, area, more }) => {
    const { kind, places } = outlineOf(area)
    const line = places.map(({ lat, lon }) => [lon, lat])
    return {
      type: 'Feature',
      properties: { name, ...more, [areaKey]: area },
      geometry:
        kind === 'line'
          ? { type: 'LineString', coordinates: line }
          : { type: 'Polygon', coordinates: [line] },
    }
  })
  return `${JSON.stringify({ type: 'FeatureCollection', features }, null, 1)}\n`
}
