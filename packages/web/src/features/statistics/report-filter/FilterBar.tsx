import { FilterOutlined } from '@ant-design/icons'
import { limits } from '@trackway/core/codes/limits.ts'
import { rolesWithSubAccounts } from '@trackway/core/codes/roles.ts'
import { Badge, Button, Checkbox, Flex, Segmented } from 'antd'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useUser } from '../../../base/session.ts'
import { useIsPhone } from '../../../base/use-is-phone.ts'
import { useFormat } from '../../../base/use-texts.ts'
import { Sheet } from '../../../ui/layout/Sheet.tsx'
import { Toolbar } from '../../../ui/layout/Toolbar.tsx'
import { PeriodPicker } from '../../../ui/period/PeriodPicker.tsx'
import { type PeriodPreset, presetOf, presetPeriod } from '../../../ui/period/period.ts'
import { AccountPicker } from '../../../ui/pickers/AccountPicker.tsx'
import { DeviceTypePicker } from '../../../ui/pickers/DeviceTypePicker.tsx'
import { GroupPicker } from '../../../ui/pickers/GroupPicker.tsx'
import { VehiclePicker } from '../../../ui/vehicles/VehiclePicker.tsx'
import { readDevices, writeDevices } from '../../../ui/vehicles/vehicle-list.ts'
import { countFilters } from './url-state.ts'
import { useStatisticsUrl } from './use-url-state.ts'

const presets = ['today', 'yesterday', 'sevenDays', 'thisMonth', 'lastMonth'] as const

/** Whose vehicles and which days: the same on every tab. A phone keeps all but the period in a sheet. */
export function FilterBar() {
  const { search, period } = useStatisticsUrl()
  const isPhone = useIsPhone()
  const format = useFormat()
  if (!isPhone)
    return (
      <Toolbar>
        <Filters />
      </Toolbar>
    )
  const days = [...new Set([period.first, period.last])].map(format.shortDay).join(' – ')
  return (
    <Toolbar end={<span className="tw-muted tw-number">{days}</span>}>
      <FilterSheet count={countFilters(search) + Number(search.compare ?? 0)}>
        <Filters />
      </FilterSheet>
    </Toolbar>
  )
}

/** Period, account, vehicles, type, and whether all of it is compared with the days before. */
function Filters() {
  const { t } = useTranslation()
  const isPhone = useIsPhone()
  const { role, timeZone } = useUser()
  const { search, period, change } = useStatisticsUrl()
  const now = Date.now()
  return (
    <>
      {!isPhone && (
        <Segmented
          aria-label={t('ui.period.label')}
          value={presetOf(presets, period, now, timeZone) ?? 'custom'}
          options={presets.map((each) => ({ value: each as string, label: t(`ui.period.preset.${each}`) }))}
          onChange={(preset) => change(presetPeriod(preset as PeriodPreset, now, timeZone))}
        />
      )}
      <PeriodPicker
        period={period}
        presets={presets}
        withMonths
        maxDays={limits.statisticsDays}
        onPeriod={({ first, last }) => change({ first, last })}
      />
      <AccountPicker
        value={search.userId}
        isExact={search.withSubAccounts === false}
        onChange={(userId) => change({ userId, devices: undefined })}
        label={t('statistics.account')}
        block={isPhone}
      />
      {rolesWithSubAccounts.includes(role) && (
        <Checkbox
          checked={search.withSubAccounts !== false}
          onChange={(event) => change({ withSubAccounts: event.target.checked ? undefined : false })}
        >
          {t('statistics.withBelow')}
        </Checkbox>
      )}
      <VehiclePicker
        withFormer
        userId={search.userId}
        value={readDevices(search.devices)}
        onChange={(ids) => change({ devices: writeDevices(ids) })}
        block={isPhone}
      />
      <GroupPicker
        isHiddenWithout
        className="tw-tool"
        label={t('list.filter.groupIds')}
        userId={search.userId}
        value={search.groups?.split('_').map(Number)}
        onChange={(ids) => change({ groups: ids?.join('_') })}
      />
      <DeviceTypePicker
        className="tw-tool"
        aria-label={t('statistics.type')}
        value={search.deviceType ?? null}
        onChange={(deviceType) => change({ deviceType })}
      />
      <Checkbox
        checked={search.compare === true}
        onChange={(event) => change({ compare: event.target.checked || undefined })}
      >
        {t('statistics.compare')}
      </Checkbox>
    </>
  )
}

interface FilterSheetProps {
  /** How many filters are in use. */
  count: number
  children: ReactNode
}

/** On a phone the filters are a sheet of their own. */
function FilterSheet({ count, children }: FilterSheetProps) {
  const { t } = useTranslation()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Badge count={count} color="var(--tw-accent)">
        <Button icon={<FilterOutlined />} aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
          {t('statistics.filters')}
        </Button>
      </Badge>
      <Sheet
        title={t('statistics.filters')}
        height="auto"
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        footer={
          <Button type="primary" block onClick={() => setIsOpen(false)}>
            {t('statistics.show')}
          </Button>
        }
      >
        <Flex vertical gap={16}>
          {children}
        </Flex>
      </Sheet>
    </>
  )
}
