import { forgetOldEvents } from '../../platform/audit.ts'
import { startRecurringJob } from '../../platform/jobs/recurring-job.ts'
import type { Platform } from '../../platform/platform.ts'
import { forgetOldAttempts } from './login-attempts.ts'
import { forgetOldSessions } from './sessions.ts'

/**
 * Removes sessions that ran out, attempts long past and old events, once an hour. Nothing depends on it but the size of the
 * tables.
 * @returns how to stop
 */
export function startAccountMaintenance({
  database: { db },
  log,
}: Omit<Platform, 'bus'>): () => Promise<void> {
  return startRecurringJob({
    name: 'accounts-upkeep',
    cron: '7 * * * *',
    db,
    log,
    work: async (now) => {
      await forgetOldSessions(db, now)
      await forgetOldAttempts(db, now)
      await forgetOldEvents(db, now)
    },
  })
}
