import { Flex, Select, TimePicker, type TimePickerProps } from 'antd'
import dayjs from 'dayjs'
import { useTranslation } from 'react-i18next'
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

interface TimeSpanProps {
  /** Names of the two ends. */
  labels: readonly [string, string]
  /** Minutes after midnight; a span that ends earlier than it begins goes on past midnight. */
  value: readonly [number, number]
  onChange: (value: [number, number]) => void
}

/** A span of the day. */
export function TimeSpan({ labels, value, onChange }: TimeSpanProps) {
  const { t } = useTranslation()
  const [from, until] = value
  const pick = (index: 0 | 1) => (
    <TimeOfDay
      allowClear={false}
      className="tw-width-104"
      aria-label={labels[index]}
      value={value[index] % 1440}
      onChange={(minute) => minute !== null && onChange(index === 0 ? [minute, until] : [from, minute])}
    />
  )
  return (
    <Flex wrap align="center" gap={8}>
      {pick(0)}
      <span>–</span>
      {pick(1)}
      {until <= from && <small className="tw-muted">{t('ui.time.nextDay')}</small>}
    </Flex>
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
