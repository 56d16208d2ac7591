/**
 * Every field of a GT06 frame with its place, read through the same tables as the reports.
 * Source: GT06 V1.8.1 "Data packet format".
 */
import type { Field } from '../protocol.ts'
import { toHex } from '../wire/bytes.ts'
import { filled, Trace } from '../wire/trace.ts'
import { decode, messageRow, openFrame } from './decode.ts'
import { typeOf } from './decoding.ts'
import { openEnvelope } from './envelope.ts'
import type { Gt06Session } from './session.ts'

export function describe(frame: Uint8Array, session: Gt06Session): Field[] {
  const trace = new Trace()
  const hex = (from: number, to: number) => toHex(frame.subarray(from, to))
  const opened = openFrame(frame, session)
  const isCrcWrong = opened === 'checksum'
  const envelope = isCrcWrong ? openEnvelope(frame, true) : opened
  // Reading a frame must not change what is remembered; a frame with a wrong CRC is shown all the same.
  const profile = {
    ...session.profile,
    isChecksumOptional: isCrcWrong || session.profile.isChecksumOptional === true,
  }
  if (typeof envelope !== 'string') {
    const { start, end, number, serial } = envelope
    trace.add(0, 2, 'start', hex(0, 2))
    trace.add(2, start - 3, 'length', frame.length - start - 1)
    trace.add(start - 1, 1, 'number', `${typeOf(number)} ${messageRow(envelope)?.name ?? ''}`.trim())
    decode(frame, structuredClone({ ...session, profile }), 0, trace)
    trace.add(end, 2, 'serial', serial)
    trace.add(end + 2, 2, 'crc', hex(end + 2, end + 4) + (isCrcWrong ? ' (wrong)' : ''))
    trace.add(end + 4, 2, 'stop', hex(end + 4, end + 6))
  } else if (envelope === 'no CRC') decode(frame, structuredClone(session), 0, trace)
  else trace.add(0, frame.length, envelope, toHex(frame))
  return filled(frame, trace.fields)
}
