import { alarmNameOf } from '@trackway/core/codes/alarms.ts'
import type { Language } from '@trackway/core/codes/languages.ts'
import type { ExportRequest, ListFileRequest } from '@trackway/core/features/exports/calls.ts'
import { chosenColumns } from '@trackway/core/features/statistics/columns.ts'
import { groupingsOf, oneGrouping, reports } from '@trackway/core/features/statistics/reports.ts'
import type { ReportSummary } from '@trackway/core/features/statistics/summary.ts'
import { columnValue, type ListColumn, pickColumns, placeKeys } from '@trackway/core/lists/columns.ts'
import { factsOfForm, inWords } from '@trackway/core/lists/forms.ts'
import { listByName } from '@trackway/core/lists.ts'
import { offsetName, wallTime } from '@trackway/core/rules/wall-time.ts'
import { hoursAndMinutes } from '../../platform/table-files/cells.ts'
import { reportText } from '../../platform/table-files/report-text.ts'
import type { FileColumn, FileRow, TableFile } from '../../platform/table-files/table-file.ts'
import type { OpenedReport, ReportRow } from './report-rows.ts'

/** Finds the words for places: in the same order, null where nothing is known. */
export type NamePlaces = (
  places: readonly { lat: number; lon: number }[],
  language: Language,
) => Promise<(string | null)[]>

export interface FileRequest<Source = ExportRequest | ListFileRequest> {
  question: Source
  language: Language
  timeZone: string
  /** Whose vehicles. */
  accountName: string
  deviceTypeName: string | null
  now: number
}

/** The report as a file shows it: named columns, addresses for places, words for codes. */
export function toReportFile(report: OpenedReport, request: FileRequest, namePlaces: NamePlaces): TableFile {
  const { question, language, timeZone } = request
  const columns =
    'list' in question
      ? pickColumns(listByName(question.list).columns, question.columns)
      : chosenColumns(question)
  return {
    language,
    timeZone,
    title: nameOf(request),
    facts: factsOf(request, report.summary),
    columns: columns.map((column) => toFileColumn(column, language)),
    rows: toFileRows(report.rows, columns, language, namePlaces),
    total: report.summary.rows,
    sum: sumRow(report.summary, columns, language),
  }
}

/** The name of the report or list. */
function nameOf({ question, language }: FileRequest): string {
  return reportText(language, `name.${'list' in question ? question.list : question.report}`)
}

/** `Mileage 2026-11-01 2026-11-30.xlsx`; what has no period is named after the day it was made. */
export function fileNameOf(request: FileRequest, format: string): string {
  const { question, now, timeZone } = request
  const days = hasPeriod(question) ? [question.first, question.last] : [wallTime(now, timeZone).slice(0, 10)]
  return `${[nameOf(request), ...new Set(days)].join(' ')}.${format}`
}

function hasPeriod(question: FileRequest['question']): question is ExportRequest {
  return !('list' in question) && reports[question.report].source.call !== 'pastDue'
}

/** The head of every output: account, period, zone, filter, and how much of it had data. */
export function factsOf(request: FileRequest, summary: ReportSummary): [string, string][] {
  const { question, language, timeZone, now } = request
  const t = (key: string, values?: Record<string, string | number>) => reportText(language, key, values)
  const facts: [string, string][] = [[t('account'), request.accountName]]
  if (hasPeriod(question)) facts.push([t('period'), `${question.first} – ${question.last}`])
  facts.push([t('timeZone'), `${timeZone} (${offsetName(now, timeZone)})`])
  if (!('list' in question)) {
    const grouped = groupingsOf(question.report)
    if (grouped.length > 0) facts.push([t('group'), t(`grouping.${oneGrouping(grouped, question.groupBy)}`)])
  }
  facts.push([
    t('filter'),
    'list' in question ? listFilterText({ ...request, question }) : filterText({ ...request, question }),
  ])
  if (summary.devices !== null && summary.devicesWithData !== null)
    facts.push([t('vehicles'), t('withData', { n: summary.devicesWithData, m: summary.devices })])
  if (summary.pendingDevices > 0) facts.push(['', t('pending', { n: summary.pendingDevices })])
  return [...facts, [t('made'), wallTime(now, timeZone)]]
}

/** What narrows a list: how many rows were chosen, else what was searched for and the model. */
function listFilterText({ question, language, deviceTypeName }: FileRequest<ListFileRequest>): string {
  const { search, state } = question.filter
  const parts = [
    question.ids && reportText(language, 'someRows', { n: question.ids.length }),
    deviceTypeName !== null && reportText(language, 'deviceType', { name: deviceTypeName }),
    typeof state === 'string' && reportText(language, `state.${state}`),
    typeof search === 'string' && search !== '' && `“${search}”`,
  ].filter((part) => typeof part === 'string')
  return parts.length > 0 ? parts.join(', ') : reportText(language, 'all')
}

function filterText({ question, language, deviceTypeName }: FileRequest<ExportRequest>): string {
  const t = (key: string, values?: Record<string, string | number>) => reportText(language, key, values)
  const parts: string[] = []
  if (question.terminalIDs !== undefined) parts.push(t('someVehicles', { n: question.terminalIDs.length }))
  else if (question.withSubAccounts) parts.push(t('withSubAccounts'))
  if (deviceTypeName !== null) parts.push(t('deviceType', { name: deviceTypeName }))
  if (question.minDurationMs !== undefined)
    parts.push(t('minDuration', { value: `${hoursAndMinutes(question.minDurationMs)} ${t('unit.hours')}` }))
  if (question.minDistanceM !== undefined)
    parts.push(t('minDistance', { value: `${(question.minDistanceM / 1000).toFixed(1)} ${t('unit.km')}` }))
  if (question.codes !== undefined)
    parts.push(question.codes.map((code) => t(`alarm.${alarmNameOf(code)}`)).join(', '))
  if (question.report === 'pastDue') {
    const { state = 'both', withinDays = 30, search = '' } = question
    parts.push(t(`due.${state}`, { days: withinDays }))
    if (search !== '') parts.push(`“${search}”`)
  }
  return parts.length > 0 ? parts.join(', ') : t('all')
}

export function toFileColumn({ key, form, name: named }: ListColumn, language: Language): FileColumn {
  const name = reportText(language, `column.${named ?? key}`)
  const { unit } = factsOfForm(form)
  const title = unit === undefined ? name : `${name} (${reportText(language, `unit.${unit}`)})`
  return { form, title }
}

async function* toFileRows(
  batches: OpenedReport['rows'],
  columns: readonly ListColumn[],
  language: Language,
  namePlaces: NamePlaces,
): AsyncGenerator<FileRow[]> {
  for await (const batch of batches) {
    const cells = batch.map((row) => columns.map((column) => cellOf(row, column, language)))
    for (const [i, { key, form }] of columns.entries()) {
      if (form === 'place') await fillPlaces(cells, i, batch, key, language, namePlaces)
    }
    yield cells
  }
}

function cellOf(row: ReportRow, column: ListColumn, language: Language): string | number | null {
  const { form } = column
  const value = form === 'place' ? null : columnValue(column, row)
  const wordOf = (codes: string, code: string) => reportText(language, `${codes}.${code}`)
  return value === null ? null : inWords(value, form, wordOf)
}

/** `fromPlace` is at `fromLat`, `fromLon`; a place without an address is written as its position. */
async function fillPlaces(
  cells: (string | number | null)[][],
  column: number,
  batch: readonly ReportRow[],
  key: string,
  language: Language,
  namePlaces: NamePlaces,
): Promise<void> {
  const [latKey, lonKey] = placeKeys(key)
  const found = batch.flatMap((row, i) => {
    const [lat, lon] = [row[latKey], row[lonKey]]
    return typeof lat === 'number' && typeof lon === 'number' ? [{ i, lat, lon }] : []
  })
  const names = await namePlaces(found, language)
  for (const [n, { i, lat, lon }] of found.entries())
    cells[i]![column] = names[n] ?? `${lat.toFixed(6)}, ${lon.toFixed(6)}`
}

function sumRow({ sum }: ReportSummary, columns: readonly ListColumn[], language: Language): FileRow | null {
  if (sum === null) return null
  return columns.map(({ key }, i) => (i === 0 ? reportText(language, 'sum') : (sum[key] ?? null)))
}
