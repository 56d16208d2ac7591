import RenderFeature from 'ol/render/Feature'
import VectorTileSource from 'ol/source/VectorTile'
import type { UrlFunction } from 'ol/Tile'
import TileState from 'ol/TileState'
import { createXYZ } from 'ol/tilegrid'
import type VectorTile from 'ol/VectorTile'
import type { OfflineReply, OfflineRequest } from './worker-messages.ts'

/** Data ends here; higher zooms draw the same lines larger. */
const dataMaxZoom = 8

/** The offline map as a source of vector tiles, cut by a worker that `end` ends. */
export function createOfflineSource(baseUrl: string, attributions: string) {
  const worker = new Worker(new URL('./offline-worker.ts', import.meta.url), { type: 'module' })
  const waiting = new Map<number, VectorTile<RenderFeature>>()
  let lastId = 0

  const source = new VectorTileSource<RenderFeature>({
    tileGrid: createXYZ({ maxZoom: dataMaxZoom, tileSize: 512 }),
    tileUrlFunction: addressOf('coarse'),
    tileLoadFunction: (tile, url) => {
      const [z, x, y] = url.split('/').slice(1).map(Number)
      const id = ++lastId
      waiting.set(id, tile as VectorTile<RenderFeature>)
      worker.postMessage({ id, baseUrl, z: z!, x: x!, y: y! } satisfies OfflineRequest)
    },
    wrapX: true,
    attributions,
  })

  worker.onmessage = ({ data }: MessageEvent<OfflineReply>) => {
    // Under a new name, so that the coarse tiles stay on the screen until the fine ones have come.
    if (data.type === 'finer') return source.setTileUrlFunction(addressOf('fine'), 'fine')
    const tile = waiting.get(data.id)
    waiting.delete(data.id)
    if (!tile) return
    if (data.type === 'failed') return tile.setState(TileState.ERROR)
    tile.setFeatures(
      data.features.map(
        ({ kind, type, coordinates, ends }) =>
          new RenderFeature(type, coordinates as unknown as number[], ends, 2, { kind }, undefined),
      ),
    )
  }
  const end = () => {
    source.dispose()
    worker.terminate()
  }
  return { source, end }
}

/** Names a tile; the worker decides by itself what it is cut from. */
function addressOf(detail: 'coarse' | 'fine'): UrlFunction {
  return ([z, x, y]) => `${detail}/${z}/${x}/${y}`
}
