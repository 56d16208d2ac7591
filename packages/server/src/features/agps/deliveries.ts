import type { AgpsDelivery, agpsCalls, agpsOutcomes, agpsWays } from '@trackway/core/features/agps/calls.ts'
import { dayAt } from '@trackway/core/rules/local-days.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { z } from 'zod'
import type { Db } from '../../platform/database/database.ts'
import { likePattern } from '../../platform/database/like-pattern.ts'
import type { Page } from '../../platform/database/read-page.ts'
import type { Scope } from '../../platform/http/session.ts'
import { pathEnd } from '../../platform/scope/scope-sql.ts'
import { displayNameSql } from '../devices/state-sql.ts'
import type { KeptData } from './keep-data.ts'

const minuteMs = 60_000
const dayMs = 1_440 * minuteMs
/** Devices fetch in parts: what comes within this time is one row. */
const sameMs = 10 * minuteMs
const keptMs = 30 * dayMs
const askedMs = 30 * dayMs
const shownDays = 14

interface Delivery {
  accountId: number
  sourceId: number
  deviceId: number | null
  way: (typeof agpsWays)[number]
  outcome: (typeof agpsOutcomes)[number]
  address: string
  bytes: number
  data: KeptData | null
}

/** Notes a request of a device, and what it got. What was sent whole stays so, whatever comes after. */
export async function noteDelivery(db: Db, delivery: Delivery, now: number): Promise<void> {
  const { accountId, sourceId, deviceId, way, outcome, address, bytes, data } = delivery
  const sha256 = data?.sha256 ?? null
  const { numAffectedRows } = await sql`
    update agps_deliveries set time = ${now}, requests = requests + 1, bytes = bytes + ${bytes}, outcome =
      case when outcome = 'sent' or bytes + ${bytes} >= ${data?.bytes ?? null}::int4 then 'sent' else ${outcome} end
    where id = (
      select id from agps_deliveries
      where time > ${now - sameMs} and source_id = ${sourceId} and device_id is not distinct from ${deviceId}::int4
        and address = ${address} and sha256 is not distinct from ${sha256}::text and way = ${way}
        and (outcome = ${outcome} or (outcome in ('sent', 'partly') and ${outcome} in ('sent', 'partly')))
      order by time desc limit 1)`.execute(db)
  if (numAffectedRows !== 0n) return
  await sql`
    insert into agps_deliveries (account_id, source_id, device_id, way, outcome, address, first_time, time, bytes,
      sha256, age_ms, valid_until)
    values (${accountId}, ${sourceId}, ${deviceId}, ${way}, ${outcome}, ${address}, ${now}, ${now}, ${bytes},
      ${sha256}, ${data && now - data.fetchTime}, ${data?.validUntil ?? null})`.execute(db)
}

export const deleteOldDeliveries = (db: Db, now: number) =>
  db
    .deleteFrom('agps_deliveries')
    .where('time', '<', now - keptMs)
    .execute()

const deliveriesIn = ({ path }: Scope): RawBuilder<SqlBool> => sql<SqlBool>`
  l.account_id in (select id from accounts where path >= ${path} and path < ${pathEnd(path)})`

/** Devices that the caller sees; of others the row shows no name. */
const deviceIn = ({ path }: Scope): RawBuilder<SqlBool> => sql<SqlBool>`
  devices.account_id in (select id from accounts where path >= ${path} and path < ${pathEnd(path)})`

export async function findDeliveries(
  db: Db,
  scope: Scope,
  { search, source, outcome, from, to, pageNum, pageSize }: z.output<typeof agpsCalls.deliveries.input>,
): Promise<Page<AgpsDelivery>> {
  const conditions = [deliveriesIn(scope)]
  if (source !== undefined) conditions.push(sql<SqlBool>`l.source_id = ${source}`)
  if (outcome !== undefined) conditions.push(sql<SqlBool>`l.outcome = ${outcome}`)
  if (from !== undefined) conditions.push(sql<SqlBool>`l.time >= ${from}`)
  if (to !== undefined) conditions.push(sql<SqlBool>`l.time < ${to}`)
  if (search) {
    const pattern = likePattern(search.toLowerCase())
    conditions.push(sql<SqlBool>`(devices.search_text like ${pattern} or l.address like ${pattern})`)
  }
  const found = sql`
    from agps_deliveries l left join devices on devices.id = l.device_id and ${deviceIn(scope)}
    where ${sql.join(conditions, sql` and `)}`
  const { rows: counts } = await sql<{ total: number }>`select count(*)::int4 as total ${found}`.execute(db)
  const { rows: list } = await sql<AgpsDelivery>`
    select l.id, l.time, s.name as "sourceName", devices.terminal_id as "terminalID",
      ${displayNameSql} as "displayName", l.way, l.address, l.outcome, l.requests, l.bytes, l.age_ms as "ageMs",
      l.valid_until as "validUntil"
    from (select l.* ${found} order by l.time desc, l.id desc limit ${pageSize} offset ${(pageNum - 1) * pageSize}) l
      left join devices on devices.id = l.device_id and ${deviceIn(scope)}
      left join agps_sources s on s.id = l.source_id
    order by l.time desc, l.id desc`.execute(db)
  return { list, total: counts[0]!.total }
}

/** How many devices have valid data, and what was sent day by day. */
export async function readShare(
  db: Db,
  scope: Scope,
  { timeZone, now }: { timeZone: string; now: number },
): Promise<z.output<typeof agpsCalls.share.output>> {
  const { rows: counts } = await sql<{ devices: number; fresh: number }>`
    select count(distinct device_id)::int4 as devices,
      count(distinct device_id) filter (where outcome in ('sent', 'unchanged') and valid_until > ${now})::int4 as fresh
    from agps_deliveries l where ${deliveriesIn(scope)} and device_id is not null and time > ${now - askedMs}`.execute(
    db,
  )
  const { rows } = await sql<{ day: string; devices: number; bytes: number }>`
    select to_char(to_timestamp(time / 1000.0) at time zone ${timeZone}, 'YYYY-MM-DD') as day,
      count(distinct device_id)::int4 as devices, sum(bytes)::int8 as bytes
    from agps_deliveries l
    where ${deliveriesIn(scope)} and time > ${now - (shownDays + 1) * dayMs} and outcome in ('sent', 'partly')
    group by 1`.execute(db)
  const byDay = new Map(rows.map((row) => [row.day, row]))
  const days = Array.from({ length: shownDays }, (_, n) => dayAt(now - (shownDays - 1 - n) * dayMs, timeZone))
  return {
    ...counts[0]!,
    days: days.map((day) => ({
      day,
      devices: byDay.get(day)?.devices ?? 0,
      bytes: byDay.get(day)?.bytes ?? 0,
    })),
  }
}
