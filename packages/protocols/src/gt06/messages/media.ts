/**
 * Files that devices hand over block by block. Source: Concox V5 (8D); public frames of the X1 camera (35, 36) and of
 * WD-209 (41). Blocks of 8D come unasked, each after the acknowledgement of the one before; those of the X1 are requested.
 */
import type { MediaFacts, MediaPiece, MediaProgress, Message } from '../../protocol.ts'
import { type BodyReader, body, readBody } from '../../wire/body.ts'
import { fromHex } from '../../wire/bytes.ts'
import { newMessage } from '../../wire/message.ts'
import { hex } from '../../wire/texts.ts'
import { oneOf, u8, u16, u32 } from '../../wire/types.ts'
import { Writer } from '../../wire/writer.ts'
import { type Gt06Decoding, leaveUnknown, typeOf } from '../decoding.ts'
import { seal } from '../envelope.ts'
import { date } from '../layouts/place.ts'
import * as state from '../layouts/states.ts'
import type { Gt06Session, Picture } from '../session.ts'
import { valuesOf } from './rows.ts'

const fileHead = body({
  event: oneOf(u8, ['monitor', 'sos', 'intercom']),
  fileBytes: u32,
  checkKind: oneOf(u8, ['crc16', 'md5']),
})
const checks = { crc16: body({ check: hex(2) }), md5: body({ check: hex(16) }) }
const fileBlock = body({ blockStart: u32, blockBytes: u16 })
const recordTime = body({ date })
const alarmSerial = body({ alarmSerial: u16 })

/** 8D: a voice recording. Answered 01 once it is stored, 00 to have it again. */
export function readFile(reader: BodyReader, decoding: Gt06Decoding): void {
  const { message, head, session } = decoding
  const { event, fileBytes = 0, checkKind } = readBody(fileHead, reader)
  const check =
    checkKind === 'crc16' || checkKind === 'md5' ? readBody(checks[checkKind], reader).check : undefined
  const { blockStart = 0, blockBytes = 0 } = readBody(fileBlock, reader)
  const end = blockStart + blockBytes
  if (check === undefined || blockBytes === 0 || blockBytes > reader.remaining || end > fileBytes) {
    leaveUnknown(decoding)
    return
  }
  const bytes = takeBytes(reader, blockBytes)
  const facts: MediaFacts = { kind: 'audio' }
  if (typeof event === 'string') facts.event = event
  if (event === 'sos') readBody(alarmSerial, reader)
  else {
    const { date: time } = readBody(recordTime, reader)
    if (typeof time === 'number') facts.time = utcOf(time, session)
  }
  message.media = {
    transfer: `8d ${fileBytes} ${check}`,
    unit: 'byte',
    start: blockStart,
    end,
    total: fileBytes,
    bytes,
    facts,
    check: { kind: checkKind as 'crc16' | 'md5', value: check },
    again: [seal(0x8d, Uint8Array.of(0), head.serial, true)],
  }
  message.replies.push(seal(0x8d, Uint8Array.of(1), head.serial, true))
}

function takeBytes(reader: BodyReader, length: number): Uint8Array {
  reader.trace?.add(reader.offset, length, 'data', `${length} bytes`)
  const start = reader.offset
  reader.skip(length)
  return reader.bytes.slice(start, start + length)
}

const utcOf = (time: number, session: Gt06Session): number => time - session.utcClock.offsetMinutes * 60_000

/** 35: what the X1 camera has, which it hands over as it is requested. */
export function readAnnouncement(reader: BodyReader, decoding: Gt06Decoding): void {
  const { message, session, now } = decoding
  const values = valuesOf(reader, decoding, state.pictureAnnouncements)?.values
  if (values === undefined) return
  const { pictureId, pictureLength, camera, date: time } = values
  if (typeof pictureId !== 'number' || typeof pictureLength !== 'number' || pictureLength === 0) return
  session.picture = { pictureId, length: pictureLength, offset: 0, requestTime: now, requests: 0 }
  const facts: MediaFacts = { mediaId: pictureId, kind: 'image' }
  if (typeof camera === 'number') facts.channel = camera
  if (typeof time === 'number') facts.time = utcOf(time, session)
  message.media = { ...pieceOf(pictureId, 0, 0), total: pictureLength, facts }
}

/** 36 */
export function readPictureBlock(reader: BodyReader, { message, session, now }: Gt06Decoding): void {
  const { pictureId, offset, length = 0 } = readBody(pictureBlock, reader)
  if (pictureId === undefined || offset === undefined) return
  const bytes = takeBytes(reader, Math.min(length, reader.remaining))
  if (bytes.length === 0) return
  const picture = session.picture?.pictureId === pictureId ? session.picture : null
  if (picture !== null) picture.requestTime = now
  const total = picture?.length ?? null
  message.media = { ...pieceOf(pictureId, offset, offset + bytes.length), total, bytes }
}

/** 41: taken where all of it is in one frame; where the blocks of a longer one belong, the frames do not say. */
export function readWholeFile(reader: BodyReader, decoding: Gt06Decoding): void {
  const { message } = decoding
  const values = valuesOf(reader, decoding, state.media)?.values
  if (values === undefined) return
  const { mediaId, mediaLength, time, block } = values
  const bytes = fromHex(String(block ?? ''))
  if (typeof mediaId !== 'number' || mediaLength !== bytes.length || bytes.length === 0) return
  const facts: MediaFacts = { mediaId }
  if (typeof time === 'number') facts.time = time
  message.media = {
    transfer: `41 ${mediaId}`,
    unit: 'part',
    start: 0,
    end: 1,
    total: 1,
    bytes,
    facts,
  }
}

const pictureBlock = body({ pictureId: u32, offset: u32, length: u16 })
const noBytes = new Uint8Array(0)

const pieceOf = (pictureId: number, start: number, end: number): MediaPiece => ({
  transfer: `x1 ${pictureId}`,
  unit: 'byte',
  start,
  end,
  total: null,
  bytes: noBytes,
})

const blockSize = 1024
/** Wait for a block before it is requested again, and how often. */
const requestAfterMs = 5_000
const maxRequests = 8

/** Requests the first block of a picture that is missing. */
export function answerMedia(
  session: Gt06Session,
  piece: MediaPiece,
  { missing }: MediaProgress,
): Uint8Array[] {
  const { picture } = session
  if (picture === null || piece.transfer !== pieceOf(picture.pictureId, 0, 0).transfer) return []
  const [next] = missing
  if (next === undefined) {
    session.picture = null
    return []
  }
  picture.offset = next[0]
  picture.requests = 0
  return [requestBlock(picture)]
}

function requestBlock({ pictureId, offset, length }: Picture): Uint8Array {
  const writer = new Writer()
  writer.u32(pictureId)
  writer.u32(offset)
  writer.u16(Math.min(blockSize, length - offset))
  return seal(0x36, writer.done(), 0, false)
}

/** Requests a block again that has not come. */
export function due(session: Gt06Session, now: number): Message[] {
  const { picture } = session
  if (picture === null || now - picture.requestTime < requestAfterMs * (picture.requests + 1)) return []
  if (picture.requests >= maxRequests) {
    session.picture = null
    return []
  }
  picture.requests++
  const message = newMessage('part', typeOf(0x36), 'pictureData')
  message.replies.push(requestBlock(picture))
  return [message]
}
