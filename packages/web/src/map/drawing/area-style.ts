import type { FenceArea } from '@trackway/core/geo/area.ts'
import type Geometry from 'ol/geom/Geometry'
import LineString from 'ol/geom/LineString'
import Point from 'ol/geom/Point'
import Polygon from 'ol/geom/Polygon'
import Circle from 'ol/style/Circle'
import Fill from 'ol/style/Fill'
import RegularShape from 'ol/style/RegularShape'
import Stroke from 'ol/style/Stroke'
import Style, { type StyleFunction } from 'ol/style/Style'
import { lineOnProjection, type MapProjection, projectionScale } from '../projections.ts'
import { inParts, outlineOf } from './area-handles.ts'

/** How areas look: in a colour of their own or the accent colour, or red where one cannot be used. */
export interface AreaLook {
  isDark: boolean
  isFaulty: boolean
  /** `#rrggbb` */
  colour?: string | undefined
  /** It counts for nothing at present: dashed and faint. */
  isOff?: boolean
  /** It is the one that is meant. */
  isChosen?: boolean
}

function colourOf({ isDark, isFaulty, colour }: AreaLook): string {
  if (isFaulty) return isDark ? '242,113,108' : '208,49,45'
  if (colour) return [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16)).join()
  return isDark ? '106,205,213' : '11,110,120'
}

export function areaStyle(look: AreaLook): Style {
  const colour = colourOf(look)
  return new Style({
    stroke: outlineStroke(look),
    fill: new Fill({ color: `rgba(${colour},${opacityOf(look)})` }),
    image: handleImage(look, 5),
  })
}

/** A corridor: as wide as it is on the ground, with its middle as a line. */
export function corridorStyle(look: AreaLook, widthM: number, projection: MapProjection): StyleFunction {
  const colour = colourOf(look)
  const middle = new Style({ stroke: outlineStroke(look), image: handleImage(look, 5), zIndex: 1 })
  return (feature, resolution) => {
    const width = widthOnMap(widthM, feature.getGeometry() as Geometry, projection) / resolution
    const stroke = new Stroke({ color: `rgba(${colour},${opacityOf(look) + 0.06})`, width })
    return [new Style({ stroke }), middle]
  }
}

/** How far a corridor reaches to each side of its line, in units of the projection; 0 of other areas. */
export function halfWidth(area: FenceArea, geometry: Geometry, projection: MapProjection): number {
  return area.shape === 'corridor' ? widthOnMap(area.widthM, geometry, projection) / 2 : 0
}

function widthOnMap(widthM: number, geometry: Geometry, projection: MapProjection): number {
  const [west, south, east, north] = geometry.getExtent() as [number, number, number, number]
  const [lon, lat] = projection.toWgs84((west + east) / 2, (south + north) / 2)
  return widthM * projectionScale(projection, lon, lat)
}

/** An area as the map draws it: its surface, or the line in the middle of a corridor. */
export function geometryOf(area: FenceArea, projection: MapProjection): Polygon | LineString {
  const places = area.shape === 'corridor' ? inParts(area.line) : outlineOf(area)
  const line = lineOnProjection(projection, places)
  return area.shape === 'corridor' ? new LineString(line) : new Polygon([line])
}

export function styleOfArea(area: FenceArea, look: AreaLook, projection: MapProjection) {
  return area.shape === 'corridor' ? corridorStyle(look, area.widthM, projection) : areaStyle(look)
}

/** Seen from so far that it is smaller than this, an area is a dot. */
export const dotBelowPx = 10

/** The same, or where it would hardly be seen a dot in its middle. */
export function styleFromAfar(area: FenceArea, look: AreaLook, projection: MapProjection): StyleFunction {
  const near = styleOfArea(area, look, projection)
  const colour = colourOf(look)
  const image = new Circle({
    radius: look.isChosen ? 7 : 5,
    fill: new Fill({ color: `rgba(${colour},${look.isOff ? 0.3 : 0.9})` }),
    stroke: new Stroke({ color: look.isDark ? '#10222b' : '#fff', width: 1.5 }),
  })
  return (feature, resolution) => {
    const [west, south, east, north] = (feature.getGeometry() as Geometry).getExtent() as [
      number,
      number,
      number,
      number,
    ]
    if (Math.max(east - west, north - south) / resolution >= dotBelowPx)
      return near instanceof Style ? near : near(feature, resolution)
    return new Style({ image, geometry: new Point([(west + east) / 2, (south + north) / 2]) })
  }
}

/** A corner; one that is chosen is filled. */
export function handleStyle(look: AreaLook): Style {
  return new Style({ image: handleImage(look, 7), zIndex: 3 })
}

/** Where a corner can be drawn out of an edge. */
export function middleStyle(look: AreaLook): Style {
  return new Style({ image: handleImage({ ...look, isChosen: false }, 4), zIndex: 2 })
}

/** Where the whole is taken to be moved. */
export function gripStyle(look: AreaLook): Style {
  return new Style({
    zIndex: 2,
    image: new RegularShape({ points: 4, radius: 9, ...handleColours({ ...look, isChosen: false }) }),
  })
}

function opacityOf({ isOff, isChosen }: AreaLook): number {
  return isOff ? 0.05 : isChosen ? 0.24 : 0.14
}

function outlineStroke(look: AreaLook): Stroke {
  const { isOff, isChosen } = look
  return new Stroke({
    color: `rgb(${colourOf(look)})`,
    width: isChosen ? 3 : 2,
    ...(isOff && { lineDash: [6, 6] }),
  })
}

function handleImage(look: AreaLook, radius: number): Circle {
  return new Circle({ radius, ...handleColours(look) })
}

function handleColours(look: AreaLook) {
  const colour = `rgb(${colourOf(look)})`
  const ground = look.isDark ? '#10222b' : '#fff'
  return {
    fill: new Fill({ color: look.isChosen ? colour : ground }),
    stroke: new Stroke({ color: look.isChosen ? ground : colour, width: 2.5 }),
  }
}
