import type { Database } from '../../platform/database/database.ts'
import { startIntervalJob } from '../../platform/jobs/interval-job.ts'
import { failJob, putBack, recover, removeExpired } from '../../platform/jobs/job-queue.ts'
import { startRecurringJob } from '../../platform/jobs/recurring-job.ts'
import type { Log } from '../../platform/log.ts'
import { createWorkerPool, OutOfMemory } from '../../platform/workers/worker-pool.ts'
import { type ExportRow, exportQueue, removeLostChunks, takeExport } from './export-jobs.ts'
import type { ExportWork } from './export-thread.ts'
import { dropFile } from './files.ts'

/** Files made at once by this process: a second thread, so that a short one need not wait for a long one. */
const maxThreads = 2
const pollMs = 500
/** Of each thread. A sheet of a million rows is written bit by bit. */
const heapMb = 384

/**
 * Makes the files that are queued, in threads. Files whose process was killed are taken up again, and old ones
 * removed.
 * @returns how to stop; another process begins anew what is being made
 */
export function startExports(
  work: ExportWork,
  { database: { db }, log }: { database: Database; log: Log },
): () => Promise<void> {
  const pool = createWorkerPool(
    new URL('export-thread.ts', import.meta.url),
    'makeExport',
    maxThreads,
    heapMb,
  )
  const underWay = new Set<ExportRow>()
  let isStopping = false
  const stopPolling = startIntervalJob(pollMs, () =>
    poll().catch((error) => log.warn({ err: error }, 'the queue was not looked at')),
  )
  const stopUpkeep = startRecurringJob({
    name: 'exports-upkeep',
    cron: '* * * * *',
    db,
    log,
    work: async (now) => {
      await removeExpired(db, now)
      await removeLostChunks(db)
    },
  })
  return async () => {
    await stopUpkeep()
    await stopPolling()
    isStopping = true
    const interrupted = [...underWay]
    await pool.destroy()
    for (const job of interrupted) await putBack(db, job)
  }

  async function giveUp(job: ExportRow, error: unknown): Promise<void> {
    log.error({ err: error, exportId: job.id }, 'an export thread failed')
    // Else its row is still marked as running: it is recovered like that of a killed process.
    if (!(error instanceof OutOfMemory)) return
    try {
      await failJob(db, job, 'tooMuchMemory', Date.now())
      await dropFile(db, job)
    } catch (second) {
      log.warn({ err: second, exportId: job.id }, 'an export was left behind')
    }
  }

  async function poll(): Promise<void> {
    await recover(db, exportQueue, Date.now())
    while (underWay.size < maxThreads) {
      const job = await takeExport(db, Date.now())
      if (job === null) return
      underWay.add(job)
      pool
        .run({ work, job })
        .catch((error) => (isStopping ? undefined : giveUp(job, error)))
        .finally(() => underWay.delete(job))
    }
  }
}
