import type { Gathering } from '@trackway/core/features/vehicle-parts/part-calls.ts'
import type { ReadingName } from '@trackway/core/readings/readings.ts'
import { displayName } from '@trackway/core/rules/device-order.ts'
import type pg from 'pg'
import type { Paging } from '../../platform/database/read-page.ts'
import { readRows, type Statement, streamRows } from '../statistics/read-rows.ts'
import { type ReportScope, shownSql, withKnownNames } from '../statistics/report-filter.ts'

/** The figures of a report of days: what each is made from, by its key. */
export type DayFigures<Key extends string> = Readonly<Record<Key, readonly [ReadingName, Gathering]>>

export interface PlaceDayQuery<Key extends string> {
  reportScope: ReportScope
  figures: DayFigures<Key>
  sort: 'day' | 'name' | NoInfer<Key>
  isDescending: boolean
}

/** A wheel or pack on one day. */
export type PlaceDay<Key extends string> = Record<Key, number | null> & {
  terminalID: string
  displayName: string
  userId: number
  username: string
  day: string
  place: number
}

type Row<Key extends string> = Record<Key, number | null> & {
  n: number
  place: number
  terminal_id: string
  car_number: string | null
  nickname: string | null
  account_id: number
  username: string
  total: number
  with_data: number
}

export interface PlaceDays<Key extends string> {
  list: PlaceDay<Key>[]
  total: number
  devicesWithData: number
}

/** A page of the table, and how many rows and vehicles with data there are, of one moment. */
export async function readPlaceDays<Key extends string>(
  pool: pg.Pool,
  question: PlaceDayQuery<Key> & Paging,
  signal: AbortSignal,
): Promise<PlaceDays<Key>> {
  const { pageNum, pageSize } = question
  const { text, values } = await statementOf(pool, question)
  const paged = {
    text: `${text} limit $7 offset $8`,
    values: [...values, pageSize, (pageNum - 1) * pageSize],
  }
  const rows = await readRows<Row<Key>>(pool, paged, signal)
  const first = rows[0] ?? (pageNum === 1 ? undefined : await firstRow(pool, { text, values }, signal))
  return {
    list: rows.map((row) => toPlaceDay(row, question)),
    total: first?.total ?? 0,
    devicesWithData: first?.with_data ?? 0,
  }
}

/** All rows in the same order, some at a time. */
export async function* placeDayRows<Key extends string>(
  pool: pg.Pool,
  question: PlaceDayQuery<Key>,
  signal: AbortSignal,
): AsyncGenerator<PlaceDay<Key>[]> {
  for await (const rows of streamRows<Row<Key>>(pool, await statementOf(pool, question), signal))
    yield rows.map((row) => toPlaceDay(row, question))
}

/** Behind the last page nothing says how many there are. */
async function firstRow<Key extends string>(pool: pg.Pool, { text, values }: Statement, signal: AbortSignal) {
  const [row] = await readRows<Row<Key>>(pool, { text: `${text} limit 1`, values }, signal)
  return row
}

/** @param name one of ours: it stands in the statement as it is */
function figureSql(name: ReadingName, gathering: Gathering): string {
  const of = (what: string) => `${what} filter (where name = '${name}')`
  switch (gathering) {
    case 'least':
      return of('min(least)')
    case 'greatest':
      return of('max(greatest)')
    case 'mean':
      return `${of('sum(mean * count)')} / ${of('sum(count)')}`
  }
}

/**
 * Days that are packed have their sums; of what is not packed yet the rows are summed here, for vehicles only that
 * ever told of such a thing.
 */
async function statementOf<Key extends string>(
  pool: pg.Pool,
  { reportScope, figures, sort, isDescending }: PlaceDayQuery<Key>,
): Promise<Statement> {
  const entries = Object.entries<readonly [ReadingName, Gathering]>(figures)
  const names = [...new Set(entries.map(([, [name]]) => name))]
  const columns = entries.map(
    ([key, [name, gathering]]) => `(${figureSql(name, gathering)})::float8 as "${key}"`,
  )
  const direction = isDescending ? 'desc' : 'asc'
  const name = `coalesce(nullif(devices.car_number, ''), nullif(devices.nickname, ''), devices.terminal_id)`
  const key = sort === 'day' ? 'n' : sort === 'name' ? name : `"${sort}"`
  const [from, to] = [reportScope.days[0]?.from ?? 0, reportScope.days.at(-1)?.to ?? 0]
  const shown = shownSql(reportScope, {
    device: 'said.device_id',
    from: 'days.from_time',
    to: 'days.to_time',
  })
  const text = `
    with days as (
      select n::int4, from_time, to_time
      from unnest($2::int8[], $3::int8[]) with ordinality as day (from_time, to_time, n)
    ), said as (
      select t.device_id, width_bucket((r.f + r.t) / 2, $2::int8[]) as n, r.n as name, r.p as place,
        r.a as least, r.b as greatest, r.m as mean, r.c as count
      from track_days t
      cross join lateral json_to_recordset(t.reading_sums)
        as r (n text, p int4, f int8, t int8, a float8, b float8, m float8, c int4)
      where t.device_id = any($1::int4[]) and t.day between $4::int8 / 86400000 and $5::int8 / 86400000
        and t.reading_sums is not null and r.n = any($6::text[])
        and (r.f + r.t) / 2 >= $4 and (r.f + r.t) / 2 < $5
      union all
      select p.device_id, width_bucket(p.fix_time, $2::int8[]), name, place::int4,
        min(value::float8), max(value::float8), avg(value::float8), count(*)::int4
      from positions p
      cross join unnest($6::text[]) as name
      cross join lateral json_array_elements_text(
        case when json_typeof(p.extra -> name) = 'array' then p.extra -> name end) with ordinality as one (value, place)
      where p.device_id = any($1::int4[]) and p.fix_time >= $4 and p.fix_time < $5 and p.extra is not null
        and value is not null
      group by 1, 2, 3, 4
    ), figures as (
      select device_id, n, place, ${columns.join(', ')}
      from said join days using (n) where ${shown} group by device_id, n, place
    )
    select figures.*, devices.terminal_id, devices.car_number, devices.nickname, devices.account_id,
      accounts.username, count(*) over ()::int4 as total, (select count(distinct device_id)::int4 from figures) as with_data
    from figures join devices on devices.id = device_id join accounts on accounts.id = devices.account_id
    order by ${key} ${direction} nulls last, ${name}, n, devices.id, place`
  const devices = await devicesThatTold(pool, reportScope.devices, names)
  const { days } = reportScope
  return { text, values: [devices, days.map((day) => day.from), days.map((day) => day.to), from, to, names] }
}

async function devicesThatTold(
  pool: pg.Pool,
  devices: readonly number[],
  names: readonly string[],
): Promise<number[]> {
  const { rows } = await pool.query<{ id: number }>(
    `select device_id as id from device_states where device_id = any($1::int4[])
     and exists (select from unnest($2::text[]) as name where readings -> name is not null)`,
    [devices, names],
  )
  return rows.map(({ id }) => id)
}

function toPlaceDay<Key extends string>(
  found: Row<Key>,
  { reportScope, figures }: PlaceDayQuery<Key>,
): PlaceDay<Key> {
  const row = withKnownNames(reportScope, found)
  const { terminal_id: terminalID, car_number: carNumber, nickname } = row
  const values: Record<string, number | null> = {}
  for (const key of Object.keys(figures) as Key[]) values[key] = row[key]
  return {
    terminalID,
    displayName: displayName({ carNumber, nickname, terminalID }),
    userId: row.account_id,
    username: row.username,
    day: reportScope.days[row.n - 1]!.day,
    place: row.place,
    ...(values as Record<Key, number | null>),
  }
}
