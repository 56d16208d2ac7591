import type { Db } from '../../platform/database/database.ts'
import { startIntervalJob } from '../../platform/jobs/interval-job.ts'
import { startRecurringJob } from '../../platform/jobs/recurring-job.ts'
import type { Log } from '../../platform/log.ts'
import { checkAll, checkChanged } from './check-cards.ts'
import { pollPlatforms } from './poll-platforms.ts'

const pollMs = 2_000

/**
 * Asks operators' platforms about cards and hands orders over, and compares cards with devices that were changed.
 * @returns how to stop
 */
export function startSimCards({
  database: { db },
  log,
}: {
  database: { db: Db }
  log: Log
}): () => Promise<void> {
  let isStopped = false
  const failed = (error: unknown) => log.warn({ err: error }, 'SIM cards were not looked at')
  const stopPolling = startIntervalJob(pollMs, () =>
    pollPlatforms({ db, log, now: Date.now, isStopped: () => isStopped }).then(() => {}, failed),
  )
  const stopChecks = startIntervalJob(pollMs, () => checkChanged(db).then(() => {}, failed))
  const stopAll = startRecurringJob({
    name: 'sim-card-checks',
    cron: '41 * * * *',
    db,
    log,
    work: () => checkAll(db),
  })
  return async () => {
    isStopped = true
    await stopAll()
    await stopChecks()
    await stopPolling()
  }
}
