import type { Box, Place } from '@trackway/core/geo/area.ts'
import { getCenter, getHeight, getWidth } from 'ol/extent'
import type OlMap from 'ol/Map'
import { transformExtent } from 'ol/proj'
import View from 'ol/View'
import type { BaseMap } from '../base/base-maps.ts'
import { type MapProjection, olProjection, projectionScale, projections } from '../projections.ts'

/** Where one looks, whatever the base map: WGS-84 centre and metres of ground per pixel. */
export interface Camera {
  lon: number
  lat: number
  groundM: number
}

/** Centred on Beijing; from so high that the neighbours are seen too. */
const defaultCamera: Camera = { lon: 104.5, lat: 34.5, groundM: 9000 }

/** Where the user looked last: screens of one session share it. */
let last = defaultCamera

export function lastCamera(): Camera {
  return last
}

/** Has a map been shown in this page? */
export function hasSavedView(): boolean {
  return last !== defaultCamera
}

/** Where one looks now. */
export function cameraOf(view: View, projection: MapProjection): Camera {
  const [x, y] = view.getCenter() as [number, number]
  const [lon, lat] = projection.toWgs84(x, y)
  return { lon, lat, groundM: view.getResolution()! / projectionScale(projection, lon, lat) }
}

/** The same, which {@link lastCamera} returns from then on. */
export function readCamera(view: View, projection: MapProjection): Camera {
  last = cameraOf(view, projection)
  return last
}

export function createView(baseMap: BaseMap, camera: Camera, resolutions: number[] | undefined): View {
  const projection = projections[baseMap.projection]
  return new View({
    projection: olProjection(projection),
    center: projection.fromWgs84(camera.lon, camera.lat),
    resolution: camera.groundM * projectionScale(projection, camera.lon, camera.lat),
    ...(resolutions && { resolutions }),
    minZoom: baseMap.minZoom,
    maxZoom: baseMap.maxZoom,
    // Tiles of a raster map are only crisp at whole levels.
    constrainResolution: baseMap.kind !== 'offline',
    enableRotation: false,
  })
}

/** Zoom level of Web Mercator that shows the ground as large: one scale for all projections. */
export function commonZoom(view: View, projection: MapProjection): number {
  const { lat, groundM } = readCamera(view, projection)
  return Math.log2((156_543.034 * Math.cos((lat * Math.PI) / 180)) / groundM)
}

/**
 * Moves so that all of a WGS-84 box is seen; a map that is not laid out yet does so once it has a size.
 * `padding` is kept free at top, right, bottom, left.
 */
export function fitBox(
  map: OlMap,
  projection: MapProjection,
  { west, south, east, north }: Box,
  { padding = [60, 60, 60, 60], maxZoom = 15, duration = 400 } = {},
): void {
  const extent = transformExtent([west, south, east, north], 'EPSG:4326', olProjection(projection))
  const fit = () => map.getView().fit(extent, { padding, maxZoom, duration })
  if (map.getSize()) fit()
  else map.once('change:size', fit)
}

/** Shows so much of a box that it fills the whole map: what lies beside it is not in view. */
export function fillWithBox(map: OlMap, projection: MapProjection, box: Box, maxZoom: number): void {
  const extent = transformExtent(
    [box.west, box.south, box.east, box.north],
    'EPSG:4326',
    olProjection(projection),
  )
  const fill = () => {
    const view = map.getView()
    const [width, height] = map.getSize()!
    const resolution = Math.min(getWidth(extent) / width!, getHeight(extent) / height!)
    view.setCenter(getCenter(extent))
    view.setResolution(Math.max(resolution, view.getResolutionForZoom(maxZoom)))
  }
  if (map.getSize()) fill()
  else map.once('change:size', fill)
}

/** The box around places, of which there is at least one. */
export function boxAround(places: readonly Place[]): Box {
  const lats = places.map(({ lat }) => lat)
  const lons = places.map(({ lon }) => lon)
  return {
    south: Math.min(...lats),
    north: Math.max(...lats),
    west: Math.min(...lons),
    east: Math.max(...lons),
  }
}

/** Eases to a WGS-84 place; without a zoom the scale stays. */
export function easeTo(map: OlMap, projection: MapProjection, lon: number, lat: number, zoom?: number): void {
  map.getView().animate({
    center: projection.fromWgs84(lon, lat),
    ...(zoom !== undefined && { zoom }),
    duration: matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : 350,
  })
}
