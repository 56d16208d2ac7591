import type { FenceSchedule } from '@trackway/core/features/fences/calls.ts'
import { useTranslation } from 'react-i18next'
import { intlTags, useLanguage } from '../../../base/language.ts'

/** Monday first, as the contract counts them. */
export const weekDays = [1, 2, 3, 4, 5, 6, 7] as const

/** The short name of a day, 1 Monday to 7 Sunday. */
export function useDayName(): (day: number) => string {
  const tag = intlTags[useLanguage((state) => state.language)]
  const format = new Intl.DateTimeFormat(tag, { weekday: 'short', timeZone: 'UTC' })
  // The first of January 2024 was a Monday.
  return (day) => format.format(Date.UTC(2024, 0, day))
}

/** `HH:mm` */
function clockText(minute: number): string {
  const two = (value: number) => String(value).padStart(2, '0')
  return `${two(Math.floor(minute / 60))}:${two(minute % 60)}`
}

/** When a fence counts, in words. */
export function useScheduleText(): (schedule: FenceSchedule | null) => string {
  const { t } = useTranslation()
  const dayName = useDayName()
  return (schedule) => {
    if (!schedule) return t('fences.schedule.always')
    const { days, fromMinute, untilMinute } = schedule
    const names = days.length === 7 ? t('fences.schedule.daily') : days.map(dayName).join(', ')
    return `${names} ${clockText(fromMinute)}–${clockText(untilMinute)}`
  }
}
