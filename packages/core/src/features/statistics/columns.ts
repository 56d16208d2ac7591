import { type ListColumn, pickColumns } from '../../lists/columns.ts'
import {
  groupingsOf,
  oneGrouping,
  type ReportGrouping,
  type ReportKey,
  reports,
  type StatisticsReport,
} from './reports.ts'

/** Which columns a statistics report has for a question, on the screen and in the file alike. */

/** The part of a question that decides which columns are shown. */
export interface ColumnQuery {
  report: ReportKey
  groupBy: ReportGrouping
  /** Keys of columns in the order chosen; left out: those that are not hidden. */
  columns?: readonly string[] | undefined
}

const devices: ListColumn = { key: 'devices', form: 'count' }
/** The columns that name a row, by grouping; those of the other groupings are left out. */
const headings: Record<ReportGrouping, readonly string[]> = {
  deviceDay: ['displayName', 'terminalID', 'username', 'day'],
  deviceCode: ['displayName', 'terminalID', 'username', 'code'],
  device: ['displayName', 'terminalID', 'username'],
  day: ['day'],
  account: ['username'],
  code: ['code'],
}
const headed = new Set(Object.values(headings).flat())
const ofVehicle: ReadonlySet<ReportGrouping> = new Set(['deviceDay', 'deviceCode', 'device'])

/** All columns of a report as it is grouped, in their order; those hidden until chosen included. */
export function reportColumns({
  report,
  groupBy,
}: Pick<ColumnQuery, 'report' | 'groupBy'>): readonly ListColumn[] {
  const { columns }: StatisticsReport = reports[report]
  const grouped = groupingsOf(report)
  if (grouped.length === 0) return columns
  const by = oneGrouping(grouped, groupBy)
  const heads = headings[by].flatMap((key) => columns.filter((column) => column.key === key))
  const figures = columns.filter(({ key }) => !headed.has(key))
  if (ofVehicle.has(by)) return [...heads, ...figures]
  return [...heads.map(asHeading), devices, ...figures]
}

/** The columns chosen, in the order chosen; those that the report has not are left out. */
export function chosenColumns(query: ColumnQuery): readonly ListColumn[] {
  return pickColumns(reportColumns(query), query.columns)
}

function asHeading({ isOptional, ...column }: ListColumn): ListColumn {
  return { ...column, ...(column.key === 'username' && { sort: 'name' }), isFixed: true, card: 'title' }
}
