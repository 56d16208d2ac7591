import type { Identity, Message } from '../protocol.ts'
import { basicAuth, type HttpRequest, jsonOf, readRequest, response } from '../wire/http/http.ts'
import { badRequest, type HttpSession, noSender, requestMessage } from '../wire/http/http-session.ts'
import { saidId } from '../wire/http/said-values.ts'
import { isPlaced, reportOf } from './report.ts'

type Json = Record<string, unknown>

/** Reads one request. Never throws. */
export function decode(frame: Uint8Array, session: HttpSession, now: number): Message[] {
  const read = readRequest(frame)
  if (read === null) return [badRequest('fields', null)]
  const json = jsonOf(read)
  if (typeof json !== 'object' || json === null)
    return [read.body.length === 0 ? nothingSaid(read) : badRequest('fields', read)]
  const { _type, topic, tid } = json as Json
  const name = typeof _type === 'string' ? _type.slice(0, 32) : 'object'
  const identity = identityOf(topic, tid, read)
  if (identity === null) return [name === 'location' ? badRequest('identity', read) : nothingSaid(read)]
  const isReport = isPlaced(json as Json)
  const message = requestMessage(isReport ? 'reports' : 'heartbeat', name, read, identity, {
    taken: emptyList(read),
    refused: response(404, { isLast: read.isLast }),
  })
  if (isReport) message.reports = [reportOf(json as Json, session.profile, now)]
  if (name === 'encrypted') {
    message.kind = 'malformed'
    message.problem = 'encrypted'
  }
  return [message]
}

/** The app awaits a list of what it is to do: of nothing. */
const emptyList = ({ isLast }: HttpRequest) => response(200, { text: '[]', type: 'application/json', isLast })

/** An empty body, as when a friend was deleted, and what is nobody's. */
const nothingSaid = (read: HttpRequest): Message =>
  noSender(read, 'empty', { text: '[]', type: 'application/json' })

/** `user/device` of the topic or of the headers that the recorder's proxies set, else the letters of the tracker. */
function identityOf(topic: unknown, tid: unknown, read: HttpRequest): Identity | null {
  const parts = typeof topic === 'string' ? topic.split('/').filter((part) => part !== '') : []
  const { headers } = read
  const user = headers.get('x-limit-u') ?? basicAuth(read)?.user
  const device = headers.get('x-limit-d')
  const names = parts.length >= 3 || parts[0] === 'owntracks' ? parts.slice(1, 3) : parts
  const own = names.length > 0 ? names.join('/') : undefined
  const said = saidId(own) ?? saidId(user && device ? `${user}/${device}` : undefined) ?? saidId(tid)
  if (said === undefined) return null
  // Vehicle trackers stand under their IMEI.
  const imei = /\/(\d{15})$/.exec(said)?.[1]
  // Some register the whole topic, as it is or as other servers write it.
  const topicParts = parts.slice(0, 3)
  const whole = parts.length > names.length ? [topicParts.join('/'), topicParts.join('-')] : []
  return { terminalIds: [said, ...(imei === undefined ? [] : [imei]), ...whole.filter((id) => saidId(id))] }
}
