/**
 * TK103 sentences to messages. Times are UTC.
 * Source: KX402/TK103 V1.5; public frames of the DW and ZC families.
 */
import { type AlarmCode, alarms } from '@trackway/core/codes/alarms.ts'
import type { Message, Report } from '../protocol.ts'
import { type BodyReader, readBody } from '../wire/body.ts'
import { type FrameDecoding, type FrameHead, malformedFrame } from '../wire/define-protocol.ts'
import { instantOf } from '../wire/fields.ts'
import type { MessageRow } from '../wire/message.ts'
import { addPlace, addTime, addValue, addValues, bareReport } from '../wire/report.ts'
import type { Trace } from '../wire/trace.ts'
import { bo01, bq81, byType } from './alarms.ts'
import { addBattery, addWholeBattery } from './battery.ts'
import * as bodies from './bodies.ts'
import type { Tk103Session } from './session.ts'

interface Tk103Head extends FrameHead {
  terminalId: string
  hasCommas: boolean
}

type Tk103Decoding = FrameDecoding<Tk103Session, Tk103Head>
/** Its answer is what follows the id. */
type Row = MessageRow<Tk103Decoding, string>

/** The id is as long as its digits, or twelve characters of any kind; or a comma ends it. */
const heads = [
  /^\(([^,()$]{1,40}),([A-Z]{2}[0-9A-Z]{2})(?=[,)])/,
  /^\((\d{6,15})([A-Z]{2}[0-9A-Z]{2})/,
  /^\(([^,()]{12})([A-Z]{2}[0-9A-Z]{2})/,
]

export function readHead(
  frame: Uint8Array,
  session: Tk103Session,
  _: number,
  trace: Trace | null,
): Tk103Head | Message[] {
  const text = new TextDecoder('latin1').decode(frame)
  const head = heads.map((pattern) => pattern.exec(text)).find((found) => found !== null)
  if (!head || !text.endsWith(')')) return malformedFrame('fields')
  const [all, terminalId, type] = head as unknown as [string, string, string]
  const hasCommas = all.includes(',')
  session.terminalId = terminalId
  session.hasCommas = hasCommas
  trace?.add(1, terminalId.length, 'terminalId', terminalId)
  trace?.add(all.length - 4, 4, 'type', `${type} ${rowOf({ type }).name}`)
  const start = all.length + (hasCommas && text[all.length] === ',' ? 1 : 0)
  const identity = { terminalIds: [terminalId] }
  return { type, terminalId, identity, hasCommas, start, end: frame.length - 1 }
}

export const rowOf = ({ type }: Pick<FrameHead, 'type'>): Row =>
  messages[type] ?? messages[type.slice(0, 3)] ?? messages[type.slice(0, 2)] ?? unknown

export function answer(text: string | undefined, { frame, head, message }: Tk103Decoding): void {
  const { type, terminalId, hasCommas, start } = head
  // Units that say their place with the handshake wait for nothing.
  if (text === undefined || (type === 'BP00' && message.reports.length > 0)) return
  const first = String.fromCharCode(frame[start]!)
  const detail = type === 'BO01' && /\d/.test(first) ? first : ''
  message.replies.push(encodeSentence(terminalId, text + detail, hasCommas))
}

export const encodeSentence = (terminalId: string, text: string, hasCommas: boolean): Uint8Array =>
  new TextEncoder().encode(`(${terminalId}${hasCommas ? ',' : ''}${text})`)

const hasBit = (digit: string | undefined, bit: number): boolean =>
  ((Number.parseInt(digit ?? '0', 16) >> bit) & 1) === 1

/** A place, or cells instead of one. */
function readPlace(reader: BodyReader, decoding: Tk103Decoding): void {
  const { message, now, head, session } = decoding
  const text = String.fromCharCode(...reader.bytes.subarray(reader.offset, reader.end))
  if (text.includes('{')) {
    readCells(reader, decoding)
    return
  }
  const values = readBody(bodies.place, reader)
  const { lead, day = '', validity, charge, ignition, temperature } = values
  if (validity === undefined) {
    if (text !== '') message.information = { text }
    if (message.kind === 'reports') message.kind = 'unknown'
    return
  }
  const report = placed(values, head.hasCommas ? day : day.replace(/^(..)(..)(..)$/, '$3$2$1'), now, session)
  addValues(report, bodies.place, values)
  if (temperature !== undefined) report.temperatureC = [temperature]
  if (charge !== undefined) report.charging = charge === '0'
  if (ignition !== undefined) report.accOn = ignition === '1'
  addStates(report, values.io)
  addAlarm(report, alarmOf(message.type, lead))
  message.reports.push(report)
}

interface Placed {
  time?: string | undefined
  validity?: string | undefined
  latitude?: number | undefined
  longitude?: number | undefined
  courseDeg?: number | undefined
}

/** @param day `ddmmyy` */
function placed(
  { time, validity, latitude, longitude, courseDeg }: Placed,
  day: string | undefined,
  now: number,
  { profile }: Tk103Session,
): Report {
  const report = bareReport()
  addPlace(report, latitude, longitude, validity === 'A' ? 'gps' : 'none')
  addTime(report, instantOf(day, time), now, profile)
  if (courseDeg !== undefined) report.courseDeg = courseDeg % 360
  return report
}

/** First digit: 1 panic button, 3 oil cut; second: 3 door. */
function addStates(report: Report, io: string | undefined): void {
  if (io === undefined) return
  report.oilCut = hasBit(io[0], 3)
  report.doorOpen = hasBit(io[1], 3)
  addValue(report, 'alarms', hasBit(io[0], 1) ? [alarms.sos] : [])
}

function alarmOf(type: string, lead = ''): AlarmCode | undefined {
  if (type === 'BO01') return bo01[lead[0] ?? '']
  if (type === 'BQ81') return bq81[/ALARM,(\d)/.exec(lead)?.[1] ?? '']
  return byType[type]
}

function addAlarm(report: Report, alarm: AlarmCode | undefined): void {
  if (alarm === undefined) return
  addValue(report, 'alarms', [alarm])
  report.isAlarmEvent = true
  if (alarm === alarms.ignitionOn) report.accOn = true
  if (alarm === alarms.ignitionOff) report.accOn = false
}

function readCells(reader: BodyReader, { message }: Tk103Decoding): void {
  const report = bareReport()
  addValues(report, bodies.cells, readBody(bodies.cells, reader))
  message.reports.push(report)
}

function readWifi(reader: BodyReader, { message, now, session }: Tk103Decoding): void {
  const values = readBody(bodies.wifi, reader)
  const report = bareReport()
  addTime(report, instantOf(values.day, values.time), now, session.profile)
  addValues(report, bodies.wifi, values)
  if (values.cell !== undefined) report.cells = [values.cell]
  addAlarm(report, byType[message.type])
  message.reports.push(report)
}

/** Percent by level; 255 and 65535 are unknown. */
const percentByLevel = [undefined, 0, 10, 20, 50, 80, 100]

function readBattery(reader: BodyReader, { message, now, session }: Tk103Decoding): void {
  const values = readBody(bodies.battery, reader)
  const { day, time, level = 255, battery = 65_535, power = 65_535 } = values
  const report = bareReport()
  addTime(report, instantOf(day, time), now, session.profile)
  const percent = percentByLevel[level]
  if (percent !== undefined) report.batteryPercent = percent
  // Hundredths of volts; some send tenths, and no cell has less than a volt.
  if (battery < 65_535) report.batteryVoltageV = battery / (battery < 100 ? 10 : 100)
  if (power < 65_535) report.externalVoltageV = power / 10
  addValues(report, bodies.battery, values)
  message.reports.push(report)
}

function readReply(reader: BodyReader, { message }: Tk103Decoding): void {
  const { text = '' } = readBody(bodies.reply, reader)
  message.command = { correlation: null, text }
}

/** What is answered to a command `Axxx` is `Bxxx`; other types are places (BR01 by the way driven, BR02 the last one). */
function readAnswer(reader: BodyReader, decoding: Tk103Decoding): void {
  const { message } = decoding
  const { offset } = reader
  readPlace(reader, decoding)
  if (message.reports.length > 0) {
    Object.assign(message, { kind: 'reports', name: 'position' })
    return
  }
  delete message.information
  reader.offset = offset
  const { text } = readBody(bodies.freeText, reader)
  message.command = { correlation: message.type, result: 'success', ...(text && { text }) }
}

/** An answer that is a place. */
function readLocated(reader: BodyReader, decoding: Tk103Decoding): void {
  readPlace(reader, decoding)
  decoding.message.command = { correlation: decoding.message.type, result: 'success' }
}

/** The id once more, or a place, follows it. */
function readHandshake(reader: BodyReader, { message, now, session }: Tk103Decoding): void {
  const { offset } = reader
  const values = readBody(bodies.timedPlace, reader)
  if (values.validity === undefined) {
    reader.offset = offset
    readBody(bodies.freeText, reader)
    return
  }
  const report = placed(values, values.day?.replace(/^(..)(..)(..)$/, '$3$2$1'), now, session)
  addValues(report, bodies.timedPlace, values)
  message.kind = 'reports'
  message.name = 'position'
  message.reports.push(report)
}

function readInformation(reader: BodyReader, { message }: Tk103Decoding): void {
  const { text } = readBody(bodies.freeText, reader)
  if (text !== undefined) message.information = { [message.name]: text }
}

function readBatteryFrames(reader: BodyReader, { message }: Tk103Decoding): void {
  const { text = '' } = readBody(bodies.freeText, reader)
  const report = bareReport()
  addBattery(report, text)
  message.reports.push(report)
}

function readWholeBattery(reader: BodyReader, decoding: Tk103Decoding): void {
  const { offset } = reader
  const { text = '' } = readBody(bodies.freeText, reader)
  const report = bareReport()
  if (addWholeBattery(report, text)) {
    decoding.message.reports.push(report)
    return
  }
  decoding.message.kind = 'information'
  reader.offset = offset
  readInformation(reader, decoding)
}

const place = (name: string, answer?: string): Row => ({
  name,
  kind: 'reports',
  read: readPlace,
  ...(answer !== undefined && { answer }),
})
const wifi: Row = { name: 'wifi', kind: 'reports', read: readWifi }
const answered: Row = { name: 'commandReply', kind: 'commandReply', read: readAnswer }
const unknown = place('unknown')

/** By type, or by its first letters. */
const messages: { readonly [type: string]: Row } = {
  BP00: { name: 'handshake', kind: 'heartbeat', answer: 'AP01HSO', read: readHandshake },
  BP02: place('position'),
  BP04: { name: 'located', kind: 'commandReply', read: readLocated },
  BP05: { name: 'login', kind: 'login', answer: 'AP05', read: readPlace },
  BP: answered,
  BR00: place('position'),
  BR: answered,
  BO01: place('alarm', 'AS01'),
  BQ81: place('alarm'),
  BQ: { name: 'obd', kind: 'information', read: readInformation },
  BZ00: { name: 'cells', kind: 'reports', read: readCells },
  BV00: { name: 'vin', kind: 'information', read: readInformation },
  BV: answered,
  BT: answered,
  BX: answered,
  BS50: { name: 'batteryManagement', kind: 'reports', read: readWholeBattery },
  BS51: { name: 'batteryManagement', kind: 'reports', read: readBatteryFrames },
  ZC03: { name: 'text', kind: 'commandReply', read: readReply },
  ZC20: { name: 'battery', kind: 'reports', read: readBattery },
  ZC: place('event'),
  DW3: place('event'),
  DW4: place('event'),
  DW5: wifi,
  DW6: wifi,
}
