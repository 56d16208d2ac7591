import { ReadableStream, type WritableStream } from 'node:stream/web'
import type { FileSlice } from './readings.ts'
import { type TrackTable, writeXlsx } from './table.ts'

/** A sheet to be written: its head, its points as they are read, and where its bytes go. */
export interface SheetTask {
  file: Omit<TrackTable, 'read'>
  points: ReadableStream<FileSlice>
  bytes: WritableStream<Uint8Array>
}

/** Writes one sheet, at the pace at which its bytes are taken. */
export async function writeSheet({ file, points, bytes }: SheetTask): Promise<void> {
  await ReadableStream.from(writeXlsx({ ...file, read: () => points })).pipeTo(bytes)
}
