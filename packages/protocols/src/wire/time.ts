/** Device clocks: BCD local times to instants, and which of them can be believed. */

/** Clocks that never met a satellite stand in 2000, 2007 or on the first of January 2010. */
const firstBelievableMs = Date.UTC(2010, 0, 2)
const dayMs = 86_400_000

/** The two digits of a BCD byte, or NaN where a nibble is above 9. */
const digits = (byte: number): number =>
  byte >> 4 > 9 || (byte & 15) > 9 ? Number.NaN : (byte >> 4) * 10 + (byte & 15)

const daysOfMonth = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/**
 * Six BCD bytes YY MM DD hh mm ss to epoch milliseconds as if they were UTC; null where they are no
 * date: nibbles above 9, month 13, 30 February.
 */
export function bcdTimeMs(bytes: Uint8Array, at: number): number | null {
  if (at + 6 > bytes.length) return null
  return timeMs(
    2000 + digits(bytes[at]!),
    digits(bytes[at + 1]!),
    digits(bytes[at + 2]!),
    digits(bytes[at + 3]!),
    digits(bytes[at + 4]!),
    digits(bytes[at + 5]!),
  )
}

function timeMs(year: number, month: number, day: number, hour: number, minute: number, second: number) {
  // Written so that NaN fails too.
  if (!(year >= 2000 && month >= 1 && month <= 12 && day >= 1 && hour <= 23 && minute <= 59 && second <= 59))
    return null
  if (!(day <= daysOfMonth[month - 1]!) || (month === 2 && day === 29 && year % 4 !== 0)) return null
  return Date.UTC(year, month - 1, day, hour, minute, second)
}

/** The order of Jointech: DD MM YY hh mm ss. */
export function bcdTimeDayFirstMs(bytes: Uint8Array, at: number): number | null {
  if (at + 6 > bytes.length) return null
  const turned = Uint8Array.from(bytes.subarray(at, at + 6))
  turned[0] = bytes[at + 2]!
  turned[2] = bytes[at]!
  return bcdTimeMs(turned, 0)
}

/** The instant, or null where the clock is unset or more than a day ahead of ours. */
export const believable = (time: number | null, now: number): number | null =>
  time !== null && time >= firstBelievableMs && time <= now + dayMs ? time : null

const bcd = (value: number): number => (Math.floor(value / 10) << 4) | (value % 10)

/** Six BCD bytes of an instant, in a clock that is `offsetMinutes` ahead of UTC. */
export function bcdTime(time: number, offsetMinutes: number): number[] {
  const date = new Date(time + offsetMinutes * 60_000)
  return [
    bcd(date.getUTCFullYear() % 100),
    bcd(date.getUTCMonth() + 1),
    bcd(date.getUTCDate()),
    bcd(date.getUTCHours()),
    bcd(date.getUTCMinutes()),
    bcd(date.getUTCSeconds()),
  ]
}
