import {
  groupingsOf,
  oneGrouping,
  type ReportGrouping,
  type ReportKey,
} from '@trackway/core/features/statistics/reports.ts'
import { Form, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import type { FieldValue } from '../../ui/form/field-value.ts'
import { weekdayName } from '../../ui/period/weekday-name.ts'
import { VehiclePicker } from '../../ui/vehicles/VehiclePicker.tsx'
import type { ScheduleInput } from './schedule-input.ts'

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
