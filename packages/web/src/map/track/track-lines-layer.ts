import Layer from 'ol/layer/Layer'
import type { FrameState } from 'ol/Map'
import type { Plane } from '../planes.ts'
import { type LinePainter, LinePicture } from './line-picture.ts'
import type { PaintLook } from './paint-track.ts'

export interface TrackLine {
  painter: LinePainter
  look: PaintLook
}

/** The lines of a replay, one picture each; the last one lies on top. */
export class TrackLinesLayer extends Layer {
  readonly #element = document.createElement('div')
  readonly #pictures = new Map<LinePainter, LinePicture>()
  #plane: Plane

  constructor(plane: Plane) {
    super({ zIndex: 10 })
    this.#plane = plane
    this.#element.className = 'track-lines'
    this.#element.style.cssText = 'position:absolute;inset:0;overflow:hidden;pointer-events:none'
  }

  override getSourceState() {
    return 'ready' as const
  }

  setPlane(plane: Plane): void {
    if (plane === this.#plane) return
    this.#plane = plane
    for (const picture of this.#pictures.values()) picture.setPlane(plane)
    this.changed()
  }

  setLines(lines: readonly TrackLine[]): void {
    const painters = new Set(lines.map(({ painter }) => painter))
    for (const [painter, picture] of this.#pictures) {
      if (painters.has(painter)) continue
      picture.dispose()
      this.#pictures.delete(painter)
    }
    for (const { painter, look } of lines) {
      const known = this.#pictures.get(painter)
      if (known) known.setLook(look)
      else this.#pictures.set(painter, new LinePicture(painter, this.#plane, look))
    }
    this.#element.replaceChildren(...lines.map(({ painter }) => this.#pictures.get(painter)!.canvas))
    this.changed()
  }

  /** More of a line has arrived. */
  refresh(painter: LinePainter): void {
    this.#pictures.get(painter)?.refresh()
  }

  override render(frame: FrameState): HTMLElement {
    for (const picture of this.#pictures.values()) picture.render(frame)
    return this.#element
  }

  override disposeInternal(): void {
    for (const picture of this.#pictures.values()) picture.dispose()
    super.disposeInternal()
  }
}
