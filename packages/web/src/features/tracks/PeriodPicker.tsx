import { limits } from '@trackway/core/codes/limits.ts'
import { dayAt, daysBetween } from '@trackway/core/rules/local-days.ts'
import { DatePicker, Segmented } from 'antd'
import dayjs from 'dayjs'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useUser } from '../../base/session.ts'
import { useFormat } from '../../base/use-format.ts'
import { useIsPhone, useIsShortPhone } from '../../base/use-is-phone.ts'
import { type DayRange, presetOf, presetRange, presets } from './day-range.ts'

interface Props {
  range: DayRange
  /** Days the calendar marks, with their metres where they are known. */
  days: ReadonlyMap<string, number | null>
  onRange(range: DayRange): void
}

/** Which days: the usual ones at a click, or any of the calendar, where they stand on phones with no room for a row. */
export function PeriodPicker({ range, days, onRange }: Props) {
  const { t } = useTranslation()
  const format = useFormat()
  const { timeZone } = useUser()
  const isPhone = useIsPhone()
  const isShort = useIsShortPhone()
  const [isOpen, setIsOpen] = useState(false)
  const now = Date.now()
  const preset = presetOf(range, now, timeZone)
  const today = dayAt(now, timeZone)
  const choices = (
    <Segmented
      className="track-presets"
      size={isPhone ? 'small' : 'middle'}
      aria-label={t('tracks.period')}
      value={preset ?? 'custom'}
      options={presets.map((each) => ({ value: each as string, label: t(`tracks.preset.${each}`) }))}
      onChange={(value) => {
        const chosen = presets.find((each) => each === value)
        if (chosen) onRange(presetRange(chosen, now, timeZone))
        setIsOpen(false)
      }}
    />
  )
  return (
    <>
      {!isShort && choices}
      <DatePicker.RangePicker
        className="track-period"
        aria-label={t('tracks.period')}
        classNames={{ popup: { root: 'track-calendar' } }}
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
          const distanceM = days.get(dayjs(day).format('YYYY-MM-DD'))
          if (type !== 'date' || distanceM === undefined) return originNode
          return (
            <div className="track-day-with-data">
              {originNode}
              <small>{distanceM === null ? '·' : format.number(distanceM / 1000)}</small>
            </div>
          )
        }}
        open={isOpen}
        onOpenChange={setIsOpen}
        renderExtraFooter={() => (
          <>
            {isShort && choices}
            <span className="tw-muted">{t('tracks.calendarNote')}</span>
          </>
        )}
        onChange={(chosen) => {
          const [first, last] = chosen ?? []
          if (first && last) onRange({ first: first.format('YYYY-MM-DD'), last: last.format('YYYY-MM-DD') })
        }}
      />
    </>
  )
}
