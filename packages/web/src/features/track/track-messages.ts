import type { Track } from '@trackway/core/track/columns.ts'

/** Between the page and the worker that unpacks a track. */
export type ToWorker = { type: 'bytes'; bytes: Uint8Array } | { type: 'end' }
export type FromWorker =
  | { type: 'day'; track: Track }
  | { type: 'complete' }
  | { type: 'cut' }
  | { type: 'broken' }
