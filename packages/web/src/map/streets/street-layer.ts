import VectorTileLayer from 'ol/layer/VectorTile'
import type RenderFeature from 'ol/render/Feature'
import VectorTileSource from 'ol/source/VectorTile'
import TileState from 'ol/TileState'
import { createXYZ } from 'ol/tilegrid'
import type VectorTile from 'ol/VectorTile'
import type { MapLook } from '../base-layers.ts'
import { nameOfRoadAt } from './road-at.ts'
import type { StreetFile } from './street-files.ts'
import { StreetStyle } from './street-style.ts'
import { readJoined, StreetTiles, type TileAt, thingOf } from './street-tiles.ts'

/** Motorways of a whole continent say nothing at a smaller scale. */
const fromZoom = 7
const widestPx = 20

/** The streets of all installed files, over the built-in world and under everything that moves. */
export class StreetLayer extends VectorTileLayer {
  readonly #style: StreetStyle

  constructor(files: readonly StreetFile[], look: MapLook) {
    const style = new StreetStyle(look)
    super({
      source: sourceOf(files),
      className: 'tw-streets',
      renderMode: 'hybrid',
      declutter: 'names',
      minZoom: fromZoom,
      zIndex: 5,
      style: (feature, resolution) => style.of(thingOf(feature as RenderFeature), resolution),
    })
    this.#style = style
    // Fonts that are still on their way would leave the labels in another one.
    void document.fonts.ready.then(() => {
      style.forget()
      this.changed()
    })
  }

  setLook(look: MapLook): void {
    this.#style.setLook(look)
    this.changed()
  }

  /** The name of the road at a place of the map, '' where none is within reach. */
  roadNameAt([x, y]: [number, number], how: Parameters<typeof nameOfRoadAt>[2]): string {
    // The middle of a wide road is farther away than its edge.
    const reachM = how.reachM + widestPx * how.pixelM
    const around = this.getFeaturesInExtent([x - reachM, y - reachM, x + reachM, y + reachM])
    return nameOfRoadAt(around as RenderFeature[], [x, y], how)
  }
}

function sourceOf(files: readonly StreetFile[]): VectorTileSource {
  const tiles = files.toSorted((a, b) => b.maxZoom - a.maxZoom).map((file) => new StreetTiles(file))
  return new VectorTileSource({
    tileGrid: createXYZ({
      minZoom: Math.min(...files.map(({ minZoom }) => minZoom)),
      maxZoom: Math.max(...files.map(({ maxZoom }) => maxZoom)),
      tileSize: 512,
    }),
    attributions: [...new Set(files.map(({ attribution }) => attribution))],
    tileUrlFunction: ([z, x, y]) => `${z}/${x}/${y}`,
    tileLoadFunction: async (tile, url) => {
      const vectorTile = tile as VectorTile<RenderFeature>
      try {
        vectorTile.setFeatures(await readJoined(tiles, url.split('/').map(Number) as unknown as TileAt))
      } catch {
        vectorTile.setState(TileState.ERROR)
      }
    },
  })
}
