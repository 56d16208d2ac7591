import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { startRecurringJob } from '../../platform/jobs/recurring-job.ts'
import type { Log } from '../../platform/log.ts'

/** Devices of one statement. */
const devicesAtOnce = 5_000

/**
 * Gives the devices a place that were registered before there was a stock: at a customer's they are sold, else in stock.
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
    cron: '*/10 * * * *',
    db,
    log,
    work: () => placeDevices(db),
  })
}

/** @returns how many devices were given a place */
export async function placeDevices(db: Db): Promise<number> {
  let placed = 0
  for (let afterId = 0; ; ) {
    const { rows } = await sql<{ id: number; isPlaced: boolean }>`
      with part as materialized (
        select id, terminal_id, device_type_id, account_id, create_time from devices where id > ${afterId}
        order by id limit ${devicesAtOnce}
      ), missing as materialized (
        select s.*, p.keeper_id, case when p.is_customer then 'sold' else 'inStock' end as place,
          coalesce((select since_time from device_owners o where o.device_id = s.id and o.to_time is null),
            s.create_time) as time
        from part s cross join lateral stock_place_of(s.account_id) as p
        where p.keeper_id is not null and not exists (
          select from stock_items i where i.terminal_id = s.terminal_id)
      ), items as (
        insert into stock_items (account_id, terminal_id, device_type_id, place, place_time, create_time)
        select keeper_id, terminal_id, device_type_id, place, time, time from missing
        on conflict (terminal_id) do nothing returning id, terminal_id, place, place_time
      ), movements as (
        insert into stock_movements (item_id, to_place, cause, time)
        select id, place, 'registered', place_time from items
      )
      select s.id, i.id is not null as "isPlaced" from part s left join items i using (terminal_id)`.execute(
      db,
    )
    if (rows.length === 0) return placed
    placed += rows.filter(({ isPlaced }) => isPlaced).length
    afterId = Math.max(...rows.map(({ id }) => id))
  }
}
