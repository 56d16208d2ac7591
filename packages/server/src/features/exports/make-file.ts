import type { ExportQuestion } from '@trackway/core/api/exports.ts'
import type { Language } from '@trackway/core/codes/languages.ts'
import { chosenColumns } from '@trackway/core/reports/columns.ts'
import { type ReportTextKey, reportText } from '@trackway/core/reports/report-texts.ts'
import { type ReportColumn, reports } from '@trackway/core/reports/reports.ts'
import type { ReportSummary } from '@trackway/core/reports/summary.ts'
import { offsetName, wallTime } from '@trackway/core/rules/wall-time.ts'
import { hoursAndMinutes } from './formats/cells.ts'
import type { FileColumn, FileRow, ReportFile } from './report-file.ts'
import type { OpenedReport, ReportRow } from './report-rows.ts'

/** Finds the words for places: in the same order, null where nothing is known. */
export type NamePlaces = (
  places: readonly { lat: number; lon: number }[],
  language: Language,
) => Promise<(string | null)[]>

export interface FileRequest {
  question: ExportQuestion
  language: Language
  timeZone: string
  /** Whose vehicles. */
  accountName: string
  deviceTypeName: string | null
  now: number
}

/** The report as a file shows it: named columns, addresses for places, words for codes. */
export function toReportFile(report: OpenedReport, request: FileRequest, namePlaces: NamePlaces): ReportFile {
  const { question, language, timeZone } = request
  const columns = chosenColumns(question)
  return {
    language,
    timeZone,
    title: reportText(language, `name.${question.report}`),
    facts: factsOf(request, report.summary),
    columns: columns.map((column) => toFileColumn(column, language)),
    rows: toFileRows(report.rows, columns, language, namePlaces),
    total: report.summary.rows,
    sum: sumRow(report.summary, columns, language),
  }
}

/** `Mileage 2026-11-01 2026-11-30.xlsx`. */
export function fileNameOf({ question, language }: FileRequest, format: string): string {
  const days =
    reports[question.report].source.call === 'pastDue' ? [] : [...new Set([question.first, question.last])]
  return `${[reportText(language, `name.${question.report}`), ...days].join(' ')}.${format}`
}

/** What every output says of itself: account, period, zone, filter, and how much of it had data. */
export function factsOf(request: FileRequest, summary: ReportSummary): [string, string][] {
  const { question, language, timeZone, now } = request
  const t = (key: ReportTextKey, values?: Record<string, string | number>) =>
    reportText(language, key, values)
  const { source } = reports[question.report]
  const facts: [string, string][] = [[t('account'), request.accountName]]
  if (source.call !== 'pastDue') facts.push([t('period'), `${question.first} – ${question.last}`])
  facts.push([t('timeZone'), `${timeZone} (${offsetName(now, timeZone)})`])
  if (source.call === 'sums') facts.push([t('group'), t(`grouping.${question.groupBy}`)])
  facts.push([t('filter'), filterText(request)])
  if (summary.devices !== null && summary.devicesWithData !== null)
    facts.push([t('vehicles'), t('withData', { n: summary.devicesWithData, m: summary.devices })])
  if (summary.pendingDevices > 0) facts.push(['', t('pending', { n: summary.pendingDevices })])
  return [...facts, [t('made'), wallTime(now, timeZone)]]
}

function filterText({ question, language, deviceTypeName }: FileRequest): string {
  const t = (key: ReportTextKey, values?: Record<string, string | number>) =>
    reportText(language, key, values)
  const parts: string[] = []
  if (question.terminalIDs !== undefined) parts.push(t('someVehicles', { n: question.terminalIDs.length }))
  else if (question.withSubAccounts) parts.push(t('withSubAccounts'))
  if (deviceTypeName !== null) parts.push(t('deviceType', { name: deviceTypeName }))
  if (question.minDurationMs !== undefined)
    parts.push(t('minDuration', { value: `${hoursAndMinutes(question.minDurationMs)} ${t('unit.hours')}` }))
  if (question.minDistanceM !== undefined)
    parts.push(t('minDistance', { value: `${(question.minDistanceM / 1000).toFixed(1)} ${t('unit.km')}` }))
  if (question.report === 'pastDue') {
    const { state = 'both', withinDays = 30, search = '' } = question
    parts.push(t(`due.${state}`, { days: withinDays }))
    if (search !== '') parts.push(`“${search}”`)
  }
  return parts.length > 0 ? parts.join(', ') : t('all')
}

const units = { distance: 'unit.km', speed: 'unit.kmh', litres: 'unit.l', duration: 'unit.hours' } as const

export function toFileColumn({ key, form, name: named }: ReportColumn, language: Language): FileColumn {
  const name = reportText(language, `column.${named ?? key}` as ReportTextKey)
  const unit = units[form as keyof typeof units]
  return { key, form, title: unit === undefined ? name : `${name} (${reportText(language, unit)})` }
}

async function* toFileRows(
  batches: OpenedReport['rows'],
  columns: readonly ReportColumn[],
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

function cellOf(row: ReportRow, { key, form }: ReportColumn, language: Language): string | number | null {
  if (form === 'place') return null
  const value = row[key]
  if (value === null || value === undefined) return null
  if (form === 'reason') return reportText(language, `reason.${value}` as ReportTextKey)
  return value as string | number
}

/** `fromPlace` is at `fromLat`, `fromLon`; where nothing is known of a place, its position stands. */
async function fillPlaces(
  cells: (string | number | null)[][],
  column: number,
  batch: readonly ReportRow[],
  key: string,
  language: Language,
  namePlaces: NamePlaces,
): Promise<void> {
  const end = key.replace(/Place$/, '')
  const found = batch.flatMap((row, i) => {
    const [lat, lon] = [row[`${end}Lat`], row[`${end}Lon`]]
    return typeof lat === 'number' && typeof lon === 'number' ? [{ i, lat, lon }] : []
  })
  const names = await namePlaces(found, language)
  for (const [n, { i, lat, lon }] of found.entries())
    cells[i]![column] = names[n] ?? `${lat.toFixed(6)}, ${lon.toFixed(6)}`
}

function sumRow(
  { sum }: ReportSummary,
  columns: readonly ReportColumn[],
  language: Language,
): FileRow | null {
  if (sum === null) return null
  return columns.map(({ key }, i) => (i === 0 ? reportText(language, 'sum') : (sum[key] ?? null)))
}
