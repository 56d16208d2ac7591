import { busPunctualityList, punctualityGroups } from '@trackway/core/features/bus/calls.ts'
import { Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { ListScreen } from '../../../ui/list/ListScreen.tsx'
import { useStatisticsUrl } from '../report-filter/use-url-state.ts'
import { ListPeriod } from './ListPeriod.tsx'

/** How punctual bus lines were, by line, stop and day. */
export function PunctualityTab() {
  const { t } = useTranslation()
  const { search, period, change } = useStatisticsUrl()
  const { busGroup = 'stopDay' } = search
  return (
    <ListScreen
      list={busPunctualityList}
      given={{ ...period, groupBy: busGroup }}
      tools={
        <>
          <ListPeriod period={period} />
          <Select
            className="tw-min-width-150"
            aria-label={t('reports.group')}
            value={busGroup}
            options={punctualityGroups.map((value) => ({ value, label: t(`statistics.busGroup.${value}`) }))}
            onChange={(value) => change({ busGroup: value === 'stopDay' ? undefined : value })}
          />
        </>
      }
    />
  )
}
