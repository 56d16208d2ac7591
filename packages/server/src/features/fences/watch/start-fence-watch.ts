import type { Bus } from '../../../platform/bus/bus.ts'
import type { Database } from '../../../platform/database/database.ts'
import { startRecurringJob } from '../../../platform/jobs/recurring-job.ts'
import type { Log } from '../../../platform/log.ts'
import { findAbsences } from './absences.ts'
import { findLateCrossings } from './late-crossings.ts'
import { findLongStays } from './long-stays.ts'

interface Options {
  database: Pick<Database, 'db' | 'pool'>
  bus: Bus
  log: Log
}

/** Looks each minute, in one process, for crossings, stays and absences that no report brings as it comes. @returns how to stop */
export function startFenceWatch({ database: { db, pool }, bus, log }: Options): () => Promise<void> {
  return startRecurringJob({
    ...{ name: 'fence watch', cron: '* * * * *', db, log },
    work: async (now) => {
      await findLongStays(pool, bus, now)
      await findAbsences(pool, bus, now)
      await findLateCrossings(pool, bus, now)
    },
  })
}
