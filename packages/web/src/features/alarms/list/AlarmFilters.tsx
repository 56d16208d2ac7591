import { alarmList } from '@trackway/core/features/alarms/calls.ts'
import { fenceCalls } from '@trackway/core/features/fences/calls.ts'
import { addDays, dayAt, startOfDay } from '@trackway/core/rules/local-days.ts'
import { DatePicker, Select } from 'antd'
import dayjs from 'dayjs'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePickerFormats } from '../../../base/picker-formats.ts'
import { useCall } from '../../../base/queries/use-call.ts'
import { useCan, useUser } from '../../../base/session.ts'
import { ListFilters } from '../../../ui/list/ListFilters.tsx'
import type { AnyListUrl } from '../../../ui/list/list-url.ts'
import { DeviceTypePicker } from '../../../ui/pickers/DeviceTypePicker.tsx'
import { VehiclePicker } from '../../../ui/vehicles/VehiclePicker.tsx'
import { AlarmCodePicker } from './AlarmCodePicker.tsx'

interface AlarmFiltersProps {
  url: AnyListUrl
  /** Of the account itself and nobody below. */
  isOwn: boolean
  /** Filters are folded: the details of an alarm are open beside the list. */
  isNarrow: boolean
  onFilter: (change: AnyListUrl) => void
}

const days = 30

/** Search, state, severity, account, vehicles, types, days and fence. */
export function AlarmFilters({ url, isOwn, isNarrow, onFilter }: AlarmFiltersProps) {
  const { t } = useTranslation()
  const { timeZone } = useUser()
  const formats = usePickerFormats()
  const mayFence = useCan('main:fence')
  const shown = {
    ...alarmList,
    filters: alarmList.filters.filter(({ kind }) => kind !== 'chosen' && (!isOwn || kind !== 'account')),
  }
  const { from, to } = url
  const dayOf = (at: unknown) => dayjs(dayAt(Number(at), timeZone))
  return (
    <ListFilters list={shown} url={url} isNarrow={isNarrow} onFilter={onFilter}>
      <VehiclePicker
        withFormer
        userId={url.userId as number | undefined}
        value={url.terminalIDs === undefined ? [] : String(url.terminalIDs).split('_')}
        onChange={(ids) => onFilter({ terminalIDs: ids.length > 0 ? ids.join('_') : undefined })}
      />
      {url.deviceType !== undefined && (
        <DeviceTypePicker
          aria-label={t('statistics.type')}
          value={url.deviceType as number}
          onChange={(deviceType) => onFilter({ deviceType })}
        />
      )}
      <AlarmCodePicker value={url.codes as string | undefined} onChange={(codes) => onFilter({ codes })} />
      <DatePicker.RangePicker
        format={formats.day}
        allowClear
        className="tw-tool-wide"
        aria-label={t('ui.period.label')}
        value={from === undefined || to === undefined ? null : [dayOf(from), dayOf(Number(to) - 1)]}
        presets={([0, 1, 7, days] as const).map((back) => {
          const today = dayAt(Date.now(), timeZone)
          const last = back === 1 ? addDays(today, -1) : today
          const first = addDays(today, back > 1 ? 1 - back : -back)
          return { label: t(`alarms.filter.days.${back}`), value: [dayjs(first), dayjs(last)] }
        })}
        onChange={(chosen) => {
          const [first, last] = chosen ?? []
          if (!first || !last) return onFilter({ from: undefined, to: undefined })
          const end = addDays(last.format('YYYY-MM-DD'), 1)
          onFilter({ from: startOfDay(first.format('YYYY-MM-DD'), timeZone), to: startOfDay(end, timeZone) })
        }}
      />
      {mayFence && (
        <FencePicker
          value={url.fenceId as number | undefined}
          userId={url.userId as number | undefined}
          onChange={(fenceId) => onFilter({ fenceId })}
        />
      )}
    </ListFilters>
  )
}

interface FencePickerProps {
  value: number | undefined
  userId: number | undefined
  onChange: (fenceId: number | undefined) => void
}

/** One of the fences, found by its name. */
function FencePicker({ value, userId, onChange }: FencePickerProps) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const [hasOpened, setHasOpened] = useState(value !== undefined)
  const { data, isFetching } = useCall(
    ['fences', 'names', userId, text],
    fenceCalls.find,
    { pageSize: 50, ...(text && { search: text }), ...(userId && { userId }) },
    { enabled: hasOpened },
  )
  return (
    <Select
      allowClear
      showSearch={{ filterOption: false, onSearch: setText }}
      className="tw-tool"
      popupMatchSelectWidth={false}
      loading={isFetching}
      aria-label={t('alarms.filter.fence')}
      placeholder={t('alarms.filter.anyFence')}
      value={value ?? null}
      options={data?.list.map(({ fenceId, name }) => ({ value: fenceId, label: name })) ?? []}
      onOpenChange={(isOpen) => isOpen && setHasOpened(true)}
      onChange={(fenceId) => onChange(fenceId ?? undefined)}
    />
  )
}
