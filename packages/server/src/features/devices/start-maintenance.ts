import type { Database } from '../../platform/database/database.ts'
import { startRecurringJob } from '../../platform/jobs/recurring-job.ts'
import type { Log } from '../../platform/log.ts'
import { addUpDeviceCounts } from '../../platform/scope/device-counts.ts'
import { emptyArchive } from './changes/reset-devices.ts'

/**
 * Every minute adds up how many devices accounts have; every hour empties the archive of resets.
 * @returns how to stop
 */
export function startDeviceMaintenance({
  database,
  log,
}: {
  database: Database
  log: Log
}): () => Promise<void> {
  const { db, pool } = database
  const stops = [
    startRecurringJob({
      name: 'devices-counts',
      cron: '* * * * *',
      db,
      log,
      work: () => addUpDeviceCounts(db),
    }),
    startRecurringJob({
      name: 'devices-archive',
      cron: '23 * * * *',
      db,
      log,
      work: (now) => emptyArchive(pool, now),
    }),
  ]
  return async () => {
    for (const stop of stops) await stop()
  }
}
