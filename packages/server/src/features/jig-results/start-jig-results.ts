import { startRecurringJob } from '../../platform/jobs/recurring-job.ts'
import type { Platform } from '../../platform/platform.ts'
import { removeOldResults } from './remove-old-results.ts'

const dayMs = 86_400_000

/** Removes old results. @param daysKept 0: none @returns how to stop */
export function startJigResults(
  { database, log }: Pick<Platform, 'database' | 'log'>,
  daysKept: number,
): () => Promise<void> {
  if (daysKept === 0) return async () => {}
  return startRecurringJob({
    name: 'old-jig-results',
    cron: '* * * * *',
    db: database.db,
    log,
    work: (now) => removeOldResults(database.db, now - daysKept * dayMs),
  })
}
