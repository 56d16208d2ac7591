import { toWebMercator } from '@trackway/core/geo/mercator.ts'
import type { Extent } from 'ol/extent'
import LayerGroup from 'ol/layer/Group'
import type OlMap from 'ol/Map'
import type { MapLook } from '../base-layers.ts'
import type { StreetFile } from './street-files.ts'
import { useStreetFiles } from './street-files.ts'
import type { StreetLayer } from './street-layer.ts'

/**
 * The streets of whatever files are installed, at any time: what draws them is fetched once there is one, so
 * that a map without streets costs nothing.
 */
export class StreetGroup extends LayerGroup {
  #look: MapLook
  #files: readonly StreetFile[] = []
  readonly #unsubscribe: () => void
  readonly #onExtents: (extents: Extent[]) => void

  /** @param onExtents called with the extents that have streets, in metres of Web Mercator */
  constructor(look: MapLook, onExtents: (extents: Extent[]) => void) {
    super()
    this.#look = look
    this.#onExtents = onExtents
    this.#unsubscribe = useStreetFiles.subscribe(({ files }) => void this.#show(files ?? []))
    void this.#show(useStreetFiles.getState().files ?? [])
  }

  get street(): StreetLayer | undefined {
    return this.getLayers().item(0) as StreetLayer | undefined
  }

  setLook(look: MapLook): void {
    this.#look = look
    this.street?.setLook(look)
  }

  async #show(files: readonly StreetFile[]): Promise<void> {
    if (files === this.#files) return
    this.#files = files
    const { StreetLayer } = files.length > 0 ? await import('./street-layer.ts') : { StreetLayer: null }
    // Others may have come in the meantime.
    if (files !== this.#files) return
    this.#clear()
    if (StreetLayer) this.getLayers().push(new StreetLayer(files, this.#look))
    this.#onExtents(
      files.map(({ bounds: [west, south, east, north] }) => [
        ...toWebMercator(west, south),
        ...toWebMercator(east, north),
      ]),
    )
  }

  #clear(): void {
    const before = this.street
    this.getLayers().clear()
    // OpenLayers requests the tiles of its last frame in a later task, and fails on a layer that is gone.
    if (before) setTimeout(() => before.dispose(), 1000)
  }

  override disposeInternal(): void {
    this.#unsubscribe()
    this.#files = []
    this.#clear()
    super.disposeInternal()
  }
}

/** The streets that a map shows, if it does. */
export function streetLayerOf(map: OlMap): StreetLayer | undefined {
  for (const layer of map.getLayers().getArray()) {
    if (layer instanceof StreetGroup) return layer.street
  }
  return undefined
}
