import type { VehiclesQuery } from '@trackway/core/features/vehicle-parts/part-calls.ts'
import type { LiveReadings } from '@trackway/core/readings/readings.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { likePattern } from '../../platform/database/like-pattern.ts'
import type { Page } from '../../platform/database/read-page.ts'
import { Refusal } from '../../platform/errors.ts'
import type { Scope } from '../../platform/http/session.ts'
import { devicesIn } from '../../platform/scope/scope-sql.ts'
import { displayNameSql, typeNameSql, viewEndSql } from '../devices/state-sql.ts'
import { ownerOf } from '../statistics/report-filter.ts'

/** What is asked of each vehicle with parts of a kind; the tables are `devices`, `device_states` and `found`. */
export interface PartSql {
  columns: RawBuilder<unknown>
  joins: RawBuilder<unknown>
  /** It has such parts. */
  condition: RawBuilder<unknown>
}

/** The vehicle of a row, beside what the kind adds. */
export interface PartRow {
  id: number
  terminalID: string
  displayName: string
  userId: number
  username: string
  deviceTypeName: string
  iconType: string
  readings: LiveReadings
}

/** Who asks, and when. */
export interface Asking {
  scope: Scope
  now: number
}

const vehiclesSql = ({ scope, now }: Asking, { columns, joins, condition }: PartSql) => sql`
  select devices.id, devices.terminal_id as "terminalID", ${displayNameSql} as "displayName",
    devices.account_id as "userId", accounts.username, ${typeNameSql} as "deviceTypeName",
    devices.icon_type as "iconType", device_states.readings, ${columns}
  from devices
  join accounts on accounts.id = devices.account_id
  join device_types on device_types.id = devices.device_type_id
  join device_states on device_states.device_id = devices.id
  join rule_results found on found.device_id = devices.id
  ${joins}
  where ${devicesIn(scope)} and ${condition} and coalesce(${viewEndSql(scope)} > ${now}, true)`

/**
 * A page of vehicles in service with parts of a kind, and how many there are.
 * @param state a condition on the columns of the kind
 * @param order of those columns
 * @throws {Refusal} `notFound` for an account outside the scope
 */
export async function findPartVehicles<Row extends PartRow>(
  db: Db,
  { scope, now }: Asking,
  part: PartSql,
  { userId, withSubAccounts, search, pageNum, pageSize }: VehiclesQuery,
  { state, order }: { state: RawBuilder<unknown>; order: RawBuilder<unknown> },
): Promise<Page<Row>> {
  const owner = await ownerOf(db, scope, userId)
  const { rows } = await sql<Row & { total: number }>`
    select *, count(*) over ()::int4 as total
    from (${vehiclesSql({ scope: owner, now }, part)}
      and (${withSubAccounts} or devices.account_id = ${owner.accountId})
      and (${search === ''} or devices.search_text like lower(${likePattern(search)}))) as vehicles
    where ${state} order by ${order}, "displayName", id
    limit ${pageSize} offset ${(pageNum - 1) * pageSize}`.execute(db)
  return { list: rows.map(({ total: _, ...row }) => row as unknown as Row), total: rows[0]?.total ?? 0 }
}

/** @throws {Refusal} `notFound`, also for a stranger's device, and for one that tells of no such part */
export async function findPartVehicle<Row extends PartRow>(
  db: Db,
  asking: Asking,
  part: PartSql,
  device: { terminalID: string } | { id: number },
): Promise<Row> {
  const isMeant =
    'id' in device ? sql`devices.id = ${device.id}` : sql`devices.terminal_id = ${device.terminalID}`
  const { rows } = await sql<Row>`${vehiclesSql(asking, part)} and ${isMeant}`.execute(db)
  if (rows[0] === undefined) throw new Refusal('notFound')
  return rows[0]
}
