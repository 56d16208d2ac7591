import { batteryCalls } from '@trackway/core/features/batteries/calls.ts'
import { tyreCalls } from '@trackway/core/features/tyres/calls.ts'
import { useTranslation } from 'react-i18next'
import { ReplayLink } from '../../../ui/ReplayLink.tsx'
import { type ReportRow, useReportColumns } from '../columns/report-columns.tsx'
import { readFigures, useFigures } from '../report-filter/use-statistics.ts'
import { partOf, useStatisticsUrl } from '../report-filter/use-url-state.ts'
import { ReportTable } from './ReportTable.tsx'
import type { StatisticsTab } from './tabs.ts'

const keyOf = (row: ReportRow) => `${row.terminalID} ${row.day} ${row.wheel ?? row.pack}`
const byDay = { sort: 'day', isDescending: false }
const sorts = {
  tyres: ['day', 'name', 'lowestKpa', 'highestC'],
  batteries: ['day', 'name', 'lowestPercent', 'highestC'],
} as const

/** What wheels or packs reported by day, one a row. */
export function DaysTab({ tab }: { tab: StatisticsTab }) {
  const { t } = useTranslation()
  const { search, filter } = useStatisticsUrl()
  const report = tab.reports[0] === 'batteries' ? 'batteries' : 'tyres'
  const part = partOf(search, byDay)
  const known: readonly string[] = sorts[report]
  const sort = known.includes(part.sort ?? '') ? part.sort! : 'day'
  const input = { ...filter, ...part, sort: sort as 'day' }
  const call = report === 'tyres' ? tyreCalls.days : batteryCalls.days
  const days = useFigures(call, input)
  const columns = useReportColumns({ report, sort })
  return (
    <ReportTable
      name={report}
      request={{ ...filter, report }}
      answer={days}
      readPage={(page) => readFigures(call, { ...input, ...page })}
      columns={columns}
      rowKey={keyOf}
      part={{ ...part, sort }}
      usual={byDay}
      actions={(row) => {
        const { terminalID, displayName, day } = row as {
          terminalID: string
          displayName: string
          day: string
        }
        const label = t('statistics.replay', { name: displayName })
        return <ReplayLink label={label} terminalID={terminalID} of={{ first: day, last: day }} />
      }}
    />
  )
}
