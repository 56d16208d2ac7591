import { on } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { FileSlice } from './readings.ts'
import type { TrackFile } from './track-file.ts'

/** Threads at a time; who comes later waits for one of them. */
const maxThreads = 2

export type ThreadWork = Omit<TrackFile, 'read' | 'stops'>
/** What the thread says: it wants points, or has a piece of the file; the last one is null. */
export type FromThread = { wants: 'track' } | { piece: Uint8Array | null }
/** What it is answered: points, null at their end; or that the piece was taken. */
export type ToThread = { track: FileSlice | null } | { taken: true }

let threads = 0
const waiting: (() => void)[] = []

/**
 * Writes a sheet beside the event loop: 90 days are 20 seconds of work. The points are read here, where the
 * database is, and handed over a slice at a time.
 */
export async function* writeInThread({ read, stops: _, ...work }: TrackFile): AsyncGenerator<Uint8Array> {
  // Who waited takes over the place of the one that ended.
  if (threads >= maxThreads) await new Promise<void>((resolve) => waiting.push(resolve))
  else threads++
  const slices = read()[Symbol.asyncIterator]()
  let thread: Worker | undefined
  try {
    thread = new Worker(new URL('file-thread.ts', import.meta.url), { workerData: work })
    // Should it fail once nobody listens below any more, that must not end the process.
    thread.on('error', () => {})
    for await (const [message] of on(thread, 'message', { close: ['exit'] })) {
      const said = message as FromThread
      if ('wants' in said) {
        const { value, done } = await slices.next()
        thread.postMessage({ track: done ? null : value } satisfies ToThread)
      } else if (said.piece === null) return
      else {
        yield said.piece
        thread.postMessage({ taken: true } satisfies ToThread)
      }
    }
    throw new Error('the thread ended before its file')
  } finally {
    const next = waiting.shift()
    if (next === undefined) threads--
    else next()
    await slices.return?.()
    await thread?.terminate()
  }
}
