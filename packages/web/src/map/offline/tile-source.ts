import RenderFeature from 'ol/render/Feature'
import VectorTileSource from 'ol/source/VectorTile'
import TileState from 'ol/TileState'
import { createXYZ } from 'ol/tilegrid'
import type VectorTile from 'ol/VectorTile'
import type { OfflineReply, OfflineRequest } from './worker-messages.ts'

/** Data ends here; higher zooms draw the same lines larger. */
const dataMaxZoom = 8

/** The offline map as a source of vector tiles, cut by a worker. Call `dispose` to end the worker. */
export function createOfflineSource(baseUrl: string, attributions: string): VectorTileSource<RenderFeature> {
  const worker = new Worker(new URL('./offline-worker.ts', import.meta.url), { type: 'module' })
  const waiting = new Map<number, VectorTile<RenderFeature>>()
  let lastId = 0

  const source = new OfflineTileSource(worker, {
    tileGrid: createXYZ({ maxZoom: dataMaxZoom, tileSize: 512 }),
    tileUrlFunction: ([z, x, y]) => `${z}/${x}/${y}`,
    tileLoadFunction: (tile, url) => {
      const [z, x, y] = url.split('/').map(Number)
      const id = ++lastId
      waiting.set(id, tile as VectorTile<RenderFeature>)
      worker.postMessage({ id, baseUrl, z: z!, x: x!, y: y! } satisfies OfflineRequest)
    },
    wrapX: true,
    attributions,
  })

  worker.onmessage = ({ data }: MessageEvent<OfflineReply>) => {
    if (data.type === 'finer') return source.refresh()
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
  return source
}

class OfflineTileSource extends VectorTileSource<RenderFeature> {
  readonly #worker: Worker

  constructor(worker: Worker, options: ConstructorParameters<typeof VectorTileSource<RenderFeature>>[0]) {
    super(options)
    this.#worker = worker
  }

  override disposeInternal(): void {
    this.#worker.terminate()
    super.disposeInternal()
  }
}
