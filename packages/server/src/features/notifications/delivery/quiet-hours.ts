import { wallTime, zoneOffsetMs } from '@trackway/core/rules/wall-time.ts'

/** Wall times of the receiver: what its clock shows counts, also in the nights in which clocks are changed. */
export interface QuietHours {
  /** Minutes after midnight; none, or both the same: there are no quiet hours. */
  from: number | null
  to: number | null
  /** Days on which they begin, 1 Monday to 7; none: every day. */
  days: readonly number[]
  timeZone: string
}

const minuteMs = 60_000
const dayMinutes = 1_440

/** When the quiet hours end that this instant lies in; null: it does not. */
export function quietUntil(hours: QuietHours, time: number): number | null {
  if (!isQuiet(hours, time)) return null
  for (let at = time; ; ) {
    const { minute, rest } = clockAt(hours.timeZone, at)
    const left = (hours.to! - minute + dayMinutes) % dayMinutes || dayMinutes
    const end = at + left * minuteMs - rest
    const change = offsetChange(hours.timeZone, at, end - 1)
    if (change === null) return end
    // The clock jumps: it may show another time than that of the end, or go over it.
    if (!isQuiet(hours, change)) return change
    at = change
  }
}

function isQuiet({ from, to, days, timeZone }: QuietHours, time: number): boolean {
  if (from === null || to === null || from === to) return false
  const { minute, day } = clockAt(timeZone, time)
  const beginsOn = (weekday: number) => days.length === 0 || days.includes(weekday)
  if (from < to) return minute >= from && minute < to && beginsOn(day)
  return (minute >= from && beginsOn(day)) || (minute < to && beginsOn(day === 1 ? 7 : day - 1))
}

/** What a clock shows: minute of the day, what has passed of it, and weekday, 1 Monday. */
function clockAt(timeZone: string, time: number): { minute: number; rest: number; day: number } {
  const text = wallTime(time, timeZone)
  const minute = Number(text.slice(11, 13)) * 60 + Number(text.slice(14, 16))
  const day = new Date(`${text.slice(0, 10)}T00:00Z`).getUTCDay()
  return { minute, rest: ((time % minuteMs) + minuteMs) % minuteMs, day: day === 0 ? 7 : day }
}

/** The first instant from which on the zone has another offset than at `from`; null: up to `to` it has not. */
function offsetChange(timeZone: string, from: number, to: number): number | null {
  const offset = zoneOffsetMs(from, timeZone)
  if (zoneOffsetMs(to, timeZone) === offset) return null
  let [low, high] = [from, to]
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (zoneOffsetMs(middle, timeZone) === offset) low = middle
    else high = middle
  }
  return high
}
