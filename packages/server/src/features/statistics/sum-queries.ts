import type { SumRow, Sums, statisticsCalls } from '@trackway/core/features/statistics/calls.ts'
import type { Grouping } from '@trackway/core/features/statistics/reports.ts'
import { displayName } from '@trackway/core/rules/device-order.ts'
import type { z } from 'zod'
import type { Database } from '../../platform/database/database.ts'
import { deviceDaysSql } from './device-days-sql.ts'
import { readRows, streamRows } from './read-rows.ts'
import { type ReportScope, withKnownNames } from './report-filter.ts'
import { type Sources, sourcesOf } from './sources.ts'
import { type SumColumns, toSums } from './sum-columns.ts'
import { byDaySql, groupsSql, rowsSql, totalsSql } from './sum-rows-sql.ts'

type SumInput = z.output<typeof statisticsCalls.sums.input>
type Databases = Pick<Database, 'db' | 'pool'>

/** A table of sums: of what, grouped and sorted how. */
export interface SumQuery extends Pick<SumInput, 'sort' | 'isDescending' | 'withEmpty'> {
  reportScope: ReportScope
  groupBy: Grouping
}

export interface SumTotals {
  /** Rows of the whole table. */
  total: number
  sum: Sums
  /** A row for each day, all vehicles together. */
  byDay: (Sums & { day: string })[]
  devicesWithData: number
}

/** A page of the table and the sums of all of it, of one moment. */
export async function readSums(
  database: Databases,
  query: SumQuery & Pick<SumInput, 'pageNum' | 'pageSize'>,
  signal: AbortSignal,
): Promise<SumTotals & { list: SumRow[] }> {
  const { reportScope, pageNum, pageSize } = query
  const sources = await sourcesOf(database, reportScope, signal)
  const rows = await readRows<PageRow>(
    database.pool,
    {
      text: `with ${deviceDaysSql(reportScope, sources.partDays)}, ${byDaySql},
        ${groupsSql(query)},
        page as (${rowsSql(query)} limit $10 offset $11)
        select page.*, null::int4 as total, null::int4 as with_data, row_number() over () as place from page
        union all select totals.*, null from (${totalsSql(query)}) as totals`,
      values: [...valuesOf(sources), pageSize, (pageNum - 1) * pageSize],
    },
    signal,
  )
  const page = rows.filter(({ place }) => place !== null).sort((a, b) => a.place! - b.place!)
  const totals = rows.filter(({ place }) => place === null)
  return { list: page.map((row) => toRow(row, reportScope)), ...toTotals(totals, reportScope) }
}

/** The sums alone: of a period beside the one shown, or for the foot of a file. */
export async function readTotals(
  database: Databases,
  groups: Pick<SumQuery, 'reportScope' | 'groupBy' | 'withEmpty'>,
  signal: AbortSignal,
): Promise<SumTotals> {
  const { reportScope } = groups
  const sources = await sourcesOf(database, reportScope, signal)
  const rows = await readRows<TotalRow>(
    database.pool,
    {
      text: `with ${deviceDaysSql(reportScope, sources.partDays)}, ${byDaySql}, ${groupsSql(groups)} ${totalsSql(groups)}`,
      values: valuesOf(sources),
    },
    signal,
  )
  return toTotals(rows, reportScope)
}

/** All rows of the table in the same order, some at a time. */
export async function* sumRows(
  database: Databases,
  query: SumQuery,
  signal: AbortSignal,
): AsyncGenerator<SumRow[]> {
  const sources = await sourcesOf(database, query.reportScope, signal)
  const text = `with ${deviceDaysSql(query.reportScope, sources.partDays)}, ${byDaySql}, ${groupsSql(query)} ${rowsSql(query)}`
  const values = valuesOf(sources)
  for await (const rows of streamRows<GroupRow>(database.pool, { text, values }, signal)) {
    yield rows.map((row) => toRow(row, query.reportScope))
  }
}

interface GroupRow extends SumColumns {
  /** Number of the day, from 1. */
  n: number | null
  devices: number
  account_id: number | null
  username: string | null
  terminal_id: string | null
  car_number: string | null
  nickname: string | null
}

/** Of one day; of everything, where `n` is null. */
interface TotalRow extends GroupRow {
  total: number | null
  with_data: number | null
}

interface PageRow extends TotalRow {
  /** Of a row of the page, its position. */
  place: number | null
}

function valuesOf({ days, devices, cut, consumption }: Sources): unknown[] {
  return [
    devices,
    cut.map(({ device }) => device),
    days.map(({ from }) => from),
    days.map(({ to }) => to),
    consumption.devices,
    consumption.per100Km,
    consumption.perIdleHour,
    cut.map(({ first }) => first),
    cut.map(({ last }) => last),
  ]
}

function toTotals(rows: TotalRow[], reportScope: ReportScope): SumTotals {
  const byDay = new Map(rows.map((row) => [row.n, row]))
  const all = byDay.get(null)
  return {
    total: all?.total ?? 0,
    sum: toSums(all),
    byDay: reportScope.days.map(({ day }, index) => ({ day, ...toSums(byDay.get(index + 1)) })),
    devicesWithData: all?.with_data ?? 0,
  }
}

function toRow(found: GroupRow, reportScope: ReportScope): SumRow {
  const row = withKnownNames(reportScope, found)
  const { terminal_id: terminalID, car_number: carNumber, nickname } = row
  return {
    terminalID,
    displayName: terminalID === null ? null : displayName({ carNumber, nickname, terminalID }),
    userId: row.account_id,
    username: row.username,
    day: row.n === null ? null : (reportScope.days[row.n - 1]?.day ?? null),
    devices: row.devices,
    ...toSums(row),
  }
}
