import { availableParallelism } from 'node:os'
import { createWorkerPool } from '../../platform/workers/worker-pool.ts'
import type { DeviceVisits, SearchWork } from './search-work.ts'

/** More would take the machine from those who watch the map. */
export const maxThreads = Math.min(4, availableParallelism())

const pool = createWorkerPool(new URL('search-work.ts', import.meta.url), 'searchDays', maxThreads)

/**
 * Unpacks days and looks for visits in them beside the event loop: a month of one device is 15 ms of work, of a
 * fleet it is seconds, for which connections would wait otherwise.
 * @throws the signal's reason once it is aborted: work under way is ended with its thread
 */
export async function searchInThread(work: SearchWork, signal: AbortSignal): Promise<DeviceVisits[]> {
  signal.throwIfAborted()
  try {
    return await pool.run(work, { signal, transferList: buffersOf(work) })
  } catch (error) {
    signal.throwIfAborted()
    throw error
  }
}

/** Given away, not copied. Days that were read together share one. */
function buffersOf({ devices }: SearchWork): ArrayBuffer[] {
  const buffers = devices
    .flatMap(({ days }) => days)
    .flatMap(({ block, rows }) => [...(block ? [block] : []), ...Object.values(rows ?? {})])
    .map(({ buffer }) => buffer)
  return [...new Set(buffers)]
}
