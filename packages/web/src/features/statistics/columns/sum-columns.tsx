import type { Sums } from '@trackway/core/api/statistics.ts'
import { reportColumns } from '@trackway/core/reports/columns.ts'
import type { Grouping } from '@trackway/core/reports/reports.ts'
import type { Column } from '../../../ui/list/data-table.ts'
import { type ColumnContext, type ReportRow, reportColumn } from './report-columns.tsx'

interface Parts extends Omit<ColumnContext, 'sum'> {
  groupBy: Grouping
  /** What the rows are in order of. */
  sort: string
  sum: Sums | undefined
}

/**
 * The columns of the sums. Rows of a vehicle or of a day that follow each other share its cell; in order of
 * days the day comes first.
 */
export function sumColumns({ groupBy, sort, sum, ...context }: Parts): Column<ReportRow>[] {
  const columns = [...reportColumns({ report: 'mileage', groupBy })]
  if (groupBy === 'deviceDay' && sort === 'day') {
    const day = columns.findIndex(({ key }) => key === 'day')
    columns.unshift(...columns.splice(day, 1))
  }
  return columns.map((column, index) => ({
    ...reportColumn(column, { ...context, sum: sum && { ...sum } }),
    ...(isShared(column.key, groupBy, sort) && {
      mergeBy: (row: ReportRow) => String(row[column.key === 'displayName' ? 'terminalID' : column.key]),
    }),
    ...(index === 0 && groupBy !== 'deviceDay' && heading),
    ...(groupBy === 'account' && column.key === 'username' && { sort: 'name' }),
  }))
}

/** What a row is of, where that is no vehicle. */
const heading = { isFixed: true, isOptional: false, card: 'title' as const }

function isShared(key: string, groupBy: Grouping, sort: string): boolean {
  if (groupBy !== 'deviceDay') return false
  return (key === 'day' && sort === 'day') || (key === 'displayName' && sort === 'name')
}
