import type { Database } from '../../platform/database/database.ts'
import { startIntervalJob } from '../../platform/jobs/interval-job.ts'
import { putBack, recover, removeExpired } from '../../platform/jobs/job-queue.ts'
import { startRecurringJob } from '../../platform/jobs/recurring-job.ts'
import type { Log } from '../../platform/log.ts'
import { createWorkerPool } from '../../platform/workers/worker-pool.ts'
import { type ExportRow, exportQueue, removeLostChunks, takeExport } from './export-jobs.ts'
import type { ExportWork } from './export-thread.ts'

/** Files made at once by this process: a second thread, so that a short one need not wait for a long one. */
const maxThreads = 2
const pollMs = 500
/** A file that needs more ends its thread, not the process. */
const maxOldGenerationSizeMb = 768

/**
 * Makes the files that are queued, in threads. Files whose process was killed are taken up again, and old ones
 * removed.
 * @returns how to stop; another process begins anew what is being made
 */
export function startExports(
  work: ExportWork,
  { database: { db }, log }: { database: Database; log: Log },
): () => Promise<void> {
  const pool = createWorkerPool(new URL('export-thread.ts', import.meta.url), 'makeExport', maxThreads, {
    maxOldGenerationSizeMb,
  })
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

  async function poll(): Promise<void> {
    await recover(db, exportQueue, Date.now())
    while (underWay.size < maxThreads) {
      const job = await takeExport(db, Date.now())
      if (job === null) return
      underWay.add(job)
      pool
        .run({ work, job })
        // Its row is still marked as running: it is recovered like that of a killed process.
        .catch((error) => isStopping || log.error({ err: error }, 'an export thread failed'))
        .finally(() => underWay.delete(job))
    }
  }
}
