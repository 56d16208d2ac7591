/** GT06 frames to messages. Reports carry signed WGS-84 degrees, km/h and epoch milliseconds. Source: `messages/messages.ts`. */
import type { Message, Problem } from '../protocol.ts'
import { BodyReader } from '../wire/body.ts'
import { newMessage } from '../wire/message.ts'
import type { Trace } from '../wire/trace.ts'
import { type Gt06Decoding, leaveUnknown, malformed, typeOf } from './decoding.ts'
import { acknowledge, type Envelope, openEnvelope } from './envelope.ts'
import { longMessages, shortMessages } from './messages/messages.ts'
import { decodeNoCrc, isNoCrcFrame, isNoCrcGps, isNoCrcHeartbeat } from './no-crc/no-crc.ts'
import type { Gt06Session } from './session.ts'

/**
 * Reads one frame. Never throws: a frame that breaks the protocol becomes `malformed`.
 * @param trace for the log view; notes every field of the body with its place in the frame
 */
export function decode(
  frame: Uint8Array,
  session: Gt06Session,
  now: number,
  trace: Trace | null = null,
): Message[] {
  const envelope = openFrame(frame, session)
  if (envelope === 'no CRC') return decodeNoCrc(frame, session, now, trace)
  if (typeof envelope === 'string') return [malformed(frame, envelope)]
  const { number, serial, start, end } = envelope
  const row = messageRow(envelope)
  const message = newMessage(row?.kind ?? 'unknown', typeOf(number), row?.name ?? 'unknown')
  const decoding: Gt06Decoding = { frame, envelope, session, now, message }
  const reader = new BodyReader(frame, undefined, start, end)
  reader.trace = trace
  if (row === undefined) leaveUnknown(decoding)
  else {
    row.read(reader, decoding)
    if (decoding.isAnswered) return [message]
    if (typeof row.answer === 'number') message.replies.push(acknowledge(row.answer, serial))
    else if (row.answer !== false) row.answer(decoding, reader)
  }
  return [message]
}

/** Whether a frame is GT06 or of the dialect without CRC, which the connection may have shown before. */
export function openFrame(frame: Uint8Array, session: Gt06Session): Envelope | 'no CRC' | Problem {
  const envelope = openEnvelope(frame, session.profile.isChecksumOptional === true)
  if (typeof envelope !== 'string') return envelope
  if (isNoCrcFrame(frame, session)) return 'no CRC'
  const isLookalike = envelope === 'checksum' && (isNoCrcHeartbeat(frame) || isNoCrcGps(frame))
  return isLookalike ? 'no CRC' : envelope
}

export const messageRow = ({ isLong, number }: Envelope) => (isLong ? longMessages : shortMessages)[number]
