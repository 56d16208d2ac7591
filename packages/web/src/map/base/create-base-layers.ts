import TileLayer from 'ol/layer/Tile'
import type { BaseLayers, MapLook } from '../base-layers.ts'
import { createOfflineLayers } from '../offline/offline-layers.ts'
import type { BaseMap, MapSettings } from './base-maps.ts'
import { baiduResolutions, tileSources } from './tile-sources.ts'
import { TileWatch } from './tile-watch.ts'

/** The layers of one base map. `onFailure` is called once if its tiles do not come. */
export function createBaseLayers(
  baseMap: BaseMap,
  settings: MapSettings,
  look: MapLook,
  onFailure: () => void,
): BaseLayers {
  if (baseMap.kind === 'offline') return createOfflineLayers(look, baseMap.attribution)
  const watch = new TileWatch(onFailure)
  const layers = tileSources(baseMap, settings.keys[baseMap.keyName ?? '']).map((source) => {
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
