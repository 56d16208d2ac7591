import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { startRecurringJob } from '../../platform/jobs/recurring-job.ts'
import type { Log } from '../../platform/log.ts'

/** Devices of one statement. */
const devicesAtOnce = 5_000

/**
 * Gives the devices a place that were registered before there was a stock: at a customer's they are sold, else in stock.
 * That is done at the first start; triggers place those that come later, so that a look a night is for none, or few.
 * @returns how to stop
 */
export function startStock({
  database: { db },
  log,
}: {
  database: { db: Db }
  log: Log
}): () => Promise<void> {
  return startRecurringJob({
    name: 'stock-places',
    cron: '7 4 * * *',
    db,
    log,
    work: () => placeDevices(db),
  })
}

/** @returns how many devices were given a place */
export async function placeDevices(db: Db): Promise<number> {
  for (let placed = 0; ; ) {
    const { rows } = await sql<{ count: number }>`
      with missing as materialized (
        select d.terminal_id, d.device_type_id, p.keeper_id, case when p.is_customer then 'sold' else 'inStock' end as place,
          coalesce((select since_time from device_owners o where o.device_id = d.id and o.to_time is null),
            d.create_time) as time
        from devices d cross join lateral stock_place_of(d.account_id) as p
        where p.keeper_id is not null and not exists (
          select from stock_items i where i.terminal_id = d.terminal_id)
        order by d.id limit ${devicesAtOnce}
      ), items as (
        insert into stock_items (account_id, terminal_id, device_type_id, place, place_time, create_time)
        select keeper_id, terminal_id, device_type_id, place, time, time from missing
        -- In the order in which they are entered, so that who enters them meanwhile is waited for, and no more.
        order by terminal_id on conflict (terminal_id) do nothing returning id, place, place_time
      ), movements as (
        insert into stock_movements (item_id, to_place, cause, time)
        select id, place, 'registered', place_time from items
      )
      select count(*) from items`.execute(db)
    const { count } = rows[0]!
    placed += count
    if (count === 0) return placed
  }
}
