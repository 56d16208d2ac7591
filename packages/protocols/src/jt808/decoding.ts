/** One message on its way from bytes to `Message`, and the answers it gets. Source: JT/T 808-2013 and -2019, 8 "Messages". */

import type { BodyReader } from '../wire/body.ts'
import type { Decoding as AnyDecoding, MessageRow as AnyMessageRow } from '../wire/message.ts'
import { buildFrame, type Header } from './envelope.ts'
import { type Jt808Session, takeSerial } from './session.ts'

export interface Decoding extends AnyDecoding<Jt808Session> {
  header: Header
}

/** What a platform answers to a message. */
export type Answer = 'none' | 'general' | 'unsupported' | ((decoding: Decoding, reader: BodyReader) => void)
export type MessageRow = AnyMessageRow<Decoding, Answer> & { answer: Answer }

export const hexId = (id: number): string => id.toString(16).padStart(4, '0')

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
