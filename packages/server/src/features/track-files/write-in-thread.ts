import { ReadableStream, TransformStream } from 'node:stream/web'
import type { TransferListItem } from 'node:worker_threads'
import { createWorkerPool } from '../../platform/workers/worker-pool.ts'
import type { SheetTask } from './file-thread.ts'
import type { TrackFile } from './track-file.ts'

/** Threads at a time; who comes later waits for one of them. */
const pool = createWorkerPool(new URL('file-thread.ts', import.meta.url), 'writeSheet', 2)

/**
 * Writes a sheet beside the event loop: 90 days are 20 seconds of work. The points are read here, where the
 * database is, and handed over a slice at a time.
 */
export async function* writeInThread({ read, stops: _, ...file }: TrackFile): AsyncGenerator<Uint8Array> {
  const points = ReadableStream.from(read())
  const { readable, writable: bytes } = new TransformStream<Uint8Array, Uint8Array>()
  const task: SheetTask = { file, points, bytes }
  const written = pool.run(task, { transferList: [points, bytes] as unknown as TransferListItem[] })
  const failed = new Promise<never>((_resolve, reject) => written.catch(reject))
  failed.catch(() => {})
  const reader = readable.getReader()
  try {
    for (;;) {
      const { value, done } = await Promise.race([reader.read(), failed])
      if (done) return
      yield value
    }
  } finally {
    // A client that stops reading the file ends the task.
    await reader.cancel().catch(() => {})
  }
}
