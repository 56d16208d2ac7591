import type { Bus } from '../../../platform/bus/bus.ts'
import type { Database } from '../../../platform/database/database.ts'
import { startRecurringJob } from '../../../platform/jobs/recurring-job.ts'
import type { Log } from '../../../platform/log.ts'
import { watchStates } from './watch-states.ts'

/** Looks each minute, in one process, for alarms that no report brings. @returns how to stop */
export function startAlarmWatch({
  database: { db, pool },
  bus,
  log,
}: {
  database: Pick<Database, 'db' | 'pool'>
  bus: Bus
  log: Log
}): () => Promise<void> {
  return startRecurringJob({
    ...{ name: 'alarm watch', cron: '* * * * *', db, log },
    work: (now) => watchStates(pool, bus, now),
  })
}
