import type { DeviceProfile, Report } from '../protocol.ts'
import {
  addNamedValue,
  courseOf,
  extraOf,
  flagOf,
  instantOf,
  numberOf,
  setPosition,
} from '../wire/http/parameter-values.ts'
import { addExtra, addTime, bareReport } from '../wire/report.ts'

type Json = Record<string, unknown>

const kmhPerMs = 3.6
/** Read below, or a repetition of the rest for logs of the client. */
const readNames = new Set(['timestamp', 'coords', 'battery', 'activity', 'extras', 'uuid', '_'])

/** One record of Traccar Client: speeds are m/s, and -1 means unknown. */
export function reportOfJson(record: unknown, profile: DeviceProfile, now: number): Report {
  const report = bareReport()
  const location = membersOf(record)
  const { timestamp } = location
  addCoordinates(report, membersOf(location.coords))
  addTime(report, timestamp === undefined ? now : instantOf(timestamp, profile), now)
  const { level, is_charging } = membersOf(location.battery)
  const charge = numberOf(level)
  if (charge !== undefined && charge >= 0 && charge <= 1)
    report.batteryPercent = Math.round(charge * 1000) / 10
  const isCharging = flagOf(is_charging)
  if (isCharging !== undefined) report.charging = isCharging
  const { type } = membersOf(location.activity)
  if (typeof type === 'string') addNamedValue(report, 'activity', type)
  for (const [name, value] of [...Object.entries(location), ...Object.entries(membersOf(location.extras))])
    if (!readNames.has(name)) addNamedValue(report, name, extraOf(value))
  return report
}

function addCoordinates(report: Report, coords: Json): void {
  const speed = numberOf(coords.speed)
  if (speed !== undefined && speed >= 0) report.speedKmh = speed * kmhPerMs
  const course = courseOf(numberOf(coords.heading))
  if (course !== undefined) report.courseDeg = course
  const altitude = numberOf(coords.altitude)
  if (altitude !== undefined) addNamedValue(report, 'altitude', altitude)
  const accuracy = numberOf(coords.accuracy)
  if (accuracy !== undefined && accuracy >= 0) addExtra(report, 'accuracyM', accuracy)
  setPosition(report, coords.latitude, coords.longitude, true)
}

const membersOf = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {}
