import type { EpisodeKind } from '@trackway/core/codes/episodes.ts'
import { statisticsCalls } from '@trackway/core/features/statistics/calls.ts'
import { type ReportKey, reports } from '@trackway/core/features/statistics/reports.ts'
import { Segmented, Select } from 'antd'
import { useState } from 'react'
import { useTexts } from '../../../base/use-texts.ts'
import { Split } from '../../../ui/layout/Split.tsx'
import { previousPeriod } from '../../../ui/period/period.ts'
import { ReplayLink } from '../../../ui/ReplayLink.tsx'
import { type ReportRow, useReportColumns } from '../columns/report-columns.tsx'
import { PlacesPanel } from '../drill-down/PlacesPanel.tsx'
import { episodePlaces } from '../drill-down/use-places.ts'
import { type ListedEpisode, readFigures, useEpisodes, useSums } from '../report-filter/use-statistics.ts'
import { partOf, useStatisticsUrl } from '../report-filter/use-url-state.ts'
import { reportMetrics } from '../totals/metrics.ts'
import { TotalsStrip } from '../totals/TotalsStrip.tsx'
import { ReportTable } from './ReportTable.tsx'
import type { StatisticsTab } from './tabs.ts'

const sorts = ['from', 'name', 'duration', 'distanceM', 'maxSpeedKmh', 'idleMs'] as const

const keyOf = (row: ReportRow) => `${row.terminalID} ${row.from}`

/** Trips, stops and whatever else happened, one a row. */
export function EpisodesTab({ tab }: { tab: StatisticsTab }) {
  const { t, format } = useTexts()
  const { search, period, filter, change } = useStatisticsUrl()
  const [selected, setSelected] = useState<ListedEpisode | null>(null)
  const report = tab.reports.find((each) => each === search.report) ?? tab.reports[0]!
  const kind = kindOf(report)
  const part = partOf(search, byTime)
  const sort = sorts.find((each) => each === part.sort) ?? 'from'
  const least = {
    ...(search.minMinutes !== undefined && { minDurationMs: search.minMinutes * 60_000 }),
    ...(search.minKm !== undefined && report === 'trips' && { minDistanceM: search.minKm * 1000 }),
  }
  const episodes = useEpisodes({ ...filter, ...part, ...least, sort, kind })
  const metrics = reportMetrics[report]!
  const isCompared = search.compare === true
  // What the chart needs; the rows themselves are not needed.
  const sums = useSums({ ...filter, groupBy: 'day', pageSize: 1, withPrevious: isCompared })
  // Like is compared with like: the same kind, as long at least.
  const before = useEpisodes(
    { ...filter, ...previousPeriod(period), ...least, kind, pageSize: 1 },
    isCompared,
  )
  const sum = episodes.data && { ...episodes.data.sum, duration: episodes.data.sum.durationMs }
  const columns = useReportColumns({ report, sort, sum })

  return (
    <>
      <TotalsStrip
        key={report}
        metrics={metrics}
        period={period}
        sums={sums.data}
        list={episodes.data}
        previousList={isCompared ? before.data : undefined}
        isNarrowed={Object.keys(least).length > 0}
        onDay={(day) => change({ first: day, last: day })}
      />
      <Split
        panel={
          selected && (
            <PlacesPanel
              title={selected.displayName}
              note={format.minute(selected.from)}
              places={episodePlaces(selected)}
              onClose={() => setSelected(null)}
            />
          )
        }
      >
        <ReportTable
          name={report}
          request={{ ...filter, ...least, report }}
          answer={episodes}
          readPage={(page) =>
            readFigures(statisticsCalls.episodes, { ...filter, ...part, ...least, sort, kind, ...page })
          }
          columns={columns}
          rowKey={keyOf}
          part={{ ...part, sort }}
          usual={byTime}
          selected={selected && keyOf(selected)}
          onSelect={(row) => setSelected(row as ListedEpisode)}
          actions={(row) => {
            const { terminalID, displayName, from, to } = row as ListedEpisode
            const label = t('statistics.replay', { name: displayName })
            return <ReplayLink label={label} terminalID={terminalID} of={{ from, to }} />
          }}
          tools={<EpisodeTools tab={tab} report={report} />}
        />
      </Split>
    </>
  )
}

const byTime = { sort: 'from', isDescending: false }
const minutes = [5, 15, 30, 60, 240, 480]
const kilometres = [1, 5, 10, 50, 100]

/** Which of the tab's reports, and which of its rows are too short to matter. */
function EpisodeTools({ tab, report }: { tab: StatisticsTab; report: ReportKey }) {
  const { t, format } = useTexts()
  const { search, change } = useStatisticsUrl()
  return (
    <>
      {tab.reports.length > 1 && (
        <Segmented
          aria-label={t('statistics.report')}
          value={report}
          options={tab.reports.map((value) => ({ value, label: t(`reports.name.${value}`) }))}
          onChange={(value) => change({ report: value === tab.reports[0] ? undefined : value })}
        />
      )}
      <Select
        className="tw-min-width-150"
        aria-label={t('statistics.leastDuration')}
        value={search.minMinutes ?? 0}
        options={[0, ...minutes].map((value) => ({
          value,
          label:
            value === 0
              ? t('statistics.anyDuration')
              : t('statistics.atLeast', { value: format.hours(value * 60_000) }),
        }))}
        onChange={(value) => change({ minMinutes: value || undefined })}
      />
      {report === 'trips' && (
        <Select
          className="tw-min-width-150"
          aria-label={t('statistics.leastDistance')}
          value={search.minKm ?? 0}
          options={[0, ...kilometres].map((value) => ({
            value,
            label:
              value === 0
                ? t('statistics.anyDistance')
                : t('statistics.atLeast', { value: format.distance(value * 1000) }),
          }))}
          onChange={(value) => change({ minKm: value || undefined })}
        />
      )}
    </>
  )
}

function kindOf(report: ReportKey): EpisodeKind {
  const { source } = reports[report]
  return source.call === 'episodes' ? source.kind : 'trip'
}
