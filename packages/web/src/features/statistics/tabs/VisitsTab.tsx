import { limits } from '@trackway/core/codes/limits.ts'
import { holdsAny } from '@trackway/core/codes/permissions.ts'
import { fenceVisitList } from '@trackway/core/features/fences/calls.ts'
import { riskVisitList } from '@trackway/core/features/risk-points/calls.ts'
import { reports } from '@trackway/core/features/statistics/reports.ts'
import { Segmented } from 'antd'
import { useTranslation } from 'react-i18next'
import { useUser } from '../../../base/session.ts'
import { ListScreen } from '../../../ui/list/ListScreen.tsx'
import { withLast } from '../../../ui/period/period.ts'
import { useStatisticsUrl } from '../report-filter/use-url-state.ts'
import { ListPeriod } from './ListPeriod.tsx'

const kinds = ['fenceVisits', 'riskVisits'] as const

/** When vehicles were in fences and risk points, and for how long. */
export function VisitsTab() {
  const { t } = useTranslation()
  const { permissions } = useUser()
  const { search, period: chosen, change } = useStatisticsUrl()
  // Of a longer period that another report had, its end.
  const period = withLast(chosen, chosen.last, limits.searchDays)
  const offered = kinds.filter((kind) => holdsAny(permissions, reports[kind].permission))
  const kind = offered.find((each) => each === search.report) ?? offered[0]!
  const frame = {
    given: { ...period },
    tools: (
      <>
        <ListPeriod period={period} maxDays={limits.searchDays} />
        {offered.length > 1 && (
          <Segmented
            value={kind}
            options={offered.map((value) => ({ value, label: t(`reports.name.${value}`) }))}
            onChange={(report) => change({ report })}
          />
        )}
      </>
    ),
  }
  return kind === 'fenceVisits' ? (
    <ListScreen key={kind} list={fenceVisitList} {...frame} />
  ) : (
    <ListScreen key={kind} list={riskVisitList} {...frame} />
  )
}
