import TileLayer from 'ol/layer/Tile'
import Google from 'ol/source/Google'
import TileImage from 'ol/source/TileImage'
import XYZ from 'ol/source/XYZ'
import TileGrid from 'ol/tilegrid/TileGrid'
import type { BaseLayers, MapLook } from '../base-layers.ts'
import { createOfflineLayers } from '../offline/offline-layers.ts'
import { baiduExtent, olProjection, projections } from '../projections.ts'
import { type BaseMap, baiduNumber, type MapSettings, tileUrl } from './base-maps.ts'
import { TileWatch } from './tile-watch.ts'

/** Baidu's level 18 shows one metre of its projection per pixel. */
const baiduResolutions = Array.from({ length: 20 }, (_, z) => 2 ** (18 - z))

/** The layers of one base map. `onFailure` is called once if its tiles do not come. */
export function createBaseLayers(
  baseMap: BaseMap,
  settings: MapSettings,
  look: MapLook,
  onFailure: () => void,
): BaseLayers {
  if (baseMap.kind === 'offline') return createOfflineLayers(look, baseMap.attribution)
  const watch = new TileWatch(onFailure)
  const sources = sourcesOf(baseMap, settings)
  const layers = sources.map((source) => {
    watch.add(source)
    // Sources share this class name, so they share one canvas, which the style sheet darkens.
    return new TileLayer({ source, className: 'tw-tiles', preload: 1 })
  })
  return {
    layers,
    ...(baseMap.kind === 'baidu-grid' && { resolutions: baiduResolutions }),
    setLook: () => {},
    dispose: () => {
      watch.stop()
      for (const layer of layers) layer.dispose()
    },
  }
}

function sourcesOf(baseMap: BaseMap, settings: MapSettings): TileImage[] {
  const projection = olProjection(projections[baseMap.projection])
  const key = baseMap.keyName ? settings.keys[baseMap.keyName] : undefined
  const { minZoom, maxZoom, attribution: attributions } = baseMap
  if (baseMap.kind === 'google-tiles') return [new GoogleSource(baseMap, key ?? '')]
  if (baseMap.kind === 'baidu-grid') {
    const tileGrid = new TileGrid({
      origin: [0, 0],
      resolutions: baiduResolutions,
      extent: baiduExtent,
      minZoom,
    })
    return baseMap.layers.map(
      (layer) =>
        new TileImage({
          projection,
          attributions,
          tileGrid,
          // The width of Baidu's world is not a whole number of tiles.
          wrapX: false,
          // Its rows grow northwards.
          tileUrlFunction: ([z, x, y]) => tileUrl(layer, [x!, -y! - 1, z!], key, baiduNumber),
        }),
    )
  }
  return baseMap.layers.map(
    (layer) =>
      new XYZ({
        projection,
        attributions,
        minZoom,
        maxZoom,
        tileUrlFunction: ([z, x, y]) => tileUrl(layer, [x!, y!, z!], key),
      }),
  )
}

/** Google's official tiles, drawn on the projection they are really in. */
class GoogleSource extends Google {
  constructor(baseMap: BaseMap, key: string) {
    const isSatellite = baseMap.id === 'googleSatellite'
    super({
      key,
      mapType: isSatellite ? 'satellite' : 'roadmap',
      scale: 'scaleFactor2x',
      highDpi: true,
      ...(isSatellite && { layerTypes: ['layerRoadmap'] }),
      fetchSessionToken: patientFetch,
    })
    this.projection = olProjection(projections[baseMap.projection])
  }
}

/** Without network the source would reject unhandled and stay loading for ever. */
async function patientFetch(url: string, config: RequestInit): Promise<Response> {
  try {
    return await fetch(url, config)
  } catch {
    return new Response('{"error":{"message":"no network"}}', { status: 503 })
  }
}
