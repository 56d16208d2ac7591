import { type CarIconState, carIconStates } from '@trackway/core/codes/states.ts'
import type { FrameState } from 'ol/Map'
import type { Cluster } from './clusters.ts'
import type { Fleet } from './fleet.ts'
import type { HitIndex, TakenCells } from './hit-index.ts'
import type { LabelCache } from './labels.ts'
import { headingColumn, largeMarkPx, picturePx, type SpriteAtlas, smallMarkPx } from './sprites.ts'
import { paintRank, stateColour } from './state-colours.ts'

export interface FrameParts {
  canvas: HTMLCanvasElement
  frame: FrameState
  /** Metres of the projection by which the world shown lies east of the first one. */
  shift: number
  fleet: Fleet
  atlas: SpriteAtlas
  labels: LabelCache
  drawn: HitIndex
  taken: TakenCells
  now: number
}

/** Order of the ring of a cluster, clockwise from the top: movement first. */
const ringOrder: CarIconState[] = [
  carIconStates.overspeed,
  carIconStates.fast,
  carIconStates.moving,
  carIconStates.stop,
  carIconStates.unknown,
  carIconStates.expired,
  carIconStates.offline,
]

/** Paints one frame. The marks of `focus` (hovered, selected) come last and always have their label. */
export class FleetPainter {
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

  paintClusters(
    clusters: Cluster[],
    drawnClusters: { cluster: Cluster; x: number; y: number; radius: number }[],
    focus: number[],
    hasLabels: boolean,
  ): boolean {
    const { fleet, frame, now } = this.#parts
    let isMoving = false
    for (const cluster of clusters) {
      if (cluster.count === 1) {
        if (focus.includes(cluster.row)) continue
        const [x, y] = this.#place(cluster.row)
        if (this.#isOff(x, y)) continue
        isMoving = fleet.isGliding(cluster.row, now) || isMoving
        this.#mark(cluster.row, frame.viewState.zoom >= 9)
        continue
      }
      const x = cluster.x * this.#scaleX + this.#offsetX
      const y = cluster.y * this.#scaleY + this.#offsetY
      if (this.#isOff(x, y)) continue
      const radius = clusterRadiusPx(cluster.count)
      this.#cluster(cluster, x, y, radius)
      this.#parts.taken.take(x - radius, y - radius, 2 * radius, 2 * radius)
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
    return isMoving || this.#parts.labels.isBehind
  }

  #place(row: number): [number, number] {
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
    const ratio = atlas.pixelRatio
    const [x, y] = this.#place(row)
    const cellPx = isLarge ? largeMarkPx : smallMarkPx
    const cell = Math.round(cellPx * ratio)
    const column = headingColumn(fleet.shownHeadingDeg(row, now))
    const left = Math.round(x * ratio - cell / 2)
    const top = Math.round(y * ratio - cell / 2)
    const source = isLarge ? atlas.large : atlas.small
    this.#context.drawImage(
      source,
      column * cell,
      fleet.state[row]! * cell,
      cell,
      cell,
      left,
      top,
      cell,
      cell,
    )
    if (isLarge) {
      const picture = Math.round(picturePx * ratio)
      const pictureLeft = Math.round(x * ratio - picture / 2)
      const pictureTop = Math.round(y * ratio - picture / 2)
      const from = fleet.icon[row]! * picture
      this.#context.drawImage(
        atlas.pictures,
        from,
        0,
        picture,
        picture,
        pictureLeft,
        pictureTop,
        picture,
        picture,
      )
    }
    drawn.add(row, x, y)
  }

  #halo(row: number): void {
    const { fleet, atlas } = this.#parts
    const [x, y] = this.#place(row)
    const context = this.#context
    const colour = stateColour(stateOf(fleet, row), atlas.isDark)
    context.save()
    context.scale(atlas.pixelRatio, atlas.pixelRatio)
    context.beginPath()
    context.arc(x, y, 27, 0, 2 * Math.PI)
    context.globalAlpha = 0.2
    context.fillStyle = colour
    context.fill()
    context.globalAlpha = 0.9
    context.lineWidth = 2
    context.strokeStyle = colour
    context.stroke()
    context.restore()
  }

  #label(row: number, isLarge: boolean, isForced: boolean): void {
    const { fleet, labels, atlas, taken } = this.#parts
    const [x, y] = this.#place(row)
    const gapPx = isForced ? 27 : isLarge ? 15 : 8
    // Every name covers this spot: where it is taken, the name need not even be made.
    if (!isForced && taken.isTaken(x, y + gapPx + 12)) return
    const label = labels.get(fleet.names[row] ?? '')
    if (!label) return
    const left = x - label.widthPx / 2
    const top = y + gapPx
    const isFree = taken.take(left + 3, top + 3, label.widthPx - 6, label.heightPx - 6)
    if (!isFree && !isForced) return
    const ratio = atlas.pixelRatio
    this.#context.drawImage(label.canvas, Math.round(left * ratio), Math.round(top * ratio))
  }

  #cluster(cluster: Cluster, x: number, y: number, radius: number): void {
    const { atlas } = this.#parts
    const context = this.#context
    context.save()
    context.scale(atlas.pixelRatio, atlas.pixelRatio)
    context.translate(x, y)
    context.shadowColor = 'rgb(8 24 32 / 30%)'
    context.shadowBlur = 6
    context.shadowOffsetY = 1
    context.beginPath()
    context.arc(0, 0, radius, 0, 2 * Math.PI)
    context.fillStyle = atlas.isDark ? '#172328' : '#ffffff'
    context.fill()
    context.shadowColor = 'transparent'
    context.lineWidth = 4.5
    let angle = -Math.PI / 2
    for (const state of ringOrder) {
      const share = cluster.states[state]! / cluster.count
      if (share === 0) continue
      context.beginPath()
      context.arc(0, 0, radius - 4, angle, angle + share * 2 * Math.PI)
      context.strokeStyle = stateColour(state, atlas.isDark)
      context.stroke()
      angle += share * 2 * Math.PI
    }
    context.fillStyle = atlas.isDark ? '#e4ecee' : '#14232b'
    context.font = `650 ${cluster.count < 1000 ? 13 : 12}px system-ui, sans-serif`
    context.textAlign = 'center'
    context.textBaseline = 'middle'
    context.fillText(shortCount(cluster.count), 0, 0.5)
    context.restore()
  }
}

export function clusterRadiusPx(count: number): number {
  return Math.min(30, 16 + Math.log10(count) * 4.5)
}

export function shortCount(count: number): string {
  if (count < 1000) return String(count)
  return count < 10_000 ? `${(Math.floor(count / 100) / 10).toFixed(1)}k` : `${Math.floor(count / 1000)}k`
}

function stateOf(fleet: Fleet, row: number): CarIconState {
  return fleet.state[row] as CarIconState
}
