import type { Place } from '@trackway/core/geo/area.ts'
import Feature from 'ol/Feature'
import LineString from 'ol/geom/LineString'
import Stroke from 'ol/style/Stroke'
import Style from 'ol/style/Style'
import { lineOnProjection, type MapProjection } from '../projections.ts'

type DrawnStroke = readonly [color: string, widthPx: number]

/** A way through places, its strokes above each other: none where there is only one place. */
export function wayFeature(
  projection: MapProjection,
  places: readonly Place[],
  strokes: readonly DrawnStroke[],
): Feature[] {
  if (places.length < 2) return []
  const way = new Feature(new LineString(lineOnProjection(projection, places)))
  way.setStyle(
    strokes.map(
      ([color, width]) =>
        new Style({ stroke: new Stroke({ color, width, lineCap: 'round', lineJoin: 'round' }) }),
    ),
  )
  return [way]
}
