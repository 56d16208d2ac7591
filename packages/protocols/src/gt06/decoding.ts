/**
 * One GT06 frame on its way to a message, and the rows that say how its number is read and answered.
 * Source: GT06 V1.8.1 "Data packet format"; for unknown numbers the default of Traccar's decoder.
 */

import type { Message, Problem } from '../protocol.ts'
import type { BodyReader } from '../wire/body.ts'
import { hexOfByte, toHex } from '../wire/bytes.ts'
import type { FrameDecoding } from '../wire/define-protocol.ts'
import type { MessageRow } from '../wire/message.ts'
import { malform, newMessage } from '../wire/message.ts'
import { acknowledge, type Envelope } from './envelope.ts'
import type { Gt06Session } from './session.ts'

export type Gt06Decoding = FrameDecoding<Gt06Session, Envelope>

/** The number of the plain acknowledgement; false: the device wants none. */
export type Answer = number | false | ((decoding: Gt06Decoding, reader: BodyReader) => void)
export type Gt06Row = MessageRow<Gt06Decoding, Answer>

/** A protocol number as the documents print it: two hex digits. */
export const typeOf = (number: number): string => hexOfByte[number]!

/** Turns the message into one that breaks the protocol: counted and kept readable, not answered. */
export function refuse(
  decoding: Pick<Gt06Decoding, 'frame' | 'message' | 'isAnswered'>,
  problem: Problem,
): void {
  malform(decoding, problem)
  decoding.message.name = 'malformed'
  decoding.message.information = { raw: toHex(decoding.frame) }
  decoding.isAnswered = true
}

/** A whole frame without a layout: kept readable. Most clones go on only once it is acknowledged. */
export function leaveUnknown(decoding: Gt06Decoding): void {
  const { message, frame, head } = decoding
  const isOurs = head.number >= 0x80 && head.number <= 0x82
  message.kind = 'unknown'
  message.name = 'unknown'
  message.information = { raw: toHex(frame) }
  if (!head.isLong && !isOurs) message.replies.push(acknowledge(head.number, head.serial))
  decoding.isAnswered = true
}

/** The acknowledgement in a `79 79` frame. */
export const acknowledgeLong =
  (number: number): Answer =>
  ({ message, head }) =>
    void message.replies.push(acknowledge(number, head.serial, true))

/** A number without a row. */
export const unknown: Gt06Row = {
  name: 'unknown',
  kind: 'unknown',
  answer: false,
  read: (_, decoding) => leaveUnknown(decoding),
}

/** Of a frame whose envelope is wrong at most the number is used. */
export function malformed(frame: Uint8Array, problem: Problem): Message {
  const number = frame[0] === 0x79 ? frame[4] : frame[3]
  const message = newMessage('malformed', number === undefined ? '' : typeOf(number), 'malformed')
  refuse({ frame, message }, problem)
  return message
}
