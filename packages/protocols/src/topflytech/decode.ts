/** Topflytech frames to messages. Source: as `envelope.ts` and `bodies.ts`. */
import type { Extra, Message, Report } from '../protocol.ts'
import { type Body, type BodyReader, readBody, type Values } from '../wire/body.ts'
import { hexOfByte, toHex } from '../wire/bytes.ts'
import type { FrameDecoding, FrameHead } from '../wire/define-protocol.ts'
import type { MessageRow } from '../wire/message.ts'
import { signalLevel } from '../wire/network.ts'
import { addExtra, addTime, addValue, addValues, bareReport } from '../wire/report.ts'
import { textOrHexOf } from '../wire/texts.ts'
import type { Trace } from '../wire/trace.ts'
import { accelerationCodes, assetCodes, behaviourCode, vehicleCodes } from './alarm-codes.ts'
import { readTagHead, readTagList } from './bluetooth.ts'
import {
  behaviourPoint,
  behaviourPointObd,
  network,
  type PlaceValues,
  places,
  samples,
  tagPlace,
  wifi,
} from './bodies.ts'
import { acknowledge, headBytes, lengthOf, type Mark, marks, serialOf } from './envelope.ts'
import { readElements, readListHead } from './lists.ts'
import type { TopflytechSession } from './session.ts'
import { littleTextRest } from './types.ts'

interface TopflytechHead extends FrameHead {
  mark: Mark
  /** `type` as a number. */
  number: number
}

type Decoding = FrameDecoding<TopflytechSession, TopflytechHead>
/** `alarm`: the answer carries the code of the alarm; `plain`: the first generation answers no position. */
type Answer = 'plain' | 'alarm' | 'none'
type Row = MessageRow<Decoding, Answer>

const position = (name: string, answer: Answer = 'plain'): Row => ({
  name,
  kind: 'reports',
  answer,
  read: readPlace,
})
const placed = (name: string, table: Body<PlaceValues>, answer: Answer = 'plain'): Row => ({
  name,
  kind: 'reports',
  answer,
  read: (reader, decoding) => readTable(reader, decoding, table),
})
const raw = (name: string, answer: Answer = 'plain'): Row => ({
  name,
  kind: 'information',
  answer,
  read: readRaw,
})
const login: Row = { name: 'login', kind: 'login', read: readVersions }
const networkInfo: Row = { name: 'network', kind: 'information', read: readNetwork }
const wifiScan: Row = { name: 'Wi-Fi', kind: 'reports', read: readWifi }

const rows: Readonly<Record<number, Row>> = {
  0x01: login,
  0x31: login,
  0x02: position('position'),
  0x04: position('alarm', 'alarm'),
  0x03: { name: 'heartbeat', kind: 'heartbeat', read: readRaw },
  0x05: { name: 'driver behaviour', kind: 'reports', read: readBehaviour },
  0x06: { name: 'acceleration', kind: 'reports', read: readAcceleration },
  0x07: raw('collision data'),
  0x09: raw('serial port'),
  0x10: { name: 'Bluetooth', kind: 'reports', read: readTags },
  0x11: networkInfo,
  0x12: { name: 'Bluetooth with position', kind: 'reports', read: readTags },
  0x13: position('position, second generation'),
  0x14: position('alarm, second generation', 'alarm'),
  0x15: wifiScan,
  0x16: position('position with axes'),
  0x17: placed('lock', places.lock),
  0x18: position('alarm with axes', 'alarm'),
  0x21: raw('RS485'),
  0x22: raw('OBD'),
  0x23: raw('1-wire'),
  0x20: raw('fences'),
  0x24: placed('Wi-Fi or position', places.wideAsset),
  0x25: placed('alarm with Wi-Fi or position', places.wideAsset, 'alarm'),
  0x26: { name: 'temperatures', kind: 'reports', read: readSamples },
  0x27: placed('lock by way of this one', places.subLock),
  0x33: position('position with acceleration'),
  0x34: position('alarm with acceleration', 'alarm'),
  0x44: raw('CAN'),
  0x62: { name: 'position as list', kind: 'reports', read: readList },
  0x64: { name: 'alarm as list', kind: 'reports', answer: 'alarm', read: readList },
  0x81: { name: 'command answer', kind: 'commandReply', answer: 'none', read: readAnswer },
  0x82: raw('passed through', 'none'),
}

const obdData = raw('OBD')
const unknown: Row = { name: 'unknown', kind: 'unknown', read: readRaw }

export function rowOf({ mark, number }: TopflytechHead): Row {
  if (mark === marks.asset && number === 0x05) return networkInfo
  if (mark === marks.obd && number === 0x09) return obdData
  return rows[number] ?? unknown
}

export function readHead(
  frame: Uint8Array,
  session: TopflytechSession,
  _: number,
  trace: Trace | null,
): TopflytechHead {
  const mark = frame[0] as Mark
  const number = frame[2] ?? 0
  const head = { mark, number, type: hexOfByte[number]!, start: headBytes, end: frame.length }
  if (frame.length < headBytes) return { ...head, problem: 'short' }
  const imei = toHex(frame.subarray(7, headBytes)).replace(/^0/, '')
  trace?.add(0, 2, 'start', toHex(frame.subarray(0, 2)))
  trace?.add(2, 1, 'type', `${head.type} ${rowOf(head).name}`)
  trace?.add(3, 2, 'length', lengthOf(frame))
  trace?.add(5, 2, 'serial', serialOf(frame))
  trace?.add(7, 8, 'terminal id', imei)
  if (lengthOf(frame) !== frame.length) return { ...head, problem: 'length' }
  session.mark = mark
  const utcOffsetMinutes = session.profile.utcOffsetMinutes ?? 0
  return {
    ...head,
    identity: { terminalIds: /^0*$/.test(imei) ? [] : [imei] },
    context: { is2019: false, dialect: '', utcOffsetMinutes },
  }
}

export function answer(kind: Answer | undefined, { frame, head, message }: Decoding): void {
  const isPosition = message.kind === 'reports' && (head.number === 0x02 || head.number === 0x16)
  if (kind === 'none' || (kind !== 'alarm' && isPosition && head.mark === marks.first)) return
  message.replies.push(acknowledge(frame, kind === 'alarm' ? alarmCodeOf(message) : undefined))
}

const alarmCodeOf = ({ reports: [report] }: Message): number => Number(report?.extra?.alarmCode ?? 0)

/** Which layout a position has is a matter of generation and type. */
function tableOf({ mark, number }: TopflytechHead): Body<PlaceValues> {
  if (mark === marks.asset) return places.asset
  if (mark === marks.obd) return places.obd
  return number === 0x13 || number === 0x14 || number >= 0x33 ? places.second : places.first
}

function readPlace(reader: BodyReader, decoding: Decoding): void {
  readTable(reader, decoding, tableOf(decoding.head))
}

function readTable(
  reader: BodyReader,
  { message, head: { mark }, now }: Decoding,
  table: Body<PlaceValues>,
): void {
  const found = readBody(table, reader)
  const report = bareReport()
  addValues(report, table, found)
  addPlace(report, found, now)
  if (found.ownMac !== undefined) delete report.satellites
  addState(report, found)
  addAlarm(report, mark, found.alarmCode)
  message.reports.push(report)
}

function addAlarm(report: Report, mark: Mark, alarmCode: number | undefined): void {
  if (!alarmCode) return
  const code = (mark === marks.asset ? assetCodes : vehicleCodes)[alarmCode]
  addExtra(report, 'alarmCode', alarmCode)
  if (code === undefined) return
  addValue(report, 'alarms', [code])
  report.isAlarmEvent = true
}

const has = (bits: number, bit: number): boolean => ((bits >>> bit) & 1) === 1

function addPlace(report: Report, place: PlaceValues, now: number): void {
  const { date = null, latitude, longitude, courseDeg, status = 0x40 } = place
  report.satellites = place.seen ?? status & 0x1f
  if (latitude !== undefined && longitude !== undefined && isPlace(latitude, longitude)) {
    report.latitude = latitude
    report.longitude = longitude
    report.fix = 'gps'
  }
  if (report.altitudeM !== undefined) {
    if (Number.isFinite(report.altitudeM)) report.altitudeM = Math.round(10 * report.altitudeM) / 10
    else delete report.altitudeM
  }
  if (courseDeg !== undefined && courseDeg <= 360) report.courseDeg = courseDeg % 360
  addTime(report, date, now)
  if (has(status, 7)) report.isBuffered = true
}

/** NaN fails too. */
const isPlace = (latitude: number, longitude: number): boolean =>
  Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 && (latitude !== 0 || longitude !== 0)

function addState(report: Report, { limits, mode, inputs, charge, fuelLevel }: PlaceValues): void {
  if (limits !== undefined) {
    const signal = signalLevel(limits & 0x7f)
    if (signal !== undefined) report.gsmLevel = signal
    addExtra(report, 'speedLimit', (limits >> 7) & 0xff)
  }
  if (mode !== undefined) report.armed = has(mode, 4)
  if (inputs !== undefined) {
    report.accOn = has(inputs, 14)
    addExtra(report, 'inputs', inputs)
  }
  if (charge !== undefined) {
    // Most have no ignition wire, and say so by a 0.
    if (has(charge, 2)) report.accOn = true
    const signal = (charge >> 4) & 0x7f
    if (signal > 0) addValue(report, 'gsmLevel', signalLevel(signal))
    report.charging = has(charge, 15) || has(charge, 3)
  }
  // With the highest bit set it is in another unit, which no source names.
  if (fuelLevel !== undefined && fuelLevel <= 100) report.fuelPercent = fuelLevel
}

function readRaw(reader: BodyReader, { message }: Decoding): void {
  if (reader.remaining === 0) return
  const start = reader.offset
  const value = textOrHexOf(reader.rest())
  reader.trace?.add(start, reader.offset - start, message.name, value)
  message.information = { [message.name]: value }
}

/** Versions, digit by digit; a login of type 31 names the model first. */
function readVersions(reader: BodyReader, { message, head: { number } }: Decoding): void {
  const start = reader.offset
  const digits = toHex(reader.rest())
  reader.trace?.add(start, reader.offset - start, 'versions', digits)
  const versions = number === 0x31 ? digits.slice(4) : digits
  const dotted = (text: string) => [...text].join('.')
  const information: { [name: string]: Extra } = { versions: digits }
  if (number === 0x31) information.model = digits.slice(0, 4)
  if (versions.length === 12) {
    information.software = dotted(versions.slice(0, 3))
    information.firmware = dotted(versions.slice(3, 6))
    information.platform = versions.slice(6, 10)
    information.hardware = dotted(versions.slice(10, 12))
  } else if (versions.length === 16) {
    information.software = dotted(versions.slice(1, 4))
    information.firmware = dotted(versions.slice(10, 14))
    information.hardware = dotted(versions.slice(14, 16))
  }
  message.information = information
}

function readNetwork(reader: BodyReader, { message }: Decoding): void {
  const { date: _, ...information } = readBody(network, reader)
  message.information = information
}

function readWifi(reader: BodyReader, { message, now }: Decoding): void {
  const { date, ...values } = readBody(wifi, reader)
  const report = bareReport()
  addTime(report, date, now)
  addValues(report, wifi, values)
  message.reports.push(report)
}

function readTags(reader: BodyReader, { message, head: { number }, now }: Decoding): void {
  const report = bareReport()
  const date = readTagHead(reader, report)
  addTime(report, date, now)
  if (number === 0x12) {
    const found = readBody(tagPlace, reader)
    addValues(report, tagPlace, found)
    addPlace(report, { ...found, date }, now)
  }
  readTagList(reader, report)
  const start = reader.offset
  if (reader.remaining > 0) {
    const rest = toHex(reader.rest())
    addExtra(report, 'rest', rest)
    reader.trace?.add(start, reader.offset - start, 'rest', rest)
  }
  message.reports.push(report)
}

/** The first of the samples is the reading. */
function readSamples(reader: BodyReader, { message, now }: Decoding): void {
  const { date = null, temperatures = [], ...values } = readBody(samples, reader)
  const report = bareReport()
  addTime(report, date, now)
  addValues(report, samples, values)
  const [first] = temperatures
  if (first !== undefined) report.temperatureC = [first]
  addExtra(report, 'samplesC', temperatures)
  message.reports.push(report)
}

function readList(reader: BodyReader, decoding: Decoding): void {
  const { message, now } = decoding
  const { mark } = decoding.head
  const info = readListHead(reader)
  // A bit of the frame decides whether it is answered.
  decoding.isAnswered = !has(info, 6)
  if ((info & 0x30) !== 0) {
    readRaw(reader, decoding)
    return
  }
  const report = bareReport()
  const found = readElements(reader, report)
  addPlace(report, { ...found, status: info & 0x80, seen: found.satellites ?? 0 }, now)
  if (found.satellites === undefined) delete report.satellites
  if (found.gnss !== undefined && !has(found.gnss, 6)) report.fix = 'none'
  if (found.outsideC !== undefined) report.temperatureC = [found.outsideC]
  if (found.supply !== undefined) {
    report.accOn = has(found.supply, 15)
    report.charging = has(found.supply, 12) || has(found.supply, 11)
  }
  addAlarm(report, mark, found.alarmCode)
  message.reports.push(report)
}

/** The kind, and where it began and ended. */
function readBehaviour(reader: BodyReader, { message, head: { mark }, now }: Decoding): void {
  const start = reader.offset
  const kind = reader.u8()
  reader.trace?.add(start, 1, 'behaviour', kind)
  const table = mark === marks.obd ? behaviourPointObd : behaviourPoint
  for (let n = 0; n < 2 && reader.remaining > 0; n++) {
    const read = () => readBody(table, reader)
    const found: Values = reader.trace ? reader.trace.under(n === 0 ? 'begin' : 'end', read) : read()
    const report = bareReport()
    addValues(report, table, found)
    addPlace(report, found, now)
    delete report.satellites
    const code = behaviourCode(kind)
    if (n === 0 && code !== undefined) {
      addValue(report, 'alarms', [code])
      report.isAlarmEvent = true
    }
    message.reports.push(report)
  }
}

function readAcceleration(reader: BodyReader, { message }: Decoding): void {
  const start = reader.offset
  const kind = reader.u8()
  reader.trace?.add(start, 1, 'behaviour', kind)
  const report = bareReport()
  const code = accelerationCodes[kind]
  if (code !== undefined) {
    addValue(report, 'alarms', [code])
    report.isAlarmEvent = true
  }
  const rest = toHex(reader.rest())
  reader.trace?.add(start + 1, reader.offset - start - 1, 'acceleration', rest)
  addExtra(report, 'acceleration', rest)
  message.reports.push(report)
}

/** A kind, and in most of them text in two bytes a letter. */
function readAnswer(reader: BodyReader, { message }: Decoding): void {
  const start = reader.offset
  const kind = reader.u8()
  const text = littleTextRest.read(reader, {})
  reader.trace?.add(start, 1, 'kind', kind)
  reader.trace?.add(start + 1, reader.offset - start - 1, 'text', text)
  message.command = { correlation: null, text }
}
