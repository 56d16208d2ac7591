import { shortestDayMs, startOfLocalDay } from '@trackway/core/rules/local-days.ts'

/** A row of `today_sums`; all null where there is none. */
export interface TodaySum {
  today_start_time: number | null
  today_m: number | null
  counted_start_time: number | null
  counted_m: number | null
}

/** What ingest counted, from its row of `device_states`: up to the time of the row, or later. */
interface Counter {
  day_start_time: number | null
  day_m: number | null
}

/** A change of the sum by less than this can wait until the device reports. */
const noticeableM = 50

/**
 * Metres since midnight in the owner's zone: today's statistics, and what was counted since. A track
 * that was not processed today has only what was counted.
 * @returns null where nothing was ever counted
 */
export function todayM(
  sum: TodaySum & { time_zone: string },
  { day_start_time, day_m }: Counter,
  now: number,
): number | null {
  if (day_start_time === null || day_m === null) return null
  const start = startOfLocalDay(now, sum.time_zone)
  const countedM = day_start_time >= start ? day_m : 0
  if (sum.today_start_time !== start) return countedM
  const isSameCount =
    sum.counted_start_time !== null && day_start_time < sum.counted_start_time + shortestDayMs
  // The count in memory may be a moment older than the look.
  const sinceM = isSameCount ? Math.max(0, day_m - sum.counted_m!) : countedM
  return Math.round((sum.today_m! + sinceM) * 10) / 10
}

/** Does this change what is shown, even without a report from the device? */
export function isNoticeable(before: TodaySum, after: TodaySum): boolean {
  if (before.today_start_time !== after.today_start_time) return true
  if (before.counted_start_time !== after.counted_start_time) return true
  return Math.abs(correctionM(after) - correctionM(before)) >= noticeableM
}

const correctionM = ({ today_m, counted_m }: TodaySum) => (today_m ?? 0) - (counted_m ?? 0)
