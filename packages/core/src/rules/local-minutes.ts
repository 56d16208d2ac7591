import { wallTime, zoneOffsetMs } from './wall-time.ts'

/** Minutes as people type them: `YYYY-MM-DDTHH:mm` as the clocks of a time zone show them. */

const minuteMs = 60_000
const dayMs = 86_400_000

export function minuteAt(time: number, timeZone: string): string {
  return wallTime(time, timeZone).slice(0, 16).replace(' ', 'T')
}

/**
 * The instant at which a minute begins. Of a minute that the clock passes twice it is the first; of one that it
 * skips, as many minutes later.
 */
export function instantOfMinute(minute: string, timeZone: string): number {
  const utc = Date.parse(`${minute}Z`)
  const [before, after] = [-dayMs, dayMs].map((by) => utc - zoneOffsetMs(utc + by, timeZone)) as [
    number,
    number,
  ]
  const [first, second] = before <= after ? [before, after] : [after, before]
  return [first, second].find((time) => minuteAt(time, timeZone) === minute) ?? before
}

/** The last millisecond of a minute. */
export function endOfMinute(minute: string, timeZone: string): number {
  return instantOfMinute(minute, timeZone) + minuteMs - 1
}

export function isMinute(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(text)) return false
  const time = Date.parse(`${text}Z`)
  // 31 February is read as a day of March, 24:00 as one of the day after.
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}
