import type { DeviceProfile, HttpRequest, Identity, RequestReading } from '../protocol.ts'
import { deviceIdOf, isPlaceUnreadable, unreadablePlace } from '../wire/http/parameter-values.ts'
import { basicAuth, jsonOf } from '../wire/http/request.ts'
import { badRequest, noSender, readingOf } from '../wire/http/request-protocol.ts'
import { isPlaced, reportOf } from './report.ts'

type Json = Record<string, unknown>

/** The app awaits a list of what it is to do: of nothing. */
const emptyList = { status: 200, text: '[]', type: 'application/json' }

/** Reads one request. Never throws. */
export function read(request: HttpRequest, profile: DeviceProfile, now: number): RequestReading {
  const json = jsonOf(request)
  if (typeof json !== 'object' || json === null)
    return request.body.length === 0 ? emptyReading(request) : badRequest('fields', request.method)
  const { _type, topic, tid } = json as Json
  const name = typeof _type === 'string' ? _type.slice(0, 32) : 'object'
  const identity = identityOf(topic, tid, request)
  if (identity === null)
    return name === 'location' ? badRequest('identity', request.method) : emptyReading(request)
  const isReport = isPlaced(json as Json)
  const answers = { taken: emptyList, refused: { status: 404 } }
  const reading = readingOf(isReport ? 'reports' : 'heartbeat', name, request, identity, answers)
  const { message } = reading
  if (isReport) {
    const report = reportOf(json as Json, profile, now)
    message.reports = [report]
    if (isPlaceUnreadable(report)) {
      message.problem = 'coordinates'
      reading.taken = unreadablePlace
    }
  }
  if (name === 'encrypted') {
    message.kind = 'malformed'
    message.problem = 'encrypted'
  }
  return reading
}

/** An empty body, as when a friend was deleted, and objects of no device. */
const emptyReading = (request: HttpRequest): RequestReading => noSender(request, 'empty', emptyList)

/** `user/device` of the topic or of the headers that the recorder's proxies set, else the letters of the tracker. */
function identityOf(topic: unknown, tid: unknown, request: HttpRequest): Identity | null {
  const parts = typeof topic === 'string' ? topic.split('/').filter((part) => part !== '') : []
  const { headers } = request
  const user = headers['x-limit-u'] ?? basicAuth(request)?.user
  const device = headers['x-limit-d']
  const names = parts.length >= 3 || parts[0] === 'owntracks' ? parts.slice(1, 3) : parts
  const own = names.length > 0 ? names.join('/') : undefined
  const id =
    deviceIdOf(own) ?? deviceIdOf(user && device ? `${user}/${device}` : undefined) ?? deviceIdOf(tid)
  if (id === undefined) return null
  // Vehicle trackers are registered under their IMEI.
  const imei = /\/(\d{15})$/.exec(id)?.[1]
  // Some register the whole topic, as it is or as other servers write it.
  const topicParts = parts.slice(0, 3)
  const whole = parts.length > names.length ? [topicParts.join('/'), topicParts.join('-')] : []
  return { terminalIds: [id, ...(imei === undefined ? [] : [imei]), ...whole.filter((id) => deviceIdOf(id))] }
}
