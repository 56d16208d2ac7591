import { FilterOutlined } from '@ant-design/icons'
import { dueStates } from '@trackway/core/api/devices.ts'
import { rolesWithSubAccounts } from '@trackway/core/codes/roles.ts'
import { connectionStates } from '@trackway/core/codes/states.ts'
import { Badge, Button, Checkbox, Select, Tag } from 'antd'
import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useUser } from '../../base/session.ts'
import { useIsPhone } from '../../base/use-is-phone.ts'
import { AccountPicker } from '../../ui/pickers/AccountPicker.tsx'
import { useDeviceTypes } from '../../ui/pickers/use-device-types.ts'
import { SearchField } from '../../ui/SearchField.tsx'
import { chosenDevices, countFilters, type DeviceListSearch } from './search.ts'
import { defaultWithinDays } from './use-devices.ts'

interface DeviceFiltersProps {
  search: DeviceListSearch
  onFilter: (change: Partial<DeviceListSearch>) => void
}

/** Search and filters; a phone shows the filters when they are asked for. */
export function DeviceFilters({ search, onFilter }: DeviceFiltersProps) {
  const { t } = useTranslation()
  const isPhone = useIsPhone()
  const [isOpen, setIsOpen] = useState(false)
  const onSearch = useCallback((text: string) => onFilter({ search: text || undefined }), [onFilter])
  const used = countFilters(search) - Number(search.search !== undefined)

  return (
    <>
      <div className="tw-device-search">
        <SearchField value={search.search ?? ''} onSearch={onSearch} label={t('devices.search')} />
      </div>
      {isPhone && (
        <Badge count={used} color="var(--tw-accent)">
          <Button icon={<FilterOutlined />} aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
            {t('devices.filters')}
          </Button>
        </Badge>
      )}
      {(!isPhone || isOpen) && <Filters search={search} onFilter={onFilter} />}
    </>
  )
}

function Filters({ search, onFilter }: DeviceFiltersProps) {
  const { t } = useTranslation()
  const { role } = useUser()
  const types = useDeviceTypes()
  const within = search.within ?? defaultWithinDays
  const chosen = chosenDevices(search)
  return (
    <>
      <AccountPicker
        value={search.userId}
        isExact={search.own === true}
        onPick={(account) => onFilter({ userId: account?.id })}
        label={t('devices.owner')}
      />
      <Select
        allowClear
        className="tw-device-filter"
        aria-label={t('devices.state')}
        placeholder={t('devices.anyState')}
        value={search.state ?? null}
        options={connectionStates.map((state) => ({ value: state, label: t(`reports.state.${state}`) }))}
        onChange={(state) => onFilter({ state: state ?? undefined })}
      />
      <Select
        allowClear
        showSearch={{ optionFilterProp: 'label' }}
        className="tw-device-filter"
        aria-label={t('devices.type')}
        placeholder={t('devices.anyType')}
        loading={types.isPending}
        value={search.deviceType ?? null}
        options={types.data?.map((type) => ({ value: type.id, label: type.name })) ?? []}
        onChange={(deviceType) => onFilter({ deviceType: deviceType ?? undefined })}
      />
      <Select
        allowClear
        className="tw-device-filter tw-device-due"
        popupMatchSelectWidth={false}
        aria-label={t('devices.due')}
        placeholder={t('devices.anyDue')}
        value={search.due ?? null}
        options={dueStates.map((due) => ({
          value: due,
          label: t(`devices.dueState.${due}`, { count: within }),
        }))}
        onChange={(due) => onFilter({ due: due ?? undefined, within: due ? search.within : undefined })}
      />
      {chosen.length > 0 && (
        <Tag closable className="tw-device-chosen" onClose={() => onFilter({ devices: undefined })}>
          {t('devices.chosen', { count: chosen.length })}
        </Tag>
      )}
      {rolesWithSubAccounts.includes(role) && (
        <Checkbox
          checked={!search.own}
          onChange={(event) => onFilter({ own: event.target.checked ? undefined : true })}
          className="tw-device-below"
        >
          {t('devices.withBelow')}
        </Checkbox>
      )}
    </>
  )
}
