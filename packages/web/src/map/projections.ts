import type { Place } from '@trackway/core/geo/area.ts'
import { bd09, gcj02, googleChina, type LonLat } from '@trackway/core/geo/datum.ts'
import {
  bd09ToMercator,
  fromWebMercator,
  fromWorldMercator,
  halfWorldM,
  mercatorToBd09,
  type ProjectedPoint,
  toWebMercator,
  toWorldMercator,
} from '@trackway/core/geo/mercator.ts'
import { addCoordinateTransforms, addProjection, get as getProjection } from 'ol/proj'
import Projection from 'ol/proj/Projection'

/**
 * A projection on which a base map is drawn. Positions are WGS-84 everywhere; a map layer converts them with the
 * projection of the base map shown, and the view takes that projection, so tiles are never warped.
 */
export interface MapProjection {
  code: ProjectionCode
  fromWgs84(lon: number, lat: number): ProjectedPoint
  toWgs84(x: number, y: number): LonLat
  extent: [number, number, number, number]
}

export type ProjectionCode = 'EPSG:3857' | 'GCJ02:3857' | 'GOOGLE-CN:3857' | 'BD09:MC' | 'EPSG:3395'

const square: MapProjection['extent'] = [-halfWorldM, -halfWorldM, halfWorldM, halfWorldM]
/** Baidu's world: 180° by its own scale, 74° north and south. */
export const baiduExtent: MapProjection['extent'] = [
  -20_037_726.37, -12_474_104.17, 20_037_726.37, 12_474_104.17,
]

export const projections: Record<ProjectionCode, MapProjection> = {
  'EPSG:3857': { code: 'EPSG:3857', fromWgs84: toWebMercator, toWgs84: fromWebMercator, extent: square },
  'GCJ02:3857': {
    code: 'GCJ02:3857',
    fromWgs84: (lon, lat) => toWebMercator(...gcj02.fromWgs84(lon, lat)),
    toWgs84: (x, y) => gcj02.toWgs84(...fromWebMercator(x, y)),
    extent: square,
  },
  'GOOGLE-CN:3857': {
    code: 'GOOGLE-CN:3857',
    fromWgs84: (lon, lat) => toWebMercator(...googleChina.fromWgs84(lon, lat)),
    toWgs84: (x, y) => googleChina.toWgs84(...fromWebMercator(x, y)),
    extent: square,
  },
  'BD09:MC': {
    code: 'BD09:MC',
    fromWgs84: (lon, lat) => bd09ToMercator(...bd09.fromWgs84(lon, lat)),
    toWgs84: (x, y) => bd09.toWgs84(...mercatorToBd09(x, y)),
    extent: baiduExtent,
  },
  'EPSG:3395': { code: 'EPSG:3395', fromWgs84: toWorldMercator, toWgs84: fromWorldMercator, extent: square },
}

let isRegistered = false

/** Makes the projections known to OpenLayers; once a page. */
export function registerProjections(): void {
  if (isRegistered) return
  isRegistered = true
  for (const projection of Object.values(projections)) {
    if (projection.code === 'EPSG:3857') continue
    const known = new Projection({
      code: projection.code,
      units: 'm',
      extent: projection.extent,
      global: true,
      // Without it the scale bar measures metres of the projection.
      getPointResolution: (resolution, [x, y]) =>
        resolution * Math.cos((projection.toWgs84(x!, y!)[1] * Math.PI) / 180),
    })
    addProjection(known)
    const forward = ([lon, lat]: number[]) => projection.fromWgs84(lon!, lat!)
    const backward = ([x, y]: number[]) => projection.toWgs84(x!, y!)
    addCoordinateTransforms('EPSG:4326', known, forward, backward)
    // OpenLayers does not chain transforms.
    addCoordinateTransforms(
      'EPSG:3857',
      known,
      ([x, y]) => projection.fromWgs84(...fromWebMercator(x!, y!)),
      ([x, y]) => toWebMercator(...projection.toWgs84(x!, y!)),
    )
  }
}

export function olProjection(projection: MapProjection): Projection {
  registerProjections()
  return getProjection(projection.code)!
}

/** How wide the world is; beside it the map shows the next copy of it. */
export function worldWidthM({ extent }: MapProjection): number {
  return extent[2] - extent[0]
}

/** The copy of `x`, in this world or one beside it, that is nearest to another x. */
export function nearestCopy(x: number, to: number, worldM: number): number {
  return x + Math.round((to - x) / worldM) * worldM
}

/** A line through places: it goes on beyond the 180th meridian instead of back around the world. */
export function lineOnProjection(projection: MapProjection, places: readonly Place[]): ProjectedPoint[] {
  const worldM = worldWidthM(projection)
  let before: number | null = null
  return places.map(({ lat, lon }) => {
    const [x, y] = projection.fromWgs84(lon, lat)
    before = before === null ? x : nearestCopy(x, before, worldM)
    return [before, y]
  })
}

/** Metres of the projection per ground metre at a place. */
export function projectionScale(projection: MapProjection, lon: number, lat: number): number {
  if (projection.code === 'BD09:MC') {
    const [, south] = projection.fromWgs84(lon, lat - 0.005)
    const [, north] = projection.fromWgs84(lon, lat + 0.005)
    return (north - south) / (0.01 * 111_195)
  }
  return 1 / Math.cos((lat * Math.PI) / 180)
}
