/**
 * Every field of a frame, for people. It reads with the decoder's own tables.
 * Source: JT/T 808-2013 and -2019, 4.4.3 "Message header".
 */

import type { Field } from '../protocol.ts'
import { BodyReader, readBody } from '../wire/body.ts'
import { toHex } from '../wire/bytes.ts'
import { xor } from '../wire/checksums.ts'
import { gbkText } from '../wire/gbk.ts'
import { filled, Trace } from '../wire/trace.ts'
import { decode } from './decode.ts'
import { hexId } from './decoding.ts'
import { contentOf, framingOf, type Header, readHeader, receivedOffsets } from './envelope.ts'
import { identityOf } from './identity.ts'
import { downlink, isDownlink } from './messages/downlink.ts'
import { uplink } from './messages/uplink.ts'
import { type Jt808Session, wireContext } from './session.ts'

export function describe(frame: Uint8Array, session: Jt808Session): Field[] {
  if (frame[0] === 0x28) return describeSentence(frame)
  const framing = framingOf(frame)
  const content = frame.length < 2 ? null : contentOf(frame, framing)
  const header = content === null ? 'escape' : readHeader(content, framing)
  if (content === null || typeof header === 'string') {
    return [{ offset: 0, length: frame.length, name: 'malformed', value: String(header) }]
  }
  const trace = new Trace()
  traceHeader(trace, content, header)
  const bodyEnd = Math.min(header.bodyStart + header.bodyLength, content.length - 1)
  if (header.parts !== null) {
    trace.add(
      header.bodyStart,
      bodyEnd - header.bodyStart,
      'part',
      toHex(content.subarray(header.bodyStart, bodyEnd)),
    )
  } else traceBody(trace, frame, content, header, session, bodyEnd)
  const sum = content[content.length - 1]!
  const expected = xor(content, 0, content.length - 1)
  trace.add(
    content.length - 1,
    1,
    'checksum',
    sum === expected
      ? toHex(Uint8Array.of(sum))
      : `${toHex(Uint8Array.of(sum))}, should be ${toHex(Uint8Array.of(expected))}`,
  )
  const flag = toHex(frame.subarray(0, 1))
  return filled(frame, [
    { offset: 0, length: 1, name: 'start', value: flag },
    ...received(trace.fields, receivedOffsets(frame, framing, content.length)),
    { offset: frame.length - 1, length: 1, name: 'stop', value: flag },
  ])
}

function traceHeader(trace: Trace, content: Uint8Array, header: Header): void {
  const name = uplink[header.id]?.name ?? downlink[header.id]?.name ?? 'unknown'
  trace.add(0, 2, 'message id', `${hexId(header.id)} ${name}`)
  trace.add(2, 2, 'attributes', `${hexId(header.attributes)}: body ${header.bodyLength} bytes`)
  if (header.is2019) trace.add(4, 1, 'protocol version', header.version)
  const idAt = header.is2019 ? 5 : 4
  const serialAt = idAt + header.rawId.length
  const ids = identityOf(header.rawId).terminalIds
  trace.add(idAt, header.rawId.length, 'terminal id', `${toHex(header.rawId)} (${ids[0] ?? 'nobody'})`)
  trace.add(serialAt, header.hasShortSerial ? 1 : 2, 'serial', header.serial)
  if (header.parts !== null) {
    trace.add(serialAt + 2, 2, 'parts', header.parts.total)
    trace.add(serialAt + 4, 2, 'part number', header.parts.number)
  }
  if (content.length !== header.bodyStart + header.bodyLength + 1) {
    trace.add(2, 2, 'wrong length', `${content.length - header.bodyStart - 1} bytes came`)
  }
}

function traceBody(
  trace: Trace,
  frame: Uint8Array,
  content: Uint8Array,
  header: Header,
  session: Jt808Session,
  bodyEnd: number,
): void {
  const before = trace.fields.length
  if (isDownlink(header.id)) {
    const row = downlink[header.id]
    const table = header.is2019 ? row?.body2019 : row?.body
    const reader = new BodyReader(content, wireContext(session, header.is2019), header.bodyStart, bodyEnd)
    reader.trace = trace
    if (table !== undefined) readBody(table, reader)
  } else decode(frame, copyOf(session), Number.MAX_SAFE_INTEGER / 2, trace)
  if (trace.fields.length === before && bodyEnd > header.bodyStart) {
    trace.add(
      header.bodyStart,
      bodyEnd - header.bodyStart,
      'body',
      toHex(content.subarray(header.bodyStart, bodyEnd)),
    )
  }
}

/** Reading a frame must not change what is remembered. */
const copyOf = (session: Jt808Session): Jt808Session => ({ ...session, partSets: [], sentParts: new Map() })

/** From places in the content to places in the frame as it came. */
const received = (fields: Field[], offsets: readonly number[]): Field[] =>
  fields
    .filter(({ length }) => length > 0)
    .map(({ offset, length, name, value }) => {
      const start = offsets[offset] ?? 0
      return { offset: start, length: (offsets[offset + length] ?? start) - start, name, value }
    })

function describeSentence(frame: Uint8Array): Field[] {
  const names = ['terminal id', 'version', 'index', 'command']
  const fields: Field[] = []
  let start = 1
  for (let at = 1; at < frame.length; at++) {
    if (frame[at] !== 0x2c && frame[at] !== 0x29) continue
    const name = names[fields.length] ?? `argument ${fields.length - 3}`
    fields.push({ offset: start, length: at - start, name, value: gbkText(frame.subarray(start, at)) })
    start = at + 1
  }
  return filled(frame, fields)
}
