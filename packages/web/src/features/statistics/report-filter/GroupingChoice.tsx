import { rolesWithSubAccounts } from '@trackway/core/codes/roles.ts'
import type { ReportGrouping } from '@trackway/core/features/statistics/reports.ts'
import { Segmented, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { useUser } from '../../../base/session.ts'
import { useIsPhone } from '../../../base/use-is-phone.ts'
import { useStatisticsUrl } from './use-url-state.ts'

interface GroupingChoiceProps {
  /** The possible groupings. */
  of: readonly ReportGrouping[]
  /** The default. */
  usual: ReportGrouping
  groupBy: ReportGrouping
}

/** What a row of the table is of. */
export function GroupingChoice({ of, usual, groupBy }: GroupingChoiceProps) {
  const { t } = useTranslation()
  const hasBelow = rolesWithSubAccounts.includes(useUser().role)
  const isPhone = useIsPhone()
  const { change } = useStatisticsUrl()
  const field = {
    'aria-label': t('statistics.groupBy'),
    value: groupBy,
    options: of
      // Those without accounts below have but the one.
      .filter((value) => value !== 'account' || hasBelow)
      .map((value) => ({ value, label: t(`statistics.group.${value}`) })),
    onChange: (value: ReportGrouping) =>
      change({ group: value === usual ? undefined : value, sort: undefined, isDescending: undefined }),
  }
  return isPhone ? <Select className="tw-min-width-150" {...field} /> : <Segmented {...field} />
}
