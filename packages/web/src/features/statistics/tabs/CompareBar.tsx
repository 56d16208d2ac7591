import { CloseOutlined } from '@ant-design/icons'
import { Link } from '@tanstack/react-router'
import { limits } from '@trackway/core/codes/limits.ts'
import { Button } from 'antd'
import { useTexts } from '../../../base/use-texts.ts'
import { DisabledReason } from '../../../ui/DisabledReason.tsx'
import type { Selection } from '../../../ui/list/use-selection.ts'
import { writeDevices } from '../../../ui/vehicles/vehicle-list.ts'
import { keptUrlState } from '../report-filter/url-state.ts'
import { useStatisticsUrl } from '../report-filter/use-url-state.ts'

interface CompareBarProps {
  selection: Selection
  /** Whose rows are selected. */
  vehicles: readonly string[]
}

/** What can be done with selected vehicles of a report: they are compared with each other. */
export function CompareBar({ selection, vehicles }: CompareBarProps) {
  const { t, format } = useTexts()
  const { search } = useStatisticsUrl()
  const { length: count } = vehicles
  const isFit = count >= 2 && count <= limits.comparedVehicles
  const label = t('statistics.compareChosen', { count })
  return (
    <div
      className="tw-padded-strip tw-soft tw-row tw-wrap tw-line-above"
      role="toolbar"
      aria-label={t('lists.selection')}
    >
      <Button
        type="text"
        icon={<CloseOutlined />}
        title={t('lists.unselect')}
        aria-label={t('lists.unselect')}
        onClick={() => selection.replace([])}
      />
      <strong role="status">{t('lists.selected', { count, shown: format.number(count) })}</strong>
      {isFit ? (
        <Link
          to="/index/count/$tab"
          params={{ tab: 'countCompare' }}
          search={{ ...keptUrlState(search), devices: writeDevices([...vehicles]) }}
        >
          <Button type="primary" tabIndex={-1}>
            {label}
          </Button>
        </Link>
      ) : (
        <DisabledReason reason={t('statistics.chooseCompared', { most: limits.comparedVehicles })}>
          <Button type="primary" disabled>
            {label}
          </Button>
        </DisabledReason>
      )}
    </div>
  )
}
