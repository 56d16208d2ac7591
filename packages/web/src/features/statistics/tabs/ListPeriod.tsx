import { limits } from '@trackway/core/codes/limits.ts'
import { PeriodPicker } from '../../../ui/period/PeriodPicker.tsx'
import { useStatisticsUrl } from '../report-filter/use-url-state.ts'

const presets = ['today', 'yesterday', 'sevenDays', 'thisMonth', 'lastMonth'] as const

/** The period of a tab that is a list of its own. */
export function ListPeriod() {
  const { period, change } = useStatisticsUrl()
  return (
    <PeriodPicker
      period={period}
      presets={presets}
      maxDays={limits.statisticsDays}
      onPeriod={({ first, last }) => change({ first, last })}
    />
  )
}
