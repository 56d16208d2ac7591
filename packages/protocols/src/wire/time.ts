/** Device clocks: dates to instants and back, and which of them can be believed. */

/** Clocks that never met a satellite are in 1980, 2000, 2004, 2007 or on the first of January 2010. */
const firstBelievableMs = Date.UTC(2010, 0, 2)
const dayMs = 86_400_000
const daysOfMonth = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/** Epoch ms of a date read as UTC; null for one that no calendar has: month 13, 30 February, NaN anywhere. */
export function calendarTime(
  year: number,
  month: number,
  day: number,
  hour: number,
  minute: number,
  second: number,
): number | null {
  // Written so that NaN fails too.
  if (!(year >= 2000 && year <= 2099 && month >= 1 && month <= 12 && day >= 1)) return null
  if (!(hour <= 23 && minute <= 59 && second <= 59 && day <= daysOfMonth[month - 1]!)) return null
  if (month === 2 && day === 29 && year % 4 !== 0) return null
  return Date.UTC(year, month - 1, day, hour, minute, second)
}

/** Dates of satellites count in 1,024 weeks: old receivers begin anew, the last time in April 2019. */
const rolloverMs = 1_024 * 7 * dayMs
const firstFixMs = Date.UTC(2001, 0, 1)

/** The day on which clocks begin that were never set. */
function isFirstOfJanuary(time: number): boolean {
  const date = new Date(time)
  return date.getUTCMonth() === 0 && date.getUTCDate() === 1
}

/**
 * The instant that a date means, or null where the clock is unset or more than a day ahead of ours. A date of 1,024
 * weeks ago is of today: the receiver's count began anew.
 * @param isFix a satellite receiver vouches for the position, and has its date from the satellites. Then a date before
 *   there were such devices is 1,024 weeks later, unless that is still to come: it was kept back.
 */
export function believable(time: number | null | undefined, now: number, isFix = false): number | null {
  if (time == null) return null
  const later = time + rolloverMs
  if (Math.abs(later - now) <= 2 * dayMs) return later
  if (time >= firstBelievableMs) return time <= now + dayMs ? time : null
  return isFix && time >= firstFixMs && later <= now && !isFirstOfJanuary(time) ? later : null
}

/** Year (two digits), month, day, hour, minute and second of an instant in a clock ahead of UTC. */
export function dateParts(time: number, offsetMinutes = 0): number[] {
  const date = new Date(time + offsetMinutes * 60_000)
  return [
    date.getUTCFullYear() % 100,
    date.getUTCMonth() + 1,
    date.getUTCDate(),
    date.getUTCHours(),
    date.getUTCMinutes(),
    date.getUTCSeconds(),
  ]
}

/** The two digits of a BCD byte, or NaN where a nibble is above 9. */
const digits = (byte: number): number =>
  byte >> 4 > 9 || (byte & 15) > 9 ? Number.NaN : (byte >> 4) * 10 + (byte & 15)

/** Six bytes YY MM DD hh mm ss to epoch milliseconds as if they were UTC. */
export const binaryTime = (b: Uint8Array, at = 0): number | null =>
  calendarTime(2000 + b[at]!, b[at + 1]!, b[at + 2]!, b[at + 3]!, b[at + 4]!, b[at + 5]!)

/** The same in BCD; `isDayFirst`: DD MM YY hh mm ss. */
export const bcdTimeMs = (b: Uint8Array, at = 0, isDayFirst = false): number | null =>
  calendarTime(
    2000 + digits(b[isDayFirst ? at + 2 : at]!),
    digits(b[at + 1]!),
    digits(b[isDayFirst ? at : at + 2]!),
    digits(b[at + 3]!),
    digits(b[at + 4]!),
    digits(b[at + 5]!),
  )

/** Six BCD bytes of an instant, in a clock that is `offsetMinutes` ahead of UTC. */
export const bcdTime = (time: number, offsetMinutes: number): number[] =>
  dateParts(time, offsetMinutes).map((value) => (Math.floor(value / 10) << 4) | (value % 10))
