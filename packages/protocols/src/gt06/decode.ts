/** GT06 frames to messages. Reports carry signed WGS-84 degrees, km/h and epoch milliseconds. */
import { alarms } from '@trackway/core/codes/alarms.ts'
import { toHex } from '../bytes.ts'
import type { Message } from '../protocol.ts'
import { Reader } from '../reader.ts'
import { longBodies, shortBodies } from './bodies.ts'
import type { Body } from './body.ts'
import { bodyProblem, type Chosen, chooseLayout } from './choose.ts'
import { iccidOf, placeOf, readCommand, readOldReply, readReply } from './command-reply.ts'
import { Draft } from './draft.ts'
import { acknowledge, type Envelope, openEnvelope, seal } from './envelope.ts'
import { identityOf } from './identity.ts'
import { readIdentifiers, readInformation, readSubscriber, readTransparent } from './information.ts'
import { malformed, typeOf } from './malformed.ts'
import { decodeNoCrc, isNoCrcFrame, isNoCrcGps, isNoCrcHeartbeat } from './no-crc.ts'
import { readObd } from './obd.ts'
import { pictureReplies } from './picture.ts'
import { toReport } from './report.ts'
import { applyZone, type Gt06Session } from './session.ts'
import { Writer } from './writer.ts'

/** Reads one frame. Never throws: a frame that breaks the protocol becomes `malformed`. */
export function decode(frame: Uint8Array, session: Gt06Session, now: number): Message[] {
  const envelope = openFrame(frame, session)
  if (envelope === 'no CRC') return decodeNoCrc(frame, session, now)
  if (typeof envelope === 'string') return [malformed(envelope, frame)]
  const body = bodyOf(envelope)
  return [body ? decodeBody(frame, envelope, body, session, now) : unknown(frame, envelope)]
}

/** Whether a frame is GT06 or of the dialect without CRC, which the connection may have shown before. */
export function openFrame(
  frame: Uint8Array,
  session: Gt06Session,
): Envelope | 'no CRC' | (Message['problem'] & string) {
  const envelope = openEnvelope(frame, session.profile.isChecksumOptional === true)
  if (typeof envelope !== 'string') return envelope
  if (isNoCrcFrame(frame, session)) return 'no CRC'
  const isLookalike = envelope === 'checksum' && (isNoCrcHeartbeat(frame) || isNoCrcGps(frame))
  return isLookalike ? 'no CRC' : envelope
}

export const bodyOf = ({ isLong, number }: Envelope): Body | undefined =>
  (isLong ? longBodies : shortBodies)[number]

function decodeBody(
  frame: Uint8Array,
  envelope: Envelope,
  body: Body,
  session: Gt06Session,
  now: number,
): Message {
  const message: Message = {
    kind: body.kind,
    type: typeOf(envelope.number),
    name: body.name,
    reports: [],
    replies:
      body.acknowledge === false
        ? []
        : [acknowledge(body.acknowledge, envelope.serial, body.isLongAcknowledge)],
    refusals: [],
  }
  if (body.layouts.length === 0) return decodeFree(frame, envelope, body, message, session, now)
  if (envelope.start === envelope.end) {
    // An empty body is a sign of life, and the device waits for an answer to it.
    return { ...message, kind: 'heartbeat', replies: [acknowledge(envelope.number, envelope.serial)] }
  }
  const chosen = chooseLayout(frame, envelope, body)
  const problem = bodyProblem(chosen, body)
  if (problem) return { ...malformed(problem, frame), replies: body.isAlarm ? message.replies : [] }
  if (!chosen.isExact && chosen.isImpossible) return unknown(frame, envelope)
  return complete(frame, envelope, body, chosen, message, session, now)
}

/** What a body means, once its fields are read. */
function complete(
  frame: Uint8Array,
  envelope: Envelope,
  body: Body,
  chosen: Chosen,
  message: Message,
  session: Gt06Session,
  now: number,
): Message {
  const { draft, variant } = chosen
  switch (body.name) {
    case 'login':
      return login(frame, draft, message, session)
    case 'pictureInfo':
    case 'pictureData':
      return {
        ...message,
        replies: pictureReplies(draft, body.name, session),
        information: draft.extra ?? {},
      }
    case 'media':
    case 'file':
      return { ...message, information: draft.extra ?? {} }
    case 'addressQuery':
      message.replies = [variant === 'RFID' ? acknowledge(envelope.number, envelope.serial) : noAddress]
      if (variant === 'RFID') message.name = 'rfid'
      break
    case 'cellList':
    case 'cells':
    case 'cellsAndWifi':
      if (draft.flags >= 0) message.name = 'location'
      break
    case 'obdStream':
      readObd(draft)
      break
  }
  if (body.isLongAcknowledge && body.isAlarm) raiseSecurity(draft)
  const guess = dialectByVariant[variant]
  if (guess) session.guessedDialect = guess
  if (draft.imei !== '') {
    const identity = identityOf(draft.imei)
    if (identity) message.identity = identity
  }
  message.reports = [toReport(draft, body, variant, session, now)]
  return message
}

/** Forms of a body that only the devices of one dialect send. */
const dialectByVariant: { readonly [variant: string]: string } = {
  SeeWorld: 'seeworld',
  LW4G: 'lw',
  SL4X: 'gt02',
  GT02: 'gt02',
  'Wanway S20': 'wanway',
}

function login(frame: Uint8Array, draft: Draft, message: Message, session: Gt06Session): Message {
  const identity = identityOf(draft.imei)
  if (!identity) return malformed('identity', frame)
  session.hasNoCrc = false
  const word = draft.extra?.zoneWord
  // A word of zeros says nothing: neither a zone nor a language.
  const zone = typeof word === 'number' && word !== 0 ? zoneMinutes(word) : null
  if (zone !== null) applyZone(session, zone)
  const information = { ...draft.extra, ...(zone !== null && { utcOffsetMinutes: zone }) }
  return { ...message, identity, ...(draft.extra && { information }) }
}

/** Bits 15 to 4: hours times 100 plus minutes; bit 3: west. */
function zoneMinutes(word: number): number | null {
  const value = word >> 4
  const minutes = Math.floor(value / 100) * 60 + (value % 100)
  const offset = word & 8 ? -minutes : minutes
  return value % 100 < 60 && offset >= -720 - 45 && offset <= 840 ? offset : null
}

/** AZ735 says its alarms in a byte of its own. */
function raiseSecurity(draft: Draft): void {
  const state = draft.extra?.statusByte
  if (state === 0xa0) draft.report.armed = true
  if (state === 0xa1) draft.report.armed = false
  if (state === 0xa2 || state === 0xa3) draft.raise(alarms.internalBatteryLow)
  if (state === 0xa5) draft.raise(alarms.doorOpened)
}

/** "No address" as Traccar words it; it ends the device's repeating. */
const noAddress = seal(0x97, noAddressBody(), 0, true)

function noAddressBody(): Uint8Array {
  const text = 'NA&&NA&&0##'
  const writer = new Writer()
  writer.u8(text.length)
  writer.u32(0)
  writer.ascii(text)
  return writer.done()
}

/** Bodies that are no table: texts, sub-types, requests. */
function decodeFree(
  frame: Uint8Array,
  envelope: Envelope,
  body: Body,
  message: Message,
  session: Gt06Session,
  now: number,
): Message {
  const reader = new Reader(frame, envelope.start, envelope.end)
  const draft = new Draft()
  switch (body.name) {
    case 'commandReply':
      return decodeReply(envelope, reader, message)
    case 'timeRequest':
      return { ...message, replies: [timeAnswer(envelope.serial, now)] }
    case 'unixTimeRequest':
      return { ...message, replies: [unixTimeAnswer(envelope.serial, now)] }
    case 'information':
      message.kind = readInformation(reader, draft)
      break
    case 'imsi':
    case 'iccid':
      readSubscriber(reader, draft)
      break
    case 'identifiers':
      readIdentifiers(reader, draft)
      break
    case 'transparentData':
      readTransparent(reader, draft)
      break
    case 'command':
    case 'query':
      readCommand(reader, draft)
      break
    default:
      return { ...unknown(frame, envelope), name: body.name, replies: message.replies }
  }
  if (draft.information) message.information = draft.information
  if (message.kind === 'reports' || draft.report.oilCut !== undefined || draft.report.iccid !== undefined) {
    message.reports = [toReport(draft, body, '', session, now)]
  }
  return message
}

function decodeReply(envelope: Envelope, reader: Reader, message: Message): Message {
  const command = envelope.number === 0x15 ? readOldReply(reader) : readReply(reader)
  const text = command.text ?? ''
  const iccid = iccidOf(text)
  if (iccid) return { ...message, kind: 'information', information: { iccid } }
  // An empty answer must not settle the command that is still waiting for its own.
  if (text === '') return { ...message, kind: 'information', information: {} }
  const place = placeOf(text)
  return { ...message, command, reports: place ? [place] : [] }
}

/** Date and time in UTC: sending local time here shifts all stamps that follow. */
function timeAnswer(serial: number, now: number): Uint8Array {
  const time = new Date(now)
  return seal(
    0x8a,
    Uint8Array.of(
      time.getUTCFullYear() - 2000,
      time.getUTCMonth() + 1,
      time.getUTCDate(),
      time.getUTCHours(),
      time.getUTCMinutes(),
      time.getUTCSeconds(),
    ),
    serial,
  )
}

/** Seconds since 1970 and two bytes of zero. Source: public captures of 0x1F. */
function unixTimeAnswer(serial: number, now: number): Uint8Array {
  const writer = new Writer()
  writer.u32(Math.floor(now / 1000))
  writer.u16(0)
  return seal(0x1f, writer.done(), serial)
}

/** A whole frame without a layout: kept readable. Most clones go on only once it is acknowledged. */
function unknown(frame: Uint8Array, { isLong, number, serial }: Envelope): Message {
  const isOurs = number >= 0x80 && number <= 0x82
  return {
    kind: 'unknown',
    type: typeOf(number),
    name: 'unknown',
    reports: [],
    replies: isLong || isOurs ? [] : [acknowledge(number, serial)],
    refusals: [],
    information: { raw: toHex(frame) },
  }
}
