import Layer from 'ol/layer/Layer'
import type { FrameState } from 'ol/Map'
import type { MapProjection } from '../projections.ts'
import { ClusterMarks } from './cluster-mark.ts'
import { type Cluster, clusterFleet } from './clusters.ts'
import type { Fleet } from './fleet.ts'
import { type DrawnCluster, FleetPainter } from './fleet-painter.ts'
import { HitIndex, TakenCells } from './hit-index.ts'
import { LabelCache } from './labels.ts'
import { drawAtlas, type SpriteAtlas } from './sprites.ts'

export interface FleetLayerOptions {
  fleet: Fleet
  fontFamily: string
  /** The shown place of the followed device, once a frame while it moves. */
  onFollow: (x: number, y: number) => void
  /** There is room for the names of these rows, but they are not known. */
  onUnnamed: (rows: number[]) => void
}

export interface FleetLook {
  isDark: boolean
  isClustered: boolean
  /** The row of the device whose card is open. */
  selected: number | null
  /** The row of the device that is kept in the centre. */
  followed: number | null
}

/** More than this many in view are always clustered: nobody reads more, and the frame stays cheap. */
const mostSingles = 300
/** From this zoom of the projection on, so few in view are always shown one by one. */
const singlesFromZoom = 9.5
const fewSingles = 120
const labelsFromZoom = 12
const labelsBelow = 80
/** Clusters follow the devices this often; they need not glide. */
const clusterEveryMs = 500
/** Less than this of a movement nobody sees; so long at most is nothing painted while something glides. */
const visiblePx = 0.5
const longestStillMs = 250
const turnFrameMs = 50
const frameMs = 17
/** With more drawn than this, gliding is shown in fewer frames. */
const manyDrawn = 1500
const slowFrameMs = 66

/**
 * Draws the fleet on a canvas of its own. Gliding repaints this canvas only: the map
 * below it is not rendered again unless it moves. When nothing visible moves, no frame is drawn.
 */
export class FleetLayer extends Layer {
  readonly #fleet: Fleet
  readonly #options: FleetLayerOptions
  readonly #canvas = document.createElement('canvas')
  readonly #drawn = new HitIndex()
  readonly #taken = new TakenCells()
  readonly #reducedMotion = matchMedia('(prefers-reduced-motion: reduce)')
  #atlas: SpriteAtlas | null = null
  #labels: LabelCache | null = null
  #clusterMarks: ClusterMarks | null = null
  #frame: FrameState | null = null
  #animation = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  #lastPaintMs = 0
  #clusters: Cluster[] = []
  #clusterLevel = Number.NaN
  #clusterVersion = -1
  #clusterExtent: [number, number, number, number] = [0, 0, 0, 0]
  #clusterTime = 0
  #drawnClusters: DrawnCluster[] = []
  #inView = new Int32Array(1024)
  #look: FleetLook = { isDark: false, isClustered: true, selected: null, followed: null }
  #hovered: number | null = null
  /** The result of `#seenNow` when it was painted last. */
  #seen = 0
  /** Devices on the part of the world that is shown, at the last frame. */
  inViewCount = 0

  constructor(options: FleetLayerOptions) {
    super({ zIndex: 100 })
    this.#options = options
    this.#fleet = options.fleet
    this.#canvas.className = 'tw-fleet'
    this.#canvas.style.cssText = 'position:absolute;inset:0;width:100%;height:100%;pointer-events:none'
  }

  override getSourceState() {
    return 'ready' as const
  }

  setProjection(projection: MapProjection): void {
    this.#fleet.setProjection(projection)
    this.changed()
  }

  /** What is to look otherwise from now on. */
  show(change: Partial<FleetLook>): void {
    this.#look = { ...this.#look, ...change }
    this.repaint()
  }

  setHovered(row: number | null): void {
    if (this.#hovered === row) return
    this.#hovered = row
    this.repaint()
  }

  /**
   * Call once after a batch of changes to the fleet. Where nothing glides they are gathered for a moment, and what
   * nobody would see, as a minute's way of a vehicle on a map of the world, is not painted.
   */
  repaintFleet(): void {
    if (this.#fleet.glide.isOn) this.repaint()
    else if (this.#animation === 0)
      this.#timer ??= setTimeout(
        () => {
          this.#timer = undefined
          if (this.#fleet.glide.isOn || this.#seenNow() !== this.#seen) this.repaint()
        },
        clusterEveryMs - (performance.now() - this.#lastPaintMs),
      )
  }

  /** Schedules a repaint for the next frame. */
  repaint(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.#animation === 0) this.#animation = requestAnimationFrame(this.#tick)
  }

  /** Later, unless it is painted before that. */
  #repaintWithin(delayMs: number): void {
    if (delayMs <= frameMs) this.repaint()
    else if (this.#animation === 0) this.#timer ??= setTimeout(() => this.repaint(), delayMs)
  }

  deviceAt(xPx: number, yPx: number, reachPx = 22): number | null {
    return this.#drawn.rowAt(xPx, yPx, reachPx)
  }

  clusterAt(xPx: number, yPx: number): Cluster | null {
    const hit = this.#drawnClusters.findLast(({ x, y, radius }) => Math.hypot(x - xPx, y - yPx) <= radius + 2)
    return hit?.cluster ?? null
  }

  override render(frame: FrameState): HTMLElement {
    this.#frame = frame
    this.#paint(performance.now())
    return this.#canvas
  }

  override disposeInternal(): void {
    cancelAnimationFrame(this.#animation)
    clearTimeout(this.#timer)
    super.disposeInternal()
  }

  readonly #tick = (now: number): void => {
    this.#animation = 0
    if (!this.#frame || !this.getVisible()) return
    if (this.#drawn.length > manyDrawn && now - this.#lastPaintMs < slowFrameMs) {
      this.repaint()
      return
    }
    this.#followStep()
    this.#paint(performance.now())
  }

  #followStep(): void {
    const row = this.#look.followed
    if (row === null || row >= this.#fleet.count || Number.isNaN(this.#fleet.x[row]!)) return
    const now = Date.now()
    this.#options.onFollow(this.#fleet.shownX(row, now), this.#fleet.shownY(row, now))
  }

  #paint(paintTime: number): void {
    const frame = this.#frame
    if (!frame) return
    this.#lastPaintMs = paintTime
    const now = Date.now()
    const { viewState, pixelRatio } = frame
    this.#prepare(pixelRatio)
    const shift = this.#worldShift(frame)
    this.#setGlideRule(frame)
    this.inViewCount = this.#collect(frame, shift, now)
    this.#seen = this.#hashInView(frame)
    this.#drawnClusters = []
    const painter = new FleetPainter({
      canvas: this.#canvas,
      frame,
      shift,
      fleet: this.#fleet,
      atlas: this.#atlas!,
      labels: this.#labels!,
      clusterMarks: this.#clusterMarks!,
      drawn: this.#drawn,
      taken: this.#taken,
      drawnClusters: this.#drawnClusters,
      now,
    })
    painter.begin()
    const isClustered = this.#needsClusters(viewState.zoom)
    const hasLabels = viewState.zoom >= labelsFromZoom || (!isClustered && this.inViewCount <= labelsBelow)
    const focus = [this.#hovered, this.#look.selected].filter((row): row is number => row !== null)
    let isMoving: boolean
    if (isClustered) {
      this.#cluster(frame, shift, paintTime)
      isMoving = painter.paintClusters(this.#clusters, focus, hasLabels)
    } else {
      const isLarge = viewState.zoom >= 9 && this.inViewCount <= 400
      isMoving = painter.paintSingles(this.#inView.subarray(0, this.inViewCount), focus, isLarge, hasLabels)
    }
    if (painter.unnamed.length > 0) this.#options.onUnnamed(painter.unnamed)
    const followed = this.#look.followed
    const isFollowing = followed !== null && this.#fleet.isGliding(followed, now)
    if (this.#labels!.hasUndrawn) this.repaint()
    else if (isMoving || isFollowing) this.#repaintWithin(this.#stillMs(viewState.resolution, now))
  }

  /** For how long the fastest that glides in view moves less than one would see. */
  #stillMs(resolution: number, now: number): number {
    const { x, y, fromX, fromY, beginTime, endTime, fromHeadingDeg, headingDeg } = this.#fleet
    let stillMs = longestStillMs
    for (let i = 0; i < this.inViewCount; i++) {
      const row = this.#inView[i]!
      if (endTime[row]! <= now) continue
      const spanMs = endTime[row]! - beginTime[row]!
      const wayPx = Math.hypot(x[row]! - fromX[row]!, y[row]! - fromY[row]!) / resolution
      // It turns in the first quarter of its way.
      const isTurning = now < beginTime[row]! + spanMs / 4 && fromHeadingDeg[row] !== headingDeg[row]
      if (isTurning) stillMs = Math.min(stillMs, turnFrameMs)
      stillMs = Math.min(stillMs, (visiblePx * spanMs) / wayPx)
    }
    return stillMs
  }

  #prepare(pixelRatio: number): void {
    if (this.#atlas?.pixelRatio === pixelRatio && this.#atlas.isDark === this.#look.isDark) return
    this.#atlas = drawAtlas(pixelRatio, this.#look.isDark)
    this.#clusterMarks = new ClusterMarks(pixelRatio, this.#look.isDark)
    this.#labels = new LabelCache(pixelRatio, this.#look.isDark, this.#options.fontFamily)
  }

  /** The layer draws one world: the one the centre of the view lies in. */
  #worldShift(frame: FrameState): number {
    const [west, , east] = this.#fleet.projection.extent
    const width = east - west
    return Math.floor((frame.viewState.center[0]! - west) / width) * width
  }

  #setGlideRule({ viewState, size }: FrameState): void {
    this.#fleet.glide = {
      isOn: viewState.zoom >= 10 && !document.hidden && !this.#reducedMotion.matches,
      longestStepM: 2 * size[0]! * viewState.resolution,
    }
  }

  /** Finds what is on the screen. A device that glides counts where it is shown. */
  #collect(frame: FrameState, shift: number, now: number): number {
    const fleet = this.#fleet
    const { center, resolution } = frame.viewState
    const halfWidth = (frame.size[0]! / 2 + 30) * resolution
    const halfHeight = (frame.size[1]! / 2 + 30) * resolution
    const west = center[0]! - shift - halfWidth
    const east = center[0]! - shift + halfWidth
    const south = center[1]! - halfHeight
    const north = center[1]! + halfHeight
    const { x, y, endTime, isShown, count } = fleet
    if (this.#inView.length < count) this.#inView = new Int32Array(count)
    let found = 0
    for (let row = 0; row < count; row++) {
      if (isShown[row] === 0) continue
      const isGliding = endTime[row]! > now
      const px = isGliding ? fleet.shownX(row, now) : x[row]!
      if (!(px >= west && px <= east)) continue
      const py = isGliding ? fleet.shownY(row, now) : y[row]!
      if (py >= south && py <= north) this.#inView[found++] = row
    }
    return found
  }

  /** A number that changes when something in view moves by a pixel, turns, or changes its state, picture or name. */
  #seenNow(): number {
    const frame = this.#frame
    if (!frame) return 0
    this.inViewCount = this.#collect(frame, this.#worldShift(frame), Date.now())
    return this.#hashInView(frame)
  }

  #hashInView({ viewState: { resolution } }: FrameState): number {
    const { x, y, state, icon, headingDeg, names } = this.#fleet
    let hash = 0
    const add = (value: number) => {
      hash = (Math.imul(hash, 31) + value) | 0
    }
    for (let i = 0; i < this.inViewCount; i++) {
      const row = this.#inView[i]!
      add(row)
      add(Math.round(x[row]! / resolution))
      add(Math.round(y[row]! / resolution))
      add(Math.round(headingDeg[row]! / 5))
      add(state[row]! * 256 + icon[row]!)
      const name = names[row]!
      for (let at = 0; at < name.length; at++) add(name.charCodeAt(at))
    }
    return hash
  }

  #needsClusters(zoom: number): boolean {
    if (this.inViewCount > mostSingles) return true
    return this.#look.isClustered && (zoom < singlesFromZoom || this.inViewCount > fewSingles) && zoom < 15
  }

  /** Groups what is in view and half a screen around it; anew when devices moved or the view left that. */
  #cluster(frame: FrameState, shift: number, paintTime: number): void {
    const { center, resolution } = frame.viewState
    const level = Math.round(Math.log2(resolution) * 2) / 2
    const [x, y] = [center[0]! - shift, center[1]!]
    const [halfWidth, halfHeight] = [(frame.size[0]! / 2) * resolution, (frame.size[1]! / 2) * resolution]
    const [west, south, east, north] = this.#clusterExtent
    const isCovered =
      level === this.#clusterLevel &&
      x - halfWidth >= west &&
      x + halfWidth <= east &&
      y - halfHeight >= south &&
      y + halfHeight <= north
    const isFresh =
      this.#clusterVersion === this.#fleet.version || paintTime - this.#clusterTime < clusterEveryMs
    if (isCovered && isFresh) return
    this.#clusterExtent = [x - 2 * halfWidth, y - 2 * halfHeight, x + 2 * halfWidth, y + 2 * halfHeight]
    this.#clusters = clusterFleet(this.#fleet, 2 ** level, this.#clusterExtent)
    this.#clusterLevel = level
    this.#clusterVersion = this.#fleet.version
    this.#clusterTime = paintTime
  }
}
