import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { batteryCalls } from '@trackway/core/api/readings/batteries.ts'
import { tyreCalls } from '@trackway/core/api/readings/tyres.ts'
import { useTranslation } from 'react-i18next'
import { api } from '../../../base/api.ts'
import { DataTable } from '../../../ui/list/DataTable.tsx'
import { ReplayLink } from '../../../ui/ReplayLink.tsx'
import { ExportButton } from '../../exports/ExportButton.tsx'
import { type ReportRow, useReportColumns } from '../columns/report-columns.tsx'
import { partOf, searchOf, useStatisticsUrl } from '../report-filter/use-url-state.ts'
import { NothingFound } from './NothingFound.tsx'
import { ReportFailed } from './ReportFailed.tsx'
import type { StatisticsTab } from './tabs.ts'

const keyOf = (row: ReportRow) => `${row.terminalID} ${row.day} ${row.wheel ?? row.pack}`
const timeoutMs = 60_000
const sorts = {
  tyres: ['day', 'name', 'lowestKpa', 'highestC'],
  batteries: ['day', 'name', 'lowestPercent', 'highestC'],
} as const

/** What wheels or packs said by day, one a row. */
export function DaysTab({ tab }: { tab: StatisticsTab }) {
  const { t } = useTranslation()
  const { search, filter, change } = useStatisticsUrl()
  const report = tab.reports[0] === 'batteries' ? 'batteries' : 'tyres'
  const part = partOf(search, 'day')
  const known: readonly string[] = sorts[report]
  const sort = known.includes(part.sort ?? '') ? part.sort! : 'day'
  const days = useQuery({
    queryKey: ['statistics', report, filter, part, sort],
    queryFn: async ({ signal }): Promise<{ list: ReportRow[]; total: number } & Coverage> => {
      const input = { ...filter, ...part, sort: sort as 'day' }
      return report === 'tyres'
        ? api(tyreCalls.days, input, { signal, timeoutMs })
        : api(batteryCalls.days, input, { signal, timeoutMs })
    },
    placeholderData: keepPreviousData,
  })
  const columns = useReportColumns({ report, sort })
  const { list, total = 0 } = days.data ?? {}
  return (
    <DataTable<ReportRow>
      isDense
      name={`statistics.${report}`}
      label={t(`reports.name.${report}`)}
      columns={columns}
      rowKey={keyOf}
      rows={list}
      total={total}
      part={{ ...part, sort }}
      onPart={(next) => change(searchOf(next, 'day'))}
      isStale={days.isPlaceholderData}
      error={days.error}
      onRetry={() => void days.refetch()}
      failed={<ReportFailed error={days.error} onRetry={() => void days.refetch()} />}
      empty={<NothingFound answer={days.data} />}
      actions={(row) => {
        const { terminalID, displayName, day } = row as {
          terminalID: string
          displayName: string
          day: string
        }
        const label = t('statistics.replay', { name: displayName })
        return <ReplayLink label={label} terminalID={terminalID} of={{ first: day, last: day }} />
      }}
      toolsEnd={(shown) => (
        <ExportButton question={{ ...filter, report, columns: shown.map(({ key }) => key) }} rows={total} />
      )}
    />
  )
}

interface Coverage {
  devices: number
  devicesWithData: number
  pendingDevices: number
}
