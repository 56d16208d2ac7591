import { limits } from '@trackway/core/codes/limits.ts'
import { addDays, dayAt, daysBetween } from '@trackway/core/rules/local-days.ts'
import { DatePicker, Input } from 'antd'
import dayjs from 'dayjs'
import { useTranslation } from 'react-i18next'
import { useUser } from '../../../base/session.ts'
import { useIsPhone } from '../../../base/use-is-phone.ts'
import { dayCount, type Period, periodPresets, presetOf, presetPeriod } from './period.ts'

interface PeriodPickerProps {
  period: Period
  onPeriod: (period: Period) => void
}

/** Which days: presets beside a calendar, or on a phone above two fields of its own calendar. */
export function PeriodPicker({ period, onPeriod }: PeriodPickerProps) {
  return useIsPhone() ? (
    <PhonePeriod period={period} onPeriod={onPeriod} />
  ) : (
    <DeskPeriod period={period} onPeriod={onPeriod} />
  )
}

function DeskPeriod({ period, onPeriod }: PeriodPickerProps) {
  const { t } = useTranslation()
  const { timeZone } = useUser()
  const now = Date.now()
  const today = dayAt(now, timeZone)
  return (
    <DatePicker.RangePicker
      className="stat-period"
      aria-label={t('statistics.period')}
      allowClear={false}
      value={[dayjs(period.first), dayjs(period.last)]}
      format="YYYY-MM-DD"
      presets={periodPresets.map((preset) => {
        const { first, last } = presetPeriod(preset, now, timeZone)
        return { label: t(`statistics.preset.${preset}`), value: [dayjs(first), dayjs(last)] }
      })}
      disabledDate={(day, { from }) => {
        const date = day.format('YYYY-MM-DD')
        if (date > today) return true
        if (from === undefined) return false
        return Math.abs(daysBetween(from.format('YYYY-MM-DD'), date)) >= limits.statisticsDays
      }}
      renderExtraFooter={() => t('statistics.maxDays', { days: limits.statisticsDays })}
      onChange={(chosen) => {
        const [first, last] = chosen ?? []
        if (first && last) onPeriod({ first: first.format('YYYY-MM-DD'), last: last.format('YYYY-MM-DD') })
      }}
    />
  )
}

function PhonePeriod({ period, onPeriod }: PeriodPickerProps) {
  const { t } = useTranslation()
  const { timeZone } = useUser()
  const now = Date.now()
  const today = dayAt(now, timeZone)
  const preset = presetOf(period, now, timeZone)

  /** The other end follows when the span would become too long or turn around. */
  const setFirst = (first: string) => {
    if (!first) return
    const latest = addDays(first, limits.statisticsDays - 1)
    onPeriod({ first, last: clamp(period.last, first, latest) })
  }
  const setLast = (last: string) => {
    if (!last) return
    onPeriod({ first: clamp(period.first, addDays(last, 1 - limits.statisticsDays), last), last })
  }
  return (
    <div className="stat-phone-period">
      <fieldset className="stat-pills" aria-label={t('statistics.period')}>
        {periodPresets.map((each) => (
          <button
            key={each}
            type="button"
            className="stat-pill"
            aria-pressed={each === preset}
            onClick={() => onPeriod(presetPeriod(each, now, timeZone))}
          >
            {t(`statistics.preset.${each}`)}
          </button>
        ))}
      </fieldset>
      <div className="stat-phone-days">
        <Input
          type="date"
          aria-label={t('statistics.from')}
          value={period.first}
          max={today}
          onChange={(event) => setFirst(event.target.value)}
        />
        <span aria-hidden="true">–</span>
        <Input
          type="date"
          aria-label={t('statistics.to')}
          value={period.last}
          max={today}
          onChange={(event) => setLast(event.target.value)}
        />
      </div>
      {dayCount(period) === limits.statisticsDays && (
        <small className="tw-muted">{t('statistics.maxDays', { days: limits.statisticsDays })}</small>
      )}
    </div>
  )
}

function clamp(day: string, earliest: string, latest: string): string {
  if (day < earliest) return earliest
  return day > latest ? latest : day
}
