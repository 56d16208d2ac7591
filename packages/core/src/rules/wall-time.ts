import { Temporal } from 'temporal-polyfill'

/**
 * What the clocks of a time zone show at an instant, and when they show it: the only place where the product reads a
 * zone. Zones are IANA names; an unknown one counts as UTC. Instants are epoch milliseconds.
 */

/** An offset is looked up once per quarter of an hour, since no zone changes its clocks at another minute. */
const quarterMs = 900_000
const maxKept = 20_000

interface Zone {
  name: string
  offsets: Map<number, number>
}

const zones = new Map<string, Zone>()

/** The difference of the zone's clocks to UTC at an instant, in ms, positive east of Greenwich. */
export function zoneOffsetMs(time: number, timeZone: string): number {
  const { name, offsets } = zoneOf(timeZone)
  const quarter = Math.floor(time / quarterMs)
  let offset = offsets.get(quarter)
  if (offset === undefined) {
    const begin = Temporal.Instant.fromEpochMilliseconds(quarter * quarterMs)
    offset = begin.toZonedDateTimeISO(name).offsetNanoseconds / 1e6
    if (offsets.size >= maxKept) offsets.clear()
    offsets.set(quarter, offset)
  }
  return offset
}

/** The first instant of a day `YYYY-MM-DD`: 01:00 where the clocks skip midnight. */
export function startOfDay(day: string, timeZone: string): number {
  return Temporal.PlainDate.from(day).toZonedDateTime(zoneOf(timeZone).name).epochMilliseconds
}

/**
 * When the clocks show `YYYY-MM-DDTHH:mm`: the first time where they show it twice; where they skip it, as long
 * after the change as it would have been.
 */
export function instantOfWallTime(shown: string, timeZone: string): number {
  return Temporal.PlainDateTime.from(shown).toZonedDateTime(zoneOf(timeZone).name).epochMilliseconds
}

/** `YYYY-MM-DD HH:mm:ss` as the clocks of the zone show it. */
export function wallTime(time: number, timeZone: string): string {
  return new Date(time + zoneOffsetMs(time, timeZone)).toISOString().slice(0, 19).replace('T', ' ')
}

/**
 * So many calendar months later at the same time of day, on the last day of a month that is too short.
 * @param anchorDay the day of the month that is meant where an earlier month was too short for it; left out: that of `time`
 */
export function addMonths(time: number, months: number, timeZone: string, anchorDay?: number): number {
  const later = Temporal.Instant.fromEpochMilliseconds(time)
    .toZonedDateTimeISO(zoneOf(timeZone).name)
    .add({ months })
  return (anchorDay === undefined ? later : later.with({ day: anchorDay })).epochMilliseconds
}

/** The day of the month that the clocks of the zone show, 1 to 31. */
export function dayOfMonth(time: number, timeZone: string): number {
  return Temporal.Instant.fromEpochMilliseconds(time).toZonedDateTimeISO(zoneOf(timeZone).name).day
}

/** `UTC+08:00`. */
export const offsetName = (time: number, timeZone: string): string =>
  nameOfOffset(Math.round(zoneOffsetMs(time, timeZone) / 60_000))

/** The same of minutes east of Greenwich. */
export function nameOfOffset(minutes: number): string {
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

function zoneOf(timeZone: string): Zone {
  let zone = zones.get(timeZone)
  if (zone === undefined) {
    zone = { name: isTimeZone(timeZone) ? timeZone : 'UTC', offsets: new Map() }
    zones.set(timeZone, zone)
  }
  return zone
}
