import type { Track } from '@trackway/core/track/columns.ts'
import { type ProjectionCode, projections } from '../projections.ts'
import { type LineChunk, smoothed, toLineChunk } from './line-chunk.ts'
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
  #projection: ProjectionCode = 'EPSG:3857'
  #isSmoothed = false
  #canvas: OffscreenCanvas | null = null

  /** Adds a block of the track, in any order of time. */
  add(track: Track): void {
    const chunk = toLineChunk(track)
    if (chunk.length === 0 && chunk.hidden.fixTime.length === 0) return
    this.#chunks.push(chunk)
    this.#chunks.sort((a, b) => timeOf(a) - timeOf(b))
    const at = this.#chunks.indexOf(chunk)
    this.#placed.splice(at, 0, this.#placeOne(chunk))
  }

  paint({ projection, view, look }: PaintOrder): ImageBitmap {
    this.#place(projection, look.isSmoothed)
    const width = Math.round(view.widthPx * look.pixelRatio)
    const height = Math.round(view.heightPx * look.pixelRatio)
    this.#canvas ??= new OffscreenCanvas(width, height)
    // Setting the size also wipes what was painted before.
    this.#canvas.width = width
    this.#canvas.height = height
    paintTrack(this.#canvas.getContext('2d')!, this.#placed, view, look)
    return this.#canvas.transferToImageBitmap()
  }

  pick(projection: ProjectionCode, request: PickRequest): PickedPoint | null {
    this.#place(projection, this.#isSmoothed)
    return pickPoint(this.#placed, request)
  }

  #place(projection: ProjectionCode, isSmoothed: boolean): void {
    if (this.#projection === projection && this.#isSmoothed === isSmoothed) return
    this.#projection = projection
    this.#isSmoothed = isSmoothed
    this.#placed = this.#chunks.map((chunk) => this.#placeOne(chunk))
  }

  #placeOne(chunk: LineChunk): PlacedChunk {
    return placeChunk(this.#isSmoothed ? smoothed(chunk) : chunk, projections[this.#projection])
  }
}

const timeOf = ({ firstTime, hidden }: LineChunk) =>
  Number.isNaN(firstTime) ? hidden.fixTime[0]! : firstTime
