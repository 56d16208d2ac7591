import { type CarIconState, carIconStates } from '@trackway/core/codes/states.ts'
import type { Cluster } from './clusters.ts'
import { stateColour } from './state-colours.ts'

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
/** A ring is drawn in so many parts, each less than 3 px long, so that clusters alike share a picture. */
const ringParts = 60
const shadowPx = 6
const mostRadiusPx = 30
const keptMarks = 300

export interface ClusterMark {
  canvas: OffscreenCanvas
  context: OffscreenCanvasRenderingContext2D
  /** From its middle to its rim, CSS pixels; around that there is the shadow. */
  radiusPx: number
}

/** Marks of clusters: each drawn once, as its shadow and its text take longer than all else of a frame, and kept while in use. */
export class ClusterMarks {
  readonly #marks = new Map<string, ClusterMark>()
  readonly #pixelRatio: number
  readonly #cellPx: number
  readonly #isDark: boolean

  constructor(pixelRatio: number, isDark: boolean) {
    this.#pixelRatio = pixelRatio
    this.#cellPx = Math.ceil(2 * (mostRadiusPx + shadowPx) * pixelRatio)
    this.#isDark = isDark
  }

  get(cluster: Cluster): ClusterMark {
    const text = shortCount(cluster.count)
    const ends = ringEnds(cluster)
    const key = `${text} ${ends}`
    // Re-inserting moves it to the end: the first of the map is what was not used for longest.
    const known = this.#marks.get(key)
    const mark = known ?? { ...this.#room(), radiusPx: clusterRadiusPx(cluster.count) }
    if (known) this.#marks.delete(key)
    else this.#draw(mark, text, ends)
    this.#marks.set(key, mark)
    return mark
  }

  /** A canvas to draw on, if there are enough that of the oldest mark: to make one takes as long as to draw a mark. */
  #room(): Pick<ClusterMark, 'canvas' | 'context'> {
    const oldest = this.#marks.entries().next().value
    if (oldest && this.#marks.size >= keptMarks) {
      this.#marks.delete(oldest[0])
      return oldest[1]
    }
    const canvas = new OffscreenCanvas(this.#cellPx, this.#cellPx)
    return { canvas, context: canvas.getContext('2d')! }
  }

  #draw({ context, radiusPx }: ClusterMark, text: string, ends: readonly number[]): void {
    const isDark = this.#isDark
    context.reset()
    context.translate(this.#cellPx / 2, this.#cellPx / 2)
    context.scale(this.#pixelRatio, this.#pixelRatio)
    context.shadowColor = 'rgb(8 24 32 / 30%)'
    context.shadowBlur = shadowPx * this.#pixelRatio
    context.shadowOffsetY = this.#pixelRatio
    context.beginPath()
    context.arc(0, 0, radiusPx, 0, 2 * Math.PI)
    context.fillStyle = isDark ? '#172328' : '#ffffff'
    context.fill()
    context.shadowColor = 'transparent'
    context.lineWidth = 4.5
    let from = 0
    for (const [index, end] of ends.entries()) {
      if (end === from) continue
      context.beginPath()
      context.arc(0, 0, radiusPx - 4, angleOf(from), angleOf(end))
      context.strokeStyle = stateColour(ringOrder[index]!, isDark)
      context.stroke()
      from = end
    }
    context.fillStyle = isDark ? '#e4ecee' : '#14232b'
    context.font = `650 ${text.length < 4 ? 13 : 12}px system-ui, sans-serif`
    context.textAlign = 'center'
    context.textBaseline = 'middle'
    context.fillText(text, 0, 0.5)
  }
}

/** Where the part of each state ends on the ring. */
function ringEnds({ count, states }: Cluster): number[] {
  let sum = 0
  return ringOrder.map((state) => {
    sum += states[state]!
    return Math.round((sum / count) * ringParts)
  })
}

function angleOf(part: number): number {
  return (part / ringParts) * 2 * Math.PI - Math.PI / 2
}

export function clusterRadiusPx(count: number): number {
  return Math.min(mostRadiusPx, 16 + Math.log10(count) * 4.5)
}

export function shortCount(count: number): string {
  if (count < 1000) return String(count)
  return count < 10_000 ? `${(Math.floor(count / 100) / 10).toFixed(1)}k` : `${Math.floor(count / 1000)}k`
}
