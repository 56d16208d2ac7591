import type { FrameState } from 'ol/Map'
import { type Plane, planeScale } from '../planes.ts'
import type { PaintOrder } from './line-canvas.ts'
import type { PaintLook } from './paint-track.ts'
import type { PaintView } from './view-ways.ts'

/** Whoever can paint the line of a device; null where it is gone by now. */
export interface LinePainter {
  paint(order: PaintOrder): Promise<ImageBitmap | null>
}

/** Part of the map's size painted beyond each edge, so that a small move needs no new picture, */
const marginShare = 0.2
/** which is asked for when less than this is left of it. */
const leastMarginShare = 0.06

/**
 * The picture of one line, painted elsewhere and laid over the map. While the next one is being painted the
 * last one moves and stretches with the map, so dragging never waits for a line.
 */
export class LinePicture {
  readonly canvas = document.createElement('canvas')
  readonly #context = this.canvas.getContext('bitmaprenderer')!
  readonly #painter: LinePainter
  #look: PaintLook
  #shown: PaintOrder | null = null
  #frame: FrameState | null = null
  #plane: Plane
  #isStale = true
  #isPainting = false
  #isDisposed = false

  constructor(painter: LinePainter, plane: Plane, look: PaintLook) {
    this.#painter = painter
    this.#plane = plane
    this.#look = look
    this.canvas.style.cssText = 'position:absolute;left:0;top:0;transform-origin:0 0;pointer-events:none'
  }

  setLook(look: PaintLook): void {
    if (Object.entries(look).every(([name, value]) => this.#look[name as keyof PaintLook] === value)) return
    this.#look = look
    this.refresh()
  }

  setPlane(plane: Plane): void {
    this.#plane = plane
    this.#shown = null
    this.#isStale = true
    this.canvas.style.visibility = 'hidden'
  }

  /** The line has grown, or looks different: the picture is painted again where it is. */
  refresh(): void {
    this.#isStale = true
    this.#paintIfNeeded()
  }

  render(frame: FrameState): void {
    this.#frame = frame
    this.#lay()
    this.#paintIfNeeded()
  }

  dispose(): void {
    this.#isDisposed = true
  }

  #lay(): void {
    const shown = this.#shown
    if (!shown || !this.#frame) return
    const { resolution, west, north } = viewOf(this.#frame, this.#plane, 0)
    const scale = shown.view.resolution / resolution
    const left = (shown.view.west - west) / resolution
    const top = (north - shown.view.north) / resolution
    this.canvas.style.transform = `translate(${left}px, ${top}px) scale(${scale})`
  }

  async #paintIfNeeded(): Promise<void> {
    if (this.#isPainting || this.#isDisposed || !this.#frame) return
    if (!this.#isStale && this.#shown && isEnough(this.#shown.view, this.#frame, this.#plane)) return
    const view = viewOf(this.#frame, this.#plane, marginShare)
    const order = { plane: this.#plane.code, view, look: this.#look }
    this.#isPainting = true
    this.#isStale = false
    const bitmap = await this.#painter.paint(order)
    this.#isPainting = false
    if (!bitmap || this.#isDisposed) return
    if (this.#plane.code === order.plane) {
      this.#show(bitmap, order)
      this.#lay()
    } else bitmap.close()
    // The map has moved on meanwhile.
    void this.#paintIfNeeded()
  }

  #show(bitmap: ImageBitmap, order: PaintOrder): void {
    const { style } = this.canvas
    style.width = `${order.view.widthPx}px`
    style.height = `${order.view.heightPx}px`
    style.visibility = 'visible'
    this.#context.transferFromImageBitmap(bitmap)
    this.#shown = order
  }
}

/** What a frame of the map shows, in the world its centre lies in. */
function viewOf({ viewState, size }: FrameState, plane: Plane, margin: number): PaintView {
  const { resolution, center } = viewState
  const [worldWest, , worldEast] = plane.extent
  const world = worldEast - worldWest
  const x = center[0]! - Math.floor((center[0]! - worldWest) / world) * world
  const y = center[1]!
  const [width, height] = size as [number, number]
  const widthPx = Math.round(width * (1 + 2 * margin))
  const heightPx = Math.round(height * (1 + 2 * margin))
  const [lon, lat] = plane.toWgs84(x, y)
  return {
    west: x - (widthPx / 2) * resolution,
    north: y + (heightPx / 2) * resolution,
    resolution,
    groundM: resolution / planeScale(plane, lon, lat),
    widthPx,
    heightPx,
  }
}

/** Does a picture still do for a frame? */
function isEnough(shown: PaintView, frame: FrameState, plane: Plane): boolean {
  const { west, north, resolution, widthPx, heightPx } = viewOf(frame, plane, leastMarginShare)
  if (Math.abs(shown.resolution / resolution - 1) > 1e-6) return false
  return (
    west >= shown.west &&
    north <= shown.north &&
    west + widthPx * resolution <= shown.west + shown.widthPx * resolution &&
    north - heightPx * resolution >= shown.north - shown.heightPx * resolution
  )
}
