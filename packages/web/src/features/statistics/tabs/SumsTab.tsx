import { useNavigate } from '@tanstack/react-router'
import { type SumRow, statisticsCalls, sumSorts } from '@trackway/core/features/statistics/calls.ts'
import { type Grouping, groupings, oneGrouping } from '@trackway/core/features/statistics/reports.ts'
import { Checkbox, Tooltip } from 'antd'
import { useState } from 'react'
import { useTexts } from '../../../base/use-texts.ts'
import { Split } from '../../../ui/layout/Split.tsx'
import { useSelection } from '../../../ui/list/use-selection.ts'
import { ReplayLink } from '../../../ui/ReplayLink.tsx'
import { type ReportRow, useReportColumns } from '../columns/report-columns.tsx'
import { type DrillDown, DrillDownDrawer } from '../drill-down/DrillDownDrawer.tsx'
import { episodeKindOf, tabOfKind } from '../drill-down/drill-down.ts'
import { PlacesPanel } from '../drill-down/PlacesPanel.tsx'
import { useDayPlaces } from '../drill-down/use-places.ts'
import { GroupingChoice } from '../report-filter/GroupingChoice.tsx'
import { keptUrlState } from '../report-filter/url-state.ts'
import { readFigures, useSums } from '../report-filter/use-statistics.ts'
import { partOf, useStatisticsUrl } from '../report-filter/use-url-state.ts'
import { reportMetrics } from '../totals/metrics.ts'
import { TotalsStrip } from '../totals/TotalsStrip.tsx'
import { CompareBar } from './CompareBar.tsx'
import { ReportTable } from './ReportTable.tsx'

type Row = SumRow & ReportRow

const keyOf = (row: ReportRow) => `${row.terminalID ?? ''} ${row.day ?? ''} ${row.userId ?? ''}`

/** Mileage, times and counts by vehicle and day, or by one of them, or by account. */
export function SumsTab() {
  const { t, format } = useTexts()
  const navigate = useNavigate()
  const { search, period, filter, change } = useStatisticsUrl()
  const [selected, setSelected] = useState<Row | null>(null)
  const [drillDown, setDrillDown] = useState<DrillDown | null>(null)
  const groupBy = oneGrouping(groupings, search.group ?? 'device')
  const isByDay = groupBy === 'deviceDay' || groupBy === 'day'
  /** Days in their order, others by how far they went. */
  const usual = isByDay
    ? ({ sort: 'day', isDescending: false } as const)
    : ({ sort: 'distanceM', isDescending: true } as const)
  const part = partOf(search, usual)
  const sort = sumSorts.find((each) => each === part.sort) ?? usual.sort
  const withEmpty = search.empty === true
  const input = { ...filter, groupBy, withEmpty }
  const sums = useSums({ ...part, ...input, sort, withPrevious: search.compare === true })

  /** Of a vehicle a number shows what it is made of; of many it leads to their list. */
  const onFigure = (row: ReportRow, key: string) => {
    const kind = episodeKindOf(key)
    if (!kind) return null
    const { terminalID, displayName, day, userId } = row as Row
    const days = day === null ? period : { first: day, last: day }
    if (terminalID !== null)
      return () => setDrillDown({ kind, terminalID, name: displayName ?? terminalID, ...days })
    return () =>
      void navigate({
        to: '/index/count/$tab',
        params: { tab: tabOfKind(kind) },
        search: {
          ...keptUrlState(search),
          ...days,
          ...(groupBy === 'account' && userId !== null && { userId, withSubAccounts: false as const }),
        },
      })
  }
  const columns = useReportColumns({ report: 'mileage', groupBy, sort, sum: sums.data?.sum, onFigure })
  const selection = useSelection(JSON.stringify(input), sums.data?.total ?? 0)
  const compared = [...new Set(selection.ids.map((id) => String(id).split(' ')[0]!))]
  const places = useDayPlaces(selected, period)

  return (
    <>
      <TotalsStrip
        metrics={reportMetrics.mileage!}
        period={period}
        sums={sums.data}
        onDay={(day) => change({ first: day, last: day })}
      />
      <Split
        panel={
          selected && (
            <PlacesPanel
              title={selected.displayName ?? ''}
              note={selected.day === null ? '' : format.day(selected.day)}
              places={places}
              onClose={() => setSelected(null)}
            />
          )
        }
      >
        <ReportTable
          name={`mileage.${groupBy}`}
          request={{ ...input, report: 'mileage' }}
          answer={sums}
          readPage={(page) => readFigures(statisticsCalls.sums, { ...part, ...input, sort, ...page })}
          columns={columns}
          rowKey={keyOf}
          part={{ ...part, sort }}
          usual={usual}
          hidesEmpty={!withEmpty}
          tools={
            <>
              <GroupingChoice of={groupings} usual="device" groupBy={groupBy} />
              <Tooltip title={t('statistics.withEmptyHelp')}>
                <Checkbox
                  checked={withEmpty}
                  onChange={(event) => change({ empty: event.target.checked || undefined })}
                >
                  {t('statistics.withEmpty')}
                </Checkbox>
              </Tooltip>
            </>
          }
          {...(hasDevice(groupBy) && {
            selection,
            rowName: (row: ReportRow) => String(row.displayName),
            bulkBar: selection.count > 0 && <CompareBar selection={selection} vehicles={compared} />,
            selected: selected && keyOf(selected),
            onSelect: (row: ReportRow) => setSelected(row as Row),
            actions: (row: ReportRow) => {
              const { terminalID, displayName, day } = row as Row
              const label = t('statistics.replay', { name: displayName ?? terminalID })
              const days = day === null ? period : { first: day, last: day }
              return terminalID !== null && <ReplayLink label={label} terminalID={terminalID} of={days} />
            },
          })}
        />
      </Split>
      <DrillDownDrawer drillDown={drillDown} onClose={() => setDrillDown(null)} />
    </>
  )
}

function hasDevice(groupBy: Grouping): boolean {
  return groupBy === 'deviceDay' || groupBy === 'device'
}
