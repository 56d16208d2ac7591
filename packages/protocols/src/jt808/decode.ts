/**
 * One frame that the cutter cut, to messages.
 * Source: JT/T 808-2013 and -2019, 4.4 "Composition of messages".
 */

import type { MediaPiece, MediaProgress, Message } from '../protocol.ts'
import { BodyReader } from '../wire/body.ts'
import { xor } from '../wire/checksums.ts'
import { malformedFrame } from '../wire/define-protocol.ts'
import { malform, newMessage } from '../wire/message.ts'
import { hexRest } from '../wire/texts.ts'
import type { Trace } from '../wire/trace.ts'
import { answerGeneral, type Decoding, generalResult, hexId, type MessageRow, reply } from './decoding.ts'
import { buildFrame, contentOf, encryptionBits, framingOf, type Header, readHeader } from './envelope.ts'
import { identityOf } from './identity.ts'
import { downlinkName, isDownlink } from './messages/downlink.ts'
import { readMediaPart, transferOf } from './messages/media.ts'
import { readSentence } from './messages/text-results.ts'
import { uplink } from './messages/uplink.ts'
import { addPart, isMedia, isPartValid, missingNumbers, overdueSets, type PartSet } from './parts.ts'
import { type Jt808Session, type KnownLayout, takeSerial, wireContext } from './session.ts'

const openBracket = 0x28

/** @param trace for the log view; notes every field with its place in the unescaped content */
export function decode(
  frame: Uint8Array,
  session: Jt808Session,
  now: number,
  trace: Trace | null = null,
): Message[] {
  if (frame[0] === openBracket) return [readSentence(frame, now)]
  const framing = framingOf(frame)
  if (frame.length < 2) return malformedFrame('short')
  const content = contentOf(frame, framing)
  if (content === null) return malformedFrame('escape')
  const header = readHeader(content, framing)
  if (typeof header === 'string') return malformedFrame(header)

  const row = uplink[header.id]
  const name = row?.name ?? downlinkName(header.id) ?? 'unknown'
  const message = newMessage(row?.kind ?? 'unknown', hexId(header.id), name)
  const decoding: Decoding = { header, session, now, message }
  const isWhole = header.bodyStart + header.bodyLength + 1 === content.length
  if (xor(content) !== 0 && !(session.profile.isChecksumOptional && isWhole && row)) {
    malform(decoding, 'checksum')
    return [message]
  }
  const layout = layoutOf(header, session)
  message.identity = layout.identity
  if (!isWhole) {
    malform(decoding, 'length')
    return [message]
  }
  session.layout = layout
  noteNumbering(header, session, now)
  readMessage(decoding, content, trace)
  return [message]
}

/** A device that restarted counts anew, and registers or logs in where it has no new connection either. */
function noteNumbering({ id, serial, hasShortSerial }: Header, session: Jt808Session, now: number): void {
  const isLogin = id === 0x0100 || id === 0x0102
  if ((session.numbering === null || isLogin) && !hasShortSerial) session.numbering = { serial, time: now }
}

/** Mostly that of the frame before, which saves working the id out again. */
function layoutOf({ framing, is2019, version, rawId }: Header, { layout }: Jt808Session): KnownLayout {
  if (
    layout !== null &&
    layout.framing === framing &&
    layout.is2019 === is2019 &&
    layout.version === version &&
    areEqual(layout.rawId, rawId)
  ) {
    return layout
  }
  return { framing, is2019, version, rawId: rawId.slice(), identity: identityOf(rawId) }
}

function areEqual(a: Uint8Array, b: Uint8Array): boolean {
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false
  return a.length === b.length
}

function readMessage(decoding: Decoding, content: Uint8Array, trace: Trace | null): void {
  const { header, session } = decoding
  const isEncrypted = !header.hasShortSerial && (header.attributes & encryptionBits) !== 0
  const context = wireContext(session, header.is2019)
  const bodyEnd = header.bodyStart + header.bodyLength
  if (isDownlink(header.id)) malform(decoding, 'direction')
  else if (isEncrypted) {
    malform(decoding, 'encrypted')
    answerGeneral(decoding, generalResult.unsupported)
  } else if (header.parts === null) {
    readBodyOf(decoding, new BodyReader(content, context, header.bodyStart, bodyEnd), trace)
  } else readPart(decoding, content.subarray(header.bodyStart, bodyEnd))
}

/** The last part to come brings the whole message; every other is only acknowledged. */
function readPart(decoding: Decoding, body: Uint8Array): void {
  const { header, session, now, message } = decoding
  if (!isPartValid(header.parts!)) {
    malform(decoding, 'part')
    answerGeneral(decoding, generalResult.wrong)
    return
  }
  if (isMedia(header.id) && header.parts!.total > 1) {
    message.kind = 'part'
    readMediaPart(decoding, new BodyReader(body, wireContext(session, header.is2019)))
    answerGeneral(decoding, generalResult.ok)
    return
  }
  const joined = addPart(session.partSets, header, body, now)
  if (joined === null) {
    message.kind = 'part'
    answerGeneral(decoding, generalResult.ok)
  } else readBodyOf(decoding, new BodyReader(joined, wireContext(session, header.is2019)), null)
}

function readBodyOf(decoding: Decoding, reader: BodyReader, trace: Trace | null): void {
  const { header, message } = decoding
  const row = uplink[header.id] ?? unknownMessage
  const start = reader.offset
  reader.trace = trace
  row.read(reader, decoding)
  if (typeof row.answer === 'function') {
    row.answer(decoding, new BodyReader(reader.bytes, reader.context, start, reader.end))
  } else if (row.answer !== 'none') {
    const verdict = message.kind === 'malformed' ? 'wrong' : row.answer === 'general' ? 'ok' : 'unsupported'
    answerGeneral(decoding, generalResult[verdict])
  }
}

/** A right frame of a number that has no row here: kept readable, answered "not supported". */
const unknownMessage: MessageRow = {
  name: 'unknown',
  kind: 'unknown',
  answer: 'unsupported',
  read: (reader, { message }) => {
    if (reader.remaining > 0) message.information = { body: hexRest.read(reader, {}) }
  },
}

/** Packet numbers that one request may name. */
const maxNumbers = 125

/** Requests missing parts, and gives up sets that wait too long. */
export function due(session: Jt808Session, now: number): Message[] {
  const { incomplete, dropped } = overdueSets(session.partSets, now)
  return [
    ...incomplete.map((set) => request(set, session, now)),
    ...dropped.map((set) => ({
      ...messageOf(set, 'malformed'),
      problem: 'part' as const,
    })),
  ]
}

function messageOf(set: PartSet, kind: 'part' | 'malformed'): Message {
  const message = newMessage(kind, hexId(set.id), uplink[set.id]?.name ?? 'unknown')
  message.identity = identityOf(set.layout.rawId)
  return message
}

/** 8800 where the media id is known, else 8003; the count grew to two bytes in 2019. */
function request(set: PartSet, session: Jt808Session, now: number): Message {
  const message = messageOf(set, 'part')
  const header = { ...set.layout, id: set.id, serial: set.firstSerial } as Header
  const decoding: Decoding = { header, session, now, message }
  const numbers = missingNumbers(set, maxNumbers)
  const listed = numbers.flatMap((number) => [number >> 8, number & 0xff])
  if (set.mediaId !== undefined) {
    reply(decoding, 0x8800, [...bytesOf(set.mediaId), numbers.length, ...listed])
  } else {
    const count = set.layout.is2019 ? [0, numbers.length] : [numbers.length]
    reply(decoding, 0x8003, [set.firstSerial >> 8, set.firstSerial & 0xff, ...count, ...listed])
  }
  return message
}

const bytesOf = (value: number): number[] => [24, 16, 8, 0].map((shift) => (value >>> shift) & 0xff)

/** 8800 with the id alone means that all parts are there; a device rejects the longer form with count 0. */
export function answerMedia(
  session: Jt808Session,
  { transfer }: MediaPiece,
  { missing, facts }: MediaProgress,
): Uint8Array[] {
  const { partSets, layout } = session
  const at = partSets.findIndex((set) => transferOf(set) === transfer)
  const set = partSets[at]
  if (set !== undefined) {
    // What is stored counts: also parts of a connection before this one.
    if (missing.length === 0) partSets.splice(at, 1)
    else for (const number of storedNumbers(set.total, missing)) set.parts.set(number, noBytes)
    if (facts.mediaId !== undefined) set.mediaId = facts.mediaId
  }
  if (missing.length > 0 || facts.mediaId === undefined || layout === null) return []
  return [buildFrame(layout, 0x8800, takeSerial(session), bytesOf(facts.mediaId))]
}

const noBytes = new Uint8Array(0)

function* storedNumbers(total: number, missing: MediaProgress['missing']): Generator<number> {
  let number = 1
  for (const [start, end] of missing) {
    for (; number <= start; number++) yield number
    number = end + 1
  }
  for (; number <= total; number++) yield number
}
