/** GT06 frames to messages. Reports carry signed WGS-84 degrees, km/h and epoch milliseconds. Source: `messages/messages.ts`. */
import type { Message, Problem } from '../protocol.ts'
import type { BodyReader } from '../wire/body.ts'
import { toHex } from '../wire/bytes.ts'
import type { Trace } from '../wire/trace.ts'
import { type Answer, type Gt06Decoding, type Gt06Row, malformed, unknown } from './decoding.ts'
import { acknowledge, type Envelope, openEnvelope } from './envelope.ts'
import { longMessages, shortMessages } from './messages/messages.ts'
import { decodeNoCrc, isNoCrcFrame, isNoCrcGps, isNoCrcHeartbeat } from './no-crc/no-crc.ts'
import type { Gt06Session } from './session.ts'

/** The log view shows a frame with a wrong CRC all the same. */
export function readHead(
  frame: Uint8Array,
  session: Gt06Session,
  now: number,
  trace: Trace | null,
): Envelope | Message[] {
  const opened = openFrame(frame, session)
  const head = opened === 'checksum' && trace !== null ? openEnvelope(frame, true) : opened
  if (head === 'no CRC') return decodeNoCrc(frame, session, now, trace)
  if (typeof head === 'string') {
    trace?.add(0, frame.length, head, toHex(frame))
    return [malformed(frame, head)]
  }
  if (trace !== null) traceHead(trace, frame, head, opened === 'checksum')
  return head
}

/** Whether a frame is GT06 or of the dialect without CRC, which the connection may have shown before. */
function openFrame(frame: Uint8Array, session: Gt06Session): Envelope | 'no CRC' | Problem {
  const envelope = openEnvelope(frame, session.profile.isChecksumOptional === true)
  if (typeof envelope !== 'string') return envelope
  if (isNoCrcFrame(frame, session)) return 'no CRC'
  const isLookalike = envelope === 'checksum' && (isNoCrcHeartbeat(frame) || isNoCrcGps(frame))
  return isLookalike ? 'no CRC' : envelope
}

function traceHead(trace: Trace, frame: Uint8Array, head: Envelope, isCrcWrong: boolean): void {
  const { start, end, type, serial } = head
  const hex = (from: number, to: number) => toHex(frame.subarray(from, to))
  const { name } = rowOf(head)
  trace.add(0, 2, 'start', hex(0, 2))
  trace.add(2, start - 3, 'length', frame.length - start - 1)
  trace.add(start - 1, 1, 'number', name === 'unknown' ? type : `${type} ${name}`)
  trace.add(end, 2, 'serial', serial)
  trace.add(end + 2, 2, 'crc', hex(end + 2, end + 4) + (isCrcWrong ? ' (wrong)' : ''))
  trace.add(end + 4, 2, 'stop', hex(end + 4, end + 6))
}

export const rowOf = ({ isLong, number }: Envelope): Gt06Row =>
  (isLong ? longMessages : shortMessages)[number] ?? unknown

export function answer(form: Answer | undefined, decoding: Gt06Decoding, reader: BodyReader): void {
  if (typeof form === 'number') decoding.message.replies.push(acknowledge(form, decoding.head.serial))
  else if (form) form(decoding, reader)
}
