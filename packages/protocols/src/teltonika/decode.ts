/** Teltonika frames to messages. Source: as `envelope.ts`. */
import type { Message } from '../protocol.ts'
import { BodyReader } from '../wire/body.ts'
import { hexOfByte } from '../wire/bytes.ts'
import { crcIbm } from '../wire/checksums.ts'
import { type Decoding, malform, newMessage, type WireSession } from '../wire/message.ts'
import type { Trace } from '../wire/trace.ts'
import {
  acknowledge,
  acknowledgeDatagram,
  codecNames,
  codecs,
  crcBytes,
  datagramHeadBytes,
  headBytes,
  shapeOf,
  u16At,
  u32At,
} from './envelope.ts'
import { readGh3000Record } from './gh3000.ts'
import { fittingShape, readRecord, soundRecords } from './records.ts'
import { readText } from './texts.ts'

/**
 * Reads one frame. Never throws. The answer is the count of records, which the gateway sends once they are stored; a
 * frame that was damaged on its way is answered 0, after which the device sends it again.
 * @param trace for the log view
 */
export function decode(
  frame: Uint8Array,
  session: WireSession,
  now: number,
  trace: Trace | null = null,
): Message[] {
  switch (shapeOf(frame)) {
    case 'ping':
      trace?.add(0, 1, 'ping', 'ff')
      return [newMessage('heartbeat', 'ff', 'ping')]
    case 'greeting':
      return [greeting(frame, trace)]
    case 'packet':
      return [packet(frame, session, now, trace)]
    case 'datagram':
      return [datagram(frame, session, now, trace)]
    default:
      return [unreadable(frame)]
  }
}

/** A packet of no length, or of which less came than belongs to it. */
function unreadable(frame: Uint8Array): Message {
  const message = newMessage('malformed', '', 'malformed')
  message.problem = 'short'
  if (frame.length >= headBytes) message.replies.push(acknowledge(0))
  return message
}

const idAt = (frame: Uint8Array, at: number, length: number): string =>
  String.fromCharCode(...frame.subarray(at, at + length))

const accepted = Uint8Array.of(1)
const rejected = Uint8Array.of(0)

function greeting(frame: Uint8Array, trace: Trace | null): Message {
  const message = newMessage('login', '', 'login')
  const id = idAt(frame, 2, frame[1]!)
  message.identity = { terminalIds: [id] }
  message.replies.push(accepted)
  message.refusals.push(rejected)
  trace?.add(0, 2, 'length', frame[1])
  trace?.add(2, frame[1]!, 'terminal id', id)
  return message
}

function packet(frame: Uint8Array, session: WireSession, now: number, trace: Trace | null): Message {
  const end = frame.length - crcBytes
  const crc = u32At(frame, end)
  const isSound = crcIbm(frame, headBytes, end) === crc
  trace?.add(0, 4, 'preamble', '00000000')
  trace?.add(4, 4, 'length', u32At(frame, 4))
  const message = newMessage('reports', '', 'records')
  message.type = hexOfByte[frame[headBytes] ?? 0]!
  if (u32At(frame, 4) !== end - headBytes) malform({ message }, 'length')
  else if (!isSound && !session.profile.isChecksumOptional && trace === null) malform({ message }, 'checksum')
  const reader = new BodyReader(frame, undefined, headBytes, end)
  const records = message.kind === 'malformed' ? 0 : readData(reader, { message, session, now }, trace)
  trace?.add(end, crcBytes, 'crc', isSound ? hex16(crc) : `${hex16(crc)} (wrong)`)
  if (message.kind === 'malformed' || isAvl(frame[headBytes]!)) message.replies.push(acknowledge(records))
  return message
}

const hex16 = (crc: number): string => crc.toString(16).padStart(4, '0')

function datagram(frame: Uint8Array, session: WireSession, now: number, trace: Trace | null): Message {
  const idLength = u16At(frame, 6)
  const start = datagramHeadBytes + idLength
  const id = idAt(frame, datagramHeadBytes, idLength)
  trace?.add(0, 2, 'length', u16At(frame, 0))
  trace?.add(2, 2, 'packet id', hex16(u16At(frame, 2)))
  trace?.add(4, 1, 'packet type', frame[4])
  trace?.add(5, 1, 'AVL packet id', frame[5])
  trace?.add(6, 2, 'length of the terminal id', idLength)
  trace?.add(datagramHeadBytes, idLength, 'terminal id', id)
  const message = newMessage('reports', '', 'records')
  message.type = hexOfByte[frame[start] ?? 0]!
  message.identity = { terminalIds: [id] }
  if (u16At(frame, 0) + 2 !== frame.length) malform({ message }, 'length')
  const reader = new BodyReader(frame, undefined, start)
  const records = message.kind === 'malformed' ? 0 : readData(reader, { message, session, now }, trace)
  message.replies.push(acknowledgeDatagram(frame, records))
  return message
}

const isAvl = (codec: number): boolean =>
  codec === codecs.codec8 || codec === codecs.codec8e || codec === codecs.codec16 || codec === codecs.gh3000

/**
 * Codec, count, records or texts, and the count once more.
 * @returns how many of them the device need not send again
 */
function readData(reader: BodyReader, decoding: Decoding<WireSession>, trace: Trace | null): number {
  const { message } = decoding
  const { bytes, offset: start, end } = reader
  const codec = reader.u8()
  const count = reader.u8()
  trace?.add(start, 1, 'codec', codecNames[codec] ?? 'unknown')
  trace?.add(start + 1, 1, 'count', count)
  const inner = new BodyReader(bytes, undefined, reader.offset, end - 1)
  inner.trace = trace
  const isCounted = end - start >= 3 && bytes[end - 1] === count && codecNames[codec] !== undefined
  const isWhole = isCounted && (isAvl(codec) ? readRecords : readTexts)(inner, codec, count, decoding)
  trace?.add(end - 1, 1, 'count', bytes[end - 1])
  if (isWhole) return count
  if (message.reports.length > 0 && isAvl(codec)) message.problem = 'fields'
  else {
    malform({ message }, 'fields')
    message.reports = []
  }
  // A record that cannot be read is the same whenever it comes, and those after it would wait for ever.
  return isCounted && isAvl(codec) ? count : 0
}

/** @returns whether what was counted is there, and ends where it should */
function readTexts(
  reader: BodyReader,
  codec: number,
  count: number,
  decoding: Decoding<WireSession>,
): boolean {
  for (let i = 1; i <= count && !reader.isShort; i++) readText(reader, codec, decoding)
  return !reader.isShort && reader.remaining === 0
}

/** As `readTexts`; what can be read of records is in the message in any case. */
function readRecords(
  reader: BodyReader,
  codec: number,
  count: number,
  { message: { reports }, session, now }: Decoding<WireSession>,
): boolean {
  const { trace, bytes, end } = reader
  const traced = <T>(n: number, read: () => T): T => (trace ? trace.under(`record ${n}`, read) : read())
  if (codec === codecs.gh3000) {
    for (let n = 1; n <= count && !reader.isShort; n++) {
      const report = traced(n, () => readGh3000Record(reader, now, session.profile))
      if (!reader.isShort) reports.push(report)
    }
    return !reader.isShort && reader.remaining === 0
  }
  const shape = fittingShape(reader, codec, count)
  if (shape !== undefined) {
    for (let n = 1; n <= count; n++)
      reports.push(traced(n, () => readRecord(reader, shape, now, session.profile)))
    return true
  }
  const sound = soundRecords(reader, codec, count)
  for (const [i, start] of sound.starts.entries()) {
    const one = new BodyReader(bytes, undefined, start, end)
    one.trace = trace
    reports.push(traced(i + 1, () => readRecord(one, sound.shape, now, session.profile)))
  }
  return false
}
