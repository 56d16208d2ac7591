import type { EpisodeKind } from '@trackway/core/codes/episodes.ts'
import { reports } from '@trackway/core/reports/reports.ts'
import type { ReportSummary } from '@trackway/core/reports/summary.ts'
import { type EpisodeRow, episodeRows, readEpisodeTotals } from '../statistics/episode-queries.ts'
import { pastDueRows, readPastDue } from '../statistics/past-due-queries.ts'
import { pendingDevices } from '../statistics/pending.ts'
import { type ReportScope, resolveFilter } from '../statistics/report-filter.ts'
import { readTotals, sumRows } from '../statistics/sum-queries.ts'
import type { Asking, OpenedReport, OpenReport, ReportRow } from './report-rows.ts'

/** The rows of every report, by the same functions that answer the screen. */
export function openReport(database: Databases, asking: Asking): Promise<OpenedReport> {
  const { source } = reports[asking.question.report]
  switch (source.call) {
    case 'sums':
      return openSums(database, asking)
    case 'episodes':
      return openEpisodes(database, asking, source.kind)
    case 'pastDue':
      return openPastDue(database, asking)
  }
}

type Databases = Parameters<OpenReport>[0]

async function openSums(database: Databases, asking: Asking): Promise<OpenedReport> {
  const { question, signal } = asking
  const { asked, coverage } = await ask(database, asking)
  const { groupBy } = question
  const { total, sum, devicesWithData } = await readTotals(database, { asked, groupBy }, signal)
  const sort = groupBy === 'device' || groupBy === 'account' ? 'name' : 'day'
  return {
    summary: { rows: total, ...coverage, devicesWithData, sum: { ...sum, devices: devicesWithData } },
    rows: sumRows(database, { asked, groupBy, sort, isDescending: false }, signal),
  }
}

async function openEpisodes(database: Databases, asking: Asking, kind: EpisodeKind): Promise<OpenedReport> {
  const { question, signal } = asking
  const { asked, coverage } = await ask(database, asking)
  const { minDurationMs, minDistanceM } = question
  const asEpisodes = { asked, kind, minDurationMs, minDistanceM, sort: 'from', isDescending: false } as const
  const { total, sum, devicesWithData } = await readEpisodeTotals(database, asEpisodes, signal)
  const { durationMs, ...rest } = sum
  return {
    summary: { rows: total, ...coverage, devicesWithData, sum: { ...rest, duration: durationMs } },
    rows: each(episodeRows(database, asEpisodes, signal), toRow),
  }
}

async function openPastDue(database: Databases, asking: Asking): Promise<OpenedReport> {
  const { question, scope, now, signal } = asking
  const { userId, withSubAccounts, state = 'both', withinDays = 30, search = '' } = question
  const caller = { ...database, scope, now }
  const wanted = { userId, withSubAccounts, state, withinDays, search }
  const { total } = await readPastDue(caller, { ...wanted, pageNum: 1, pageSize: 1 })
  return {
    summary: { rows: total, devices: null, devicesWithData: null, pendingDevices: 0, sum: null },
    rows: pastDueRows(caller, wanted, signal),
  }
}

async function ask(
  { db, pool }: Databases,
  { question, scope, timeZone }: Asking,
): Promise<{ asked: ReportScope; coverage: Pick<ReportSummary, 'devices' | 'pendingDevices'> }> {
  const asked = await resolveFilter(db, scope, question, timeZone)
  const pending = await pendingDevices(pool, asked.devices)
  return { asked, coverage: { devices: asked.devices.length, pendingDevices: pending } }
}

/** What the columns of episodes are called beside the episode's own names. */
function toRow(row: EpisodeRow): ReportRow {
  return { ...row, duration: row.to - row.from, fromPercent: row.fromValue, toPercent: row.toValue }
}

async function* each<T, R>(
  batches: AsyncIterable<readonly T[]>,
  change: (row: T) => R,
): AsyncGenerator<readonly R[]> {
  for await (const batch of batches) yield batch.map(change)
}
