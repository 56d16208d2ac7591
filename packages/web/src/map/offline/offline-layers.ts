import { toWebMercator } from '@trackway/core/geo/mercator.ts'
import type { Feature as GeoJsonFeature, MultiPolygon as GeoJsonMultiPolygon } from 'geojson'
import Collection from 'ol/Collection'
import Feature from 'ol/Feature'
import MultiPolygon from 'ol/geom/MultiPolygon'
import LayerGroup from 'ol/layer/Group'
import VectorLayer from 'ol/layer/Vector'
import VectorTileLayer from 'ol/layer/VectorTile'
import { transformExtent } from 'ol/proj'
import type RenderFeature from 'ol/render/Feature'
import VectorSource from 'ol/source/Vector'
import type VectorTileSource from 'ol/source/VectorTile'
import { Fill, Stroke, Style } from 'ol/style'
import { feature } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
import world from 'world-atlas/land-110m.json'
import { urlOf } from '../../base/web-paths.ts'
import type { BaseLayers, MapLook } from '../base-layers.ts'
import { StreetGroup } from '../streets/street-group.ts'
import { paintBackground } from './background.ts'
import { LabelLayer } from './label-layer.ts'
import { darkPalette, lightPalette, type Palette } from './palette.ts'
import { PlaceStore } from './places.ts'
import { createOfflineSource } from './tile-source.ts'
import { unwrapPolygons } from './unwrap.ts'
import type { TileKind } from './worker-messages.ts'

const assetUrl = urlOf('/offline-map/').href

/**
 * Metres a pixel of Web Mercator from which on land and water cannot be distinguished: the coasts of Natural Earth 1:10m are
 * right to about a kilometre, which would put the middle of Helsinki into the sea.
 */
const finestCoastM = 15

/** The base map that is always there: no key, no network. */
export function createOfflineLayers(look: MapLook, attribution: string): BaseLayers {
  let palette = paletteOf(look)
  let hasCoast = false
  const ground = (resolution: number) => (resolution < finestCoastM ? palette.land : palette.sea)
  const { source, end } = createOfflineSource(assetUrl, attribution)
  const land = new VectorTileLayer({
    source,
    className: 'tw-offline',
    renderMode: 'hybrid',
    declutter: false,
    style: landStyle(palette),
    zIndex: 0,
  })
  const labels = new LabelLayer(look, palette)
  const streets = new StreetGroup(look, (extents) => labels.setStreets(extents))
  const outline = new LayerGroup({ layers: [createOutline(palette)] })
  const store = new PlaceStore(assetUrl, look.language, {
    onPlaces: (found) => labels.addPlaces(found),
    onNames: () => labels.forget(),
  })
  void labels.addCountries(assetUrl).catch(() => {})

  onFirstTiles(source, () => {
    hasCoast = true
    land.setBackground(ground)
    outline.getLayers().clear()
  })
  land.on('postrender', (event) => {
    paintBackground(event, palette)
    const { viewState, extent } = event.frameState!
    const [west, south, east, north] = transformExtent(extent!, viewState.projection, 'EPSG:4326')
    store.cover(viewState.zoom, west!, south!, east!, north!)
  })

  return {
    layers: [outline, land, streets, labels],
    setLook(next) {
      palette = paletteOf(next)
      if (hasCoast) land.changed()
      else outline.setLayers(new Collection([createOutline(palette)]))
      store.setLanguage(next.language)
      land.setStyle(landStyle(palette))
      labels.setLook(next, palette)
      streets.setLook(next)
    },
    dispose() {
      land.dispose()
      labels.dispose()
      streets.dispose()
      end()
    },
  }
}

/** Calls back once when the first requested tiles have all arrived. */
function onFirstTiles(source: VectorTileSource, onArrived: () => void): void {
  let waiting = 0
  const started = () => {
    waiting++
  }
  const ended = () => {
    waiting--
    if (waiting > 0) return
    source.un('tileloadstart', started)
    source.un(['tileloadend', 'tileloaderror'], ended)
    onArrived()
  }
  source.on('tileloadstart', started)
  source.on(['tileloadend', 'tileloaderror'], ended)
}

function paletteOf(look: MapLook): Palette {
  return look.isDark ? darkPalette : lightPalette
}

const isOfWater: ReadonlySet<TileKind> = new Set(['land', 'lake', 'river', 'coast'])

function landStyle(palette: Palette): (feature: unknown, resolution: number) => Style | undefined {
  const line = (color: string, width: number, zIndex: number, lineDash?: number[]) =>
    new Style({ stroke: new Stroke({ color, width, ...(lineDash && { lineDash }) }), zIndex })
  const styles: Record<TileKind, Style> = {
    land: new Style({ fill: new Fill({ color: palette.land }), zIndex: 0 }),
    lake: new Style({
      fill: new Fill({ color: palette.lake }),
      stroke: new Stroke({ color: palette.coast, width: 0.6 }),
      zIndex: 1,
    }),
    river: line(palette.river, 1.2, 2),
    state: line(palette.state, 1, 3, [4, 3]),
    border: line(palette.border, 1.1, 4),
    coast: line(palette.coast, 0.9, 5),
  }
  return (feature, resolution) => {
    const kind: TileKind = (feature as RenderFeature).get('kind')
    // Rivers of the whole world would be a net over the continents.
    if (kind === 'river' && resolution > 12_000) return undefined
    if (resolution < finestCoastM && isOfWater.has(kind)) return undefined
    return styles[kind]
  }
}

/** The projection ends here. */
const mostLat = 85.05
/** Closer, this coast is far from where it is. */
const outlineMaxZoom = 7.5

/** Land and sea in the first frame: a coarse outline that comes with the map, until there are tiles. */
function createOutline(palette: Palette): VectorLayer {
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
