import {
  groupingsOf,
  oneGrouping,
  type ReportGrouping,
  type ReportKey,
} from '@trackway/core/reports/reports.ts'
import { Form, Select, TimePicker } from 'antd'
import dayjs from 'dayjs'
import { useTranslation } from 'react-i18next'
import type { FieldValue } from '../../ui/form/field-value.ts'
import { VehiclePicker } from '../../ui/vehicles/VehiclePicker.tsx'
import { weekdayName } from './rhythm-text.ts'
import type { ScheduleInput } from './schedule-input.ts'

export const zones = () => ['UTC', ...Intl.supportedValuesOf('timeZone')]

/** Which of the vehicles of the account that is chosen beside it. */
export function VehiclesOfAccount(field: FieldValue<string[]>) {
  const userId = Form.useWatch<ScheduleInput['userId']>('userId')
  return (
    <VehiclePicker
      block
      userId={userId}
      value={field.value ?? null}
      {...(field.onChange && { onChange: field.onChange })}
    />
  )
}

/** What a row of the report that is chosen beside it is of. */
export function GroupingOfReport({ value, ...field }: FieldValue<ReportGrouping>) {
  const { t } = useTranslation()
  const groupings = groupingsOf(Form.useWatch<ReportKey>('report') ?? 'mileage')
  return (
    <Select
      {...field}
      value={oneGrouping(groupings, value ?? 'deviceDay')}
      options={groupings.map((each) => ({ value: each, label: t(`statistics.group.${each}`) }))}
    />
  )
}

/** The day of the week, or of the month, by the rhythm that is chosen beside it. */
export function DayOfRhythm({ value, ...field }: FieldValue<number>) {
  const isWeekly = Form.useWatch('rhythm') === 'weekly'
  const days = Array.from({ length: isWeekly ? 7 : 28 }, (_, index) => index + 1)
  return (
    <Select
      {...field}
      value={Math.min(value ?? 1, days.length)}
      options={days.map((day) => ({ value: day, label: isWeekly ? weekdayName(day) : String(day) }))}
    />
  )
}

/** A time of day, as minutes after midnight. */
export function TimeOfDay({ value, onChange, ...field }: FieldValue<number>) {
  return (
    <TimePicker
      {...field}
      format="HH:mm"
      minuteStep={5}
      needConfirm={false}
      allowClear={false}
      inputReadOnly
      value={dayjs()
        .startOf('day')
        .minute(value ?? 0)}
      onChange={(time) => onChange?.(time && time.hour() * 60 + time.minute())}
    />
  )
}
