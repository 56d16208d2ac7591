import { addDays, dayAt, startOfDay } from './local-days.ts'
import { instantOfWallTime } from './wall-time.ts'

/** When a scheduled report is made, and of which days: by the clocks of its zone, also where they change. */
export interface Rhythm {
  rhythm: 'daily' | 'weekly' | 'monthly'
  /** 1 Monday to 7, for `weekly`; 1 to 28, for `monthly`. */
  onDay: number
  /** Minutes after midnight. */
  atMinute: number
  timeZone: string
}

/** Within so many days every rhythm comes around, though a zone may skip a day. */
const mostDays = 64

/** The first time after an instant. */
export function nextTime(rhythm: Rhythm, after: number): number {
  const first = addDays(dayAt(after, rhythm.timeZone), -1)
  for (let i = 0; i <= mostDays; i++) {
    const day = addDays(first, i)
    if (!isItsDay(rhythm, day)) continue
    const time = instantOf(day, rhythm.atMinute, rhythm.timeZone)
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
  switch (rhythm) {
    case 'daily':
      return { first: addDays(today, -1), last: addDays(today, -1) }
    case 'weekly': {
      const monday = addDays(today, 1 - weekday(today))
      return { first: addDays(monday, -7), last: addDays(monday, -1) }
    }
    case 'monthly': {
      const last = addDays(`${today.slice(0, 8)}01`, -1)
      return { first: `${last.slice(0, 8)}01`, last }
    }
  }
}

function isItsDay({ rhythm, onDay }: Rhythm, day: string): boolean {
  if (rhythm === 'weekly') return weekday(day) === onDay
  return rhythm === 'daily' || Number(day.slice(8)) === onDay
}

/** 1 Monday to 7. */
function weekday(day: string): number {
  return new Date(day).getUTCDay() || 7
}

/**
 * When the clocks show a time of a day: the first time where they show it twice; where they skip it, as long after
 * midnight as it would have been, or when the day begins.
 */
function instantOf(day: string, minute: number, timeZone: string): number {
  const clock = new Date(minute * 60_000).toISOString().slice(11, 16)
  return Math.max(startOfDay(day, timeZone), instantOfWallTime(`${day}T${clock}`, timeZone))
}
