import { type ListColumn, pickColumns } from '../lists/columns.ts'
import { type Grouping, type ReportKey, reports, type StatisticsReport } from './reports.ts'

/** Which columns a statistics report has for a question, on the screen and in the file alike. */

/** The part of a question that decides which columns are shown. */
export interface ColumnQuestion {
  report: ReportKey
  groupBy: Grouping
  /** Keys of columns in the order chosen; left out: those that are not hidden. */
  columns?: readonly string[] | undefined
}

const devices: ListColumn = { key: 'devices', form: 'count' }
/** What a row is of, where that is no vehicle. */
const heading = { isFixed: true, card: 'title' } as const
const ofOneVehicle = new Set(['displayName', 'terminalID'])

/** All columns of a report as it is grouped, in their order; those hidden until chosen included. */
export function reportColumns({
  report,
  groupBy,
}: Pick<ColumnQuestion, 'report' | 'groupBy'>): readonly ListColumn[] {
  const { columns, source }: StatisticsReport = reports[report]
  if (source.call !== 'sums' || groupBy === 'deviceDay') return columns
  if (groupBy === 'device') return columns.filter(({ key }) => key !== 'day')
  const left = columns.filter(({ key }) => !ofOneVehicle.has(key))
  if (groupBy === 'day') {
    const [day, ...rest] = [...left.filter(isDay), ...left.filter((column) => !isDay(column))]
    return [{ ...day!, ...heading }, devices, ...rest.filter(({ key }) => key !== 'username')]
  }
  const figures = left.filter((column) => !isDay(column) && column.key !== 'username')
  return [{ key: 'username', form: 'text', sort: 'name', ...heading }, devices, ...figures]
}

/** The columns chosen, in the order chosen; those that the report has not are left out. */
export function chosenColumns(question: ColumnQuestion): readonly ListColumn[] {
  return pickColumns(reportColumns(question), question.columns)
}

function isDay({ key }: ListColumn): boolean {
  return key === 'day'
}
