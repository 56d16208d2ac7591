/**
 * Meitrack frames to messages. Times are UTC, unless the device was given a zone.
 * Source: Meitrack GPRS protocol (MT90, MVT, T1, T3, T333); Meitrack CCE protocol.
 */
import type { Message } from '../protocol.ts'
import type { BodyReader } from '../wire/body.ts'
import { type FrameDecoding, type FrameHead, malformedFrame } from '../wire/define-protocol.ts'
import { dialectOf, type MessageRow, malform, type WireSession } from '../wire/message.ts'
import type { Trace } from '../wire/trace.ts'
import { readPackets, readRecords } from './binary.ts'
import { type Envelope, openEnvelope, seal } from './envelope.ts'
import { locatedEvent } from './events.ts'
import { readPosition } from './text.ts'

/** Device types with this dialect repeat CCE until it is answered. */
const answeredCce = 'cce'
/** Ids of frames that the server begins. */
const serverId = 'O'
/** Packets of a picture that the device sends before it waits. */
const packetsAtOnce = 8

interface MeitrackHead extends FrameHead {
  envelope: Envelope
  text: string
  /** The sum is right, or does not count. Texts are read anyway, and positions in binary whose lengths fit. */
  isTrusted: boolean
}

type MeitrackDecoding = FrameDecoding<WireSession, MeitrackHead>
type Row = MessageRow<MeitrackDecoding, never>

export function readHead(
  frame: Uint8Array,
  { profile }: WireSession,
  _: number,
  trace: Trace | null,
): MeitrackHead | Message[] {
  const envelope = openEnvelope(frame)
  if (envelope === null) return malformedFrame('fields')
  const { imei, type, start, end, isSumRight } = envelope
  traceHead(trace, frame, envelope)
  return {
    type,
    identity: { terminalIds: [imei] },
    start,
    end,
    envelope,
    text: String.fromCharCode(...frame.subarray(start, end)),
    isTrusted: isSumRight || profile.isChecksumOptional === true,
  }
}

function traceHead(trace: Trace | null, frame: Uint8Array, envelope: Envelope): void {
  if (trace === null) return
  const text = String.fromCharCode(...frame.subarray(0, envelope.start))
  const comma = text.indexOf(',')
  trace.add(2, 1, 'id', envelope.id)
  trace.add(3, comma - 3, 'length', text.slice(3, comma))
  trace.add(comma + 1, envelope.imei.length, 'imei', envelope.imei)
  trace.add(comma + 2 + envelope.imei.length, 3, 'command', envelope.type)
  const sum = String.fromCharCode(...frame.subarray(envelope.end + 1, envelope.end + 3))
  trace.add(envelope.end + 1, 2, 'checksum', envelope.isSumRight ? sum : `${sum} (wrong)`)
}

const reply = ({ head, message }: MeitrackDecoding, id: string, content: string) =>
  void message.replies.push(seal('@@', id, head.envelope.imei, content))

const rows: Readonly<Record<string, Row>> = {
  AAC: { name: 'heartbeat', kind: 'heartbeat', read: (_, decoding) => reply(decoding, 'z', 'AAC,1') },
  CCC: { name: 'records', kind: 'reports', read: readBinary(readRecords) },
  CCE: { name: 'packets', kind: 'reports', read: readBinary(readPackets) },
  D00: { name: 'picture', kind: 'part', read: readPicture },
}
const position: Row = { name: 'position', kind: 'reports', read: readPlaced }
const commandReply: Row = { name: 'commandReply', kind: 'commandReply', read: readReply }

export function rowOf({ type, text }: MeitrackHead): Row {
  const isPosition = /^(?:\d+,)?\d+,-?\d+\.\d+,-?\d+\.\d+,/.test(text)
  return rows[type] ?? (isPosition ? position : commandReply)
}

function readBinary(read: typeof readRecords | typeof readPackets): Row['read'] {
  return (reader, decoding) => {
    const { head, message, session, now } = decoding
    const found = read(reader, session, now)
    if (!head.isTrusted && !found.isExact) {
      malform(decoding, 'checksum')
      return
    }
    message.reports = found.reports
    const isAnswered = head.type === 'CCC' || dialectOf(session) === answeredCce
    if (isAnswered) reply(decoding, head.envelope.id, `${head.type},${found.count}`)
  }
}

function readPlaced(reader: BodyReader, decoding: MeitrackDecoding): void {
  const { head, message, session, now } = decoding
  const { event, picture } = readPosition(reader, message, session, now)
  if (event === locatedEvent) message.command = { correlation: head.envelope.id, result: 'success' }
  if (event === 31) message.name = 'heartbeat'
  if (picture !== undefined) reply(decoding, serverId, `D00,${picture},0`)
}

/** `OK` after the command, or the value requested. */
function readReply(reader: BodyReader, { head: { envelope, text }, message }: MeitrackDecoding): void {
  const { id, type, hasComma } = envelope
  const content = `${type}${hasComma ? ',' : ''}${text}`
  reader.trace?.add(reader.offset, reader.remaining, 'text', text)
  const isRefused = /(?:^|,)(?:error|fail)/i.test(text)
  message.command = { correlation: id, result: isRefused ? 'failed' : 'success', text: content }
}

/** File, number of packets, number of this one, then a part of the picture. */
function readPicture(reader: BodyReader, decoding: MeitrackDecoding): void {
  const { head, message } = decoding
  if (!head.isTrusted) {
    malform(decoding, 'checksum')
    return
  }
  const { text } = head
  const [all = '', file = '', total = '0', index = '0'] = /^([^,]*),(\d+),(\d+),/.exec(text) ?? []
  reader.trace?.add(reader.offset, all.length, 'file', all)
  message.information = {
    file,
    packets: Number(total),
    packet: Number(index),
    bytes: text.length - all.length,
  }
  const next = Number(index) + 1
  if (next < Number(total) && next % packetsAtOnce === 0) reply(decoding, serverId, `D00,${file},${next}`)
}
