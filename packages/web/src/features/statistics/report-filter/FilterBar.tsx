import { FilterOutlined } from '@ant-design/icons'
import { limits } from '@trackway/core/codes/limits.ts'
import { rolesWithSubAccounts } from '@trackway/core/codes/roles.ts'
import { Badge, Button, Checkbox, Drawer, Select } from 'antd'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useUser } from '../../../base/session.ts'
import { useIsPhone } from '../../../base/use-is-phone.ts'
import { PeriodPicker } from '../../../ui/period/PeriodPicker.tsx'
import { AccountPicker } from '../../../ui/pickers/AccountPicker.tsx'
import { useDeviceTypes } from '../../../ui/pickers/use-device-types.ts'
import { VehiclePicker } from '../../../ui/vehicles/VehiclePicker.tsx'
import styles from './FilterBar.module.css'
import { countFilters, devicesOf } from './url-state.ts'
import { useStatisticsUrl } from './use-url-state.ts'

const presets = ['today', 'yesterday', 'sevenDays', 'thisMonth', 'lastMonth'] as const

/** Whose vehicles and which days: the same on every tab. A phone keeps all but the period in a sheet. */
export function FilterBar() {
  const { search, period, change } = useStatisticsUrl()
  const isPhone = useIsPhone()
  const days = (
    <PeriodPicker
      period={period}
      presets={presets}
      maxDays={limits.statisticsDays}
      onPeriod={({ first, last }) => change({ first, last })}
    />
  )
  if (isPhone)
    return (
      <div className={styles.filters}>
        <FilterSheet count={countFilters(search) + Number(search.compare ?? 0)}>
          {days}
          <WhoseFilters />
          <CompareBox />
        </FilterSheet>
        <PeriodLine />
      </div>
    )
  return (
    <div className={styles.filters}>
      {days}
      <WhoseFilters />
      <CompareBox />
    </div>
  )
}

/** Account, vehicles and type. */
export function WhoseFilters() {
  const { t } = useTranslation()
  const { role } = useUser()
  const { search, change } = useStatisticsUrl()
  const types = useDeviceTypes()
  return (
    <>
      <AccountPicker
        value={search.userId}
        isExact={search.own === true}
        onPick={(account) => change({ userId: account?.id, devices: undefined })}
        label={t('statistics.account')}
      />
      {rolesWithSubAccounts.includes(role) && (
        <Checkbox
          className={styles.check}
          checked={!search.own}
          onChange={(event) => change({ own: event.target.checked ? undefined : true })}
        >
          {t('statistics.withBelow')}
        </Checkbox>
      )}
      <VehiclePicker
        userId={search.userId}
        chosen={devicesOf(search)}
        onChoose={(ids) => change({ devices: ids.length > 0 ? ids.join('_') : undefined })}
      />
      <Select
        allowClear
        showSearch={{ optionFilterProp: 'label' }}
        className={styles.type}
        aria-label={t('statistics.type')}
        placeholder={t('statistics.anyType')}
        loading={types.isPending}
        value={search.deviceType ?? null}
        options={types.data?.map((type) => ({ value: type.id, label: type.name })) ?? []}
        onChange={(deviceType) => change({ deviceType: deviceType ?? undefined })}
      />
    </>
  )
}

function CompareBox() {
  const { t } = useTranslation()
  const { search, change } = useStatisticsUrl()
  return (
    <Checkbox
      className={styles.check}
      checked={search.compare === true}
      onChange={(event) => change({ compare: event.target.checked || undefined })}
    >
      {t('statistics.compare')}
    </Checkbox>
  )
}

interface FilterSheetProps {
  /** How many filters are in use. */
  count: number
  children: ReactNode
}

/** On a phone the filters are a sheet of their own. */
export function FilterSheet({ count, children }: FilterSheetProps) {
  const { t } = useTranslation()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Badge count={count} color="var(--tw-accent)">
        <Button icon={<FilterOutlined />} aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
          {t('statistics.filters')}
        </Button>
      </Badge>
      <Drawer
        title={t('statistics.filters')}
        placement="bottom"
        size="auto"
        rootClassName="stat-sheet"
        open={isOpen}
        onClose={() => setIsOpen(false)}
        footer={
          <Button type="primary" block onClick={() => setIsOpen(false)}>
            {t('statistics.show')}
          </Button>
        }
      >
        <div className={styles.sheetFields}>{children}</div>
      </Drawer>
    </>
  )
}

/** The period in words, beside the button of the sheet that changes it. */
function PeriodLine() {
  const { period } = useStatisticsUrl()
  return (
    <span className="tw-muted tw-number">
      {period.first === period.last ? period.first : `${period.first} – ${period.last.slice(5)}`}
    </span>
  )
}
