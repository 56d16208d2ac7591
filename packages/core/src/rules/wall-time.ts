/**
 * What the clocks of a time zone show, for files and mails with many instants: the difference to UTC is looked
 * up once per quarter of an hour, since no zone changes its clocks at another minute.
 */
const quarterMs = 900_000
const maxKept = 20_000

interface Zone {
  format: Intl.DateTimeFormat
  offsets: Map<number, number>
}

const zones = new Map<string, Zone>()

/** The difference of the zone's clocks to UTC at an instant, in ms, positive east of Greenwich. */
export function zoneOffsetMs(time: number, timeZone: string): number {
  const { format, offsets } = zoneOf(timeZone)
  const quarter = Math.floor(time / quarterMs)
  let offset = offsets.get(quarter)
  if (offset === undefined) {
    const begin = quarter * quarterMs
    offset = shownAsUtc(format, begin) - begin
    if (offsets.size >= maxKept) offsets.clear()
    offsets.set(quarter, offset)
  }
  return offset
}

/** `YYYY-MM-DD HH:mm:ss` as the clocks of the zone show it. */
export function wallTime(time: number, timeZone: string): string {
  return new Date(time + zoneOffsetMs(time, timeZone)).toISOString().slice(0, 19).replace('T', ' ')
}

/** `UTC+08:00`. */
export function offsetName(time: number, timeZone: string): string {
  const minutes = Math.round(zoneOffsetMs(time, timeZone) / 60_000)
  const of = (n: number) => String(Math.floor(Math.abs(n))).padStart(2, '0')
  return `UTC${minutes < 0 ? '-' : '+'}${of(minutes / 60)}:${of(minutes % 60)}`
}

/** Is it the name of a time zone that this machine knows? */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

function shownAsUtc(format: Intl.DateTimeFormat, time: number): number {
  const of = Object.fromEntries(format.formatToParts(time).map(({ type, value }) => [type, Number(value)]))
  return Date.UTC(of.year!, of.month! - 1, of.day!, of.hour!, of.minute!, of.second!)
}

function zoneOf(timeZone: string): Zone {
  let zone = zones.get(timeZone)
  if (zone === undefined) {
    const format = new Intl.DateTimeFormat('en-US', {
      timeZone: isTimeZone(timeZone) ? timeZone : 'UTC',
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
    zone = { format, offsets: new Map() }
    zones.set(timeZone, zone)
  }
  return zone
}
