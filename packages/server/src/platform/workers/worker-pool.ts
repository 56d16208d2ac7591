import { Piscina } from 'piscina'

/** Threads that have nothing to do for so long are ended. */
const idleMs = 30_000

/**
 * Threads for tasks that would hold up the event loop, started as they are needed. A task whose signal is aborted
 * ends with its thread; one that fails leaves its thread to the next. Not for work that lives as long as the process
 * (`supervised-worker.ts`), nor for a stream that is written while it is read (`track-files/write-in-thread.ts`,
 * `exports/start-exports.ts`): a pool hands over one input and one result.
 * @param file the module of the task
 * @param name the function it exports for it
 */
export function createWorkerPool(file: URL, name: string, maxThreads: number): Piscina {
  return new Piscina({ filename: file.href, name, minThreads: 0, maxThreads, idleTimeout: idleMs })
}
