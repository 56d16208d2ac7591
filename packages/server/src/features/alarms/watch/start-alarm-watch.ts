import { startRecurringJob } from '../../../platform/jobs/recurring-job.ts'
import type { Platform } from '../../../platform/platform.ts'
import { watchStates } from './watch-states.ts'

/** Looks each minute, in one process, for alarms that no report brings. @returns how to stop */
export function startAlarmWatch({ database: { db, pool }, bus, log }: Platform): () => Promise<void> {
  return startRecurringJob({
    name: 'alarm watch',
    cron: '* * * * *',
    db,
    log,
    work: (now) => watchStates(pool, bus, now),
  })
}
