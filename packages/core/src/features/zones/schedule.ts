import { instantOfWallTime, zoneOffsetMs } from '../../rules/wall-time.ts'

const dayMs = 86_400_000
const minuteMs = 60_000

/** Days of the week (1 Monday to 7 Sunday) on which a span of minutes begins; see `fenceSchedule` of the contract. */
export interface WeekSpan {
  days: readonly number[]
  fromMinute: number
  untilMinute: number
}

/** Is a moment within the span by the clocks of the zone? A span that ends before it begins goes on past midnight. */
export function isWithin(span: WeekSpan | null, time: number, timeZone: string): boolean {
  if (span === null) return true
  const local = time + zoneOffsetMs(time, timeZone)
  const day = Math.floor(local / dayMs)
  const minute = Math.floor((local - day * dayMs) / minuteMs)
  const begins = (on: number) => span.days.includes(weekdayOf(on))
  if (span.fromMinute < span.untilMinute)
    return begins(day) && minute >= span.fromMinute && minute < span.untilMinute
  return (begins(day) && minute >= span.fromMinute) || (begins(day - 1) && minute < span.untilMinute)
}

/** When the span that lasts at a moment began, epoch ms; null: none lasts. */
export function beginningOf(span: WeekSpan, time: number, timeZone: string): number | null {
  if (!isWithin(span, time, timeZone)) return null
  const local = time + zoneOffsetMs(time, timeZone)
  const day = Math.floor(local / dayMs)
  const isToday = local - day * dayMs >= span.fromMinute * minuteMs && span.days.includes(weekdayOf(day))
  const shown = new Date((isToday ? day : day - 1) * dayMs + span.fromMinute * minuteMs)
  return instantOfWallTime(shown.toISOString().slice(0, 16), timeZone)
}

/** The first day of the epoch was a Thursday. */
const weekdayOf = (day: number) => ((((day + 3) % 7) + 7) % 7) + 1
