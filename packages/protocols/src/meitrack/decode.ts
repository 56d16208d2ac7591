/**
 * Meitrack frames to messages. Times are UTC, unless the device was given a zone.
 * Source: Meitrack GPRS protocol (MT90, MVT, T1, T3, T333); Meitrack CCE protocol.
 */
import type { Message } from '../protocol.ts'
import { BodyReader } from '../wire/body.ts'
import type { WireSession } from '../wire/message.ts'
import { dialectOf, malform, newMessage } from '../wire/message.ts'
import type { Trace } from '../wire/trace.ts'
import { readPackets, readRecords } from './binary.ts'
import { type Envelope, openEnvelope, seal } from './envelope.ts'
import { locatedEvent } from './events.ts'
import { readPosition } from './text.ts'

/** Device types with this dialect repeat CCE until it is answered. */
const answeredCce = 'cce'
/** Ids of frames that the server begins. */
const serverId = 'O'
/** The device sends so many packets of a picture, then waits. */
const packetsAtOnce = 8

/** @param trace for the log view; notes every field with its place in the frame */
export function decode(
  frame: Uint8Array,
  session: WireSession,
  now: number,
  trace: Trace | null = null,
): Message[] {
  const envelope = openEnvelope(frame)
  if (envelope === null) {
    const message = newMessage('malformed', '', 'malformed')
    malform({ message }, 'fields')
    return [message]
  }
  const { imei, type, start, end, isSumRight } = envelope
  const message = newMessage('reports', type, 'position')
  message.identity = { terminalIds: [imei] }
  traceHead(trace, frame, envelope)
  const reader = new BodyReader(frame, undefined, start, end)
  reader.trace = trace
  const isTrusted = isSumRight || session.profile.isChecksumOptional === true
  readMessage(reader, { envelope, message, session, now, isTrusted })
  return [message]
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

interface MeitrackDecoding {
  envelope: Envelope
  message: Message
  session: WireSession
  now: number
  /** The sum is right, or does not count. Texts are read anyway, and positions in binary whose lengths fit. */
  isTrusted: boolean
}

function readMessage(reader: BodyReader, decoding: MeitrackDecoding): void {
  const { envelope, message, session, now, isTrusted } = decoding
  const { id, imei, type } = envelope
  const reply = (replyId: string, content: string) =>
    void message.replies.push(seal('@@', replyId, imei, content))
  const text = String.fromCharCode(...reader.bytes.subarray(reader.offset, reader.end))
  if (type === 'AAC') {
    message.kind = 'heartbeat'
    message.name = 'heartbeat'
    reply('z', 'AAC,1')
  } else if (type === 'CCC' || type === 'CCE') {
    message.name = type === 'CCC' ? 'records' : 'packets'
    const found = (type === 'CCC' ? readRecords : readPackets)(reader, session, now)
    if (!isTrusted && !found.isExact) malform({ message }, 'checksum')
    else {
      message.reports = found.reports
      const isAnswered = type === 'CCC' || dialectOf(session) === answeredCce
      if (isAnswered) reply(id, `${type},${found.reports.length}`)
    }
  } else if (type === 'D00') {
    if (isTrusted) readPicture(reader, message, text, reply)
    else malform({ message }, 'checksum')
  } else if (/^(?:\d+,)?\d+,-?\d+\.\d+,-?\d+\.\d+,/.test(text)) {
    const { event, picture } = readPosition(reader, message, session, now)
    if (event === locatedEvent) message.command = { correlation: id, result: 'success' }
    if (event === 31) message.name = 'heartbeat'
    if (picture !== undefined) reply(serverId, `D00,${picture},0`)
  } else readReply(reader, decoding, text)
}

/** `OK` behind the command, or what was asked for. */
function readReply(reader: BodyReader, { envelope, message }: MeitrackDecoding, text: string): void {
  const { id, type, hasComma } = envelope
  const content = `${type}${hasComma ? ',' : ''}${text}`
  reader.trace?.add(reader.offset, reader.remaining, 'text', text)
  message.kind = 'commandReply'
  message.name = 'commandReply'
  const isRefused = /(?:^|,)(?:error|fail)/i.test(text)
  message.command = { correlation: id, result: isRefused ? 'failed' : 'success', text: content }
}

/** File, number of packets, number of this one, then a part of the picture. */
function readPicture(
  reader: BodyReader,
  message: Message,
  text: string,
  reply: (id: string, content: string) => void,
): void {
  const [all = '', file = '', total = '0', index = '0'] = /^([^,]*),(\d+),(\d+),/.exec(text) ?? []
  reader.trace?.add(reader.offset, all.length, 'file', all)
  message.kind = 'part'
  message.name = 'picture'
  message.information = {
    file,
    packets: Number(total),
    packet: Number(index),
    bytes: text.length - all.length,
  }
  const next = Number(index) + 1
  if (next < Number(total) && next % packetsAtOnce === 0) reply(serverId, `D00,${file},${next}`)
}
