import { startIntervalJob } from '../../platform/jobs/interval-job.ts'
import { startRecurringJob } from '../../platform/jobs/recurring-job.ts'
import type { Platform } from '../../platform/platform.ts'
import { keepNextFile } from './keeping/keep-files.ts'
import { type MediaRetention, removeOldMedia } from './keeping/remove-files.ts'

const lookMs = 1_000

/** Moves files of devices that are whole to the storage, and removes old ones. @returns how to stop */
export function startMedia(
  { database, log }: Pick<Platform, 'database' | 'log'>,
  retention: MediaRetention,
): () => Promise<void> {
  let isStopping = false
  const stopKeeping = startIntervalJob(lookMs, async () => {
    try {
      while (!isStopping && (await keepNextFile({ database, log }, Date.now())));
    } catch (error) {
      // The database is away; the next turn will do.
      log.warn({ err: error }, 'files of devices could not be looked for')
    }
  })
  const stopRemoving = startRecurringJob({
    name: 'oldMedia',
    cron: '* * * * *',
    db: database.db,
    log,
    work: async (now) => {
      const removed = await removeOldMedia(database, retention, now)
      if (removed > 0) log.info({ removed }, 'old pictures and recordings of devices were removed')
    },
  })
  return async () => {
    isStopping = true
    await stopKeeping()
    await stopRemoving()
  }
}
