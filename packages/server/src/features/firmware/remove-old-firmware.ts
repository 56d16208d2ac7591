import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { startRecurringJob } from '../../platform/jobs/recurring-job.ts'
import type { Platform } from '../../platform/platform.ts'
import { tasksKeptMs } from '../tasks/start-tasks.ts'

/** Links that were never fetched to the end, after they expired, and transfers that are over. */
const unusedMs = 30 * 86_400_000

/** Removes, every night, links and transfers that nobody asks about any more. @returns how to stop */
export function startFirmwareRemoval({ database: { db }, log }: Pick<Platform, 'database' | 'log'>) {
  return startRecurringJob({
    name: 'old-firmware',
    cron: '27 3 * * *',
    db,
    log,
    work: (now) => removeOldFirmware(db, now),
  })
}

/** What a device fetched by a link is told in its life for as long as its tasks are. */
export async function removeOldFirmware(db: Db, now: number): Promise<void> {
  await sql`
    delete from firmware_links
    where expire_time < ${now - unusedMs} and (finish_time is null or expire_time < ${now - tasksKeptMs})`.execute(
    db,
  )
  await sql`
    delete from firmware_transfers
    where change_time < ${now - unusedMs}
      and (state not in ('waiting', 'sending') or change_time < ${now - tasksKeptMs})`.execute(db)
}
