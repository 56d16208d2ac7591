/** Pictures, sound and video: 0800, 0801, 0802, 0805. The data itself stays in the frames. Source: JT/T 808-2013 8.38 to 8.46. */

import type { Extra, Report } from '../../protocol.ts'
import { type BodyReader, body, readBody } from '../../wire/body.ts'
import { counted, oneOf, u8, u16, u32 } from '../../wire/types.ts'
import { type Decoding, reply } from '../decoding.ts'
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

export function readMedia(r: BodyReader, { message, session, now }: Decoding): void {
  const start = dataStart(r)
  const information: { [name: string]: Extra } = start === 0 ? {} : readBody(mediaHead, r)
  if (start > headBytes) {
    const report = readPosition(r.slice(positionBytes), session, now)
    message.reports.push(mediaReport(report))
    message.kind = 'reports'
  }
  information.mediaBytes = r.remaining
  r.trace?.add(r.offset, r.remaining, 'data', `${r.remaining} bytes`)
  message.information = information
}

/** Where a picture was taken, which may be long ago. */
const mediaReport = (report: Report): Report => ({ ...report, isBuffered: true })

/** 8800 with the id alone means that all parts are there; a device rejects the longer form with count 0. */
export function answerMedia(decoding: Decoding, r: BodyReader): void {
  if (dataStart(r) === 0 || r.remaining < headBytes) return
  reply(decoding, 0x8800, r.bytes.subarray(r.offset, r.offset + 4))
}

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
