import type { Track } from '@trackway/core/track/columns.ts'
import type { ProjectionCode } from '../projections.ts'
import type { PaintOrder } from '../track-line/line-canvas.ts'
import type { PickedPoint, PickRequest } from '../track-line/pick-point.ts'

/** Between the page and the worker that unpacks and paints the track of one device. */
export type ToWorker =
  | { type: 'bytes'; bytes: Uint8Array }
  | { type: 'end' }
  | { type: 'paint'; id: number; order: PaintOrder }
  | { type: 'pick'; id: number; projection: ProjectionCode; request: PickRequest }

export type FromWorker =
  | { type: 'day'; track: Track }
  /** The bytes sent last are unpacked. */
  | { type: 'read' }
  | { type: 'complete' }
  | { type: 'cut' }
  | { type: 'broken' }
  | { type: 'painted'; id: number; bitmap: ImageBitmap }
  | { type: 'picked'; id: number; point: PickedPoint | null }
