/**
 * H02 frames to messages. Times are UTC.
 * Source: H02 document; CANTRACK 2023 for HTBT, ICCID and V5; public frames of the family.
 */
import type { CommandReply, Message } from '../protocol.ts'
import { type Body, BodyReader, readBody } from '../wire/body.ts'
import type { FrameDecoding, FrameHead } from '../wire/define-protocol.ts'
import { instantOf } from '../wire/fields.ts'
import { dialectOf, type MessageRow, malform, newMessage } from '../wire/message.ts'
import { signalLevel } from '../wire/network.ts'
import { addPlace, addTime, addValues, bareReport } from '../wire/report.ts'
import type { Trace } from '../wire/trace.ts'
import * as binary from './binary.ts'
import * as bodies from './bodies.ts'
import { toReport } from './report.ts'
import type { H02Session } from './session.ts'
import { addStatus, batteryPercent } from './status.ts'

interface H02Head extends FrameHead {
  terminalId: string | undefined
}

type H02Decoding = FrameDecoding<H02Session, H02Head>
type Answer = 'time' | 'echo' | 'whole'
type Row = MessageRow<H02Decoding, Answer>

/** Device types with this dialect want their positions acknowledged. */
const acknowledgedDialect = 'r12'

export function readHead(
  frame: Uint8Array,
  session: H02Session,
  now: number,
  trace: Trace | null,
): H02Head | Message[] {
  if (frame[0] !== 0x2a) return [decodeBinary(frame, session, now, trace)]
  const reader = new BodyReader(frame, undefined, 1, frame.indexOf(0x23))
  reader.trace = trace
  const { maker, terminalId, type = '' } = readBody(bodies.head, reader)
  const head: H02Head = { type, terminalId, start: reader.offset, end: reader.end }
  if (maker === undefined || frame.at(-1) !== 0x23 || !/^\w{2}$/.test(maker)) {
    head.problem = 'fields'
    return head
  }
  session.maker = maker
  if (terminalId !== undefined) {
    session.terminalId = terminalId
    head.identity = { terminalIds: [terminalId] }
  }
  return head
}

export function answer(
  kind: Answer | undefined,
  { frame, head: { type, terminalId }, message, session, now }: H02Decoding,
): void {
  if (terminalId === undefined) return
  const head = `*${session.maker},${terminalId},`
  const time = new Date(now).toISOString().replace(/\D/g, '').slice(0, 14)
  const isAcknowledged = message.reports.length > 0 && dialectOf(session) === acknowledgedDialect
  if (kind === 'whole') message.replies.push(frame.slice())
  else if (kind === 'time') reply(message, `${head}V4,${type},${time}#`)
  else if (kind === 'echo') reply(message, `${head}${type}#`)
  else if (isAcknowledged) reply(message, `${head}R12,${time.slice(8)}#`)
}

const reply = (message: Message, text: string) => void message.replies.push(new TextEncoder().encode(text))

/** A body that is a report. */
function reports<V extends object>(name: string, table: Body<V>, answered?: Answer): Row {
  const read: Row['read'] = (reader, { message, session, now }) => {
    message.reports.push(toReport(table, readBody(table, reader), session, now))
  }
  return { name, kind: 'reports', read, ...(answered && { answer: answered }) }
}

const location = reports('location', bodies.location)
const wifi = reports('wifi', bodies.wifiReport)
const neighbours = reports('neighbours', bodies.neighbours)

/** A message whose type begins with `V` is a Wi-Fi report or a location by the form of its fields. */
const version: Row = {
  ...location,
  read: (reader, decoding) => {
    const text = restOf(reader)
    const row = bodies.isWifiReport(text) ? wifi : bodies.isLocation(text) ? location : unknown
    decoding.message.kind = row.kind
    decoding.message.name = row.name
    row.read(reader, decoding)
  },
}

const readHeartbeat: Row['read'] = (reader, { message }) => {
  const values = readBody(bodies.heartbeat, reader)
  if (values.batteryPercent === undefined) return
  const report = bareReport()
  addValues(report, bodies.heartbeat, values)
  message.reports.push(report)
}

const keepAlive: Row = { name: 'keepAlive', kind: 'heartbeat', read: readRest }

const results: Readonly<Record<string, CommandReply['result']>> = {
  DONE: 'success',
  OK: 'success',
  ERROR: 'failed',
  FAIL: 'failed',
}

/** A reply with a place is a report too. */
const commandReply: Row = {
  name: 'commandReply',
  kind: 'commandReply',
  read: (reader, decoding) => {
    const { command = null, answer: text } = readBody(bodies.answer, reader)
    const result = results[/^\w+/.exec(text ?? '')?.[0] ?? '']
    decoding.message.command = { correlation: command, ...(result && { result }), ...(text && { text }) }
    if (reader.remaining > 0) location.read(reader, decoding)
  },
}

const cardReport: Row = {
  name: 'iccid',
  kind: 'information',
  answer: 'whole',
  read: (reader, { message }) => {
    const { iccid } = readBody(bodies.card, reader)
    if (iccid === undefined) return
    message.information = { iccid }
    message.reports.push({ ...bareReport(), iccid })
  },
}

const textReply: Row = {
  name: 'text',
  kind: 'commandReply',
  read: (reader, { message }) => {
    const { text = '' } = readBody(bodies.freeText, reader)
    message.command = { correlation: null, text }
  },
}

/** The last of these letters is not a number: a place with its own clock, or cells. */
const placeOrCells: Row = {
  ...reports('placeOrCells', bodies.placeOrCells),
  read: (reader, { message, session, now }) => {
    const values = readBody(bodies.placeOrCells, reader)
    for (const cell of values.cells ?? []) Object.assign(cell, { mcc: values.mcc, mnc: values.mnc })
    message.reports.push(toReport(bodies.placeOrCells, values, session, now))
  },
}

const unknown: Row = { name: 'unknown', kind: 'unknown', read: readRest }

function readRest(reader: BodyReader, { message }: H02Decoding): void {
  const { text } = readBody(bodies.freeText, reader)
  if (text !== undefined) message.information = { text }
}

const heartbeat = (name: string): Row => ({ name, kind: 'heartbeat', answer: 'echo', read: readHeartbeat })

/** Types that begin with `V` and are not named here are locations. */
const messages: { readonly [type: string]: Row } = {
  '': keepAlive,
  V0: heartbeat('heartbeat'),
  V1: { ...version, answer: 'time' },
  V3: neighbours,
  V4: commandReply,
  VP1: placeOrCells,
  NBR: reports('cells', bodies.cellReport, 'time'),
  LINK: reports('state', bodies.link),
  HTBT: heartbeat('heartbeat'),
  ICCID: cardReport,
  SMS: textReply,
  XT: keepAlive,
  BS: keepAlive,
  BASE: keepAlive,
}

export const rowOf = ({ type }: H02Head): Row => messages[type] ?? (/^V/i.test(type) ? version : unknown)

const restOf = (reader: BodyReader): string =>
  String.fromCharCode(...reader.bytes.subarray(reader.offset, reader.end))

/** `$` is a location, `X` a keep-alive in the same form. */
function decodeBinary(frame: Uint8Array, session: H02Session, now: number, trace: Trace | null): Message {
  const isKeepAlive = frame[0] === 0x58
  const message = newMessage(
    isKeepAlive ? 'heartbeat' : 'reports',
    isKeepAlive ? 'X' : '$',
    isKeepAlive ? 'keepAlive' : 'location',
  )
  if (frame.length < 29 || (frame[0] !== 0x24 && !isKeepAlive)) {
    malform({ message }, 'short')
    return message
  }
  const reader = new BodyReader(frame)
  reader.trace = trace
  const isLongId = !isKeepAlive && frame.length === 42
  const values = readBody(isLongId ? binary.longId : binary.shortId, reader)
  const { terminalId = '', latitude = 0, longitude, motion = '', level = 0, status = 0 } = values
  session.terminalId = terminalId
  message.identity = { terminalIds: [terminalId] }
  if (isKeepAlive) return message
  const report = bareReport()
  const { degrees = 0, flags = 0 } = longitude ?? {}
  const fix = flags & 2 ? 'gps' : 'none'
  addPlace(report, flags & 4 ? latitude : -latitude, flags & 8 ? degrees : -degrees, fix)
  addTime(report, instantOf(values.day, values.time), now, session.profile)
  if (/^\d{6}$/.test(motion)) {
    report.speedKmh = Number(motion.slice(0, 3)) * 1.852
    report.courseDeg = Number(motion.slice(3)) % 360
  }
  const percent = batteryPercent(level)
  if (percent !== undefined) report.batteryPercent = percent
  addStatus(report, status, dialectOf(session))
  if (isLongId) addValues(report, binary.longId, values)
  else addExtension(reader, report)
  message.reports.push(report)
  return message
}

function addExtension(reader: BodyReader, report: Message['reports'][number]): void {
  if (reader.remaining < 16) {
    addValues(report, binary.shortEnd, readBody(binary.shortEnd, reader))
    return
  }
  const values = readBody(binary.extension, reader)
  addValues(report, binary.extension, values)
  const { gsm = 0, satellites = 0, mcc = 0, mnc = 0, lac = 0, cellId = 0 } = values
  const gsmLevel = signalLevel(gsm)
  if (gsmLevel !== undefined) report.gsmLevel = gsmLevel
  if (satellites <= 64) report.satellites = satellites
  if (mcc >= 200 && mcc < 800 && cellId > 0) report.cells = [{ mcc, mnc, lac, cellId }]
}
