import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../platform/tables.ts'

/** What vehicles use by their settings, a column each; those without any are left out. */
export interface Consumption {
  devices: number[]
  per100Km: (number | null)[]
  perIdleHour: (number | null)[]
}

/**
 * Found in the database and for the two values alone, because a report may span 100,000 vehicles. The nearest
 * that is set counts: for the device; for its type at its account, the account, and so on up the tree. A value
 * set to null says that there is none.
 */
export async function consumptionOf(db: Kysely<Tables>, devices: number[]): Promise<Consumption> {
  const { rows } = await sql<{ id: number; per_100_km: number | null; per_idle_hour: number | null }>`
    with asked as (
      select devices.id, device_type_id, account_id from devices where devices.id = any(${devices}::int4[])
    ),
    superiors as (
      select accounts.id as account_id, superior.id::int4 as superior_id, superior.distance
      from (select distinct account_id from asked) as owners
      join accounts on accounts.id = owners.account_id
      cross join unnest(string_to_array(trim(both '/' from path), '/')) with ordinality as superior (id, distance)
    ),
    levels as (
      select asked.id, 2147483647 as nearness, true as is_type, own
      from asked join track_settings on track_settings.device_id = asked.id
      union all
      select asked.id, superiors.distance, track_settings.device_type_id is not null, own
      from track_settings
      join superiors on superiors.superior_id = track_settings.account_id
      join asked on asked.account_id = superiors.account_id
      where track_settings.device_type_id is null or track_settings.device_type_id = asked.device_type_id
    ),
    resolved as (
      select id, ${nearest('fuelLPer100Km')} as per_100_km, ${nearest('fuelLPerIdleHour')} as per_idle_hour
      from levels where own ?| array['fuelLPer100Km', 'fuelLPerIdleHour'] group by id
    )
    select * from resolved where coalesce(per_100_km, per_idle_hour) is not null`.execute(db)
  return {
    devices: rows.map(({ id }) => id),
    per100Km: rows.map(({ per_100_km }) => per_100_km),
    perIdleHour: rows.map(({ per_idle_hour }) => per_idle_hour),
  }
}

function nearest(key: string) {
  return sql`(array_agg(own ->> ${sql.lit(key)} order by nearness desc, is_type desc)
    filter (where own ? ${sql.lit(key)}))[1]::float8`
}
