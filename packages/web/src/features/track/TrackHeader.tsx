import { useQuery } from '@tanstack/react-query'
import { locationCalls } from '@trackway/core/api/locations.ts'
import { trackCalls } from '@trackway/core/api/tracks.ts'
import { limits } from '@trackway/core/codes/limits.ts'
import { dayAt, daysBetween } from '@trackway/core/rules/local-days.ts'
import { DatePicker, Segmented, Select } from 'antd'
import dayjs from 'dayjs'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../app/api.ts'
import { useUser } from '../../app/session.ts'
import { useIsPhone } from '../../app/use-is-phone.ts'
import { type DayRange, presetOf, presetRange, presets } from './day-range.ts'

/** As many devices as one choice list holds; beyond it the search of the monitoring screen leads here. */
const listedDevices = 10_000

interface Props {
  terminalID: string | null
  range: DayRange
  onDevice(terminalID: string): void
  onRange(range: DayRange): void
}

/** Which device, and which days. */
export function TrackHeader({ terminalID, range, onDevice, onRange }: Props) {
  const { t } = useTranslation()
  const { timeZone } = useUser()
  const isPhone = useIsPhone()
  const now = Date.now()
  const preset = presetOf(range, now, timeZone)
  const today = dayAt(now, timeZone)
  const days = useDaysWithData(terminalID)
  return (
    <div className="track-header">
      <DevicePicker terminalID={terminalID} onDevice={onDevice} />
      <Segmented
        className="track-presets"
        size={isPhone ? 'small' : 'middle'}
        aria-label={t('track.period')}
        value={preset ?? 'custom'}
        options={presets.map((each) => ({ value: each as string, label: t(`track.preset.${each}`) }))}
        onChange={(value) => {
          const chosen = presets.find((each) => each === value)
          if (chosen) onRange(presetRange(chosen, now, timeZone))
        }}
      />
      <DatePicker.RangePicker
        aria-label={t('track.period')}
        allowClear={false}
        inputReadOnly
        format={isPhone ? 'MM-DD' : 'YYYY-MM-DD'}
        value={[dayjs(range.first), dayjs(range.last)]}
        disabledDate={(day, { from }) => {
          const date = day.format('YYYY-MM-DD')
          if (date > today) return true
          return (
            from !== undefined && Math.abs(daysBetween(from.format('YYYY-MM-DD'), date)) >= limits.trackDays
          )
        }}
        cellRender={(day, { originNode, type }) => {
          if (type !== 'date' || !days.has(dayjs(day).format('YYYY-MM-DD'))) return originNode
          return <div className="track-day-with-data">{originNode}</div>
        }}
        onChange={(chosen) => {
          const [first, last] = chosen ?? []
          if (first && last) onRange({ first: first.format('YYYY-MM-DD'), last: last.format('YYYY-MM-DD') })
        }}
      />
    </div>
  )
}

function DevicePicker({ terminalID, onDevice }: Pick<Props, 'terminalID' | 'onDevice'>) {
  const { t } = useTranslation()
  const { data, isLoading } = useQuery({
    queryKey: ['track', 'devices'],
    queryFn: ({ signal }) => api(locationCalls.find, { pageSize: listedDevices }, { signal }),
    staleTime: 60_000,
  })
  const options = useMemo(
    () =>
      (data?.list ?? [])
        .map((device) => ({
          value: device.terminalID,
          label: device.displayName,
          detail: device.displayName === device.terminalID ? device.username : device.terminalID,
          words: [device.displayName, device.terminalID, device.nickname, device.iccid, device.sim]
            .join(' ')
            .toLowerCase(),
        }))
        .sort((a, b) => a.label.localeCompare(b.label)),
    [data],
  )
  return (
    <Select
      className="track-device"
      showSearch={{
        filterOption: (text, option) => option?.words.includes(text.trim().toLowerCase()) ?? false,
      }}
      virtual
      loading={isLoading}
      aria-label={t('track.device')}
      placeholder={t('track.chooseDevice')}
      value={terminalID}
      options={options}
      optionRender={({ data: option }) => (
        <div className="track-device-option">
          <span>{option.label}</span>
          <span className="tw-muted tw-number">{option.detail}</span>
        </div>
      )}
      onChange={onDevice}
    />
  )
}

/** Days the calendar marks. */
function useDaysWithData(terminalID: string | null): ReadonlySet<string> {
  const { data } = useQuery({
    queryKey: ['track', 'days', terminalID],
    queryFn: ({ signal }) => api(trackCalls.days, { terminalID: terminalID ?? '' }, { signal }),
    enabled: terminalID !== null,
    staleTime: 300_000,
  })
  return useMemo(() => new Set(data?.days), [data])
}
