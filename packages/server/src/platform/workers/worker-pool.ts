import { Piscina } from 'piscina'
import { heapLimits, isOutOfMemory } from './heap-limits.ts'

/** Threads that are idle for this time are ended. */
const idleMs = 30_000
/** Of a thread; what a task reads or writes bit by bit is not held in it. */
const usualHeapMb = 256

/** A task needed more memory than its thread may use. */
export class OutOfMemory extends Error {}

/**
 * Threads for tasks that would hold up the event loop, started as they are needed. A task whose signal is aborted
 * ends with its thread; one that fails leaves its thread to the next, and one that needs more memory than a thread may
 * use fails with `OutOfMemory`. What a task reads or writes bit by bit is a stream handed over with it
 * (`track-files/write-in-thread.ts`). Work that lives as long as the process is a `supervised-worker.ts`.
 * @param file the module of the task
 * @param name the function it exports for it
 */
export function createWorkerPool(
  file: URL,
  name: string,
  maxThreads: number,
  heapMb = usualHeapMb,
): WorkerPool {
  const pool = new WorkerPool(heapMb, {
    filename: file.href,
    name,
    minThreads: 0,
    maxThreads,
    idleTimeout: idleMs,
    resourceLimits: heapLimits(heapMb),
    // Histograms that nobody reads would take a megabyte of each pool.
    recordTiming: false,
  })
  // Piscina starts no thread for what waits when the last one was ended by an abort, only when a task is added.
  pool.on('workerDestroy', () => setImmediate(wake))
  // A thread that ends for want of memory is told of by its task.
  pool.on('error', () => {})
  return pool

  function wake(): void {
    if (pool.queueSize === 0 || pool.threads.length >= maxThreads) return
    const controller = new AbortController()
    pool.run(undefined, { signal: controller.signal }).catch(() => {})
    controller.abort()
  }
}

class WorkerPool extends Piscina {
  readonly #heapMb: number

  constructor(heapMb: number, options: ConstructorParameters<typeof Piscina>[0]) {
    super(options)
    this.#heapMb = heapMb
  }

  override async run(...[task, options]: Parameters<Piscina['run']>) {
    try {
      return await super.run(task, options)
    } catch (error) {
      if (!isOutOfMemory(error)) throw error
      const text = `${this.options.name} needs more memory than the ${this.#heapMb} MB that its thread may use`
      throw new OutOfMemory(text, { cause: error })
    }
  }
}
