import { addDays, startOfDay } from '@trackway/core/rules/local-days.ts'
import { readDate } from '@trackway/core/rules/validation.ts'
import { instantOfWallTime } from '@trackway/core/rules/wall-time.ts'

/** Until when a date of a sheet lasts: a day ends with its last millisecond, as the clocks of the zone show it. */
export function endOf(text: string, timeZone: string): number {
  const date = readDate(text)!
  return date.includes('T') ? instantOfWallTime(date, timeZone) : startOfDay(addDays(date, 1), timeZone) - 1
}
