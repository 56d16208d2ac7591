import type { Database } from '../../platform/database/database.ts'
import type { Log } from '../../platform/log.ts'
import { forgetOldAttempts } from './login-attempts.ts'
import { forgetOldSessions } from './sessions.ts'

const everyMs = 3_600_000

/**
 * Removes sessions that ran out and attempts long past, once an hour and at the start. Nothing depends on it
 * but the size of the tables.
 * @returns how to stop
 */
export function startAccountUpkeep({ database, log }: { database: Database; log: Log }): () => void {
  const clean = async () => {
    try {
      await forgetOldSessions(database.db, Date.now())
      await forgetOldAttempts(database.db, Date.now())
    } catch (error) {
      // The next hour will do.
      log.warn({ err: error }, 'sessions were not cleaned')
    }
  }
  void clean()
  const timer = setInterval(clean, everyMs)
  return () => clearInterval(timer)
}
