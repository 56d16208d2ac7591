import { zoneOffsetMs } from '@trackway/core/rules/wall-time.ts'

/** Local days: vehicles live by the clock of their city. */

const dayMs = 86_400_000

/** Local time ahead of UTC at noon UTC of a day, ms. Days count from 1970-01-01. */
export function offsetMs(timeZone: string, day: number): number {
  return zoneOffsetMs(day * dayMs + dayMs / 2, timeZone)
}

/** The instant of an hour of a local day. */
export function localHour(timeZone: string, day: number, hour: number): number {
  return day * dayMs + hour * 3_600_000 - offsetMs(timeZone, day)
}

/** The local day that began last at `hour`. */
export function localDay(timeZone: string, time: number, hour: number): number {
  const guess = Math.floor((time + offsetMs(timeZone, Math.floor(time / dayMs)) - hour * 3_600_000) / dayMs)
  if (localHour(timeZone, guess, hour) > time) return guess - 1
  return localHour(timeZone, guess + 1, hour) <= time ? guess + 1 : guess
}

/** Hour of the local day, with its fraction. */
export function hourOfDay(timeZone: string, time: number): number {
  const local = time + offsetMs(timeZone, Math.floor(time / dayMs))
  return (((local % dayMs) + dayMs) % dayMs) / 3_600_000
}

/** 0 Sunday to 6 Saturday. */
export function weekday(day: number): number {
  return (((day + 4) % 7) + 7) % 7
}
