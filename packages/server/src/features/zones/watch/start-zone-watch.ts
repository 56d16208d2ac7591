import { startRecurringJob } from '../../../platform/jobs/recurring-job.ts'
import type { Platform } from '../../../platform/platform.ts'
import { findAbsences } from './absences.ts'
import { findLateCrossings } from './late-crossings.ts'
import { findLongStays } from './long-stays.ts'

/** Looks each minute, in one process, for crossings, stays and absences that no report brings as it comes. @returns how to stop */
export function startZoneWatch({ database: { db, pool }, bus, log }: Platform): () => Promise<void> {
  return startRecurringJob({
    name: 'fence watch',
    cron: '* * * * *',
    db,
    log,
    work: async (now) => {
      await findLongStays(pool, bus, now)
      await findAbsences(pool, bus, now)
      await findLateCrossings(pool, bus, now)
    },
  })
}
