import { startOfDay as midnightIn, wallTime } from './wall-time.ts'

/**
 * Days of a time zone as instants. A day is as long as the zone's clocks make it (23 or 25 hours when they change),
 * and begins at 01:00 where they skip midnight. Zones are IANA names; an unknown one counts as UTC.
 */
export interface LocalDay {
  /** `YYYY-MM-DD`. */
  day: string
  /** First instant, epoch ms. */
  from: number
  /** First instant of the next day, epoch ms. */
  to: number
}

const dayMs = 86_400_000
/** No local day is shorter: two starts closer than this are the same day in two time zones. */
export const shortestDayMs = 22 * 3_600_000
/** Days kept per zone for reports: today, yesterday for those sent late, and what wrong clocks name. */
const maxRecentDays = 8
/** Midnights kept per zone, some years of them; then the zone starts anew. */
const maxMidnights = 2_000

interface Zone {
  midnights: Map<string, number>
  recent: LocalDay[]
}

const zones = new Map<string, Zone>()

/** The days from `first` to `last`, both included, in order. A day the zone skipped altogether is left out. */
export function localDays(first: string, last: string, timeZone: string): LocalDay[] {
  const days: LocalDay[] = []
  for (let day = first; day <= last; day = addDays(day, 1)) {
    const [from, to] = [startOfDay(day, timeZone), startOfDay(addDays(day, 1), timeZone)]
    if (from < to) days.push({ day, from, to })
  }
  return days
}

/** The first instant of a day `YYYY-MM-DD`. Remembered, since sums of days ask for the same ones again and again. */
export function startOfDay(day: string, timeZone: string): number {
  const { midnights } = zoneOf(timeZone)
  let start = midnights.get(day)
  if (start === undefined) {
    start = midnightIn(day, timeZone)
    if (midnights.size >= maxMidnights) midnights.clear()
    midnights.set(day, start)
  }
  return start
}

/** The day an instant lies in, `YYYY-MM-DD`. */
export function dayAt(time: number, timeZone: string): string {
  return wallTime(time, timeZone).slice(0, 10)
}

/** The instant at which the day of `time` began; it is computed for every report, so the last days are remembered. */
export function startOfLocalDay(time: number, timeZone: string): number {
  const { recent } = zoneOf(timeZone)
  for (const day of recent) if (time >= day.from && time < day.to) return day.from
  const day = dayAt(time, timeZone)
  const [from, to] = [startOfDay(day, timeZone), startOfDay(addDays(day, 1), timeZone)]
  recent.unshift({ day, from, to })
  if (recent.length > maxRecentDays) recent.pop()
  return from
}

export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10)
}

/** From one date to another; 0 for the same. */
export function daysBetween(first: string, last: string): number {
  return Math.round((Date.parse(last) - Date.parse(first)) / dayMs)
}

function zoneOf(timeZone: string): Zone {
  let zone = zones.get(timeZone)
  if (!zone) {
    zone = { midnights: new Map(), recent: [] }
    zones.set(timeZone, zone)
  }
  return zone
}
