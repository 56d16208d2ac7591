import { forgetOldEvents } from '../../platform/audit.ts'
import type { Database } from '../../platform/database/database.ts'
import { startRecurringJob } from '../../platform/jobs/recurring-job.ts'
import type { Log } from '../../platform/log.ts'
import { forgetOldAttempts } from './login-attempts.ts'
import { forgetOldSessions } from './sessions.ts'

/**
 * Removes sessions that ran out, attempts long past and old events, once an hour. Nothing depends on it but the size of the
 * tables.
 * @returns how to stop
 */
export function startAccountUpkeep({
  database: { db },
  log,
}: {
  database: Database
  log: Log
}): () => Promise<void> {
  return startRecurringJob({
    ...{ name: 'accounts-upkeep', cron: '7 * * * *', db, log },
    work: async (now) => {
      await forgetOldSessions(db, now)
      await forgetOldAttempts(db, now)
      await forgetOldEvents(db, now)
    },
  })
}
