import type { CarIconState } from '@trackway/core/codes/states.ts'
import type { FrameState } from 'ol/Map'
import type { ClusterMarks } from './cluster-mark.ts'
import type { Cluster } from './clusters.ts'
import type { Fleet } from './fleet.ts'
import type { HitIndex, TakenCells } from './hit-index.ts'
import type { LabelCache } from './labels.ts'
import { headingColumn, largeMark, picturePx, type SpriteAtlas, smallMark } from './sprites.ts'
import { paintRank, stateColour } from './state-colours.ts'

export interface FrameParts {
  canvas: HTMLCanvasElement
  frame: FrameState
  /** Metres of the projection by which the world shown lies east of the first one. */
  shift: number
  fleet: Fleet
  atlas: SpriteAtlas
  labels: LabelCache
  clusterMarks: ClusterMarks
  drawn: HitIndex
  taken: TakenCells
  drawnClusters: DrawnCluster[]
  now: number
}

export interface DrawnCluster {
  cluster: Cluster
  x: number
  y: number
  radius: number
}

type Px = [x: number, y: number]

/** Paints one frame. The marks of `focus` (hovered, selected) come last and always have their label. */
export class FleetPainter {
  /** Rows whose label has room, but whose name is not known yet. */
  readonly unnamed: number[] = []
  readonly #parts: FrameParts
  readonly #context: CanvasRenderingContext2D
  readonly #scaleX: number
  readonly #scaleY: number
  readonly #offsetX: number
  readonly #offsetY: number

  constructor(parts: FrameParts) {
    this.#parts = parts
    this.#context = parts.canvas.getContext('2d')!
    // The map does not rotate: the transform is scale and shift.
    const [a, , , d, e, f] = parts.frame.coordinateToPixelTransform
    this.#scaleX = a!
    this.#scaleY = d!
    this.#offsetX = e! + a! * parts.shift
    this.#offsetY = f!
  }

  begin(): void {
    const { canvas, frame, drawn, taken } = this.#parts
    const width = Math.round(frame.size[0]! * frame.pixelRatio)
    const height = Math.round(frame.size[1]! * frame.pixelRatio)
    if (canvas.width !== width || canvas.height !== height) {
      canvas.width = width
      canvas.height = height
    } else {
      this.#context.clearRect(0, 0, width, height)
    }
    drawn.clear()
    this.#parts.labels.beginFrame()
    taken.reset(frame.size[0]!, frame.size[1]!)
  }

  /** @returns whether anything painted is still gliding. */
  paintSingles(rows: Int32Array, focus: number[], isLarge: boolean, hasLabels: boolean): boolean {
    const { fleet, now } = this.#parts
    const sorted = rows.toSorted((a, b) => paintRank[stateOf(fleet, a)] - paintRank[stateOf(fleet, b)])
    let isMoving = false
    for (const row of sorted) {
      if (focus.includes(row)) continue
      isMoving = fleet.isGliding(row, now) || isMoving
      this.#mark(row, isLarge)
    }
    return this.#finish(focus, isLarge, hasLabels) || isMoving
  }

  /** @returns whether anything painted is still gliding. */
  paintClusters(clusters: Cluster[], focus: number[], hasLabels: boolean): boolean {
    const { fleet, frame, clusterMarks, taken, drawnClusters, now } = this.#parts
    let isMoving = false
    for (const cluster of clusters) {
      if (cluster.count === 1) {
        if (focus.includes(cluster.row) || this.#isOff(...this.#place(cluster.row))) continue
        isMoving = fleet.isGliding(cluster.row, now) || isMoving
        this.#mark(cluster.row, frame.viewState.zoom >= 9)
        continue
      }
      const x = cluster.x * this.#scaleX + this.#offsetX
      const y = cluster.y * this.#scaleY + this.#offsetY
      if (this.#isOff(x, y)) continue
      const { canvas, radiusPx: radius } = clusterMarks.get(cluster)
      this.#stamp(canvas, canvas.width, 0, 0, [x, y])
      taken.take(x - radius, y - radius, 2 * radius, 2 * radius)
      drawnClusters.push({ cluster, x, y, radius })
    }
    return this.#finish(focus, true, hasLabels) || isMoving
  }

  #finish(focus: number[], isLarge: boolean, hasLabels: boolean): boolean {
    const { fleet, drawn, now } = this.#parts
    let isMoving = false
    // Also a device that the filter hides: its card is open.
    const shown = focus.filter((row) => row < fleet.count && !Number.isNaN(fleet.x[row]!))
    for (const row of shown) {
      isMoving = fleet.isGliding(row, now) || isMoving
      this.#halo(row)
      this.#mark(row, true)
    }
    // The last drawn lies on top, so its label has the first choice.
    for (const row of shown.toReversed()) this.#label(row, true, true)
    if (hasLabels) drawn.forEachFromTop((row) => !shown.includes(row) && this.#label(row, isLarge, false))
    return isMoving || this.#parts.labels.hasUndrawn
  }

  #place(row: number): Px {
    const { fleet, now } = this.#parts
    return [
      fleet.shownX(row, now) * this.#scaleX + this.#offsetX,
      fleet.shownY(row, now) * this.#scaleY + this.#offsetY,
    ]
  }

  #isOff(x: number, y: number): boolean {
    const [width, height] = this.#parts.frame.size
    return !(x > -40 && y > -40 && x < width! + 40 && y < height! + 40)
  }

  #mark(row: number, isLarge: boolean): void {
    const { fleet, atlas, drawn, now } = this.#parts
    const place = this.#place(row)
    const column = headingColumn(fleet.shownHeadingDeg(row, now))
    const cell = (cellPx: number) => Math.round(cellPx * atlas.pixelRatio)
    if (isLarge) {
      this.#stamp(atlas.large, cell(largeMark.cellPx), column, fleet.state[row]!, place)
      this.#stamp(atlas.pictures, cell(picturePx), fleet.icon[row]!, 0, place)
    } else this.#stamp(atlas.small, cell(smallMark.cellPx), column, fleet.state[row]!, place)
    drawn.add(row, ...place)
  }

  /** Copies a cell of an atlas, its middle upon a place. */
  #stamp(atlas: CanvasImageSource, cell: number, column: number, line: number, [x, y]: Px): void {
    const ratio = this.#parts.atlas.pixelRatio
    const left = Math.round(x * ratio - cell / 2)
    const top = Math.round(y * ratio - cell / 2)
    this.#context.drawImage(atlas, column * cell, line * cell, cell, cell, left, top, cell, cell)
  }

  /** Draws in CSS pixels. */
  #scaled(draw: (context: CanvasRenderingContext2D) => void): void {
    const { pixelRatio } = this.#parts.atlas
    this.#context.save()
    this.#context.scale(pixelRatio, pixelRatio)
    draw(this.#context)
    this.#context.restore()
  }

  #halo(row: number): void {
    const { fleet, atlas } = this.#parts
    const [x, y] = this.#place(row)
    const colour = stateColour(stateOf(fleet, row), atlas.isDark)
    this.#scaled((context) => {
      context.beginPath()
      context.arc(x, y, 27, 0, 2 * Math.PI)
      context.globalAlpha = 0.2
      context.fillStyle = colour
      context.fill()
      context.globalAlpha = 0.9
      context.lineWidth = 2
      context.strokeStyle = colour
      context.stroke()
    })
  }

  #label(row: number, isLarge: boolean, isForced: boolean): void {
    const { fleet, labels, atlas, taken } = this.#parts
    const [x, y] = this.#place(row)
    const gapPx = isForced ? 27 : isLarge ? 15 : 8
    // Every name covers this spot: where it is taken, the name need not even be made.
    if (!isForced && taken.isTaken(x, y + gapPx + 12)) return
    const name = fleet.names[row]
    if (!name) this.unnamed.push(row)
    const label = name && labels.get(name)
    if (!label) return
    const left = x - label.widthPx / 2
    const top = y + gapPx
    const isFree = taken.take(left + 3, top + 3, label.widthPx - 6, label.heightPx - 6)
    if (!isFree && !isForced) return
    const ratio = atlas.pixelRatio
    this.#context.drawImage(label.canvas, Math.round(left * ratio), Math.round(top * ratio))
  }
}

function stateOf(fleet: Fleet, row: number): CarIconState {
  return fleet.state[row] as CarIconState
}
