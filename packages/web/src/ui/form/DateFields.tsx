import { instantOfWallTime, wallTime } from '@trackway/core/rules/wall-time.ts'
import { DatePicker } from 'antd'
import dayjs from 'dayjs'
import { usePickerFormats } from '../../base/picker-formats.ts'
import { useUser } from '../../base/session.ts'
import type { FieldValue, InstantFieldProps } from './field-value.ts'

/** The days that dates may name. */
const dated = { minDate: dayjs('1900-01-01'), maxDate: dayjs('2099-12-31') }

/** A day, `YYYY-MM-DD`. */
export function DayField({ value, onChange, ...rest }: FieldValue<string>) {
  const formats = usePickerFormats()
  return (
    <DatePicker
      {...rest}
      {...dated}
      format={formats.day}
      value={value ? dayjs(value) : null}
      onChange={(day) => onChange?.(day?.format('YYYY-MM-DD') ?? null)}
    />
  )
}

/** An instant, epoch milliseconds, as the clock of the account shows it. */
export function InstantField(props: InstantFieldProps) {
  const { value, onChange, isDay = false, earliest, latest, ...rest } = props
  const { timeZone } = useUser()
  const formats = usePickerFormats()
  const shown = (time: number) => dayjs(wallTime(time, timeZone))
  return (
    <DatePicker
      {...rest}
      {...dated}
      format={isDay ? formats.day : formats.minute}
      {...(!isDay && { showTime: { format: 'HH:mm' }, needConfirm: false })}
      value={value === null || value === undefined ? null : shown(value)}
      disabledDate={(day) =>
        (earliest !== undefined && day.isBefore(shown(earliest), 'day')) ||
        (latest !== undefined && day.isAfter(shown(latest), 'day'))
      }
      onChange={(chosen) => {
        const wall = chosen?.format(isDay ? 'YYYY-MM-DDT00:00' : 'YYYY-MM-DDTHH:mm')
        onChange?.(wall === undefined ? null : instantOfWallTime(wall, timeZone))
      }}
    />
  )
}
