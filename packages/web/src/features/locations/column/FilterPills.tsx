import { BellFilled } from '@ant-design/icons'
import { type CarIconState, carIconStates } from '@trackway/core/codes/states.ts'
import { useTexts } from '../../../base/use-texts.ts'
import { StateMark } from '../../../map/fleet/StateMark.tsx'
import { Pills } from '../../../ui/Pills.tsx'
import { type DeviceFilter, deviceFilters, type FilterCounts } from '../fleet/filters.ts'

const marks: Partial<Record<DeviceFilter, CarIconState>> = {
  moving: carIconStates.moving,
  stopped: carIconStates.stop,
  noPosition: carIconStates.unknown,
  overspeed: carIconStates.overspeed,
  offline: carIconStates.offline,
  expired: carIconStates.expired,
}
/** Shown only while there are any. */
const rare: readonly DeviceFilter[] = ['noPosition', 'overspeed', 'expired', 'alarm']

interface FilterPillsProps {
  counts: FilterCounts
  value: DeviceFilter
  onChange: (filter: DeviceFilter) => void
}

/** The states of the fleet with their counts; each shows only its devices, in list and map. */
export function FilterPills({ counts, value, onChange }: FilterPillsProps) {
  const { t, format } = useTexts()
  const shown = deviceFilters.filter(
    (filter) => !rare.includes(filter) || counts[filter] > 0 || filter === value,
  )
  return (
    <Pills
      isDense
      label={t('locations.filter')}
      chosen={value}
      onChoose={(filter) => onChange(filter === value ? 'all' : filter)}
      pills={shown.map((key) => {
        const mark = marks[key]
        return {
          key,
          label: (
            <>
              {key === 'alarm' && <BellFilled className="tw-danger" />}
              {mark !== undefined && <StateMark state={mark} headingDeg={45} sizePx={12} />}
              {t(`locations.filters.${key}`)}
            </>
          ),
          count: format.number(counts[key]),
        }
      })}
    />
  )
}
