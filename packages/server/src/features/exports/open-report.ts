import type { EpisodeKind } from '@trackway/core/codes/episodes.ts'
import { permissionsOf } from '@trackway/core/codes/permissions.ts'
import { alarmCountSorts } from '@trackway/core/features/alarms/statistics-calls.ts'
import { batteryPart } from '@trackway/core/features/batteries/calls.ts'
import { punctualitySorts } from '@trackway/core/features/bus/calls.ts'
import type { ExportRequest, ListFileRequest } from '@trackway/core/features/exports/calls.ts'
import { episodeSorts, sumSorts } from '@trackway/core/features/statistics/calls.ts'
import {
  alarmGroupings,
  groupings,
  oneGrouping,
  reports,
} from '@trackway/core/features/statistics/reports.ts'
import { tyrePart } from '@trackway/core/features/tyres/calls.ts'
import type { PartKind } from '@trackway/core/features/vehicle-parts/part-calls.ts'
import { visitSorts } from '@trackway/core/features/zones/zone-visits.ts'
import { listByName } from '@trackway/core/lists.ts'
import type { Bus } from '../../platform/bus/bus.ts'
import { narrowToGroups } from '../../platform/http/groups-of-scope.ts'
import type { Handler } from '../../platform/http/serve.ts'
import { createLog } from '../../platform/log.ts'
import { countAlarms, maxRows } from '../alarms/count-alarms.ts'
import { episodeRows, readEpisodeTotals } from '../statistics/episode-queries.ts'
import { pendingDevices } from '../statistics/pending.ts'
import { resolveFilter } from '../statistics/report-filter.ts'
import { readTotals, sumRows } from '../statistics/sum-queries.ts'
import { placeDayRows, readPlaceDays } from '../vehicle-parts/place-days.ts'
import type { OpenedReport, OpenReport, ReportContext, ReportRow } from './report-rows.ts'

type Databases = Parameters<OpenReport>[0]

/**
 * Opens the source of a file in the way of its screen: reports by the same queries, lists by their handler.
 * @param handlers of all calls
 */
export function openReportBy(handlers: readonly Handler[]): OpenReport {
  return (database, context) => {
    const { question } = context
    if ('list' in question) return openList(database, { ...context, question }, handlers)
    const { source } = reports[question.report]
    switch (source.call) {
      case 'sums':
        return openSums(database, { ...context, question })
      case 'episodes':
        return openEpisodes(database, { ...context, question }, source.kind)
      case 'pastDue':
        return openList(database, { ...context, question: pastDueOf(question) }, handlers)
      case 'alarmCounts':
        return openAlarmCounts(database, { ...context, question })
      case 'busPunctuality':
        return openList(database, { ...context, question: punctualityOf(question) }, handlers)
      case 'visits':
        return openList(
          database,
          { ...context, question: visitsOf(question, source.list) },
          handlers,
          visitsPerPage,
        )
      case 'tyres':
        return openDays(database, { ...context, question }, tyrePart)
      case 'batteries':
        return openDays(database, { ...context, question }, batteryPart)
    }
  }
}

async function openSums(database: Databases, context: ReportContext): Promise<OpenedReport> {
  const { question, signal } = context
  const { reportScope, coverage } = await ask(database, context)
  const groupBy = oneGrouping(groupings, question.groupBy)
  const { isDescending = false, withEmpty = true } = question
  const groups = { reportScope, groupBy, withEmpty }
  const { total, sum, devicesWithData } = await readTotals(database, groups, signal)
  const usual = groupBy === 'device' || groupBy === 'account' ? 'name' : 'day'
  const order = { sort: orderOf(sumSorts, question, usual), isDescending }
  return {
    summary: { rows: total, ...coverage, devicesWithData, sum: { ...sum, devices: devicesWithData } },
    rows: sumRows(database, { ...groups, ...order }, signal),
  }
}

async function openEpisodes(
  database: Databases,
  context: ReportContext,
  kind: EpisodeKind,
): Promise<OpenedReport> {
  const { question, signal } = context
  const { reportScope, coverage } = await ask(database, context)
  const { minDurationMs, minDistanceM, isDescending = false } = question
  const asEpisodes = {
    reportScope,
    kind,
    minDurationMs,
    minDistanceM,
    sort: orderOf(episodeSorts, question, 'from'),
    isDescending,
  }
  const { total, sum, devicesWithData } = await readEpisodeTotals(database, asEpisodes, signal)
  const { durationMs, ...rest } = sum
  return {
    summary: { rows: total, ...coverage, devicesWithData, sum: { ...rest, duration: durationMs } },
    rows: episodeRows(database, asEpisodes, signal),
  }
}

async function openAlarmCounts(
  { db }: Databases,
  { question, scope, timeZone }: ReportContext,
): Promise<OpenedReport> {
  const { userId, withSubAccounts, terminalIDs, deviceType, groupIds, codes, first, last } = question
  const groupBy = oneGrouping(alarmGroupings, question.groupBy)
  const isByDay = groupBy === 'day'
  const order = {
    sort: orderOf(alarmCountSorts, question, isByDay ? 'day' : 'alarms'),
    isDescending: question.isDescending ?? !isByDay,
  }
  const { list, total, sum, devices, devicesWithData } = await countAlarms(
    db,
    await narrowToGroups(db, scope, groupIds),
    {
      userId,
      withSubAccounts,
      terminalIDs,
      deviceType,
      codes,
      first,
      last,
      groupBy,
      ...order,
      withPrevious: false,
      pageNum: 1,
      pageSize: maxRows,
    },
    timeZone,
  )
  const ofAll = { ...sum, duration: sum.durationMs, devices: devicesWithData }
  return {
    summary: { rows: total, devices, devicesWithData, pendingDevices: 0, sum: ofAll },
    rows: (async function* () {
      yield list
    })(),
  }
}

/** Days of wheels or packs. */
async function openDays(
  { db, pool }: Databases,
  { question, scope, timeZone, signal }: ReportContext,
  { figures, place: key }: PartKind,
): Promise<OpenedReport> {
  const reportScope = await resolveFilter(db, scope, question, timeZone)
  const sort = orderOf<string>(['day', 'name', ...Object.keys(figures)], question, 'day')
  const days = { reportScope, figures, sort, isDescending: question.isDescending ?? false }
  const { total, devicesWithData } = await readPlaceDays(pool, { ...days, pageNum: 1, pageSize: 1 }, signal)
  const rows = async function* () {
    for await (const part of placeDayRows(pool, days, signal))
      yield part.map(({ place, ...row }) => ({ ...row, [key]: place }))
  }
  const coverage = { devices: reportScope.devices.length, devicesWithData, pendingDevices: 0 }
  return { summary: { rows: total, ...coverage, sum: null }, rows: rows() }
}

/** The order of a request, where the report has it. */
function orderOf<Sort extends string>(
  sorts: readonly Sort[],
  { sort }: Pick<ExportRequest, 'sort'>,
  usual: NoInfer<Sort>,
): Sort {
  return sorts.find((each) => each === sort) ?? usual
}

async function ask({ db, pool }: Databases, { question, scope, timeZone }: ReportContext) {
  const reportScope = await resolveFilter(db, scope, question, timeZone)
  const pending = await pendingDevices(pool, reportScope.devices)
  return { reportScope, coverage: { devices: reportScope.devices.length, pendingDevices: pending } }
}

function pastDueOf(question: ExportRequest): ListFileRequest {
  const { userId, withSubAccounts, groupIds, state, withinDays, search, columns } = question
  return {
    list: 'pastDue',
    filter: { userId, withSubAccounts, groupIds, state, withinDays, search },
    columns,
  }
}

function punctualityOf(question: ExportRequest): ListFileRequest {
  const { userId, withSubAccounts, first, last, search, isDescending, columns } = question
  const sort = orderOf([...punctualitySorts, 'day'], question, 'line')
  const filter = { userId, withSubAccounts, first, last, search, sort, isDescending }
  return { list: 'busPunctuality', filter, columns }
}

function visitsOf(question: ExportRequest, list: 'fenceVisits' | 'riskVisits'): ListFileRequest {
  const { columns, isDescending, ...asked } = question
  const { userId, withSubAccounts, terminalIDs, groupIds, first, last, minDurationMs } = asked
  const order = { sort: orderOf(visitSorts, question, 'from'), isDescending }
  return {
    list,
    filter: { userId, withSubAccounts, terminalIDs, groupIds, first, last, minDurationMs, ...order },
    columns,
  }
}

/** Each question for visits reads the tracks: all rows are taken at once. */
const visitsPerPage = 50_000
/** Rows of a list read at a time: more than a screen may request, so that a long list takes few queries. */
const rowsPerPage = 5_000
/** Reading changes nothing, so there is nothing to publish. */
const silentBus: Bus = {
  isConnected: true,
  publish: () => undefined,
  subscribe: () => () => undefined,
  close: async () => undefined,
}

async function openList(
  database: Databases,
  { question, account, scope, language, timeZone, now, signal }: ReportContext<ListFileRequest>,
  handlers: readonly Handler[],
  perPage = rowsPerPage,
): Promise<OpenedReport> {
  const { find, rowId } = listByName(question.list)
  const handler = handlers.find(({ call }) => call.path === find.path)
  if (handler === undefined) throw new Error(`nothing answers ${find.path}`)
  const filter = find.input.parse(question.filter)
  const { id, role, path, is_demo: isDemo } = account
  const session = {
    tokenHash: Buffer.alloc(0),
    account: { id, role, path, isDemo, language, timeZone },
    deviceId: null,
    actor: null,
    mustChangePassword: false,
    keyId: null,
    permissions: permissionsOf(role),
    expireTime: now,
  }
  const read = async (pageNum: number) => {
    const silent = { bus: silentBus, log: createLog('silent') }
    const context = {
      ...database,
      ...silent,
      now,
      address: '',
      origin: null,
      userAgent: '',
      language,
      accept: '',
      signal,
    }
    const input = { ...filter, pageNum, pageSize: perPage }
    return (await handler.run({ ...context, input }, { session, scope })) as {
      list: ReportRow[]
      total: number
    }
  }

  const first = await read(1)
  const chosenIds = question.ids && new Set<unknown>(question.ids)
  const pages = async function* () {
    for (let pageNum = 1; (pageNum - 1) * perPage < first.total; pageNum++) {
      const { list } = pageNum === 1 ? first : await read(pageNum)
      if (list.length === 0) return
      yield chosenIds ? list.filter((row) => chosenIds.has(row[rowId])) : list
    }
  }
  const rows = chosenIds?.size ?? first.total
  return {
    summary: { rows, devices: null, devicesWithData: null, pendingDevices: 0, sum: null },
    rows: pages(),
  }
}
