import { sumSorts } from '@trackway/core/api/statistics.ts'
import type { ColumnForm, ListColumn } from '@trackway/core/lists/columns.ts'
import type { TFunction } from 'i18next'
import type { ReactNode } from 'react'
import { type Format, unknown } from '../../../base/format.ts'
import { Address } from '../../../ui/address/Address.tsx'
import { CopyText } from '../../../ui/CopyText.tsx'
import type { Column } from '../../../ui/list/data-table.ts'
import styles from './report-columns.module.css'

/** A row of any report, by the keys of its columns; what a key stands for is found by `cellValue`. */
export type ReportRow = Readonly<Record<string, unknown>>

const numberForms: readonly ColumnForm[] = ['duration', 'distance', 'speed', 'count', 'percent', 'litres']
/** What the server calls the order by a column, where that is not the column's own key. */
const sortNames: Record<string, string> = { displayName: 'name' }
const sorts: readonly string[] = [...sumSorts, 'from', 'duration']

export interface ColumnContext {
  t: TFunction
  format: Format
  /** The sum of all rows, by column. */
  sum: Readonly<Record<string, number | null>> | undefined
  /** Makes a number a button that shows what is behind it; null: it is not one. */
  onFigure?: ((row: ReportRow, key: string) => (() => void) | null) | undefined
  isSortable?: boolean
}

/** A column of a report as the table shows it. */
export function reportColumn(column: ListColumn, context: ColumnContext): Column<ReportRow> {
  const { key, form, name = key, isOptional = false } = column
  const { t, format, sum, onFigure, isSortable = true } = context
  const sort = sortNames[key] ?? key
  const total = sum?.[key]
  return {
    key,
    title: t(`reports.column.${name}`),
    isOptional,
    isNumber: numberForms.includes(form),
    card: cardPlace(key),
    ...(key === 'displayName' && { isFixed: true, minWidth: 140 }),
    ...(isSortable && sorts.includes(sort) && { sort }),
    ...(sum && total !== undefined && { sum: showValue(total, form, context) }),
    render: (row) => {
      const shown = cell(row, column, context)
      const open = onFigure?.(row, key)
      if (!open || isNothing(cellValue(row, key))) return shown
      return (
        <button
          type="button"
          className={styles.figure}
          data-testid="stat-figure"
          aria-label={`${t(`reports.column.${key}`)}: ${showValue(cellValue(row, key), form, { format, t })}`}
          onClick={open}
        >
          {shown}
        </button>
      )
    },
  }
}

/** The value of a column in a row: some are made of several fields. */
export function cellValue(row: ReportRow, key: string): unknown {
  switch (key) {
    case 'duration':
      return (row.to as number) - (row.from as number)
    case 'fromPercent':
      return row.fromValue
    case 'toPercent':
      return row.toValue
    default:
      return row[key]
  }
}

function cell(row: ReportRow, { key, form }: ListColumn, { t, format }: ColumnContext): ReactNode {
  const value = cellValue(row, key)
  if (form === 'place') {
    const isCut = row[key === 'fromPlace' ? 'began' : 'ended'] === 'range'
    return (
      <Place
        lat={row[`${side(key)}Lat`]}
        lon={row[`${side(key)}Lon`]}
        otherwise={isCut ? t('statistics.underWay') : unknown}
      />
    )
  }
  if (key === 'displayName') return <strong className={styles.name}>{String(value ?? unknown)}</strong>
  if (key === 'terminalID' && typeof value === 'string') return <CopyText text={value} />
  if (key === 'to' && typeof value === 'number') return <EndTime from={row.from} to={value} format={format} />
  return <span className="tw-number">{showValue(value, form, { t, format })}</span>
}

/** A value in words; unknown is a dash. */
export function showValue(
  value: unknown,
  form: ColumnForm,
  { t, format }: Pick<ColumnContext, 't' | 'format'>,
): string {
  if (value === null || value === undefined || value === '') return unknown
  if (typeof value === 'string') {
    if (form === 'day') return format.day(value)
    if (form === 'reason') return t(`reports.reason.${value}`)
    return value
  }
  if (typeof value !== 'number') return unknown
  switch (form) {
    case 'instant':
      return format.minute(value)
    case 'duration':
      return format.hours(value)
    case 'distance':
      return format.kilometres(value)
    case 'speed':
      return format.speed(value)
    case 'percent':
      return format.percent(value)
    case 'litres':
      return format.litres(value)
    default:
      return format.number(value)
  }
}

/** An address; of what goes on beyond the period the place is elsewhere. */
function Place({ lat, lon, otherwise }: { lat: unknown; lon: unknown; otherwise: string }) {
  if (typeof lat !== 'number' || typeof lon !== 'number') return <span className="tw-muted">{otherwise}</span>
  return (
    <span className={styles.place} data-testid="stat-place">
      <Address lat={lat} lon={lon} short />
    </span>
  )
}

/** When something ended: the time alone where it ended on the day it began. */
function EndTime({ from, to, format }: { from: unknown; to: number; format: Format }) {
  const isSameDay = typeof from === 'number' && format.date(from) === format.date(to)
  return <span className="tw-number">{isSameDay ? format.time(to).slice(0, 5) : format.minute(to)}</span>
}

function side(key: string): 'from' | 'to' {
  return key === 'fromPlace' ? 'from' : 'to'
}

function isNothing(value: unknown): boolean {
  return value === null || value === undefined || value === 0
}

function cardPlace(key: string): 'title' | 'sign' | 'line' {
  if (key === 'displayName') return 'title'
  return key === 'day' ? 'sign' : 'line'
}
