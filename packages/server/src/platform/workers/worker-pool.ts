import type { ResourceLimits } from 'node:worker_threads'
import { Piscina } from 'piscina'

/** Threads that are idle for this time are ended. */
const idleMs = 30_000

/**
 * Threads for tasks that would hold up the event loop, started as they are needed. A task whose signal is aborted
 * ends with its thread; one that fails leaves its thread to the next. What a task reads or writes bit by bit is a
 * stream handed over with it (`track-files/write-in-thread.ts`). Work that lives as long as the process is a
 * `supervised-worker.ts`.
 * @param file the module of the task
 * @param name the function it exports for it
 * @param resourceLimits a task that needs more ends its thread, not the process
 */
export function createWorkerPool(
  file: URL,
  name: string,
  maxThreads: number,
  resourceLimits: ResourceLimits = {},
): Piscina {
  const options = { minThreads: 0, maxThreads, idleTimeout: idleMs, resourceLimits }
  const pool = new Piscina({ filename: file.href, name, ...options })
  // Piscina starts no thread for what waits when the last one was ended by an abort, only when a task is added.
  pool.on('workerDestroy', () => setImmediate(wake))
  return pool

  function wake(): void {
    if (pool.queueSize === 0 || pool.threads.length >= maxThreads) return
    const controller = new AbortController()
    pool.run(undefined, { signal: controller.signal }).catch(() => {})
    controller.abort()
  }
}
