import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { DeviceVisits, SearchWork } from './search-work.ts'

/** More would take the machine from those who watch the map. */
const maxThreads = Math.min(4, availableParallelism())
/** Threads that have nothing to do for so long are ended. */
const idleMs = 30_000

export interface ThreadQuestion {
  work: SearchWork
}
export type ThreadAnswer = { found: DeviceVisits[]; error: null } | { found: null; error: unknown }

/** A piece of work, waiting or under way. */
interface Job {
  work: SearchWork
  /** Where it is under way: ends the thread. */
  end: (() => void) | null
  done(found: DeviceVisits[]): void
  failed(reason: unknown): void
}

/**
 * The few threads that unpack days for searches: a month of one device is 15 ms of work, of a fleet it is
 * seconds, for which connections would wait otherwise. They are started as they are needed.
 */
export class SearchThreads {
  readonly size = maxThreads
  readonly #idle: Worker[] = []
  readonly #queue: Job[] = []
  #running = 0

  /** @throws the signal's reason once it is aborted: work under way is ended with its thread */
  async run(work: SearchWork, signal: AbortSignal): Promise<DeviceVisits[]> {
    signal.throwIfAborted()
    const { promise, resolve: done, reject: failed } = Promise.withResolvers<DeviceVisits[]>()
    const job: Job = { work, end: null, done, failed }
    const giveUp = () => {
      const at = this.#queue.indexOf(job)
      if (at >= 0) this.#queue.splice(at, 1)
      job.end?.()
      failed(signal.reason)
    }
    signal.addEventListener('abort', giveUp)
    this.#queue.push(job)
    this.#next()
    try {
      return await promise
    } finally {
      signal.removeEventListener('abort', giveUp)
    }
  }

  #next(): void {
    while (this.#queue.length > 0 && this.#running < this.size) {
      this.#running++
      this.#give(this.#queue.shift()!, this.#idle.pop() ?? this.#start())
    }
  }

  #give(job: Job, worker: Worker): void {
    const finish = (isUsable: boolean) => {
      job.end = null
      worker.off('message', answered)
      worker.off('error', broken)
      this.#running--
      if (isUsable) this.#rest(worker)
      else void worker.terminate()
      this.#next()
    }
    const answered = ({ found, error }: ThreadAnswer) => {
      finish(true)
      if (found === null) job.failed(error)
      else job.done(found)
    }
    const broken = (error: unknown) => {
      finish(false)
      job.failed(error)
    }
    job.end = () => finish(false)
    worker.on('message', answered)
    worker.on('error', broken)
    worker.postMessage({ work: job.work } satisfies ThreadQuestion, buffersOf(job.work))
  }

  #rest(worker: Worker): void {
    this.#idle.push(worker)
    setTimeout(() => {
      if (this.#forget(worker)) void worker.terminate()
    }, idleMs).unref()
  }

  #start(): Worker {
    const worker = new Worker(new URL('search-thread.ts', import.meta.url))
    // A search under way is not a reason for the process to stay.
    worker.unref()
    // One that ends while it has nothing to do is nobody's failure.
    worker.on('error', () => this.#forget(worker))
    return worker
  }

  /** @returns whether it was idle */
  #forget(worker: Worker): boolean {
    const at = this.#idle.indexOf(worker)
    if (at >= 0) this.#idle.splice(at, 1)
    return at >= 0
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
