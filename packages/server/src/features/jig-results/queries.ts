import {
  type JigResult,
  type JigUnit,
  type JigYield,
  type JigYieldGroup,
  jigLimits,
  type jigResultCalls,
} from '@trackway/core/features/jig-results/calls.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { z } from 'zod'
import type { Db } from '../../platform/database/database.ts'
import { likePattern } from '../../platform/database/like-pattern.ts'
import { localDayGroup } from '../../platform/database/local-day-sql.ts'
import type { Page } from '../../platform/database/read-page.ts'
import { type YieldCounts, yieldCounts, yieldPage, yieldSpan } from '../../platform/database/yield-rows.ts'
import { Refusal } from '../../platform/errors.ts'
import type { Scope } from '../../platform/http/session.ts'
import { keptIn, pathEnd } from '../../platform/scope/scope-sql.ts'
import { measurementsForm } from './store-results.ts'

type Condition = RawBuilder<SqlBool>

/** Rows of the factories within the scope. */
export const ofScope = ({ path }: Scope, table: string): Condition =>
  sql<SqlBool>`${sql.ref(`${table}.account_id`)} = any(array(
    select id from accounts where path >= ${path} and path < ${pathEnd(path)}))`

interface Filter {
  search?: string | undefined
  batch?: string | undefined
  station?: string | undefined
  from?: number | undefined
  to?: number | undefined
  ids?: number[] | undefined
}

function conditionsOf(
  table: string,
  time: string,
  { search, batch, station, from, to, ids }: Filter,
): Condition[] {
  const column = (name: string) => sql.ref(`${table}.${name}`)
  const conditions: Condition[] = []
  if (search)
    conditions.push(sql<SqlBool>`${column('search_text')} like ${likePattern(search.toLowerCase())}`)
  if (ids) conditions.push(sql<SqlBool>`${column('id')} = any(${ids}::int8[])`)
  if (batch) conditions.push(sql<SqlBool>`${column('batch')} = ${batch}`)
  if (station) conditions.push(sql<SqlBool>`${column('station')} = ${station}`)
  if (from !== undefined) conditions.push(sql<SqlBool>`${column(time)} >= ${from}`)
  if (to !== undefined) conditions.push(sql<SqlBool>`${column(time)} <= ${to}`)
  return conditions
}

const and = (conditions: readonly Condition[]) => sql.join(conditions, sql` and `)

/** What a row of a list has of a result, whose measurements are read for the page alone. */
const resultJson = (r: string) => {
  const c = (name: string) => sql.ref(`${r}.${name}`)
  return sql`jsonb_build_object('id', ${c('id')}, 'resultId', ${c('result_id')}, 'kind', ${c('kind')},
    'imei', ${c('imei')}, 'serialNumber', ${c('serial_number')}, 'iccid', ${c('iccid')}, 'station', ${c('station')},
    'batch', ${c('batch')}, 'deviceType', ${c('device_type_id')}, 'operator', ${c('operator')}, 'slot', ${c('slot')},
    'program', ${c('program')}, 'time', ${c('time')}, 'testTime', ${c('test_time')},
    'receiveTime', ${c('receive_time')}, 'isPassed', ${c('is_passed')}, 'claimed', ${c('claimed')},
    'expectedVersion', ${c('expected_version')}, 'claimedVersion', ${c('claimed_version')},
    'failures', to_jsonb(${c('failures')}), 'isFirst', ${c('is_first')}, 'isLast', ${c('is_last')},
    'typeName', (select coalesce(label, name) from device_types where id = ${c('device_type_id')}),
    'items', (select items from jig_measurements where result_id = ${c('id')}))`
}

type ResultRow = Omit<JigResult, 'items'> & { items: unknown }

function toResult({ items, ...row }: ResultRow): JigResult {
  return { ...row, items: measurementsForm.read(items)?.items ?? [] }
}

/** A page of results, every attempt, the last tested first. */
export async function findResults(
  db: Db,
  scope: Scope,
  input: z.output<typeof jigResultCalls.find.input>,
): Promise<Page<JigResult>> {
  const { kind, verdict, unit, attempt, pageNum, pageSize } = input
  const isKept = await keptIn(db, scope, 'jig_results')
  const conditions = [isKept('r'), ...conditionsOf('r', 'time', input)]
  if (kind) conditions.push(sql<SqlBool>`r.kind = ${kind}`)
  if (unit) conditions.push(sql<SqlBool>`r.unit = ${unit}`)
  if (verdict === 'disputed') conditions.push(sql<SqlBool>`r.claimed <> r.is_passed`)
  else if (verdict) conditions.push(sql<SqlBool>`r.is_passed = ${verdict === 'passed'}`)
  if (attempt) conditions.push(attempt === 'first' ? sql<SqlBool>`r.is_first` : sql<SqlBool>`r.is_last`)
  const { rows: counts } = await sql<{ total: number }>`
    select count(*)::int4 as total from jig_results r where ${and(conditions)}`.execute(db)
  const { rows } = await sql<{ result: ResultRow }>`
    select ${resultJson('r')} as result from (
      select r.id from jig_results r where ${and(conditions)}
      order by r.time desc, r.id desc limit ${pageSize} offset ${(pageNum - 1) * pageSize}) page
    join jig_results r using (id)
    order by r.time desc, r.id desc`.execute(db)
  return { list: rows.map(({ result }) => toResult(result)), total: counts[0]!.total }
}

/** @throws {Refusal} `notFound`, also for a stranger's */
export async function findResult(
  db: Db,
  scope: Scope,
  id: number,
): Promise<JigResult & { log: string | null }> {
  const { rows } = await sql<{ result: ResultRow; log: string | null }>`
    select ${resultJson('r')} as result, (select log from jig_measurements where result_id = r.id) as log
    from jig_results r where r.id = ${id} and ${ofScope(scope, 'r')}`.execute(db)
  if (rows[0] === undefined) throw new Refusal('notFound')
  return { ...toResult(rows[0].result), log: rows[0].log }
}

/** A page of devices with the results that count, the last tested first. */
export async function findUnits(
  db: Db,
  scope: Scope,
  input: z.output<typeof jigResultCalls.units.input>,
): Promise<Page<JigUnit>> {
  const { state, pageNum, pageSize } = input
  const isKept = await keptIn(db, scope, 'jig_units')
  const conditions = [isKept('u'), ...conditionsOf('u', 'last_time', input)]
  if (state) conditions.push(sql<SqlBool>`u.state = ${state}`)
  const { rows: counts } = await sql<{ total: number }>`
    select count(*)::int4 as total from jig_units u where ${and(conditions)}`.execute(db)
  const { rows } = await sql<Omit<JigUnit, 'serial' | 'gps'> & Record<'serial' | 'gps', ResultRow | null>>`
    select u.id, u.unit, u.imei, u.serial_number as "serialNumber", u.iccid, u.station, u.batch,
      u.device_type_id as "deviceType", coalesce(t.label, t.name) as "typeName", u.state,
      u.last_time as "lastTime", u.attempts,
      (select ${resultJson('r')} from jig_results r where r.id = u.last_serial_id) as serial,
      (select ${resultJson('r')} from jig_results r where r.id = u.last_gps_id) as gps
    from (
      select u.id from jig_units u where ${and(conditions)}
      order by u.last_time desc, u.id desc limit ${pageSize} offset ${(pageNum - 1) * pageSize}) page
    join jig_units u using (id)
    left join device_types t on t.id = u.device_type_id
    order by u.last_time desc, u.id desc`.execute(db)
  const list = rows.map(({ serial, gps, ...row }) => ({
    ...row,
    serial: serial && toResult(serial),
    gps: gps && toResult(gps),
  }))
  return { list, total: counts[0]!.total }
}

/**
 * First-pass yield by day, station and kind, or by one of them.
 * @throws {Refusal} `rangeTooLong`
 */
export async function findYield(
  db: Db,
  scope: Scope,
  { pageNum, pageSize, kind, by, ...filter }: z.output<typeof jigResultCalls.yield.input>,
  { timeZone, now }: { timeZone: string; now: number },
): Promise<Page<JigYield>> {
  const span = yieldSpan(filter, jigLimits.yieldDays, now)
  const isKept = await keptIn(db, scope, 'jig_results')
  const conditions = [
    isKept('r'),
    sql<SqlBool>`r.is_first`,
    ...conditionsOf('r', 'time', { ...filter, ...span }),
  ]
  if (kind) conditions.push(sql<SqlBool>`r.kind = ${kind}`)
  const { place, dayOf } = localDayGroup('r.time', span, timeZone)
  const column = (of: JigYieldGroup, value: RawBuilder<unknown>) =>
    by === undefined || by === of ? value : sql`null`
  const { rows } = await sql<
    YieldCounts & { place: number | null; station: string | null; kind: JigYield['kind'] }
  >`
    select ${column('day', place)} as place, ${column('station', sql.ref('station'))} as station,
      ${column('kind', sql.ref('kind'))} as kind, ${yieldCounts(sql.ref('is_passed'))}
    from jig_results r where ${and(conditions)}
    group by 1, 2, 3 order by 1 desc, 2 nulls last, 3`.execute(db)
  const named = rows.map(({ place, ...row }) => {
    const day = place === null ? null : dayOf(place)
    return { id: `${day ?? ''} ${row.kind ?? ''} ${row.station ?? ''}`, day, ...row }
  })
  return yieldPage(named, { pageNum, pageSize })
}
