/** One message on its way from bytes to `Message`, and the answers it gets. */

import type { Message, MessageKind, Problem } from '../protocol.ts'
import type { BodyReader } from '../wire/body.ts'
import { buildFrame, type Header } from './envelope.ts'
import { type Jt808Session, takeSerial } from './session.ts'

export interface Decoding {
  header: Header
  session: Jt808Session
  now: number
  message: Message
}

/** What a platform answers to a message, by section "answer matrix" of the messages. */
export type Answer = 'none' | 'general' | 'unsupported' | ((decoding: Decoding, reader: BodyReader) => void)

export interface MessageRow {
  name: string
  kind: MessageKind
  answer: Answer
  /** Reads the body into `decoding.message`. */
  read: (reader: BodyReader, decoding: Decoding) => void
}

export const hexId = (id: number): string => id.toString(16).padStart(4, '0')

export const newMessage = (kind: MessageKind, type: string, name: string): Message => ({
  kind,
  type,
  name,
  reports: [],
  replies: [],
  refusals: [],
})

/** Turns the message into one that breaks the protocol. */
export function malform({ message }: Decoding, problem: Problem): void {
  message.kind = 'malformed'
  message.problem = problem
}

/** Results of a general answer. */
export const generalResult = { ok: 0, failed: 1, wrong: 2, unsupported: 3 } as const

/** 8001 to the message at hand. */
export function answerGeneral(decoding: Decoding, result: number): void {
  const { id, serial } = decoding.header
  reply(decoding, 0x8001, [serial >> 8, serial & 0xff, id >> 8, id & 0xff, result])
}

/** A frame to the device in the layout of its own. */
export function reply({ header, session, message }: Decoding, id: number, body: ArrayLike<number>): void {
  message.replies.push(buildFrame(header, id, takeSerial(session), body))
}
