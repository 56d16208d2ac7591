import { BellOutlined } from '@ant-design/icons'
import { Link, useNavigate } from '@tanstack/react-router'
import {
  type AlarmCountRow,
  alarmCountSorts,
  alarmStatisticsCalls,
} from '@trackway/core/features/alarms/statistics-calls.ts'
import { alarmGroupings, oneGrouping } from '@trackway/core/features/statistics/reports.ts'
import { Button, Tooltip } from 'antd'
import { useTranslation } from 'react-i18next'
import { useCan, useUser } from '../../../base/session.ts'
import { AlarmCodePicker } from '../../alarms/list/AlarmCodePicker.tsx'
import { type ReportRow, useReportColumns } from '../columns/report-columns.tsx'
import { alarmsOfFigure } from '../drill-down/alarms-of-figure.ts'
import { GroupingChoice } from '../report-filter/GroupingChoice.tsx'
import { readFigures, useFigures } from '../report-filter/use-statistics.ts'
import { partOf, useStatisticsUrl } from '../report-filter/use-url-state.ts'
import { alarmMetrics } from '../totals/metrics.ts'
import { TotalsStrip } from '../totals/TotalsStrip.tsx'
import { ReportTable } from './ReportTable.tsx'

/** How many alarms began, by code, vehicle, day or account; each number leads to them in the alarm centre. */
export function AlarmsTab() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { timeZone } = useUser()
  const maySee = useCan('main:alarms')
  const { search, period, filter, change } = useStatisticsUrl()
  const groupBy = oneGrouping(alarmGroupings, search.group ?? 'code')
  const codes = search.codes?.split('_').map(Number)
  // By default the most first, days in their order.
  const usual =
    groupBy === 'day'
      ? ({ sort: 'day', isDescending: false } as const)
      : ({ sort: 'alarms', isDescending: true } as const)
  const part = partOf(search, usual)
  const sort = alarmCountSorts.find((each) => each === part.sort) ?? usual.sort
  const input = { ...filter, ...part, groupBy, sort, ...(codes && { codes }) }
  const withPrevious = search.compare === true
  const counts = useFigures(alarmStatisticsCalls.count, { ...input, withPrevious })
  const { data } = counts
  const linkOf = (row: ReportRow, figure?: string) =>
    alarmsOfFigure(row as AlarmCountRow, figure, { search, period, timeZone })
  const onFigure = (row: ReportRow, key: string) => {
    const link = maySee && key !== 'devices' && linkOf(row, key)
    return link ? () => void navigate(link) : null
  }
  const sum = data && { ...data.sum, duration: data.sum.durationMs }
  const columns = useReportColumns({ report: 'alarmCounts', groupBy, sort, sum, onFigure })

  return (
    <>
      <TotalsStrip
        metrics={alarmMetrics}
        period={period}
        sums={data}
        onDay={(day) => change({ first: day, last: day })}
      />
      <ReportTable
        name={`alarmCounts.${groupBy}`}
        request={{ ...filter, ...(codes && { codes }), report: 'alarmCounts', groupBy }}
        answer={counts}
        readPage={(page) => readFigures(alarmStatisticsCalls.count, { ...input, ...page })}
        columns={columns}
        rowKey={(row) => (row as AlarmCountRow).id}
        part={{ ...part, sort }}
        usual={usual}
        tools={
          <>
            <GroupingChoice of={alarmGroupings} usual="code" groupBy={groupBy} />
            <AlarmCodePicker value={search.codes} onChange={(next) => change({ codes: next })} />
          </>
        }
        actions={(row) => {
          const link = maySee && linkOf(row)
          return (
            link && (
              <Tooltip title={t('statistics.toAlarms')} mouseEnterDelay={0.4}>
                <Link {...link} aria-label={t('statistics.toAlarms')}>
                  <Button type="text" icon={<BellOutlined />} tabIndex={-1} />
                </Link>
              </Tooltip>
            )
          )
        }}
      />
    </>
  )
}
