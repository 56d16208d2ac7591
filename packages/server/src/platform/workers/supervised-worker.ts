import { Worker } from 'node:worker_threads'
import type { Log } from '../log.ts'

/** After a thread that ended by itself. */
const restartMs = 60_000

/**
 * Keeps a thread at work for as long as the process lives: one that ended by itself is started again.
 * @param work what the thread is given
 * @param onMessage what it posts
 * @returns how to stop it; a transaction under way is undone
 */
export function superviseWorker(
  file: URL,
  { work, log, onMessage }: { work: unknown; log: Log; onMessage?: (message: never) => void },
): () => Promise<void> {
  let isStopped = false
  let restart: NodeJS.Timeout | undefined
  let thread = start()
  return async () => {
    isStopped = true
    clearTimeout(restart)
    await thread.terminate()
  }

  function start(): Worker {
    const worker = new Worker(file, { workerData: work })
    worker.on('error', (error) =>
      log.error({ err: error, thread: file.pathname.split('/').at(-1) }, 'a thread failed'),
    )
    if (onMessage) worker.on('message', onMessage as (message: unknown) => void)
    worker.once('exit', () => {
      if (isStopped) return
      restart = setTimeout(() => {
        thread = start()
      }, restartMs)
    })
    return worker
  }
}
