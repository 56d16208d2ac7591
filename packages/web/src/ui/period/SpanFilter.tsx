import { addDays, dayAt, startOfDay } from '@trackway/core/rules/local-days.ts'
import { DatePicker } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import { useTranslation } from 'react-i18next'
import { usePickerFormats } from '../../base/picker-formats.ts'
import { useUser } from '../../base/session.ts'

interface SpanFilterProps {
  /** The begin of the first day and the end of the last, epoch ms; undefined: any. */
  from: number | undefined
  to: number | undefined
  onChange: (from: number | undefined, to: number | undefined) => void
  label: string
}

const dayFormat = 'YYYY-MM-DD'
/** So many months from this one on can be chosen at once. */
const months = 6

/** Between which days of the account's calendar: by a calendar, or a month at once. */
export function SpanFilter({ from, to, onChange, label }: SpanFilterProps) {
  const { i18n } = useTranslation()
  const { timeZone } = useUser()
  const formats = usePickerFormats()
  const today = dayAt(Date.now(), timeZone)
  const monthName = new Intl.DateTimeFormat(i18n.language === 'cn' ? 'zh-CN' : i18n.language, {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  })
  const presets = Array.from({ length: months }, (_, index) => {
    const first = dayjs(today).startOf('month').add(index, 'month')
    return {
      label: monthName.format(Date.parse(first.format(dayFormat))),
      value: [first, first.endOf('month')] as [Dayjs, Dayjs],
    }
  })
  const dayOf = (time: number | undefined) => (time === undefined ? null : dayjs(dayAt(time, timeZone)))
  return (
    <DatePicker.RangePicker
      allowClear
      className="tw-tool-wide"
      aria-label={label}
      format={formats.day}
      placeholder={[label, '']}
      presets={presets}
      value={[dayOf(from), dayOf(to === undefined ? undefined : to - 1)]}
      onChange={(days) => {
        const [first, last] = days ?? []
        onChange(
          first ? startOfDay(first.format(dayFormat), timeZone) : undefined,
          last ? startOfDay(addDays(last.format(dayFormat), 1), timeZone) : undefined,
        )
      }}
    />
  )
}
