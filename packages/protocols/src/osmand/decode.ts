import type { DeviceProfile, HttpRequest, Report, RequestReading } from '../protocol.ts'
import { deviceIdOf, isPlaceUnreadable, unreadablePlace } from '../wire/http/parameter-values.ts'
import { isForm, jsonOf, parametersOf, utf8 } from '../wire/http/request.ts'
import { badRequest, readingOf } from '../wire/http/request-protocol.ts'
import { reportOfJson } from './json.ts'
import { reportOfParameters } from './parameters.ts'

/** Names of the parameter that identifies the device, likeliest first. */
const idNames = ['id', 'deviceid', 'device_id', 'uniqueid', 'imei']

/** Reads one request. Never throws. */
export function read(request: HttpRequest, profile: DeviceProfile, now: number): RequestReading {
  const json = jsonOf(request)
  if (typeof json === 'object' && json !== null) return readJson(json, request, profile, now)
  const own = parametersOf(request.query)
  const parameters = own.length > 0 || !isForm(request) ? own : parametersOf(utf8(request.body).trim())
  return readParameters(parameters, request, profile, now)
}

function readParameters(
  parameters: [string, string][],
  request: HttpRequest,
  profile: DeviceProfile,
  now: number,
): RequestReading {
  const ids = idNames.map((name) => parameters.find(([key]) => key.toLowerCase() === name))
  const own = ids.find((pair) => deviceIdOf(pair?.[1]) !== undefined)
  if (own === undefined) return badRequest('identity', request.method)
  const others = parameters.filter((pair) => pair !== own)
  const reports = others.length > 0 ? [reportOfParameters(others, profile, now)] : []
  return positions(deviceIdOf(own[1])!, reports, 400, request)
}

function readJson(json: object, request: HttpRequest, profile: DeviceProfile, now: number): RequestReading {
  const {
    device_id,
    deviceId,
    id,
    locations = json,
    location = locations,
  } = (Array.isArray(json) ? json[0] : json) ?? {}
  const named = [
    device_id,
    deviceId,
    id,
    parametersOf(request.query).find(([name]) => idNames.includes(name))?.[1],
  ]
  const own = named.map(deviceIdOf).find((one) => one !== undefined)
  if (own === undefined) return badRequest('identity', request.method)
  const records: unknown[] = Array.isArray(json)
    ? json.map((one) => (one as { location?: unknown } | null)?.location ?? one)
    : Array.isArray(location)
      ? location
      : [location]
  const reports = records.slice(0, maxRecords).map((one) => reportOfJson(one, profile, now))
  return positions(own, reports, 404, request)
}

/** Records of one request that are read: the client sends one. */
const maxRecords = 500

/** @param unknownStatus what a device that is not registered is answered; the client then keeps the record */
function positions(
  id: string,
  reports: Report[],
  unknownStatus: 400 | 404,
  request: HttpRequest,
): RequestReading {
  const kind = reports.length > 0 ? 'reports' : 'heartbeat'
  const answers = { taken: { status: 200 }, refused: { status: unknownStatus } }
  const reading = readingOf(kind, 'position', request, { terminalIds: [id] }, answers)
  reading.message.reports = reports
  // Of several records, those that are sound are taken and not sent again.
  if (reports.length > 0 && reports.every(isPlaceUnreadable)) {
    reading.message.problem = 'coordinates'
    reading.taken = unreadablePlace
  }
  return reading
}
