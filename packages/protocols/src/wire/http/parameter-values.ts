/**
 * Values that devices say under names instead of places: parameters of a query, members of JSON. The names are those
 * of Traccar's position attributes, which apps and other trackers took over, and spellings of them.
 */

import { type AlarmCode, alarms } from '@trackway/core/codes/alarms.ts'
import type { DeviceProfile, Extra, HttpAnswer, Report } from '../../protocol.ts'
import { signalLevel } from '../network.ts'
import { setPlace } from '../places.ts'
import { addExtra } from '../report.ts'
import { calendarTime } from '../time.ts'

const maxNameChars = 64
const maxTextChars = 500
const maxNamed = 100

/** Alarm names of Traccar (`Position.ALARM_*`) and of its client, in lower case. */
const alarmsByName: Readonly<Record<string, AlarmCode>> = {
  sos: alarms.sos,
  panic: alarms.sos,
  powercut: alarms.externalPowerCut,
  vibration: alarms.vibration,
  geofenceenter: alarms.fenceEntered,
  geofenceexit: alarms.fenceLeft,
  overspeed: alarms.overspeed,
  movement: alarms.movedWhileParked,
  lowbattery: alarms.internalBatteryLow,
  lowpower: alarms.externalVoltageLow,
  tampering: alarms.tampered,
  removing: alarms.tampered,
  gpsantennacut: alarms.antennaCut,
  poweron: alarms.poweredOn,
  poweroff: alarms.poweredOff,
  door: alarms.doorOpened,
  accident: alarms.collision,
  falldown: alarms.rollover,
  hardacceleration: alarms.harshAcceleration,
  hardbraking: alarms.harshBraking,
  hardcornering: alarms.harshCornering,
  fatiguedriving: alarms.driverFatigue,
  idle: alarms.idlingTooLong,
  parking: alarms.parkedTooLong,
  tow: alarms.towed,
  jamming: alarms.signalJammed,
  temperature: alarms.temperatureHigh,
  fuelleak: alarms.fuelDrop,
}

/** The names of alarms, as `addNamedValue` reads them; undefined: there are none. */
export function alarmNames(codes: readonly number[] = []): string | undefined {
  const names = Object.entries(alarmsByName)
  const found = codes.flatMap((code) => names.find(([, named]) => named === code)?.[0] ?? [])
  return found.length > 0 ? found.join() : undefined
}

type Add = (report: Report, value: Extra) => boolean

/** A number within bounds into the key of a report. */
const into =
  (key: NumberKey, most = Number.MAX_SAFE_INTEGER, least = 0, factor = 1): Add =>
  (report, value) => {
    const number = numberOf(value)
    if (number === undefined || number < least || number > most) return false
    report[key] = number * factor
    return true
  }
type NumberKey =
  | 'batteryPercent'
  | 'batteryVoltageV'
  | 'externalVoltageV'
  | 'fuelPercent'
  | 'fuelL'
  | 'humidityPercent'
  | 'odometerM'
  | 'altitudeM'

const intoFlag =
  (key: 'accOn' | 'charging' | 'doorOpen' | 'armed' | 'oilCut'): Add =>
  (report, value) => {
    const flag = flagOf(value)
    if (flag === undefined) return false
    report[key] = flag
    return true
  }

const satellites: Add = (report, value) => {
  const count = numberOf(value)
  if (count === undefined || count < 0 || count > 99) return false
  report.satellites = Math.trunc(count)
  return true
}

const signal: Add = (report, value) => {
  const csq = numberOf(value)
  const level = csq === undefined || csq < 0 ? undefined : signalLevel(csq)
  if (level === undefined) return false
  report.gsmLevel = level
  return true
}

const driver: Add = (report, value) => {
  if (value === null || typeof value === 'object' || value === '') return false
  report.driverId = String(value).slice(0, maxNameChars)
  return true
}

/** By their names in lower case. A row that refuses a value leaves it to `extra`. */
const rows: Readonly<Record<string, Add>> = {
  ignition: intoFlag('accOn'),
  ign: intoFlag('accOn'),
  acc: intoFlag('accOn'),
  charge: intoFlag('charging'),
  charging: intoFlag('charging'),
  is_charging: intoFlag('charging'),
  door: intoFlag('doorOpen'),
  armed: intoFlag('armed'),
  blocked: intoFlag('oilCut'),
  batt: into('batteryPercent', 100),
  batterylevel: into('batteryPercent', 100),
  battery_level: into('batteryPercent', 100),
  battery: into('batteryVoltageV', 20),
  power: into('externalVoltageV', 100),
  fuellevel: into('fuelPercent', 100),
  humidity: into('humidityPercent', 100),
  odometer: into('odometerM', 1e10),
  altitude: into('altitudeM', 100_000, -1_000),
  sat: satellites,
  sats: satellites,
  satellites,
  rssi: signal,
  csq: signal,
  driveruniqueid: driver,
}

/** Puts one value where it belongs: a key of the report, its alarms, or `extra`. */
export function addNamedValue(report: Report, name: string, value: Extra): void {
  const key = name.toLowerCase()
  if (key === 'alarm' && addAlarms(report, value)) return
  const place = /^temp(?:erature)?(\d{0,2})$/.exec(key)
  const celsius = place ? numberOf(value) : undefined
  if (place && celsius !== undefined) {
    setPlace(report, 'temperatureC', Number(place[1] || '1'), celsius)
    return
  }
  if (Object.hasOwn(rows, key) && rows[key]!(report, value)) return
  const isKept = name !== '' && name !== '__proto__' && Object.keys(report.extra ?? {}).length < maxNamed
  if (isKept) addExtra(report, name.slice(0, maxNameChars), short(value))
}

/** Names that are no alarm of ours stay readable in `extra`. @returns whether there is nothing more to keep */
function addAlarms(report: Report, value: Extra): boolean {
  if (typeof value !== 'string') return false
  const names = value.split(',').map((one) => one.trim().toLowerCase())
  const codes = names.map((one) => alarmsByName[one])
  for (const code of codes) if (code !== undefined) addAlarm(report, code)
  return codes.every((code) => code !== undefined)
}

/** An alarm that the device sent this report for. */
export function addAlarm(report: Report, code: AlarmCode): void {
  report.alarms ??= []
  if (!report.alarms.includes(code)) report.alarms.push(code)
  report.isAlarmEvent = true
}

/** A text as the number, the truth value or the text that it is: one with a comma may as well be a list. */
export function parameterValue(text: string): Extra {
  if (text === 'true' || text === 'false') return text === 'true'
  return text.includes(',') ? text : (numberOf(text) ?? text)
}

/** A number, or a text that is one, with a dot or with the comma of many countries. */
export function numberOf(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined
  if (typeof value !== 'string' || !/^\s*[+-]?(?:\d+(?:[.,]\d*)?|[.,]\d+)(?:e[+-]?\d{1,3})?\s*$/i.test(value))
    return undefined
  const number = Number(value.replace(',', '.'))
  return Number.isFinite(number) ? number : undefined
}

export function flagOf(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value
  const text = String(value).toLowerCase()
  if (['true', '1', 'on', 'yes'].includes(text)) return true
  return ['false', '0', 'off', 'no'].includes(text) ? false : undefined
}

/** A value of JSON, as deep and as long as `extra` may be. */
export function extraOf(value: unknown, depth = 0): Extra {
  if (value === null || typeof value === 'boolean' || typeof value === 'number') return value
  if (typeof value === 'string') return short(value)
  if (depth > 2 || typeof value !== 'object') return null
  if (Array.isArray(value)) return value.slice(0, maxNamed).map((one) => extraOf(one, depth + 1))
  const members = Object.entries(value as object).filter(([name]) => name !== '__proto__')
  return Object.fromEntries(
    members.slice(0, maxNamed).map(([name, one]) => [name.slice(0, maxNameChars), extraOf(one, depth + 1)]),
  )
}

const short = (value: Extra): Extra => (typeof value === 'string' ? value.slice(0, maxTextChars) : value)

/** Seconds since 1970 below 2³¹, else milliseconds (traccar.org/osmand, "timestamp"). */
const firstMilliseconds = 2 ** 31
const isoTime =
  /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ](\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?)?\s*(Z|[+-]\d{2}(?::?\d{2})?)?$/i

/**
 * The instant of a number or of a text in ISO 8601, with `T` or with a blank; null where it is none.
 * @param profile has the offset of the device's clock from UTC, for texts that name no zone
 * @param otherwiseMinutes the offset of texts where the profile has none
 */
export function instantOf(
  value: unknown,
  { utcOffsetMinutes }: DeviceProfile = {},
  otherwiseMinutes = 0,
): number | null {
  const number = numberOf(value)
  if (number !== undefined) {
    const instant = Math.round(number < firstMilliseconds ? number * 1000 : number)
    return instant - (utcOffsetMinutes ?? 0) * 60_000
  }
  // A plus that was not escaped in an address is a blank.
  const text = typeof value === 'string' ? value.trim().replace(/(:[\d.]+) (\d\d:?\d\d)$/, '$1+$2') : ''
  const match = isoTime.exec(text)
  if (!match) return null
  const [, year, month, day, hour = 0, minute = 0, second = 0, fraction = '0', zone] = match
  const time = calendarTime(+year!, +month!, +day!, +hour, +minute, +second)
  if (time === null) return null
  return (
    time +
    Math.round(Number(`0.${fraction}`) * 1000) -
    offsetOf(zone, utcOffsetMinutes ?? otherwiseMinutes) * 60_000
  )
}

function offsetOf(zone: string | undefined, otherwise: number): number {
  if (zone === undefined) return otherwise
  const match = /^([+-])(\d{2}):?(\d{2})?$/.exec(zone)
  return match ? (match[1] === '-' ? -1 : 1) * (Number(match[2]) * 60 + Number(match[3] ?? 0)) : 0
}

/** What apps write where they know no place. */
const isUnknown = (value: unknown): boolean =>
  value === undefined || value === null || /^(?:|nan|null)$/i.test(String(value).trim())

/**
 * A place, as numbers or as texts; 0° 0° of a device without a fix is none. One that cannot be read, or is none on
 * Earth, is kept in `extra.unreadablePlace`.
 */
export function setPosition(report: Report, latitude: unknown, longitude: unknown, isValid: boolean): void {
  if (isUnknown(latitude) && isUnknown(longitude)) return
  const [lat, lon] = [numberOf(latitude), numberOf(longitude)]
  if (lat === undefined || lon === undefined || Math.abs(lat) > 90 || Math.abs(lon) > 180) {
    const place = [latitude, longitude].map((value) => short(String(value ?? '')))
    if (isValid) addExtra(report, 'unreadablePlace', place.join(' '))
    return
  }
  if (lat === 0 && lon === 0) return
  report.latitude = lat
  report.longitude = lon
  report.fix = isValid ? 'gps' : 'none'
}

/** Nothing is known of a place although the device told one: it is not answered as if all were well. */
export const isPlaceUnreadable = ({ latitude, extra }: Report): boolean =>
  latitude === undefined && extra?.unreadablePlace !== undefined

/** What it is answered. */
export const unreadablePlace: HttpAnswer = { status: 400, text: 'the place cannot be read' }

/** A text or number that names a device; undefined where it names none. */
export function deviceIdOf(value: unknown): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined
  const id = String(value).trim()
  return id === '' || id.length > maxNameChars || hasControl.test(id) ? undefined : id
}
// biome-ignore lint/suspicious/noControlCharactersInRegex: those are what no id holds
const hasControl = /[\u0000-\u001f\u007f]/

/** A course from 0 on and below 360; devices say -1 where they do not know it. */
export const courseOf = (degrees: number | undefined): number | undefined =>
  degrees === undefined || degrees < 0 || degrees > 360 ? undefined : degrees % 360
