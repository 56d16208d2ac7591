import type { Track } from '@trackway/core/track/columns.ts'
import { type ProjectionCode, projections } from '../projections.ts'
import { type LineChunk, toLineChunk } from './line-chunk.ts'
import { type PaintLook, paintTrack } from './paint-track.ts'
import { type PickedPoint, type PickRequest, pickPoint } from './pick-point.ts'
import { type PlacedChunk, placeChunk } from './placed-chunk.ts'
import type { PaintView } from './view-ways.ts'

/** What a picture is to show. */
export interface PaintOrder {
  projection: ProjectionCode
  view: PaintView
  look: PaintLook
}

/**
 * The line of one device, kept ready for painting at any scale. It lives in a worker: simplifying and painting
 * 777,600 points never holds up a frame of the page.
 */
export class LineCanvas {
  #chunks: LineChunk[] = []
  #placed: PlacedChunk[] = []
  #projection: ProjectionCode | null = null
  #canvas: OffscreenCanvas | null = null

  /** Adds a block of the track, in any order of time. */
  add(track: Track): void {
    const chunk = toLineChunk(track)
    if (chunk.length === 0 && chunk.hidden.fixTime.length === 0) return
    this.#chunks.push(chunk)
    this.#chunks.sort((a, b) => timeOf(a) - timeOf(b))
    this.#placed = this.#chunks.map(
      (each) => this.#placed.find((placed) => placed.chunk === each) ?? placeChunk(each, this.#current()),
    )
  }

  paint({ projection, view, look }: PaintOrder): ImageBitmap {
    this.#place(projection)
    const width = Math.round(view.widthPx * look.pixelRatio)
    const height = Math.round(view.heightPx * look.pixelRatio)
    this.#canvas ??= new OffscreenCanvas(width, height)
    // Setting the size also wipes what was painted before.
    this.#canvas.width = width
    this.#canvas.height = height
    paintTrack(this.#canvas.getContext('2d')!, this.#placed, view, look)
    return this.#canvas.transferToImageBitmap()
  }

  pick(projection: ProjectionCode, question: PickRequest): PickedPoint | null {
    this.#place(projection)
    return pickPoint(this.#placed, question)
  }

  #current() {
    return projections[this.#projection ?? 'EPSG:3857']
  }

  #place(projection: ProjectionCode): void {
    if ((this.#projection ?? 'EPSG:3857') === projection) return
    this.#projection = projection
    this.#placed = this.#chunks.map((chunk) => placeChunk(chunk, this.#current()))
  }
}

const timeOf = ({ firstTime, hidden }: LineChunk) =>
  Number.isNaN(firstTime) ? hidden.fixTime[0]! : firstTime
