import { reportColumns as columnsOf } from '@trackway/core/features/statistics/columns.ts'
import type { ReportGrouping, ReportKey } from '@trackway/core/features/statistics/reports.ts'
import { columnValue, type ListColumn } from '@trackway/core/lists/columns.ts'
import { dayAt } from '@trackway/core/rules/local-days.ts'
import { useUser } from '../../../base/session.ts'
import { useTexts } from '../../../base/use-texts.ts'
import { type Column, tableColumn } from '../../../ui/list/data-table.ts'
import { ListCell, valueText } from '../../../ui/list/ListCell.tsx'
import styles from './report-columns.module.css'

/** A row of any report, by the keys of its columns. */
export type ReportRow = Readonly<Record<string, unknown>>

interface ReportTable {
  report: ReportKey
  groupBy?: ReportGrouping
  /** What the rows are in order of. */
  sort?: string
  /** The sum of all rows, by column. */
  sum?: Readonly<Record<string, number | null>> | undefined
  /** Makes a number a button that opens its details; null: it is plain text. */
  onFigure?: (row: ReportRow, key: string) => (() => void) | null
}

/**
 * The columns of a report as the table shows them. Rows of a vehicle or of a day that follow each other share its
 * cell; in order of days the day comes first.
 */
export function useReportColumns(table: ReportTable): Column<ReportRow>[] {
  const { report, groupBy = 'deviceDay', sort, sum, onFigure } = table
  const { t, format } = useTexts()
  const { timeZone } = useUser()
  const columns = [...columnsOf({ report, groupBy })]
  const dayAtFirst = columns.findIndex(
    ({ key }) => key === 'day' && sort === 'day' && groupBy === 'deviceDay',
  )
  if (dayAtFirst > 0) columns.unshift(...columns.splice(dayAtFirst, 1))

  /** What neighbours have in common that share a cell; null: they share none. */
  const sharedBy = (key: string): ((row: ReportRow) => string) | null => {
    if (groupBy !== 'deviceDay') return null
    if (key === 'day' && sort === 'day') return ({ day }) => String(day)
    if (key !== 'displayName') return null
    if (report === 'mileage') return sort === 'name' ? ({ terminalID }) => String(terminalID) : null
    if (report === 'tyres' || report === 'batteries')
      return sort === 'name' ? ({ terminalID }) => String(terminalID) : null
    const isByTime = sort === 'name' || sort === 'from'
    return isByTime ? (row) => `${row.terminalID} ${dayAt(row.from as number, timeZone)}` : null
  }
  return columns.map((column) => {
    const { key, form } = column
    const total = sum?.[key]
    const mergeBy = sharedBy(key)
    return {
      ...tableColumn<ReportRow>(column, t, (row) => (
        <Figure column={column} row={row} onOpen={onFigure?.(row, key) ?? null} />
      )),
      ...(total !== undefined && { sum: valueText(total, form, { t, format }) }),
      ...(mergeBy && { mergeBy }),
    }
  })
}

interface FigureProps {
  column: ListColumn
  row: ReportRow
  onOpen: (() => void) | null
}

/** A value; one with details is a button. */
function Figure({ column, row, onOpen }: FigureProps) {
  const { t, format } = useTexts()
  const { key, name = key, form } = column
  const value = columnValue(column, row)
  const { from, to } = row
  // When something ended: the time alone where it ended on the day it began.
  if (key === 'to' && typeof from === 'number' && typeof to === 'number') {
    const isSameDay = format.date(from) === format.date(to)
    return <span className="tw-number">{isSameDay ? format.time(to).slice(0, 5) : format.minute(to)}</span>
  }
  const cell = <ListCell column={column} row={row} />
  if (!onOpen || !value) return cell
  return (
    <button
      type="button"
      className={`${styles.figure} tw-hover-accent`}
      data-testid="stat-figure"
      aria-label={`${t(`reports.column.${name}`)}: ${valueText(value, form, { t, format })}`}
      onClick={onOpen}
    >
      {cell}
    </button>
  )
}
