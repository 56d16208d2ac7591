import { Select, TimePicker, type TimePickerProps } from 'antd'
import dayjs from 'dayjs'
import type { FieldValue } from './field-value.ts'

/** A time zone by its name. */
export function ZonePicker({ value = null, ...field }: FieldValue<string>) {
  const zones = ['UTC', ...Intl.supportedValuesOf('timeZone')]
  return (
    <Select
      {...field}
      showSearch
      value={value}
      options={zones.map((zone) => ({ value: zone, label: zone }))}
    />
  )
}

/** A time of day as minutes after midnight; none: there is none. */
export function TimeOfDay({
  value = null,
  onChange,
  ...field
}: FieldValue<number> & Omit<TimePickerProps, 'value' | 'onChange'>) {
  return (
    <TimePicker
      {...field}
      format="HH:mm"
      minuteStep={5}
      needConfirm={false}
      value={value === null ? null : dayjs('2024-01-01').minute(value)}
      onChange={(time) => onChange?.(time ? time.hour() * 60 + time.minute() : null)}
    />
  )
}
