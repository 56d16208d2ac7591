import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'

/** Devices of each factory that one statement removes in a moment. */
const unitsAtOnce = 1_000

/**
 * Removes what jigs measured of devices that none tested since then, some at a time. A device keeps all of its results or
 * none, so that its first attempt stays the first.
 */
export async function removeOldResults(db: Db, before: number): Promise<void> {
  await sql`
    with gone as (
      delete from jig_units where last_time < ${before} and id = any(array(
        select old.id from accounts cross join lateral (
          select id from jig_units where account_id = accounts.id and last_time < ${before}
          order by last_time limit ${unitsAtOnce}) old))
      returning account_id, unit)
    delete from jig_results r using gone where r.account_id = gone.account_id and r.unit = gone.unit`.execute(
    db,
  )
}
