import { startIntervalJob } from '../../platform/jobs/interval-job.ts'
import { recover } from '../../platform/jobs/job-queue.ts'
import { startRecurringJob } from '../../platform/jobs/recurring-job.ts'
import type { Platform } from '../../platform/platform.ts'
import { forgetOldImports } from './queries.ts'
import { importQueue, runNextImport } from './run-import.ts'

const pollMs = 500

/** Writes the batches that are queued, one at a time in this process; those of a killed one are gone on with. */
export function startImports({ database: { db }, bus, log }: Platform): () => Promise<void> {
  const workshop = { db, bus, log, now: Date.now }
  const stopPolling = startIntervalJob(pollMs, () =>
    poll().catch((error) => log.warn({ err: error }, 'the queue of batches was not looked at')),
  )
  const stopUpkeep = startRecurringJob({
    name: 'imports-upkeep',
    cron: '17 3 * * *',
    db,
    log,
    work: (now) => forgetOldImports(db, now),
  })
  return async () => {
    await stopUpkeep()
    await stopPolling()
  }

  async function poll(): Promise<void> {
    await recover(db, importQueue, Date.now())
    await runNextImport(workshop)
  }
}
