import { toWebMercator } from '@trackway/core/geo/mercator.ts'
import type { Feature as GeoJsonFeature, MultiPolygon as GeoJsonMultiPolygon } from 'geojson'
import Feature from 'ol/Feature'
import MultiPolygon from 'ol/geom/MultiPolygon'
import VectorLayer from 'ol/layer/Vector'
import VectorSource from 'ol/source/Vector'
import { Fill, Stroke, Style } from 'ol/style'
import { feature } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
import world from 'world-atlas/land-110m.json'
import type { Palette } from './palette.ts'
import { unwrapPolygons } from './unwrap.ts'

/** The projection ends here. */
const mostLat = 85.05
/** Closer, this coast is far from where it is. */
export const outlineMaxZoom = 7.5

/** Land and sea in the first frame: a coarse outline that comes with the map, until there are tiles. */
export function createOutline(palette: Palette): VectorLayer {
  const topology = world as unknown as Topology
  const land = feature(topology, topology.objects.land as GeometryCollection)
    .features[0] as GeoJsonFeature<GeoJsonMultiPolygon>
  const coordinates = unwrapPolygons(land.geometry).coordinates.map((rings) =>
    rings.map((ring) => ring.map(([lon, lat]) => toWebMercator(lon!, Math.max(-mostLat, lat!)))),
  )
  return new VectorLayer({
    source: new VectorSource({ features: [new Feature(new MultiPolygon(coordinates))] }),
    background: palette.sea,
    className: 'tw-outline',
    maxZoom: outlineMaxZoom,
    style: new Style({
      fill: new Fill({ color: palette.land }),
      stroke: new Stroke({ color: palette.coast, width: 0.9 }),
    }),
    zIndex: -1,
  })
}
