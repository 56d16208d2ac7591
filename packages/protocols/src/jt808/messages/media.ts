/** Pictures, sound and video: 0800, 0801, 0802, 0805; 8888 of CC888. Source: JT/T 808-2013 8.38 to 8.46. */

import type { Extra, MediaFacts, MediaPiece, Report } from '../../protocol.ts'
import { type BodyReader, body, readBody } from '../../wire/body.ts'
import { counted, oneOf, u8, u16, u32 } from '../../wire/types.ts'
import { answerGeneral, type Decoding, generalResult, hexId } from '../decoding.ts'
import { notePart, type PartSet } from '../parts.ts'
import { positionBytes, readPosition } from './position.ts'

const types = oneOf(u8, ['image', 'audio', 'video'])
const events = oneOf(u8, [
  'platform',
  'timer',
  'robbery',
  'collision',
  'doorOpened',
  'doorClosed',
  'doorsClosedAndMoving',
  'distance',
])

export const mediaRows = {
  mediaId: u32,
  mediaType: types,
  mediaFormat: oneOf(u8, ['jpeg', 'tif', 'mp3', 'wav', 'wmv']),
  mediaEvent: events,
  channel: u8,
}
const mediaHead = body(mediaRows)
const headBytes = 8

/** First bytes of JPEG, RIFF (WAV, AVI), MP3 with ID3, and AMR. */
const signatures = [
  [0xff, 0xd8, 0xff],
  [0x52, 0x49, 0x46, 0x46],
  [0x49, 0x44, 0x33],
  [0x23, 0x21, 0x41, 0x4d, 0x52],
]

const isMediaAt = (r: BodyReader, at: number): boolean =>
  signatures.some((signature) => signature.every((byte, i) => r.bytes[r.offset + at + i] === byte))

/**
 * Editions differ in what precedes the data: head and position, head alone (2011), nothing. The
 * file's signature decides; without one, head and position where there is room for both.
 */
function dataStart(r: BodyReader): number {
  const starts = [headBytes + positionBytes, headBytes, 0]
  const signed = starts.find((at) => isMediaAt(r, at))
  return signed ?? (r.remaining >= headBytes + positionBytes ? headBytes + positionBytes : headBytes)
}

/** A file in one message. */
export function readMedia(r: BodyReader, decoding: Decoding): void {
  const { message, header } = decoding
  const facts = readHead(r, decoding)
  // What has no number cannot be answered by it.
  if (header.id === 0x0801 && facts.mediaId === undefined) answerGeneral(decoding, generalResult.ok)
  if (message.reports.length > 0) message.kind = 'reports'
  const transfer = transferOf({ id: header.id, total: 1, firstSerial: header.serial })
  message.media = { transfer, unit: 'part', start: 0, end: 1, total: 1, bytes: restOf(r), facts }
}

/** One of several parts. The first one holds what is said of the file; it is cut off, so that the parts joined are the file. */
export function readMediaPart(decoding: Decoding, r: BodyReader): void {
  const { message, header, session, now } = decoding
  const { total, number } = header.parts!
  const set = notePart(session.partSets, header, noBytes, now)
  const media: MediaPiece = {
    transfer: transferOf(set),
    unit: 'part',
    start: number - 1,
    end: number,
    total,
    bytes: noBytes,
  }
  const { numbering } = session
  // One that began before, over another connection, has a number before the first of this one.
  if (numbering !== null && ((set.firstSerial - numbering.serial) & 0xffff) < 0x8000)
    media.sinceTime = numbering.time
  if (number === 1) {
    media.facts = readHead(r, decoding)
    if (media.facts.mediaId !== undefined) set.mediaId = media.facts.mediaId
  }
  media.bytes = restOf(r)
  message.media = media
}

export const transferOf = ({ id, total, firstSerial }: Pick<PartSet, 'id' | 'total' | 'firstSerial'>) =>
  `${hexId(id)} ${total} ${firstSerial}`

const noBytes = new Uint8Array(0)

/** A copy: the frame goes its own way. */
function restOf(r: BodyReader): Uint8Array {
  r.trace?.add(r.offset, r.remaining, 'data', `${r.remaining} bytes`)
  return r.rest().slice()
}

/** Reads what stands before the data, and leaves the reader at the data. */
function readHead(r: BodyReader, { message, session, now, header }: Decoding): MediaFacts {
  const start = header.id === 0x0801 ? dataStart(r) : 0
  if (start === 0) {
    message.information = { mediaBytes: r.remaining }
    return { kind: 'image' }
  }
  const head = readBody(mediaHead, r)
  const { mediaId, mediaType, mediaEvent, channel } = head
  const facts: MediaFacts = {}
  if (typeof mediaEvent === 'string') facts.event = mediaEvent
  if (mediaId !== undefined) facts.mediaId = mediaId
  if (channel !== undefined) facts.channel = channel
  if (mediaType === 'image' || mediaType === 'audio' || mediaType === 'video') facts.kind = mediaType
  message.information = head as { [name: string]: Extra }
  if (start > headBytes) {
    const report = readPosition(r.slice(positionBytes), session, now)
    const { fixTime, latitude, longitude } = report
    if (fixTime !== null) facts.time = fixTime
    if (latitude !== undefined && longitude !== undefined) Object.assign(facts, { latitude, longitude })
    message.reports.push(mediaReport(report))
  }
  return facts
}

/** Where a picture was taken, which may be long ago. */
const mediaReport = (report: Report): Report => ({ ...report, isBuffered: true })

const listHead = body({ serial: u16, count: u16 })
const listEntryBytes = 7

export function readMediaList(r: BodyReader, { message, session, now }: Decoding): void {
  const { serial = null, count = 0 } = readBody(listHead, r)
  message.command = { correlation: serial, result: 'success' }
  const media: Extra[] = []
  while (media.length < count && r.remaining >= listEntryBytes + positionBytes) {
    const entry = readBody(listEntry, r.slice(listEntryBytes))
    media.push(entry as Extra)
    message.reports.push(mediaReport(readPosition(r.slice(positionBytes), session, now)))
  }
  message.information = { media }
  if (message.reports.length > 0) message.kind = 'reports'
}

const listEntry = body({ mediaId: u32, mediaType: types, channel: u8, mediaEvent: events })

const shots = body({ serial: u16, result: u8, mediaIds: counted(u16, u32) })

export function readShots(r: BodyReader, { message }: Decoding): void {
  const { serial = null, result, mediaIds = [] } = readBody(shots, r)
  const verdict = result === 0 ? 'success' : result === 2 ? 'unsupported' : 'failed'
  message.command = { correlation: serial, result: verdict }
  message.information = { mediaIds }
}
