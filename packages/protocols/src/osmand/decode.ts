import type { Message, Report } from '../protocol.ts'
import {
  type HttpRequest,
  isForm,
  jsonOf,
  parametersOf,
  readRequest,
  response,
  utf8,
} from '../wire/http/http.ts'
import { badRequest, type HttpSession, requestMessage } from '../wire/http/http-session.ts'
import { saidId } from '../wire/http/said-values.ts'
import { reportOfJson } from './json.ts'
import { reportOfParameters } from './parameters.ts'

/** Names of the parameter that says which device it is, likeliest first. */
const idNames = ['id', 'deviceid', 'device_id', 'uniqueid', 'imei']

/** Reads one request. Never throws. */
export function decode(frame: Uint8Array, session: HttpSession, now: number): Message[] {
  const read = readRequest(frame)
  if (read === null) return [badRequest('fields', null)]
  const json = jsonOf(read)
  if (typeof json === 'object' && json !== null) return [messageOfJson(json, read, session, now)]
  const own = parametersOf(read.query)
  const parameters = own.length > 0 || !isForm(read) ? own : parametersOf(utf8(read.body).trim())
  return [messageOfParameters(parameters, read, session, now)]
}

function messageOfParameters(
  parameters: [string, string][],
  read: HttpRequest,
  { profile }: HttpSession,
  now: number,
): Message {
  const ids = idNames.map((name) => parameters.find(([key]) => key.toLowerCase() === name))
  const own = ids.find((pair) => saidId(pair?.[1]) !== undefined)
  if (own === undefined) return badRequest('identity', read)
  const others = parameters.filter((pair) => pair !== own)
  const reports = others.length > 0 ? [reportOfParameters(others, profile, now)] : []
  return messageOf(saidId(own[1])!, reports, 400, read)
}

function messageOfJson(json: object, read: HttpRequest, { profile }: HttpSession, now: number): Message {
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
    parametersOf(read.query).find(([name]) => idNames.includes(name))?.[1],
  ]
  const own = named.map(saidId).find((one) => one !== undefined)
  if (own === undefined) return badRequest('identity', read)
  const records: unknown[] = Array.isArray(json)
    ? json.map((one) => (one as { location?: unknown } | null)?.location ?? one)
    : Array.isArray(location)
      ? location
      : [location]
  return messageOf(
    own,
    records.slice(0, maxRecords).map((one) => reportOfJson(one, profile, now)),
    404,
    read,
  )
}

/** Records of one request that are read: the client sends one. */
const maxRecords = 500

/** @param unknownStatus what a device that is not registered is answered; the client then keeps the record */
function messageOf(id: string, reports: Report[], unknownStatus: 400 | 404, read: HttpRequest): Message {
  const { isLast } = read
  const message = requestMessage(
    reports.length > 0 ? 'reports' : 'heartbeat',
    'position',
    read,
    { terminalIds: [id] },
    {
      taken: response(200, { isLast }),
      refused: response(unknownStatus, { isLast }),
    },
  )
  message.reports = reports
  return message
}
