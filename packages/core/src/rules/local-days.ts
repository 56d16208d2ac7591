/**
 * Days of a time zone as instants: the only place where a day becomes a span of time and the other way round.
 * A day is as long as the zone's clock makes it (23 or 25 hours when clocks change), and begins at 01:00 where
 * the clock skips midnight. Zones are IANA names; an unknown one counts as UTC.
 */
export interface LocalDay {
  /** `YYYY-MM-DD`. */
  day: string
  /** First instant, epoch ms, */
  from: number
  /** and the first of the next day. */
  to: number
}

const dayMs = 86_400_000
/** No local day is shorter: two starts closer than this are the same day in two time zones. */
export const shortestDayMs = 22 * 3_600_000
/** Clocks are at most 14 hours ahead of UTC and 12 behind; the rest allows for what zones were in the past. */
const mostOffsetMs = 26 * 3_600_000
/** Days kept per zone for reports: today, yesterday for those sent late, and what wrong clocks name. */
const maxRecentDays = 8
/** Midnights kept per zone, some years of them; then the zone starts anew. */
const maxMidnights = 2_000

interface Zone {
  format: Intl.DateTimeFormat
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

/** The first instant of a day `YYYY-MM-DD`. */
export function startOfDay(day: string, timeZone: string): number {
  const zone = zoneOf(timeZone)
  let start = zone.midnights.get(day)
  if (start === undefined) {
    const utc = Date.parse(day)
    start = firstInstant(
      utc - mostOffsetMs,
      utc + mostOffsetMs,
      (at) => Date.parse(zone.format.format(at)) >= utc,
    )
    if (zone.midnights.size >= maxMidnights) zone.midnights.clear()
    zone.midnights.set(day, start)
  }
  return start
}

/** The day an instant lies in, `YYYY-MM-DD`. */
export function dayAt(time: number, timeZone: string): string {
  return zoneOf(timeZone).format.format(time)
}

/** The instant at which the day of `time` began; asked for every report, so the last days are remembered. */
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

/** The first whole second in (low, high] at which `holds`, which is false at `low` and true at `high`. */
function firstInstant(low: number, high: number, holds: (at: number) => boolean): number {
  let before = low / 1000
  let after = high / 1000
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2)
    if (holds(middle * 1000)) after = middle
    else before = middle
  }
  return after * 1000
}

function zoneOf(timeZone: string): Zone {
  let zone = zones.get(timeZone)
  if (!zone) {
    zone = { format: formatOf(timeZone), midnights: new Map(), recent: [] }
    zones.set(timeZone, zone)
  }
  return zone
}

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const options = { year: 'numeric', month: '2-digit', day: '2-digit' } as const
  try {
    return new Intl.DateTimeFormat('en-CA', { timeZone, ...options })
  } catch {
    return new Intl.DateTimeFormat('en-CA', { timeZone: 'UTC', ...options })
  }
}
