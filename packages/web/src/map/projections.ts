import {
  bd09ToWgs84,
  gcj02ToWgs84,
  googleChinaToWgs84,
  type LonLat,
  wgs84ToBd09,
  wgs84ToGcj02,
  wgs84ToGoogleChina,
} from '@trackway/core/geo/datum.ts'
import {
  bd09ToMercator,
  fromWebMercator,
  fromWorldMercator,
  halfWorldM,
  mercatorToBd09,
  type PlanePoint,
  toWebMercator,
  toWorldMercator,
} from '@trackway/core/geo/mercator.ts'
import { addCoordinateTransforms, addProjection, get as getProjection } from 'ol/proj'
import Projection from 'ol/proj/Projection'

/**
 * A plane on which a base map is drawn. Positions are WGS-84 everywhere; a map layer converts them with the
 * plane of the base map shown, and the view takes that plane, so tiles are never warped.
 */
export interface Plane {
  code: PlaneCode
  toPlane(lon: number, lat: number): PlanePoint
  toWgs84(x: number, y: number): LonLat
  extent: [number, number, number, number]
}

export type PlaneCode = 'EPSG:3857' | 'GCJ02:3857' | 'GOOGLE-CN:3857' | 'BD09:MC' | 'EPSG:3395'

const square: Plane['extent'] = [-halfWorldM, -halfWorldM, halfWorldM, halfWorldM]
/** Baidu's world: 180° by its own scale, 74° north and south. */
export const baiduExtent: Plane['extent'] = [-20_037_726.37, -12_474_104.17, 20_037_726.37, 12_474_104.17]

export const planes: Record<PlaneCode, Plane> = {
  'EPSG:3857': { code: 'EPSG:3857', toPlane: toWebMercator, toWgs84: fromWebMercator, extent: square },
  'GCJ02:3857': {
    code: 'GCJ02:3857',
    toPlane: (lon, lat) => toWebMercator(...wgs84ToGcj02(lon, lat)),
    toWgs84: (x, y) => gcj02ToWgs84(...fromWebMercator(x, y)),
    extent: square,
  },
  'GOOGLE-CN:3857': {
    code: 'GOOGLE-CN:3857',
    toPlane: (lon, lat) => toWebMercator(...wgs84ToGoogleChina(lon, lat)),
    toWgs84: (x, y) => googleChinaToWgs84(...fromWebMercator(x, y)),
    extent: square,
  },
  'BD09:MC': {
    code: 'BD09:MC',
    toPlane: (lon, lat) => bd09ToMercator(...wgs84ToBd09(lon, lat)),
    toWgs84: (x, y) => bd09ToWgs84(...mercatorToBd09(x, y)),
    extent: baiduExtent,
  },
  'EPSG:3395': { code: 'EPSG:3395', toPlane: toWorldMercator, toWgs84: fromWorldMercator, extent: square },
}

let isRegistered = false

/** Makes the planes known to OpenLayers; once a page. */
export function registerPlanes(): void {
  if (isRegistered) return
  isRegistered = true
  for (const plane of Object.values(planes)) {
    if (plane.code === 'EPSG:3857') continue
    const projection = new Projection({
      code: plane.code,
      units: 'm',
      extent: plane.extent,
      global: true,
      // Without it the scale bar measures metres of the plane.
      getPointResolution: (resolution, [x, y]) =>
        resolution * Math.cos((plane.toWgs84(x!, y!)[1] * Math.PI) / 180),
    })
    addProjection(projection)
    const forward = ([lon, lat]: number[]) => plane.toPlane(lon!, lat!)
    const backward = ([x, y]: number[]) => plane.toWgs84(x!, y!)
    addCoordinateTransforms('EPSG:4326', projection, forward, backward)
    // OpenLayers does not chain transforms.
    addCoordinateTransforms(
      'EPSG:3857',
      projection,
      ([x, y]) => plane.toPlane(...fromWebMercator(x!, y!)),
      ([x, y]) => toWebMercator(...plane.toWgs84(x!, y!)),
    )
  }
}

export function projectionOf(plane: Plane): Projection {
  registerPlanes()
  return getProjection(plane.code)!
}

/** How wide the world is; beside it the map shows the next copy of it. */
export function worldWidthM({ extent }: Plane): number {
  return extent[2] - extent[0]
}

/** The copy of `x`, in this world or one beside it, that is nearest to another x. */
export function nearestCopy(x: number, to: number, worldM: number): number {
  return x + Math.round((to - x) / worldM) * worldM
}

/** A line through places: it goes on beyond the 180th meridian instead of back around the world. */
export function lineOnPlane(
  plane: Plane,
  places: readonly (readonly [lon: number, lat: number])[],
): PlanePoint[] {
  const worldM = worldWidthM(plane)
  let before: number | null = null
  return places.map(([lon, lat]) => {
    const [x, y] = plane.toPlane(lon, lat)
    before = before === null ? x : nearestCopy(x, before, worldM)
    return [before, y]
  })
}

/** Plane metres per ground metre at a place. */
export function planeScale(plane: Plane, lon: number, lat: number): number {
  if (plane.code === 'BD09:MC') {
    const [, south] = plane.toPlane(lon, lat - 0.005)
    const [, north] = plane.toPlane(lon, lat + 0.005)
    return (north - south) / (0.01 * 111_195)
  }
  return 1 / Math.cos((lat * Math.PI) / 180)
}
