import { addDays, dayAt, localDays } from '@trackway/core/rules/local-days.ts'
import type pg from 'pg'
import type { DeviceRange } from '../devices/find-device-id.ts'

/** How far back the calendar looks. */
export const calendarDays = 400

/**
 * Days with positions, `YYYY-MM-DD` in the time zone, newest first. Each day is one probe of the key, so it
 * takes the same time for a year of fixes as for one a day. Ahead of now by more than a clock can be wrong
 * there are no days. A packed day is checked by its first and last fix: midnight of a time zone divides a UTC day in
 * two, and each part that has a fix has one of these.
 * @param range what is shown of the device: other days are left out
 */
export async function daysWithPositions(
  pool: pg.Pool,
  { deviceId, from, to }: DeviceRange,
  timeZone: string,
  now: number,
): Promise<string[]> {
  const today = dayAt(now, timeZone)
  const days = localDays(addDays(today, 1 - calendarDays), today, timeZone)
  const { rows } = await pool.query<{ day: string }>({
    text: `
      select day
      from unnest($2::text[], $3::int8[], $4::int8[]) as days (day, from_time, to_time)
      where exists (
        select from positions where device_id = $1 and fix_time >= days.from_time and fix_time < days.to_time)
      or exists (
        select from track_days
        where device_id = $1 and track_days.day between days.from_time / 86400000 and (days.to_time - 1) / 86400000
          and (first_time >= days.from_time and first_time < days.to_time
            or last_time >= days.from_time and last_time < days.to_time))
      order by days.day desc`,
    values: [
      deviceId,
      days.map(({ day }) => day),
      days.map((day) => Math.max(day.from, from)),
      days.map((day) => Math.min(day.to, to + 1)),
    ],
  })
  return rows.map((row) => row.day)
}
