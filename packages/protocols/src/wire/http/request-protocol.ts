/** What protocols over HTTP share: every request is complete in itself, and its answer has the outcome. */

import type {
  DeviceProfile,
  HttpAnswer,
  HttpRequest,
  Identity,
  MessageKind,
  Problem,
  Protocol,
  RequestReading,
} from '../../protocol.ts'
import { keepProfile, newMessage } from '../message.ts'
import { basicAuth } from './request.ts'
import { cutRequest, describeRequest, readRequest, writtenAnswer } from './request-text.ts'

/** Nothing is remembered of one request for the next but what is known of the device. */
export interface HttpSession {
  profile: DeviceProfile
}

/** The rest of a codec follows from how it reads a request: a frame is the text of one. */
export const overHttp = (read: NonNullable<Protocol<HttpSession>['readRequest']>) =>
  ({
    transports: ['http'],
    newSession: (profile: DeviceProfile = {}): HttpSession => ({ profile }),
    applyProfile: keepProfile,
    readRequest: read,
    frame: cutRequest,
    decode: (frame, { profile }, now) => {
      const request = readRequest(frame)
      const { message, taken, refused } =
        request === null ? badRequest('fields', '-') : read(request, profile, now)
      return [{ ...message, replies: [writtenAnswer(taken)], refusals: [writtenAnswer(refused)] }]
    },
    describe: describeRequest,
  }) satisfies Partial<Protocol<HttpSession>>

/** The messages of a request; the password of HTTP Basic authentication is its code. */
export function readingOf(
  kind: MessageKind,
  name: string,
  request: HttpRequest,
  identity: Identity,
  answers: { taken: HttpAnswer; refused: HttpAnswer },
): RequestReading {
  const password = basicAuth(request)?.password
  const message = { ...newMessage(kind, request.method, name), identity }
  return { message: password ? { ...message, code: password } : message, ...answers }
}

/** A sound request without a device: every sender gets the same answer. */
export function noSender({ method }: HttpRequest, name: string, answer: HttpAnswer): RequestReading {
  return { message: newMessage('heartbeat', method, name), taken: answer, refused: answer }
}

/** A request that names no device, or is none: the answer is the same for every sender. */
export function badRequest(problem: Problem, method: string, status: 400 | 401 = 400): RequestReading {
  const answer = { status }
  return {
    message: { ...newMessage('malformed', method, 'request'), problem },
    taken: answer,
    refused: answer,
  }
}
