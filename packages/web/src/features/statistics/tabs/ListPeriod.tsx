import { limits } from '@trackway/core/codes/limits.ts'
import { PeriodPicker } from '../../../ui/period/PeriodPicker.tsx'
import type { Period } from '../../../ui/period/period.ts'
import { useStatisticsUrl } from '../report-filter/use-url-state.ts'

const presets = ['today', 'yesterday', 'sevenDays', 'thisMonth', 'lastMonth'] as const

interface ListPeriodProps {
  period: Period
  maxDays?: number
}

/** The period of a tab that is a list of its own. */
export function ListPeriod({ period, maxDays = limits.statisticsDays }: ListPeriodProps) {
  const { change } = useStatisticsUrl()
  return (
    <PeriodPicker
      period={period}
      presets={presets}
      withMonths
      maxDays={maxDays}
      onPeriod={({ first, last }) => change({ first, last })}
    />
  )
}
