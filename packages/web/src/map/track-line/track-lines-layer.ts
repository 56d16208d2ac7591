import Layer from 'ol/layer/Layer'
import type { FrameState } from 'ol/Map'
import type { MapProjection } from '../projections.ts'
import { type LinePainter, LinePicture, type TrackLine } from './line-picture.ts'

/** The lines of a replay as a layer of the map. */
export class TrackLinesLayer extends Layer {
  readonly #element = document.createElement('div')
  readonly #picture: LinePicture
  #projection: MapProjection

  constructor(projection: MapProjection) {
    super({ zIndex: 10 })
    this.#projection = projection
    this.#picture = new LinePicture(projection)
    this.#element.className = 'track-lines'
    this.#element.style.cssText = 'position:absolute;inset:0;overflow:hidden;pointer-events:none'
    this.#element.append(this.#picture.canvas)
  }

  override getSourceState() {
    return 'ready' as const
  }

  setProjection(projection: MapProjection): void {
    if (projection === this.#projection) return
    this.#projection = projection
    this.#picture.setProjection(projection)
    this.changed()
  }

  /** @param lines from back to front */
  setLines(lines: readonly TrackLine[]): void {
    this.#picture.setLines(lines)
  }

  /** More of a line has arrived. */
  refresh(painter: LinePainter): void {
    this.#picture.refresh(painter)
  }

  override render(frame: FrameState): HTMLElement {
    this.#picture.render(frame)
    return this.#element
  }

  override disposeInternal(): void {
    this.#picture.dispose()
    super.disposeInternal()
  }
}
