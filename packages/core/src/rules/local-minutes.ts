import { instantOfWallTime } from './wall-time.ts'

/** Minutes as people type them: `YYYY-MM-DDTHH:mm` as the clocks of a time zone show them. */

const minuteMs = 60_000

/** The last millisecond of a minute. */
export function endOfMinute(minute: string, timeZone: string): number {
  return instantOfWallTime(minute, timeZone) + minuteMs - 1
}

export function isMinute(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(text)) return false
  const time = Date.parse(`${text}Z`)
  // 31 February is read as a day of March, 24:00 as one of the day after.
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}
