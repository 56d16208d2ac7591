import { Worker } from 'node:worker_threads'
import type { Config } from '../../platform/config.ts'
import type { Log } from '../../platform/log.ts'

/** After a thread that ended by itself. */
const restartMs = 60_000

/** What the thread is given. */
export interface PackingWork {
  databaseUrl: string
  daysKept: number
  logLevel: Config['logLevel']
}

/**
 * Packs finished days for as long as the process lives, in a thread of its own: a day of one fix a second is
 * 50 ms of work, for which connections would wait otherwise.
 * @returns how to stop; a transaction under way is undone
 */
export function startPacking(work: PackingWork, log: Log): () => Promise<void> {
  let isStopped = false
  let restart: NodeJS.Timeout | undefined
  let thread = start()
  return async () => {
    isStopped = true
    clearTimeout(restart)
    await thread.terminate()
  }

  function start(): Worker {
    const worker = new Worker(new URL('packing-thread.ts', import.meta.url), { workerData: work })
    worker.on('error', (error) => log.error({ err: error }, 'the packing thread failed'))
    worker.once('exit', () => {
      if (isStopped) return
      restart = setTimeout(() => {
        thread = start()
      }, restartMs)
    })
    return worker
  }
}
