import { Link } from '@tanstack/react-router'
import type { SumRow } from '@trackway/core/features/statistics/calls.ts'
import type { CSSProperties } from 'react'
import { useTexts } from '../../../base/use-texts.ts'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { valueText } from '../../../ui/list/ListCell.tsx'
import { PrintHead } from '../../../ui/print/PrintHead.tsx'
import { ExportButton } from '../../exports/ExportButton.tsx'
import { keptUrlState } from '../report-filter/url-state.ts'
import { type SumsInput, useSums } from '../report-filter/use-statistics.ts'
import { useStatisticsUrl } from '../report-filter/use-url-state.ts'
import { type Metric, overviewMetrics } from '../totals/metrics.ts'
import { TotalsStrip } from '../totals/TotalsStrip.tsx'
import { NothingFound } from './NothingFound.tsx'
import styles from './OverviewTab.module.css'
import { ReportFailed } from './ReportFailed.tsx'

/** The leading vehicles by each figure, with a link to the tab with the details. */
const rankings = [
  { key: 'distanceM', form: 'distance', tab: 'countMileage' },
  { key: 'idleMs', form: 'duration', tab: 'countIdle' },
  { key: 'overspeeds', form: 'count', tab: 'countOverspeed' },
  { key: 'offlineMs', form: 'duration', tab: 'countOffline' },
] as const satisfies readonly (Metric & { key: SumsInput['sort']; tab: string })[]

const ranked = 8

/** All figures of the period at a glance, and the vehicles that make up most of them. */
export function OverviewTab() {
  const { search, period, filter, change } = useStatisticsUrl()
  const { t, format } = useTexts()
  const sums = useSums({ ...filter, groupBy: 'day', pageSize: 1, withPrevious: search.compare === true })
  const { devices = 0, devicesWithData = 0 } = sums.data ?? {}
  const counts = { n: format.number(devicesWithData), m: format.number(devices) }
  const withData = [[t('reports.vehicles'), t('reports.withData', counts)] as const]
  return (
    <div data-print="sheet" data-page="report" className={`${styles.overview} tw-column tw-gap-12`}>
      <PrintHead title={t('statistics.overview')} more={withData} />
      <TotalsStrip
        metrics={overviewMetrics}
        period={period}
        sums={sums.data}
        onDay={(day) => change({ first: day, last: day })}
        extra={
          <ExportButton
            request={{
              ...filter,
              report: 'mileage',
              groupBy: 'device',
              sort: 'distanceM',
              isDescending: true,
              withEmpty: false,
            }}
            rows={sums.data?.devices ?? 0}
          />
        }
      />
      {sums.error ? (
        <div className="tw-centre">
          <ReportFailed error={sums.error} onRetry={() => void sums.refetch()} />
        </div>
      ) : sums.data?.devicesWithData === 0 ? (
        <div className="tw-centre">
          <NothingFound answer={sums.data} />
        </div>
      ) : (
        <div className="tw-cards-wide tw-inset-on-phone tw-grid tw-gap-12">
          {rankings.map((ranking) => (
            <Ranking key={ranking.key} ranking={ranking} />
          ))}
        </div>
      )}
    </div>
  )
}

function Ranking({ ranking: { key, form, tab } }: { ranking: (typeof rankings)[number] }) {
  const { t, format } = useTexts()
  const { search, filter } = useStatisticsUrl()
  const { data } = useSums({ ...filter, groupBy: 'device', sort: key, isDescending: true, pageSize: ranked })
  const rows = data?.list.filter((row) => (row[key] ?? 0) > 0)
  const most = rows?.[0]?.[key] ?? 1
  const to = { to: '/index/count/$tab', params: { tab } } as const
  return (
    <Panel
      title={t(`statistics.most.${key}`)}
      actions={
        <Link {...to} search={keptUrlState(search)}>
          {t('statistics.details')}
        </Link>
      }
    >
      {rows?.length === 0 && <p className="tw-muted">{t('statistics.noneHere')}</p>}
      <ol className={styles.ranking}>
        {rows?.map((row) => (
          <li key={row.terminalID}>
            <Link
              {...to}
              search={{ ...keptUrlState(search), devices: row.terminalID ?? undefined }}
              className="tw-choice tw-touch tw-relative tw-row tw-spread tw-gap-12 tw-text"
            >
              <span className="tw-ellipsis">{nameOf(row)}</span>
              <span className="tw-number">{valueText(row[key], form, { t, format })}</span>
              <span
                className={styles.rankingBar}
                style={{ '--part': (row[key] ?? 0) / most } as CSSProperties}
              />
            </Link>
          </li>
        )) ??
          Array.from({ length: ranked }, (_, index) => (
            <li key={`skeleton ${index.toString()}`} className="tw-touch tw-row">
              <span className="tw-skeleton tw-width-180" />
            </li>
          ))}
      </ol>
    </Panel>
  )
}

function nameOf({ displayName, terminalID }: SumRow): string {
  return displayName ?? terminalID ?? ''
}
