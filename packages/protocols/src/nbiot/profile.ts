import { alarms } from '@trackway/core/codes/alarms.ts'
import type { DeviceProfile, Report } from '../protocol.ts'
import {
  addAlarm,
  addNamedValue,
  courseOf,
  extraOf,
  instantOf,
  numberOf,
  setPosition,
} from '../wire/http/parameter-values.ts'
import { addTime, bareReport } from '../wire/report.ts'

type Json = Record<string, unknown>

/** Device times without a zone: of China, where both platforms are. */
const chinaOffsetMinutes = 480

/** Names that makers of profiles give the same value, in lower case. */
const names = {
  latitude: ['latitude', 'lat', 'wgslat', 'gps_lat'],
  longitude: ['longitude', 'lon', 'lng', 'long', 'wgslon', 'gps_lon'],
  time: ['time', 'devicetime', 'fixtime', 'gpstime', 'timestamp', 'utc', 'locationtime'],
  speed: ['speed', 'velocity'],
  course: ['direction', 'course', 'heading', 'angle', 'bearing'],
  location: ['location', 'position'],
} as const
const readNames = new Set<string>(Object.values(names).flat())

/** The data of a service with a profile. @param time when the platform received it */
export function reportOfProfile(
  values: Json,
  time: number | null,
  profile: DeviceProfile,
  now: number,
): Report {
  const members = new Map(Object.entries(values).map(([name, value]) => [name.toLowerCase(), value]))
  const valueOfAny = (list: readonly string[]) =>
    list.map((name) => members.get(name)).find((value) => value !== undefined && value !== null)
  const report = bareReport()
  const reportedTime = valueOfAny(names.time)
  const place = placeOf(valueOfAny(names.location))
  setPosition(
    report,
    valueOfAny(names.latitude) ?? place?.latitude,
    valueOfAny(names.longitude) ?? place?.longitude,
    true,
  )
  addTime(
    report,
    reportedTime === undefined ? (time ?? now) : instantOf(reportedTime, profile, chinaOffsetMinutes),
    now,
  )
  const speed = numberOf(valueOfAny(names.speed))
  if (speed !== undefined && speed >= 0) report.speedKmh = speed
  const course = courseOf(numberOf(valueOfAny(names.course)))
  if (course !== undefined) report.courseDeg = course
  for (const [name, value] of Object.entries(values)) {
    if (readNames.has(name.toLowerCase())) continue
    // A watch sends its percent as its battery.
    if (name === 'Battery') addNamedValue(report, 'batteryLevel', extraOf(value))
    else addNamedValue(report, name, extraOf(value))
    if (/sos/i.test(String(value)) && /type|alarm|event/i.test(name)) addAlarm(report, alarms.sos)
  }
  return report
}

/** `E110.308205 N025.262453`; the counters of a receiver without a fix are beyond all degrees. */
function placeOf(text: unknown): { latitude: number; longitude: number } | null {
  const match = /^([EW])\s*(\d+(?:[.,]\d+)?)[\s,;]+([NS])\s*(\d+(?:[.,]\d+)?)$/.exec(String(text).trim())
  if (!match) return null
  return {
    longitude: numberOf(match[2])! * (match[1] === 'W' ? -1 : 1),
    latitude: numberOf(match[4])! * (match[3] === 'S' ? -1 : 1),
  }
}
