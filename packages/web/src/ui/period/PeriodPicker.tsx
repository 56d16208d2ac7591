import { dayAt, daysBetween } from '@trackway/core/rules/local-days.ts'
import { DatePicker, Flex, Input, Segmented, Select } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePickerFormats } from '../../base/picker-formats.ts'
import { useUser } from '../../base/session.ts'
import { useIsPhone, useIsShortPhone } from '../../base/use-is-phone.ts'
import { useTexts } from '../../base/use-texts.ts'
import { Pills } from '../Pills.tsx'
import styles from './PeriodPicker.module.css'
import {
  dayCount,
  type Period,
  type PeriodPreset,
  pastMonths,
  presetOf,
  presetPeriod,
  withFirst,
  withLast,
} from './period.ts'

interface PeriodPickerProps {
  period: Period
  presets: readonly PeriodPreset[]
  /** No more days than this at once. */
  maxDays: number
  onPeriod: (period: Period) => void
  /** Also quarters and each month of the past year, in a list of their own. */
  withMonths?: boolean
}

interface MarkedPeriodPickerProps extends PeriodPickerProps {
  /** Days the calendar marks, with their metres where they are known. */
  days: ReadonlyMap<string, number | null>
  /** Text below the calendar. */
  note: string
  /** No room for the row: the presets are in the calendar, as on the shortest phones. */
  isCompact?: boolean
}

const dayFormat = 'YYYY-MM-DD'

/** Which days: presets beside a calendar, or on a phone above two fields of its own calendar. */
export function PeriodPicker(props: PeriodPickerProps) {
  const isPhone = useIsPhone()
  return (
    <>
      {isPhone ? <PhonePeriod {...props} /> : <DeskPeriod {...props} />}
      {props.withMonths && <MonthPicker {...props} />}
    </>
  )
}

/** Quarters, and months by their names. */
function MonthPicker({ period, maxDays, onPeriod }: PeriodPickerProps) {
  const { t, format } = useTexts()
  const { timeZone } = useUser()
  const now = Date.now()
  const daysOf = (preset: PeriodPreset) => presetPeriod(preset, now, timeZone)
  const quarters = (['thisQuarter', 'lastQuarter'] as const).filter(
    (preset) => dayCount(daysOf(preset)) <= maxDays,
  )
  const months = pastMonths(now, timeZone)
  return (
    <Select
      className={styles.months!}
      // All of them are seen at once.
      virtual={false}
      listHeight={480}
      aria-label={t('ui.period.months')}
      placeholder={t('ui.period.months')}
      value={presetOf([...months, ...quarters], period, now, timeZone)}
      options={[
        ...quarters.map((value) => ({ value, label: t(`ui.period.preset.${value}`) })),
        ...months.map((value) => ({ value, label: format.month(value) })),
      ]}
      onChange={(preset: PeriodPreset) => onPeriod(daysOf(preset))}
    />
  )
}

function DeskPeriod({ period, presets, maxDays, onPeriod }: PeriodPickerProps) {
  const { t } = useTranslation()
  const { timeZone } = useUser()
  const formats = usePickerFormats()
  const now = Date.now()
  return (
    <DatePicker.RangePicker
      {...rangeProps(period, maxDays, dayAt(now, timeZone), onPeriod)}
      format={formats.day}
      className={styles.days!}
      aria-label={t('ui.period.label')}
      presets={presets.map((preset) => {
        const { first, last } = presetPeriod(preset, now, timeZone)
        return { label: t(`ui.period.preset.${preset}`), value: [dayjs(first), dayjs(last)] }
      })}
      renderExtraFooter={() => t('ui.period.maxDays', { days: maxDays })}
    />
  )
}

function PhonePeriod({ period, presets, maxDays, onPeriod }: PeriodPickerProps) {
  const { t } = useTranslation()
  const { timeZone } = useUser()
  const now = Date.now()
  const day = (label: string, value: string, onDay: (day: string) => void) => (
    <Input
      type="date"
      aria-label={label}
      value={value}
      max={dayAt(now, timeZone)}
      onChange={({ target }) => target.value && onDay(target.value)}
    />
  )
  return (
    <Flex vertical gap={12}>
      <Pills
        label={t('ui.period.label')}
        pills={presets.map((key) => ({ key, label: t(`ui.period.preset.${key}`) }))}
        chosen={presetOf(presets, period, now, timeZone)}
        onChoose={(preset) => onPeriod(presetPeriod(preset, now, timeZone))}
      />
      <Flex align="center" gap={8}>
        {day(t('ui.period.from'), period.first, (first) => onPeriod(withFirst(period, first, maxDays)))}
        <span aria-hidden="true">–</span>
        {day(t('ui.period.to'), period.last, (last) => onPeriod(withLast(period, last, maxDays)))}
      </Flex>
      {dayCount(period) === maxDays && (
        <small className="tw-muted">{t('ui.period.maxDays', { days: maxDays })}</small>
      )}
    </Flex>
  )
}

/** The same with the presets in a row of their own, and a calendar that marks the days on which something happened. */
export function MarkedPeriodPicker(props: MarkedPeriodPickerProps) {
  const { period, presets, maxDays, days, note, isCompact, onPeriod } = props
  const { t, format } = useTexts()
  const { timeZone } = useUser()
  const isPhone = useIsPhone()
  const formats = usePickerFormats()
  const isShortPhone = useIsShortPhone()
  const isShort = isCompact || isShortPhone
  const [isOpen, setIsOpen] = useState(false)
  const now = Date.now()
  const choices = (
    <Segmented
      className={styles.presets!}
      size={isPhone ? 'small' : 'middle'}
      aria-label={t('ui.period.label')}
      value={presetOf(presets, period, now, timeZone) ?? 'custom'}
      options={presets.map((each) => ({ value: each as string, label: t(`ui.period.preset.${each}`) }))}
      onChange={(value) => {
        onPeriod(presetPeriod(value as PeriodPreset, now, timeZone))
        setIsOpen(false)
      }}
    />
  )
  const marked = (day: Dayjs, cell: ReactNode) => {
    const distanceM = days.get(day.format(dayFormat))
    if (distanceM === undefined) return cell
    return (
      <div className={`${styles.marked} tw-relative`}>
        {cell}
        <small>{distanceM === null ? '·' : format.number(format.shownUnit('km').of(distanceM / 1000))}</small>
      </div>
    )
  }
  return (
    <>
      {!isShort && choices}
      <DatePicker.RangePicker
        {...rangeProps(period, maxDays, dayAt(now, timeZone), onPeriod)}
        className={styles.days!}
        aria-label={t('ui.period.label')}
        classNames={{ popup: { root: styles.calendar! } }}
        inputReadOnly
        format={isPhone ? formats.shortDay : formats.day}
        suffixIcon={isPhone ? null : undefined}
        cellRender={(day, { originNode, type }) =>
          type === 'date' ? marked(dayjs(day), originNode) : originNode
        }
        open={isOpen}
        onOpenChange={setIsOpen}
        renderExtraFooter={() => (
          <>
            {isShort && choices}
            <span className="tw-muted">{note}</span>
          </>
        )}
      />
    </>
  )
}

/** What every calendar of days has: nothing after today, and no more days than a request may have. */
function rangeProps(period: Period, maxDays: number, today: string, onPeriod: (period: Period) => void) {
  return {
    allowClear: false,
    value: [dayjs(period.first), dayjs(period.last)] as [Dayjs, Dayjs],
    disabledDate: (day: Dayjs, { from }: { from?: Dayjs }) => {
      const date = day.format(dayFormat)
      return (
        date > today || (from !== undefined && Math.abs(daysBetween(from.format(dayFormat), date)) >= maxDays)
      )
    },
    onChange: (chosen: null | [Dayjs | null, Dayjs | null]) => {
      const [first, last] = chosen ?? []
      if (first && last) onPeriod({ first: first.format(dayFormat), last: last.format(dayFormat) })
    },
  }
}
