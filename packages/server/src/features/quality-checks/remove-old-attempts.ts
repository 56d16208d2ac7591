import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'

/** Devices of each factory that one statement removes in a moment. */
const devicesAtOnce = 1_000

/**
 * Removes attempts with devices that were not checked since then, some at a time. A device keeps all of them or none, so
 * that its first attempt stays the first.
 */
export async function removeOldAttempts(db: Db, before: number): Promise<void> {
  await sql`
    delete from quality_results r using (
      select old.* from accounts cross join lateral (
        select account_id, terminal_id from quality_results o
        where account_id = accounts.id and start_time < ${before} and state <> 'open' and not exists (
          select from quality_results n where n.account_id = o.account_id and n.terminal_id = o.terminal_id
            and (n.start_time >= ${before} or n.state = 'open'))
        order by start_time limit ${devicesAtOnce}) old) gone
    where r.account_id = gone.account_id and r.terminal_id = gone.terminal_id`.execute(db)
}
