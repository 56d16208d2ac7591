import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../database/database.ts'

/**
 * How many devices accounts have, without a look at the devices: `device_counts` is written by triggers in the
 * transaction of each change.
 */

/** How many devices are at and below the account with this path; within a transaction, with what it has written. */
export function devicesUnderSql(path: RawBuilder<string>): RawBuilder<number> {
  return sql<number>`(select coalesce(sum(counted.devices), 0)::integer
    from accounts as counted_owner join device_counts as counted on counted.account_id = counted_owner.id
    where counted_owner.path >= ${path} and counted_owner.path < left(${path}, -1) || '0')`
}

/** Makes one row of each account's rows. What is added meanwhile stays beside it. */
export async function addUpDeviceCounts(db: Db): Promise<void> {
  await sql`
    with gathered as (
      delete from device_counts where account_id in (
        select account_id from device_counts group by account_id having count(*) > 1
      ) returning *
    )
    insert into device_counts select account_id, sum(devices), sum(unactivated) from gathered
    group by account_id having sum(devices) <> 0 or sum(unactivated) <> 0`.execute(db)
}
