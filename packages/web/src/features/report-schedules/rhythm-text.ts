import type { ReportSchedule } from '@trackway/core/features/report-schedules/calls.ts'
import dayjs from 'dayjs'
import type { TFunction } from 'i18next'
import { weekdayName } from '../../ui/period/weekday-name.ts'

/** `Monday, 08:00`, `Day 28 of the month, 23:05`. */
export function rhythmText({ rhythm, onDay, atMinute }: ReportSchedule, t: TFunction): string {
  const time = dayjs().startOf('day').minute(atMinute).format('HH:mm')
  if (rhythm === 'weekly') return t('exports.schedule.everyWeek', { day: weekdayName(onDay), time })
  if (rhythm === 'monthly') return t('exports.schedule.everyMonth', { day: onDay, time })
  return t('exports.schedule.everyDay', { time })
}
