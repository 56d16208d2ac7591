/** Messages of terminals: number, name, body, answer. Source: JT/T 808-2011, -2013 and -2019, 8; JT/T 1078 for 10xx and 12xx; makers' own behind their rows. */

import { isImei } from '@trackway/core/rules/validation.ts'
import type { CommandReply, Extra, Report } from '../../protocol.ts'
import { type BodyReader, body, type Rows, readBody } from '../../wire/body.ts'
import { toHex } from '../../wire/bytes.ts'
import { signalLevel } from '../../wire/network.ts'
import { addValue, bareReport } from '../../wire/report.ts'
import { bcd, hex, hexRest, text, text8, textRest } from '../../wire/texts.ts'
import { bcdTime, believable, dateParts } from '../../wire/time.ts'
import { counted, group, many, oneOf, percent, sm16, time6, u8, u16, u32 } from '../../wire/types.ts'
import { type Decoding, type MessageRow, reply } from '../decoding.ts'
import { readLockReport } from '../items/jointech.ts'
import { answerMedia, mediaRows, readMedia, readMediaList, readShots } from './media.ts'
import { parameterList } from './parameters.ts'
import { positionBytes, readPosition } from './position.ts'
import { answerRegister, learnImei, readAttributes, readAuthenticate, readRegister } from './registration.ts'
import { readEncodedText, readNumberedText, readWaybill } from './text-results.ts'
import { readTransparent } from './transparent.ts'

const row = (
  name: string,
  kind: MessageRow['kind'],
  answer: MessageRow['answer'],
  read: MessageRow['read'] = () => {},
): MessageRow => ({ name, kind, answer, read })

/** A message whose values are facts about the device, as they are. */
function facts(rows: Rows): MessageRow['read'] {
  const table = body(rows)
  return (r, { message }) => {
    const values = readBody(table, r)
    if (Object.keys(values).length > 0) message.information = values as { [name: string]: Extra }
  }
}

const results: readonly CommandReply['result'][] = ['success', 'failed', 'wrong', 'unsupported', 'busy']

export const generalAnswer = body({ serial: u16, answeredId: hex(2), result: u8 })

function readGeneralAnswer(r: BodyReader, { message }: Decoding): void {
  const { serial = null, answeredId, result } = readBody(generalAnswer, r)
  message.command = { correlation: serial, result: results[result ?? 1] ?? 'failed' }
  message.information = { answeredId: answeredId ?? '' }
}

const handsetState = body({
  batteryPercent: percent,
  csq: u8,
  runState: oneOf(u8, ['running', 'standby', 'off']),
})

/** Portables add their state to the heartbeat; other bodies are kept as they are. */
function readHeartbeat(r: BodyReader, { message }: Decoding): void {
  if (r.remaining === 0) return
  const report = bareReport()
  if (r.remaining === 3) {
    const { batteryPercent, csq = 0, runState = '' } = readBody(handsetState, r)
    if (batteryPercent !== undefined) report.batteryPercent = batteryPercent
    const level = signalLevel(csq)
    if (level !== undefined) report.gsmLevel = level
    report.extra = { csq, runState }
  } else report.extra = { heartbeat: hexRest.read(r, {}) }
  message.reports.push(report)
}

/** A body below the base of a position is a sign of life and nothing more. */
function readReport(r: BodyReader, decoding: Decoding): void {
  const { message, session, now } = decoding
  if (r.remaining < positionBytes) {
    message.kind = 'heartbeat'
    return
  }
  const report = readPosition(r, session, now)
  message.reports.push(report)
  learnFrom(report, decoding)
}

/** What a report tells of the device is kept with the device too. */
function learnFrom({ iccid, extra }: Report, decoding: Decoding): void {
  const { message } = decoding
  if (iccid !== undefined) message.information = { ...message.information, iccid }
  if (typeof extra?.imei === 'string' && isImei(extra.imei)) learnImei(decoding, extra.imei)
  if (typeof extra?.firmware === 'string') {
    message.information = { ...message.information, firmware: extra.firmware }
  }
}

/** 0201 and 0500: the serial of the request, then a position. */
function readAnsweredReport(r: BodyReader, decoding: Decoding): void {
  const start = r.offset
  const serial = r.u16()
  r.trace?.add(start, 2, 'serial', serial)
  decoding.message.command = { correlation: serial, result: 'success' }
  readReport(r, decoding)
}

const batchHead = body({ count: u16, batchType: u8 })
const backlog = 1

/** Each item is read on its own slice; count and lengths that lie end the list, not the message. */
function readBatch(r: BodyReader, decoding: Decoding): void {
  const { batchType } = readBody(batchHead, r)
  readPositions(r, decoding, (reader) => reader.u16(), batchType === backlog)
}

function readPositions(
  r: BodyReader,
  decoding: Decoding,
  readLength: (reader: BodyReader) => number,
  isBuffered: boolean,
): void {
  const { message, session, now } = decoding
  for (let n = 1; r.remaining > 2; n++) {
    const length = readLength(r)
    // What the last length promises too much is cut off, as in any truncated item.
    const isCut = length > r.remaining
    const one = r.slice(length)
    if (one.remaining < positionBytes) continue
    const read = () => readPosition(one, session, now)
    const report = r.trace === null ? read() : r.trace.under(String(n), read)
    if (isBuffered) report.isBuffered = true
    if (isCut) addValue(report, 'truncated', true)
    message.reports.push(report)
    learnFrom(report, decoding)
  }
}

const sleepNotice = body({ batteryPercent: percent, time: time6 })
const sleepNoticeBytes = 7

/** 0210 is two things: going to sleep (Xinchun, 7 bytes), or positions with one-byte lengths (HHD). */
function readSleepOrBatch(r: BodyReader, decoding: Decoding): void {
  if (r.remaining === sleepNoticeBytes) readSleep(r, decoding)
  else readPositions(r, decoding, (reader) => reader.u8(), false)
}

function readSleep(r: BodyReader, decoding: Decoding): void {
  const { batteryPercent, time = null } = readBody(sleepNotice, r)
  const report: Report = { ...bareReport(), extra: { goesToSleep: true, deviceTime: time } }
  if (batteryPercent !== undefined) report.batteryPercent = batteryPercent
  decoding.message.kind = 'heartbeat'
  decoding.message.reports.push(report)
}

function readParameters(r: BodyReader, { message }: Decoding): void {
  const { serial = 0, parameters = {} } = readBody(parametersBody, r)
  message.command = { correlation: serial, result: 'success' }
  message.information = { parameters }
}

const parametersBody = body({ serial: u16, count: u8, parameters: parameterList })

const upgradeTargets = {
  0: 'terminal',
  12: 'cardReader',
  52: 'gnss',
  0x64: 'adas',
  0x65: 'dsm',
  0x66: 'tyres',
  0x67: 'blindSpot',
  0xa2: 'gsm',
}
const upgradeResults = {
  0: 'success',
  1: 'failed',
  2: 'cancelled',
  0x10: 'targetMissing',
  0x11: 'hardwareUnsupported',
  0x12: 'sameVersion',
  0x13: 'versionUnsupported',
}
const upgradeResult = { upgraded: oneOf(u8, upgradeTargets), upgrade: oneOf(u8, upgradeResults) }

const driverCard = body({
  card: oneOf(u8, { 1: 'in', 2: 'out' }),
  time: time6,
  readResult: oneOf(u8, ['ok', 'authenticationFailed', 'locked', 'pulledOut', 'dataWrong']),
  driver: text8,
  licence: text(20),
  agency: text8,
  validUntil: bcd(4),
  identityCard: text(20),
})
const driverCard2011 = body({ driver: text8, identityCard: text(20), licence: text(40), agency: text8 })

/** The 2011 form begins with the length of a name, the later ones with 1 or 2 and a time. */
function readDriver(r: BodyReader, { message, now }: Decoding): void {
  const isDated = r.peek() >= 1 && r.peek() <= 2 && isBcd(r.bytes.subarray(r.offset + 1, r.offset + 7))
  const read: { [name: string]: unknown; time?: number | null } = readBody(
    isDated ? driverCard : driverCard2011,
    r,
  )
  const { driver, licence, time = null, ...rest } = read
  const report: Report = { ...bareReport(), extra: {} }
  if (isDated) report.fixTime = believable(time, now)
  if (licence) report.driverId = String(licence)
  for (const [name, value] of Object.entries({ driver, ...rest })) {
    if (value !== '' && value !== undefined) addValue(report, name, value)
  }
  message.reports.push(report)
}

const isBcd = (bytes: Uint8Array): boolean => bytes.length === 6 && /^\d+$/.test(toHex(bytes))

const canBatch = body({
  count: u16,
  firstTime: bcd(5), // hh mm ss and four digits of milliseconds
  frames: many(group({ canId: hex(4), data: hex(8) })),
})

function readCan(r: BodyReader, { message }: Decoding): void {
  const { firstTime, frames } = readBody(canBatch, r)
  message.reports.push({ ...bareReport(), extra: { canTime: firstTime ?? '', canFrames: frames ?? [] } })
}

const storedAreas = {
  areaKind: oneOf(u8, [null, 'circle', 'rectangle', 'polygon', 'route']),
  count: u32,
  areas: hexRest,
}

const controlAnswer = body({ serial: u16, control: u8, result: u8, reserved: hexRest })

function readControlAnswer(r: BodyReader, { message }: Decoding): void {
  const { serial = null, result, control } = readBody(controlAnswer, r)
  message.command = {
    correlation: serial,
    result: result === 0 ? 'success' : result === 1 ? 'unsupported' : 'failed',
    text: `control ${control}, result ${result}`,
  }
}

const versionReport = facts({
  firmware: text(14),
  firmwareDate: text(10),
  cpuId: text(12),
  gsmType: text(15),
  imei: text(15),
  imsi: text(15),
  iccid: text(20),
  carType: u16,
  vin: text(17),
  odometerM: u32,
  fuelMl: u32,
})

function readVersion(r: BodyReader, decoding: Decoding): void {
  versionReport(r, decoding)
  const { imei } = decoding.message.information ?? {}
  if (typeof imei === 'string' && isImei(imei)) learnImei(decoding, imei)
}

const accelerations = body({
  samples: many(group({ time: time6, x: sm16, y: sm16, z: sm16 })),
})

function readAccelerations(r: BodyReader, { message }: Decoding): void {
  const { samples = [] } = readBody(accelerations, r)
  message.reports.push({ ...bareReport(), extra: { accelerations: samples } })
}

/** Only one value is known: hex 40 for GMT+8. */
const gmt8 = 0x40

function readTimeZone(r: BodyReader, { message, session }: Decoding): void {
  if (r.peek() === gmt8) session.saidOffsetMinutes = 480
  message.information = { timeZone: hexRest.read(r, {}) }
}

const resendRequest2013 = body({ serial: u16, numbers: counted(u8, u16) })
const resendRequest2019 = body({ serial: u16, numbers: counted(u16, u16) })

/** The parts that the device names go out again, unchanged. */
function resendParts(decoding: Decoding, r: BodyReader): void {
  const { session, message } = decoding
  const { serial = -1, numbers = [] } = readBody(r.context.is2019 ? resendRequest2019 : resendRequest2013, r)
  const sent = session.sentParts.get(serial) ?? []
  for (const number of new Set(numbers)) {
    const frame = sent[number - 1]
    if (frame !== undefined) message.replies.push(frame)
  }
}

/** The time of now as 8004 and 8205 want it: BCD, UTC. */
const answerTime = (decoding: Decoding) => reply(decoding, 0x8004, bcdTime(decoding.now, 0))

/** 8109: year in two bytes, the rest binary, UTC, result 0. */
function answerPortableTime(decoding: Decoding): void {
  const year = new Date(decoding.now).getUTCFullYear()
  const [, ...rest] = dateParts(decoding.now)
  reply(decoding, 0x8109, [year >> 8, year & 0xff, ...rest, 0])
}

/** 8205: time in the standard's zone, model and displacement unknown, no upgrade. */
const answerVersion = (decoding: Decoding) =>
  reply(decoding, 0x8205, [...bcdTime(decoding.now, 480), 0, 0, 0, 0, 0])

/** 4401 only where the device asks for it by attribute bit 15. */
function answerLock(decoding: Decoding): void {
  const { id, attributes } = decoding.header
  if (attributes & 0x8000) reply(decoding, 0x4401, [id >> 8, id & 0xff, 0])
}

const recorderData = body({ serial: u16, recorderCommand: u8, recorderData: hexRest })
const questionAnswer = body({ serial: u16, answerId: u8 })
const videoUpload = body({ serial: u16, result: u8 })
const attachment = facts({ file: text8, fileType: u8, fileBytes: u32 })

const readLock =
  (isBuffered: boolean): MessageRow['read'] =>
  (r, { message, now }) => {
    message.reports.push(readLockReport(r, isBuffered, now))
  }

const attachmentsAnswer = (decoding: Decoding, r: BodyReader): void => {
  // 9212: the file's name and type as they came, result 0 complete, no packets to send again.
  const length = r.peek()
  const head = r.bytes.subarray(r.offset, Math.min(r.end, r.offset + 1 + length + 1))
  reply(decoding, 0x9212, [...head, 0, 0])
}

export const uplink: Readonly<Record<number, MessageRow>> = {
  0x0001: row('general answer', 'commandReply', 'none', readGeneralAnswer),
  0x0002: row('heartbeat', 'heartbeat', 'general', readHeartbeat),
  0x0003: row('log out', 'information', 'general'),
  0x0004: row('time request', 'heartbeat', answerTime),
  0x0005: row('resend parts', 'information', resendParts),
  0x0100: row('register', 'login', answerRegister, readRegister),
  0x0102: row('authenticate', 'login', 'general', readAuthenticate),
  0x0104: row('parameters', 'information', 'none', readParameters),
  0x0105: row('control answer', 'commandReply', 'none', readControlAnswer), // HOLLOO
  0x0107: row('attributes', 'information', 'general', readAttributes),
  0x0108: row('upgrade result', 'information', 'general', facts(upgradeResult)),
  0x0109: row('time request', 'heartbeat', answerPortableTime), // S21L
  0x0120: row('ICCID', 'information', 'general', facts({ iccid: textRest })), // GOOME
  0x0200: row('location', 'reports', 'general', readReport),
  0x0201: row('location answer', 'reports', 'none', readAnsweredReport),
  0x0205: row('version', 'information', answerVersion, readVersion), // HOLLOO
  0x020a: row('CAN broadcast', 'information', 'general', facts({ can: hexRest })), // HOLLOO
  0x0210: row('sleep or bulk locations', 'reports', 'general', readSleepOrBatch),
  0x0301: row('event', 'information', 'general', facts({ eventId: u8 })),
  0x0302: row('question answer', 'commandReply', 'general', (r, { message }) => {
    const { serial = null, answerId } = readBody(questionAnswer, r)
    message.command = { correlation: serial, result: 'success', text: `answer ${answerId}` }
  }),
  0x0303: row(
    'information menu',
    'information',
    'general',
    facts({ menuType: u8, menuChoice: oneOf(u8, ['cancel', 'order']) }),
  ),
  0x0500: row('vehicle control answer', 'reports', 'none', readAnsweredReport),
  0x0506: row('heartbeat', 'heartbeat', 'general'), // CC888
  0x0608: row('stored areas', 'information', 'none', facts(storedAreas)),
  0x0700: row('recorder data', 'information', 'none', (r, { message }) => {
    const { serial = null, ...rest } = readBody(recorderData, r)
    message.command = { correlation: serial, result: 'success' }
    message.information = rest
  }),
  0x0701: row('waybill', 'commandReply', 'general', readWaybill),
  0x0702: row('driver', 'reports', 'general', readDriver),
  0x0704: row('bulk locations', 'reports', 'general', readBatch),
  0x0705: row('bulk CAN', 'reports', 'general', readCan),
  0x0800: row('media event', 'information', 'general', facts(mediaRows)),
  0x0801: row('media data', 'information', answerMedia, readMedia),
  0x0802: row('media list', 'information', 'none', readMediaList),
  0x0805: row('shoot answer', 'commandReply', 'none', readShots),
  0x0900: row('transparent', 'information', 'general', readTransparent),
  0x0901: row('compressed', 'information', 'general', facts({ length: u32, gzip: hexRest })),
  0x0a00: row('public key', 'information', 'general', facts({ rsaE: u32, rsaN: hex(128) })),
  0x1003: row('video attributes', 'information', 'none', facts({ videoAttributes: hexRest })),
  0x1005: row(
    'passengers',
    'information',
    'general',
    facts({ from: time6, to: time6, boarded: u16, alighted: u16 }),
  ),
  0x1205: row('stored video', 'information', 'none', facts({ serial: u16, count: u32, videos: hexRest })),
  0x1206: row('video upload', 'commandReply', 'general', (r, { message }) => {
    const { serial = null, result } = readBody(videoUpload, r)
    message.command = { correlation: serial, result: result === 0 ? 'success' : 'failed' }
  }),
  0x1007: row('time zone', 'information', 'general', readTimeZone), // Xinchun
  0x1107: row("maker's attributes", 'information', 'general', facts({ attributes: hexRest })), // Xinchun
  0x1210: row('attachments', 'information', 'general', facts({ attachments: hexRest })),
  0x1211: row('attachment', 'information', 'general', attachment),
  0x1212: row('attachment sent', 'information', attachmentsAnswer, attachment),
  0x1300: row('text answer', 'commandReply', 'none', readNumberedText),
  0x2070: row('accelerations', 'reports', 'none', readAccelerations),
  0x5501: row('lock report', 'reports', answerLock, readLock(false)),
  0x5502: row('lock backlog', 'reports', answerLock, readLock(true)),
  0x6006: row('text answer', 'commandReply', 'general', readEncodedText),
  0x8888: row('photo', 'information', 'general', (r, { message }) => {
    message.information = { photoBytes: r.remaining }
  }), // CC888
}
