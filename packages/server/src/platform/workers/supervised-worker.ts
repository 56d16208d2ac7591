import { Worker } from 'node:worker_threads'
import { startIntervalJob } from '../jobs/interval-job.ts'
import type { Log } from '../log.ts'
import { heapLimits, isOutOfMemory } from './heap-limits.ts'

/** After a thread that failed. */
const usualRestartMs = 60_000
/** How often is asked whether a thread is needed again. */
const usualNeedMs = 10_000

interface Options {
  /** What a thread is given. */
  work: () => unknown
  log: Log
  /** What it keeps at most; one that needs more ends, and is started again. */
  heapMb: number
  /** What it posts. */
  onMessage?: (message: never) => void
  /** A thread that ended by itself had nothing to do: it is started again once this is true. Must not fail. */
  isNeeded?: () => Promise<boolean>
  restartMs?: number
  needMs?: number
}

/**
 * Keeps a thread at work for as long as the process lives: one that fails is started again.
 * @returns how to stop it; a transaction under way is undone
 */
export function superviseWorker(
  file: URL,
  {
    work,
    log,
    heapMb,
    onMessage,
    isNeeded = async () => true,
    restartMs = usualRestartMs,
    needMs = usualNeedMs,
  }: Options,
): () => Promise<void> {
  const name = file.pathname.split('/').at(-1)
  let isStopped = false
  let restart: NodeJS.Timeout | undefined
  let thread: Worker | null = start()
  const stopAsking = startIntervalJob(needMs, async () => {
    if (thread !== null || restart !== undefined || !(await isNeeded()) || isStopped) return
    thread = start()
  })
  return async () => {
    isStopped = true
    clearTimeout(restart)
    await stopAsking()
    await thread?.terminate()
  }

  function start(): Worker {
    restart = undefined
    const worker = new Worker(file, { workerData: work(), resourceLimits: heapLimits(heapMb) })
    let hasFailed = false
    worker.on('error', (error) => {
      hasFailed = true
      if (!isOutOfMemory(error)) log.error({ err: error, thread: name }, 'a thread failed')
      else log.error({ thread: name, heapMb }, 'a thread needs more memory than it may use')
    })
    if (onMessage) worker.on('message', onMessage as (message: unknown) => void)
    worker.once('exit', (code) => {
      thread = null
      if (isStopped || (code === 0 && !hasFailed)) return
      restart = setTimeout(() => {
        thread = start()
      }, restartMs)
    })
    return worker
  }
}
