import { Cron } from 'croner'
import { sql } from 'kysely'
import type { Db } from '../database/database.ts'
import type { Log } from '../log.ts'
import { startIntervalJob } from './interval-job.ts'

const checkMs = 30_000

interface RecurringJob {
  name: string
  /** Five fields, in `timeZone`. */
  cron: string
  timeZone?: string
  db: Db
  log: Log
  /** Runs in one process, and not again before its next time though it fails. */
  work(now: number): Promise<unknown>
}

/**
 * Does some work at the times of a cron pattern, once in all processes together; what was missed while none ran is
 * done once, soon after the start.
 * @returns how to stop
 */
export function startRecurringJob({
  name,
  cron,
  timeZone = 'UTC',
  db,
  log,
  work,
}: RecurringJob): () => Promise<void> {
  const runIfDue = async () => {
    try {
      const now = Date.now()
      if (await takeTurn(db, { name, cron, timeZone }, now)) await work(now)
    } catch (error) {
      // Its next time will do.
      log.warn({ err: error, job: name }, 'recurring work failed')
    }
  }
  const first = runIfDue()
  const stop = startIntervalJob(checkMs, runIfDue)
  return async () => {
    await stop()
    await first
  }
}

/** @returns true in the one process that is to do the work now; the first time ever, at once */
export async function takeTurn(
  db: Db,
  { name, cron, timeZone }: { name: string; cron: string; timeZone: string },
  now: number,
): Promise<boolean> {
  const nextTime = new Cron(cron, { timezone: timeZone }).nextRun(new Date(now))?.getTime()
  if (nextTime === undefined) throw new Error(`${cron} has no next time`)
  // The row is locked by whoever comes first; the others then find its time in the future.
  const { numAffectedRows } = await sql`
    insert into recurring_jobs as r (name, next_time) values (${name}, ${nextTime})
    on conflict (name) do update set next_time = excluded.next_time where r.next_time <= ${now}`.execute(db)
  return numAffectedRows === 1n
}
