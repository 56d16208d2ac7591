import Layer from 'ol/layer/Layer'
import type { FrameState } from 'ol/Map'
import { type MapProjection, projectionScale } from '../projections.ts'
import type { PaintOrder } from './line-canvas.ts'
import type { PaintLook } from './paint-track.ts'
import type { PaintView } from './view-ways.ts'

/** Whoever can paint the line of a device; null where it is gone by now. */
export interface LinePainter {
  paint(order: PaintOrder): Promise<ImageBitmap | null>
}

export interface TrackLine {
  painter: LinePainter
  look: PaintLook
}

/** A line as it was painted last. */
interface Painted {
  bitmap: ImageBitmap
  view: PaintView
  look: PaintLook
}

const mostStretch = 5
/** While days arrive, lines are painted anew at most this often. */
const leastGrowthMs = 1_500
/** And only after this many times the duration of the last painting, so that most time is left for reading. */
const growthShare = 5
/** Part of the map's size painted beyond each edge, so that a small move needs no new picture. */
const marginShare = 0.2
/** A new picture is painted when less than this is left of that margin. */
const leastMarginShare = 0.06

/**
 * The lines of a replay as a layer of the map: one picture of all of them, painted elsewhere. While the next one is
 * being painted the last one moves and stretches with the map, so dragging never waits for a line. All lines end up
 * on one canvas: five large ones over each other would be blended anew in every frame in which a vehicle moves.
 */
export class TrackLinesLayer extends Layer {
  readonly canvas = document.createElement('canvas')
  readonly #context = this.canvas.getContext('2d')!
  readonly #element = document.createElement('div')
  #lines: readonly TrackLine[] = []
  #projection: MapProjection
  #painted = new Map<LinePainter, Painted>()
  /** Lines that have grown since they were painted. */
  #grown = new Set<LinePainter>()
  #shown: PaintView | null = null
  #frame: FrameState | null = null
  #isStale = false
  #paintedAtMs = Number.NEGATIVE_INFINITY
  #paintMs = 0
  #growth: ReturnType<typeof setTimeout> | undefined
  #isPainting = false

  constructor(projection: MapProjection) {
    super({ zIndex: 10 })
    this.#projection = projection
    this.canvas.style.cssText = 'position:absolute;left:0;top:0;transform-origin:0 0'
    this.#element.className = 'track-lines'
    this.#element.style.cssText = 'position:absolute;inset:0;overflow:hidden;pointer-events:none'
    this.#element.append(this.canvas)
  }

  override getSourceState() {
    return 'ready' as const
  }

  /** @param lines from back to front */
  setLines(lines: readonly TrackLine[]): void {
    this.#lines = lines
    for (const painter of this.#painted.keys()) {
      if (!lines.some((line) => line.painter === painter)) this.#forget(painter)
    }
    this.#isStale = true
    void this.#paintIfNeeded()
  }

  setProjection(projection: MapProjection): void {
    if (projection === this.#projection) return
    this.#projection = projection
    for (const painter of this.#painted.keys()) this.#forget(painter)
    this.#shown = null
    this.#isStale = true
    this.canvas.style.visibility = 'hidden'
    this.changed()
  }

  /** More of a line has arrived. */
  refresh(painter: LinePainter): void {
    this.#grown.add(painter)
    const waitMs = this.#shown
      ? this.#paintedAtMs + Math.max(leastGrowthMs, growthShare * this.#paintMs) - performance.now()
      : 0
    this.#growth ??= setTimeout(() => {
      this.#growth = undefined
      this.#isStale = true
      void this.#paintIfNeeded()
    }, waitMs)
  }

  override render(frame: FrameState): HTMLElement {
    this.#frame = frame
    this.#lay()
    void this.#paintIfNeeded()
    return this.#element
  }

  override disposeInternal(): void {
    clearTimeout(this.#growth)
    for (const painter of this.#painted.keys()) this.#forget(painter)
    super.disposeInternal()
  }

  #forget(painter: LinePainter): void {
    this.#painted.get(painter)?.bitmap.close()
    this.#painted.delete(painter)
  }

  /** Puts the picture where its part of the projection is now. */
  #lay(): void {
    const shown = this.#shown
    if (!shown || !this.#frame) return
    const { resolution, west, north } = viewOf(this.#frame, this.#projection, 0)
    const scale = shown.resolution / resolution
    const left = (shown.west - west) / resolution
    const top = (north - shown.north) / resolution
    // Stretched further than this it shows blots instead of lines.
    const isReadable = scale < mostStretch && scale > 1 / mostStretch
    this.canvas.style.visibility = isReadable ? 'visible' : 'hidden'
    this.canvas.style.transform = `translate(${left}px, ${top}px) scale(${scale})`
  }

  async #paintIfNeeded(): Promise<void> {
    if (this.#isPainting || this.disposed || !this.#frame) return
    const isEnough = this.#shown !== null && covers(this.#shown, this.#frame, this.#projection)
    if (isEnough && !this.#isStale) return
    // What has merely grown is painted where the picture is.
    const view = isEnough ? this.#shown! : viewOf(this.#frame, this.#projection, marginShare)
    const projection = this.#projection
    const lines = this.#lines
    const begin = performance.now()
    this.#isPainting = true
    this.#isStale = false
    await Promise.all(lines.map((line) => this.#paintLine(line, projection, view)))
    this.#isPainting = false
    this.#paintMs = performance.now() - begin
    if (this.disposed) return
    if (projection === this.#projection) this.#show(lines, view)
    // The map has moved on meanwhile, or more has arrived. Where no painter had anything, as when all have just been
    // stopped, painting again at once would never end.
    if (this.#isStale || this.#shown !== null) void this.#paintIfNeeded()
  }

  async #paintLine({ painter, look }: TrackLine, projection: MapProjection, view: PaintView): Promise<void> {
    const last = this.#painted.get(painter)
    const isGrown = this.#grown.delete(painter)
    if (!isGrown && last?.view === view && isSame(last.look, look)) return
    const bitmap = await painter.paint({ projection: projection.code, view, look })
    if (!bitmap) return
    const isCurrent = projection === this.#projection && !this.disposed
    if (!isCurrent || !this.#lines.some((line) => line.painter === painter)) return bitmap.close()
    this.#forget(painter)
    this.#painted.set(painter, { bitmap, view, look })
  }

  #show(lines: readonly TrackLine[], view: PaintView): void {
    const painted = lines
      .map(({ painter }) => this.#painted.get(painter))
      .filter((line): line is Painted => line?.view === view)
    const [first] = painted
    const { style } = this.canvas
    this.#shown = first ? view : null
    if (!first) {
      style.visibility = 'hidden'
      return
    }
    const { width, height } = first.bitmap
    // Setting the size wipes what was shown before, but takes new memory.
    if (this.canvas.width === width && this.canvas.height === height)
      this.#context.clearRect(0, 0, width, height)
    else Object.assign(this.canvas, { width, height })
    this.#paintedAtMs = performance.now()
    for (const { bitmap } of painted) this.#context.drawImage(bitmap, 0, 0)
    style.width = `${view.widthPx}px`
    style.height = `${view.heightPx}px`
    this.#lay()
  }
}

function isSame(a: PaintLook, b: PaintLook): boolean {
  return Object.entries(a).every(([name, value]) => b[name as keyof PaintLook] === value)
}

/** What a frame of the map shows, in the world its centre lies in. */
function viewOf({ viewState, size }: FrameState, projection: MapProjection, margin: number): PaintView {
  const { resolution, center } = viewState
  const [worldWest, , worldEast] = projection.extent
  const world = worldEast - worldWest
  const x = center[0]! - Math.floor((center[0]! - worldWest) / world) * world
  const y = center[1]!
  const [width, height] = size as [number, number]
  const widthPx = Math.round(width * (1 + 2 * margin))
  const heightPx = Math.round(height * (1 + 2 * margin))
  const [lon, lat] = projection.toWgs84(x, y)
  return {
    west: x - (widthPx / 2) * resolution,
    north: y + (heightPx / 2) * resolution,
    resolution,
    groundM: resolution / projectionScale(projection, lon, lat),
    widthPx,
    heightPx,
  }
}

/** Does a picture still do for a frame? */
function covers(shown: PaintView, frame: FrameState, projection: MapProjection): boolean {
  const { west, north, resolution, widthPx, heightPx } = viewOf(frame, projection, leastMarginShare)
  if (Math.abs(shown.resolution / resolution - 1) > 1e-6) return false
  return (
    west >= shown.west &&
    north <= shown.north &&
    west + widthPx * resolution <= shown.west + shown.widthPx * resolution &&
    north - heightPx * resolution >= shown.north - shown.heightPx * resolution
  )
}
