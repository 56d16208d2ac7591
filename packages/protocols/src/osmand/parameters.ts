import type { Cell, DeviceProfile, Report, WifiPoint } from '../protocol.ts'
import {
  addNamedValue,
  courseOf,
  flagOf,
  instantOf,
  numberOf,
  parameterValue,
  setPosition,
} from '../wire/http/parameter-values.ts'
import { addExtra, addTime, bareReport } from '../wire/report.ts'

/** km/h of one unit of `speed`, by the dialect of the device type: Traccar's definition, OsmAnd's own app, others. */
const kmhPerUnit: Readonly<Record<string, number>> = { ms: 3.6, kmh: 1 }
const kmhPerKnot = 1.852

interface PositionFields {
  latitude?: string | undefined
  longitude?: string | undefined
  isValid?: boolean | undefined
  time?: number | null
}

type Read = (value: string, position: PositionFields, report: Report, profile: DeviceProfile) => void

const latitude: Read = (value, position) => {
  position.latitude = value
}
const longitude: Read = (value, position) => {
  position.longitude = value
}
const time: Read = (value, position, _report, profile) => {
  position.time = instantOf(value, profile)
}
const course: Read = (value, _position, report) => {
  const degrees = courseOf(numberOf(value))
  if (degrees !== undefined) report.courseDeg = degrees
}

/** By the name of the parameter in lower case; others are added by `addNamedValue`. */
const parameters: Readonly<Record<string, Read>> = {
  lat: latitude,
  latitude,
  lon: longitude,
  lng: longitude,
  long: longitude,
  longitude,
  location: (value, position) => {
    const [first, second, third, fourth] = value.split(/[,;]/)
    // Each of the two with a comma of its own.
    const isSplit = fourth !== undefined
    position.latitude = isSplit ? `${first},${second}` : first
    position.longitude = isSplit ? `${third},${fourth}` : (second ?? '')
  },
  timestamp: time,
  time,
  valid: (value, position) => {
    position.isValid = flagOf(value) ?? false
  },
  speed: (value, _position, report, { dialect = '' }) => {
    const speed = numberOf(value)
    if (speed !== undefined && speed >= 0) report.speedKmh = speed * (kmhPerUnit[dialect] ?? kmhPerKnot)
  },
  bearing: course,
  heading: course,
  course,
  alt: (value, _position, report) => addNamedValue(report, 'altitude', parameterValue(value)),
  accuracy: (value, _position, report) => addExtra(report, 'accuracyM', parameterValue(value)),
  cell: (value, _position, report) => {
    const found = cellOf(value)
    if (found) report.cells = [...(report.cells ?? []), found]
  },
  wifi: (value, _position, report) => {
    const found = wifiOf(value)
    if (found) report.wifi = [...(report.wifi ?? []), found]
  },
}

export function reportOfParameters(
  pairs: readonly [string, string][],
  profile: DeviceProfile,
  now: number,
): Report {
  const report = bareReport()
  const position: PositionFields = {}
  for (const [name, value] of pairs) {
    const key = name.toLowerCase()
    if (Object.hasOwn(parameters, key)) parameters[key]!(value, position, report, profile)
    else addNamedValue(report, name, parameterValue(value))
  }
  // Who gives no time reports what is now.
  setPosition(report, position.latitude, position.longitude, position.isValid ?? true)
  addTime(report, position.time === undefined ? now : position.time, now)
  return report
}

/** `mcc,mnc,lac,cid[,rssi]` */
function cellOf(value: string): Cell | undefined {
  const [mcc, mnc, lac, cellId, rssiDbm] = value.split(',').map(numberOf)
  if (mcc === undefined || mnc === undefined || lac === undefined || cellId === undefined) return undefined
  return { mcc, mnc, lac, cellId, ...(rssiDbm !== undefined && { rssiDbm }) }
}

/** `aa-bb-cc-dd-ee-ff,rssi` */
function wifiOf(value: string): WifiPoint | undefined {
  const [address = '', rssi] = value.split(',')
  const mac = address.trim().toLowerCase().replaceAll('-', ':')
  const rssiDbm = numberOf(rssi)
  return /^(?:[0-9a-f]{2}:){5}[0-9a-f]{2}$/.test(mac)
    ? { mac, ...(rssiDbm !== undefined && { rssiDbm }) }
    : undefined
}
