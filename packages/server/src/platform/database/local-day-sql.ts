import { dayAt, localDays } from '@trackway/core/rules/local-days.ts'
import { type RawBuilder, sql } from 'kysely'

/**
 * Groups instants by days of a time zone: an instant is looked for among the midnights, which takes a sixth of the time
 * that writing its date does.
 * @param time column of epoch ms, within the span
 * @returns what to group and order by, and the date `YYYY-MM-DD` of such a group
 */
export function localDayGroup(
  time: string,
  { from, to }: { from: number; to: number },
  timeZone: string,
): { place: RawBuilder<number>; dayOf: (place: number) => string } {
  const days = localDays(dayAt(from, timeZone), dayAt(to, timeZone), timeZone)
  return {
    place: sql<number>`width_bucket(${sql.ref(time)}, ${days.map((day) => day.from)}::int8[])`,
    dayOf: (place) => days[place - 1]!.day,
  }
}
