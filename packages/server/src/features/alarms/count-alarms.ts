import type { OutputOf } from '@trackway/core/api/call.ts'
import { alarmSeverities } from '@trackway/core/codes/alarms.ts'
import { limits } from '@trackway/core/codes/limits.ts'
import type { AlarmFilter } from '@trackway/core/features/alarms/calls.ts'
import type {
  AlarmCountRow,
  AlarmCounts,
  alarmStatisticsCalls,
} from '@trackway/core/features/alarms/statistics-calls.ts'
import type { AlarmGrouping } from '@trackway/core/features/statistics/reports.ts'
import { addDays, daysBetween, localDays } from '@trackway/core/rules/local-days.ts'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Db } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/errors.ts'
import type { Scope } from '../../platform/http/session.ts'
import { findAccountRow } from '../../platform/scope/find-account.ts'
import { devicesIn, pathEnd } from '../../platform/scope/scope-sql.ts'
import { type EpisodeSelection, selectionOf } from './episode-filter.ts'

type CountQuery = z.output<typeof alarmStatisticsCalls.count.input>
type Counted = OutputOf<typeof alarmStatisticsCalls.count>

/** Columns of `alarm_episodes e` and `devices` that rows are grouped by. */
const groups: Record<AlarmGrouping, readonly ('code' | 'device' | 'day' | 'account')[]> = {
  code: ['code'],
  device: ['device'],
  day: ['day'],
  account: ['account'],
  deviceCode: ['device', 'code'],
}

/**
 * Counts the alarms that began in a period.
 * @throws {Refusal} `notFound` for an account or a device outside the scope; `rangeTooLong` beyond a quarter;
 *   `invalidInput` where the last day is before the first
 */
export async function countAlarms(
  db: Db,
  scope: Scope,
  query: CountQuery,
  timeZone: string,
): Promise<Counted> {
  const { first, last, groupBy, sort, isDescending, pageNum, pageSize } = query
  if (first > last) throw new Refusal('invalidInput', { issues: [{ path: 'last', reason: 'before_from' }] })
  const length = daysBetween(first, last) + 1
  if (length > limits.statisticsDays) throw new Refusal('rangeTooLong')
  const of = { db, scope, query, timeZone }
  const selection = await selectionBetween(of, first, last)
  const rows = await countBy({ ...of, selection }, groups[groupBy])
  const days = groupBy === 'day' ? rows : await countBy({ ...of, selection }, ['day'])
  const [sum] = await countBy({ ...of, selection }, [])
  const devicesWithData = sum?.devices ?? 0
  const previous = query.withPrevious
    ? await countBy(
        { ...of, selection: await selectionBetween(of, addDays(first, -length), addDays(first, -1)) },
        [],
      )
    : []
  const byDay = new Map(days.map((row) => [row.day, row]))
  rows.sort((a, b) => (isDescending ? -1 : 1) * compare(a, b, sort) || (a.id < b.id ? -1 : 1))
  return {
    list: rows.slice((pageNum - 1) * pageSize, pageNum * pageSize),
    total: rows.length,
    sum: countsOf(sum),
    previous: query.withPrevious ? countsOf(previous[0]) : null,
    byDay: localDays(first, last, timeZone).map(({ day }) => ({ day, ...countsOf(byDay.get(day)) })),
    timeZone,
    // Some that had alarms may have gone to another account since.
    devices: Math.max(await countDevices(db, scope, query), devicesWithData),
    devicesWithData,
  }
}

interface CountContext {
  db: Db
  scope: Scope
  query: CountQuery
  timeZone: string
}

function selectionBetween(
  { db, scope, query, timeZone }: CountContext,
  first: string,
  last: string,
): Promise<EpisodeSelection> {
  const { userId, withSubAccounts, terminalIDs, deviceType, codes, search } = query
  const days = localDays(first, last, timeZone)
  const [from, to] = [days[0]?.from ?? 0, days.at(-1)?.to ?? 0]
  const whose = { userId, withSubAccounts, terminalIDs, deviceType, codes, search }
  const filter: Partial<AlarmFilter> = { ...whose, from, to }
  return selectionOf(db, scope, filter)
}

/** How many vehicles the query has, however many of them had alarms. */
async function countDevices(db: Db, scope: Scope, query: CountQuery): Promise<number> {
  const { userId = scope.accountId, withSubAccounts, terminalIDs, deviceType } = query
  if (terminalIDs !== undefined) return new Set(terminalIDs).size
  const { path } = userId === scope.accountId ? scope : await findAccountRow(db, scope, userId)
  const { devices } = await db
    .selectFrom('devices')
    .select((eb) => eb.fn.countAll<number>().as('devices'))
    .where(devicesIn({ ...scope, path }))
    .$if(!withSubAccounts, (query) => query.where('account_id', '=', userId))
    .$if(deviceType !== undefined, (query) => query.where('device_type_id', '=', deviceType!))
    .executeTakeFirstOrThrow()
  return devices
}

/** Rows of one answer: an account with more devices than that groups by account. */
export const maxRows = 100_000

async function countBy(
  { db, scope, timeZone, selection }: CountContext & { selection: EpisodeSelection },
  by: readonly ('code' | 'device' | 'day' | 'account')[],
): Promise<AlarmCountRow[]> {
  const is = (column: (typeof by)[number], value: RawBuilder<unknown>) =>
    by.includes(column) ? value : sql`null`
  const { rows } = await sql<Omit<AlarmCountRow, 'id'>>`
    with counted as (
      select ${is('code', sql`e.code`)}::int4 as code, ${is('device', sql`e.device_id`)}::int4 as device_id,
        ${is('account', sql`e.account_id`)}::int4 as account_id,
        ${is('day', sql`to_char(to_timestamp(e.start_time / 1000.0) at time zone ${timeZone}, 'YYYY-MM-DD')`)}::text as day,
        count(*)::int4 as alarms, sum(e.count)::int8 as occurrences, sum(e.end_time - e.start_time)::int8 as "durationMs",
        (count(*) filter (where e.severity = ${sql.lit(alarmSeverities.critical)}))::int4 as critical,
        (count(*) filter (where e.state = 'new'))::int4 as unhandled, count(distinct e.device_id)::int4 as devices
      from alarm_episodes e join devices on devices.id = e.device_id where ${selection.conditions}
      group by 1, 2, 3, 4 limit ${maxRows}
    )
    select c.code, d.terminal_id as "terminalID", c.day, c.account_id as "userId", a.username, c.alarms,
      c.occurrences::float8 as occurrences, c."durationMs"::float8 as "durationMs", c.critical, c.unhandled, c.devices,
      case when holder.path >= ${scope.path} and holder.path < ${pathEnd(scope.path)}
        then coalesce(nullif(d.car_number, ''), nullif(d.nickname, ''), d.terminal_id) else d.terminal_id end as "displayName"
    from counted c left join devices d on d.id = c.device_id left join accounts holder on holder.id = d.account_id
      left join accounts a on a.id = c.account_id`.execute(db)
  return rows.map((row) => ({
    ...row,
    id: [row.code, row.terminalID, row.day, row.userId].filter((part) => part !== null).join(' '),
  }))
}

function countsOf(row: AlarmCounts | undefined): AlarmCounts {
  const { alarms = 0, occurrences = 0, critical = 0, unhandled = 0, durationMs = 0 } = row ?? {}
  return { alarms, occurrences, critical, unhandled, durationMs }
}

function compare(a: AlarmCountRow, b: AlarmCountRow, sort: CountQuery['sort']): number {
  if (sort === 'day') return (a.day ?? '') < (b.day ?? '') ? -1 : 1
  if (sort === 'name')
    return (a.displayName ?? a.username ?? '').localeCompare(b.displayName ?? b.username ?? '')
  const key = sort === 'duration' ? 'durationMs' : sort
  return a[key] - b[key]
}
