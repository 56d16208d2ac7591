/** What protocols over HTTP share: every request stands for itself, and its answer says what became of it. */

import type { DeviceProfile, Identity, Message, MessageKind, Problem } from '../../protocol.ts'
import { newMessage } from '../message.ts'
import { basicAuth, type HttpRequest, response } from './http.ts'

/** Nothing is remembered of one request for the next but what is known of the device. */
export interface HttpSession {
  profile: DeviceProfile
}

export const newHttpSession = (profile: DeviceProfile = {}): HttpSession => ({ profile })

interface Answers {
  /** Once it is stored. */
  taken: Uint8Array
  /** Where the device is not known. */
  refused: Uint8Array
}

/** A message of a request with its two answers; the password of HTTP Basic authentication is the device's code. */
export function requestMessage(
  kind: MessageKind,
  name: string,
  read: HttpRequest,
  identity: Identity,
  { taken, refused }: Answers,
): Message {
  const password = basicAuth(read)?.password
  return {
    ...newMessage(kind, read.method, name),
    identity,
    replies: [taken],
    refusals: [refused],
    ...(read.isLast && { isLast: true }),
    ...(password !== undefined && password !== '' && { code: password }),
  }
}

/** A request that is sound and of no device: it is answered, whoever it is from. */
export function noSender(
  read: HttpRequest,
  name: string,
  answering: Parameters<typeof response>[1] = {},
): Message {
  const answer = response(200, { ...answering, isLast: read.isLast })
  return {
    ...newMessage('heartbeat', read.method, name),
    replies: [answer],
    refusals: [answer],
    ...(read.isLast && { isLast: true }),
  }
}

/** A request that names no device, or is none: it is told so, whoever it is from. */
export function badRequest(problem: Problem, read: HttpRequest | null, status: 400 | 401 = 400): Message {
  const isLast = read?.isLast ?? true
  const answer = response(status, { isLast })
  return {
    ...newMessage('malformed', read?.method ?? '-', 'request'),
    problem,
    replies: [answer],
    refusals: [answer],
    ...(isLast && { isLast }),
  }
}
