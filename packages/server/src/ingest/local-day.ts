const dayMs = 86_400_000
/** Days kept per time zone: today, yesterday for reports sent late, and the days devices with wrong clocks name. */
const maxDaysPerZone = 8

interface Day {
  start: number
  /** Of the next day. */
  end: number
}

const formats = new Map<string, Intl.DateTimeFormat>()
const daysByZone = new Map<string, Day[]>()

/**
 * The instant at which the local day of `time` began. Days are as long as the zone's clock makes them, and
 * begin at 01:00 where the clock skips midnight.
 * @param timeZone IANA name; an unknown one counts as UTC
 */
export function startOfLocalDay(time: number, timeZone: string): number {
  const days = daysByZone.get(timeZone) ?? []
  daysByZone.set(timeZone, days)
  for (const day of days) if (time >= day.start && time < day.end) return day.start
  const date = localDate(time, timeZone)
  const start = firstInstant(time - 2 * dayMs, time, (at) => localDate(at, timeZone) === date)
  const end = firstInstant(time, time + 2 * dayMs, (at) => localDate(at, timeZone) !== date)
  days.unshift({ start, end })
  if (days.length > maxDaysPerZone) days.pop()
  return start
}

/** The first whole second in (low, high] at which `holds`, which is false at `low` and true at `high`. */
function firstInstant(low: number, high: number, holds: (at: number) => boolean): number {
  let before = Math.floor(low / 1000)
  let after = Math.ceil(high / 1000)
  // `high` itself may lie within a second: the second it began in holds as well.
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2)
    if (holds(middle * 1000)) after = middle
    else before = middle
  }
  return after * 1000
}

function localDate(time: number, timeZone: string): string {
  let format = formats.get(timeZone)
  if (!format) {
    format = formatOf(timeZone)
    formats.set(timeZone, format)
  }
  return format.format(time)
}

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const options = { year: 'numeric', month: '2-digit', day: '2-digit' } as const
  try {
    return new Intl.DateTimeFormat('en-CA', { timeZone, ...options })
  } catch {
    return new Intl.DateTimeFormat('en-CA', { timeZone: 'UTC', ...options })
  }
}
