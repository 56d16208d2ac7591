import { wrapX } from 'ol/coordinate'
import { buffer, containsXY } from 'ol/extent'
import type Geometry from 'ol/geom/Geometry'
import type MapBrowserEvent from 'ol/MapBrowserEvent'

/**
 * Whether the pointer is on a line or surface, or so close to it. By geometry: when tested by pixels
 * (`forEachFeatureAtPixel`), OpenLayers measures for 150 ms how a canvas is read best, while the map is to move.
 * @param reach in units of the projection
 */
export function isNear(geometry: Geometry, { coordinate, map }: MapBrowserEvent, reach: number): boolean {
  const [x, y] = wrapX([...coordinate], map.getView().getProjection()) as [number, number]
  if (!containsXY(buffer(geometry.getExtent(), reach), x, y)) return false
  if (geometry.intersectsCoordinate([x, y])) return true
  const [nearX, nearY] = geometry.getClosestPoint([x, y]) as [number, number]
  return Math.hypot(nearX - x, nearY - y) <= reach
}
