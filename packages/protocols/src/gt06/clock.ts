/**
 * Device times of GT06: six bytes without a zone.
 * Makers mean 10, 11, 12, 16, 18 and 1A to be device-local and the rest UTC, but clones do either in both,
 * so live frames are held against the receive time and may change the rule for the connection.
 */
import type { Clock, Gt06Session } from './session.ts'

const minuteMs = 60_000
const dayMs = 86_400_000

/** Clocks that were never set start in 1980, 2000, 2004 or on the first of January 2010. */
const earliestTime = Date.UTC(2010, 0, 2)

/** Days of each month; the 29th of February is accepted in every year. */
const daysInMonth = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/** Epoch ms of the date read as UTC, or NaN for a date that no calendar has. `year` counts from 2000. */
export function calendarTime(
  year: number,
  month: number,
  day: number,
  hour: number,
  minute: number,
  second: number,
): number {
  const days = daysInMonth[month - 1]
  if (days === undefined || day < 1 || day > days) return Number.NaN
  if (year > 99 || hour > 23 || minute > 59 || second > 59) return Number.NaN
  return Date.UTC(2000 + year, month - 1, day, hour, minute, second)
}

/** The instant behind a device time, or null where it can not be believed: a clock that was never set. */
export function believedTime(deviceTime: number, clock: Clock, now: number): number | null {
  const time = deviceTime - clock.offsetMinutes * minuteMs
  return time >= earliestTime && time <= now + dayMs ? time : null
}

/** Offsets a country can have. */
const isZone = (minutes: number) => minutes >= -720 && minutes <= 840

/**
 * Holds a live fix against the receive time. Three in a row that are off by the same quarter hours, and by
 * an offset that is the login's, the configured one, none, or ahead of us, change the clock. (Behind us
 * and of no known zone may as well be a report that the device kept back.)
 */
export function observe(session: Gt06Session, clock: Clock, deviceTime: number, now: number): void {
  const minutes = (deviceTime - now) / minuteMs
  const offset = Math.round(minutes / 15) * 15
  const isKnown =
    offset === 0 || offset === session.zoneMinutes || offset === session.profile.utcOffsetMinutes
  if (
    !isZone(offset) ||
    Math.abs(minutes - offset) > 3 ||
    offset === clock.offsetMinutes ||
    !(isKnown || offset >= 60)
  ) {
    clock.streak = 0
    return
  }
  clock.streak = offset === clock.suggestedMinutes ? clock.streak + 1 : 1
  clock.suggestedMinutes = offset
  if (clock.streak >= 3) {
    clock.offsetMinutes = offset
    clock.streak = 0
  }
}
