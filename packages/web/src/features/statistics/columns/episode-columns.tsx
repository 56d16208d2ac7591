import type { ListColumn } from '@trackway/core/lists/columns.ts'
import { type ReportKey, reports } from '@trackway/core/reports/reports.ts'
import { dayAt } from '@trackway/core/rules/local-days.ts'
import type { Column } from '../../../ui/list/data-table.ts'
import type { EpisodesAnswer } from '../report-filter/use-statistics.ts'
import { type ColumnContext, type ReportRow, reportColumn } from './report-columns.tsx'

interface Parts extends Omit<ColumnContext, 'sum' | 'onFigure'> {
  report: ReportKey
  sort: string
  timeZone: string
  sum: EpisodesAnswer['sum'] | undefined
}

/** The columns of a list of episodes; the vehicle stands once for those of one day that follow each other. */
export function episodeColumns({ report, sort, timeZone, sum, ...context }: Parts): Column<ReportRow>[] {
  const columns: readonly ListColumn[] = reports[report].columns
  const sums = sum && { ...sum, duration: sum.durationMs }
  return columns.map((column) => ({
    ...reportColumn(column, { ...context, sum: sums }),
    ...(column.key === 'displayName' &&
      (sort === 'from' || sort === 'name') && {
        mergeBy: (row: ReportRow) => `${row.terminalID} ${dayAt(row.from as number, timeZone)}`,
      }),
    ...(column.key === 'duration' && { card: 'sign' as const }),
  }))
}
