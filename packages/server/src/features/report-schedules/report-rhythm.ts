import { Temporal } from 'temporal-polyfill'

/** When a scheduled report is made, and of which days: by the clocks of its zone, also where they change. */
export interface Rhythm {
  rhythm: 'daily' | 'weekly' | 'monthly'
  /** 1 Monday to 7, for `weekly`; 1 to 28, for `monthly`. */
  onDay: number
  /** Minutes after midnight. */
  atMinute: number
  timeZone: string
}

/** The rhythm of a stored schedule. */
export function rhythmOf(row: {
  rhythm: Rhythm['rhythm']
  on_day: number
  at_minute: number
  time_zone: string
}): Rhythm {
  const { rhythm, on_day: onDay, at_minute: atMinute, time_zone: timeZone } = row
  return { rhythm, onDay, atMinute, timeZone }
}

/** Within so many days every rhythm comes around, though a zone may skip a day. */
const mostDays = 64

/** The first time after an instant; where clocks skip it, as much later, where they show it twice, the first. */
export function nextTime({ rhythm, onDay, atMinute, timeZone }: Rhythm, after: number): number {
  const plainTime = new Temporal.PlainTime(Math.floor(atMinute / 60), atMinute % 60)
  let day = dayAt(after, timeZone).subtract({ days: 1 })
  for (let i = 0; i <= mostDays; i++, day = day.add({ days: 1 })) {
    if (rhythm === 'weekly' && day.dayOfWeek !== onDay) continue
    if (rhythm === 'monthly' && day.day !== onDay) continue
    const time = day.toZonedDateTime({ timeZone, plainTime }).epochMilliseconds
    if (time > after) return time
  }
  throw new Error(`nothing comes after ${after} in this rhythm`)
}

/** The day, the week from Monday to Sunday, or the month that had ended before an instant. */
export function periodBefore(
  { rhythm, timeZone }: Pick<Rhythm, 'rhythm' | 'timeZone'>,
  time: number,
): { first: string; last: string } {
  const today = dayAt(time, timeZone)
  const next = {
    daily: today,
    weekly: today.subtract({ days: today.dayOfWeek - 1 }),
    monthly: today.with({ day: 1 }),
  }
  const length = { daily: { days: 1 }, weekly: { weeks: 1 }, monthly: { months: 1 } }
  const first = next[rhythm].subtract(length[rhythm])
  return { first: first.toString(), last: next[rhythm].subtract({ days: 1 }).toString() }
}

function dayAt(time: number, timeZone: string): Temporal.PlainDate {
  return Temporal.Instant.fromEpochMilliseconds(time).toZonedDateTimeISO(timeZone).toPlainDate()
}
