/** Every field of a GT06 frame with its place, read through the same tables as the reports. */

import type { Field } from '../protocol.ts'
import { toHex } from '../wire/bytes.ts'
import { Reader } from '../wire/reader.ts'
import { chooseLayout } from './choose.ts'
import { bodyOf, openFrame } from './decode.ts'
import { type Envelope, openEnvelope } from './envelope.ts'
import { traceFree } from './free/free-bodies.ts'
import { textOrHex } from './free/information.ts'
import { Draft } from './layouts/draft.ts'
import { readPrefix } from './layouts/row.ts'
import { typeOf } from './malformed.ts'
import { describeNoCrc } from './no-crc/no-crc.ts'
import type { Gt06Session } from './session.ts'

export function describe(frame: Uint8Array, session: Gt06Session): Field[] {
  const fields: Field[] = []
  let envelope = openFrame(frame, session)
  if (envelope === 'no CRC') {
    describeNoCrc(frame, fields)
    return fields
  }
  const isCrcWrong = envelope === 'checksum'
  if (isCrcWrong) envelope = openEnvelope(frame, true)
  if (typeof envelope === 'string')
    return [{ offset: 0, length: frame.length, name: envelope, value: toHex(frame) }]

  const at = envelope.start - 1
  const hex = (from: number, to: number) => toHex(frame.subarray(from, to))
  fields.push(
    { offset: 0, length: 2, name: 'start', value: hex(0, 2) },
    { offset: 2, length: at - 2, name: 'length', value: String(frame.length - at - 4 + 2) },
    {
      offset: at,
      length: 1,
      name: 'number',
      value: `${typeOf(envelope.number)} ${bodyOf(envelope)?.name ?? ''}`.trim(),
    },
  )
  describeBody(frame, envelope, fields)
  const { end, serial } = envelope
  fields.push(
    { offset: end, length: 2, name: 'serial', value: String(serial) },
    {
      offset: end + 2,
      length: 2,
      name: 'crc',
      value: hex(end + 2, end + 4) + (isCrcWrong ? ' (wrong)' : ''),
    },
    { offset: end + 4, length: 2, name: 'stop', value: hex(end + 4, end + 6) },
  )
  return fields
}

function describeBody(frame: Uint8Array, envelope: Envelope, fields: Field[]): void {
  const { start, end } = envelope
  const body = bodyOf(envelope)
  const reader = new Reader(frame, start, end)
  if (body && body.layouts.length > 0 && end > start) {
    const { layout } = chooseLayout(frame, envelope, body)
    readPrefix(layout.rows, reader, new Draft(), (name, offset, length, value) =>
      fields.push({ offset, length, name, value }),
    )
  } else {
    traceFree(envelope.number, envelope.isLong, reader, (name, offset, length, value) =>
      fields.push({ offset, length, name, value }),
    )
  }
  const { offset, remaining } = reader
  if (remaining > 0) {
    fields.push({ offset, length: remaining, name: 'data', value: textOrHex(reader.rest()) })
  }
}
