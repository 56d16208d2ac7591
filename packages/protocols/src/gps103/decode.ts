/**
 * GPS103 records to messages. The clock of a record is the device's own; the satellites' time beside it shows
 * how far it is ahead of UTC.
 * Source: Coban GPS103 and 303 documents; public frames.
 */
import type { Message, Report } from '../protocol.ts'
import { type BodyReader, readBody } from '../wire/body.ts'
import { type FrameDecoding, type FrameHead, malformedFrame } from '../wire/define-protocol.ts'
import { instantOf } from '../wire/fields.ts'
import { type MessageRow, malform, type WireSession } from '../wire/message.ts'
import { addExtra, addPlace, addTime, addValue, addValues, bareReport } from '../wire/report.ts'
import { calendarTime } from '../wire/time.ts'
import type { Trace } from '../wire/trace.ts'
import * as bodies from './bodies.ts'
import { alarmOf, commandReplyOf, echoes } from './events.ts'

const minuteMs = 60_000
const halfDayMs = 720 * minuteMs
/** What is set for a clock may be that of the winter. */
const summerTimeMinutes = 60
/** A time so near to the receipt is that of now. */
const liveMs = 10 * minuteMs

interface Gps103Head extends FrameHead {
  terminalId: string
  /** It begins with a sign of life. */
  isBeat: boolean
  form: keyof typeof forms
}

type Gps103Decoding = FrameDecoding<WireSession, Gps103Head>
type Row = MessageRow<Gps103Decoding, string>

export function readHead(
  frame: Uint8Array,
  _: WireSession,
  __: number,
  trace: Trace | null,
): Gps103Head | Message[] {
  const text = new TextDecoder('latin1').decode(frame)
  const [, beat, id] = /^(\d{1,17})?(?:[;\r\n]|(?:##,)?imei:(\w+),)/.exec(text) ?? []
  const terminalId = id ?? beat
  if (terminalId === undefined) return malformedFrame('fields')
  if (beat !== undefined) trace?.add(0, beat.length, 'heartbeat', beat)
  const isLogin = id !== undefined && (text.startsWith('##') || text.length <= 30)
  if (isLogin) trace?.add(text.indexOf('imei:'), 5 + id.length, 'terminalId', id)
  const start = text.indexOf('imei:') + 5
  const event = isLogin || id === undefined ? '' : (text.slice(start).split(',')[1] ?? '')
  return {
    type: event,
    identity: { terminalIds: [terminalId] },
    terminalId,
    isBeat: beat !== undefined,
    form: id === undefined ? 'heartbeat' : isLogin ? 'login' : formOf(event, text),
    start,
    end: frame.length - 1,
  }
}

function formOf(event: string, text: string): keyof typeof forms {
  if (event === 'vr') return 'picture'
  if (event === 'OBD') return 'obd'
  if (event === 'TPMS') return 'tyres'
  return text.endsWith(',*') ? 'plain' : 'record'
}

const readNothing: Row['read'] = () => {}

const forms = {
  heartbeat: { name: 'heartbeat', kind: 'heartbeat', read: readNothing },
  login: { name: 'login', kind: 'login', answer: 'LOAD', read: readNothing },
  picture: { name: 'picture', kind: 'part', read: readPicture },
  obd: { name: 'obd', kind: 'reports', read: readObd },
  tyres: { name: 'tyres', kind: 'information', read: readTyres },
  plain: { name: 'position', kind: 'reports', read: readPlain },
  record: { name: 'position', kind: 'reports', read: readRecord },
} as const satisfies Record<string, Row>

export const rowOf = ({ form }: Gps103Head): Row => forms[form]

export function answer(text: string | undefined, { head, message }: Gps103Decoding): void {
  if (head.isBeat) reply(message, 'ON')
  if (text !== undefined) reply(message, text)
  const isHelp = head.type === 'help me' && message.reports.length > 0
  if (isHelp) reply(message, `**,imei:${head.terminalId},E;`)
}

const reply = (message: Message, text: string) => void message.replies.push(new TextEncoder().encode(text))

/** Some mark a place as weak, `L`, and send it all the same. */
const placeAhead = /^[\d.]*,[AV],\d/
const textOf = (reader: BodyReader): string =>
  String.fromCharCode(...reader.bytes.subarray(reader.offset, reader.end))

function readRecord(reader: BodyReader, { message, session, now }: Gps103Decoding): void {
  const { event = '', localTime = '', tag, mark } = readBody(bodies.head, reader)
  if (mark !== 'F' && mark !== 'L') {
    malform({ message }, 'fields')
    return
  }
  const local = localTimeOf(localTime)
  const isPlace = mark === 'F' || placeAhead.test(textOf(reader))
  const report = isPlace ? readFix(reader, local, session, now) : readCell(reader, local, session, now)
  addEvent(report, event, tag)
  const command = commandReplyOf(event)
  if (command !== undefined) {
    message.kind = 'commandReply'
    message.command = command
  }
  message.name = isPlace ? 'position' : 'cell'
  message.reports.push(report)
}

function readFix(reader: BodyReader, local: number | null, session: WireSession, now: number): Report {
  const values = readBody(bodies.fix, reader)
  const { utcTime = '', validity, latitude, longitude, courseDeg, second, temperature } = values
  const report = bareReport()
  addPlace(report, latitude, longitude, validity === 'A' ? 'gps' : 'none')
  addTime(report, instantBy(local, /^\d{6}/.exec(utcTime)?.[0], session, now), now)
  if (courseDeg !== undefined && courseDeg >= 0) report.courseDeg = courseDeg % 360
  addValues(report, bodies.fix, values)
  if (temperature !== undefined) report.temperatureC = [temperature]
  if (second !== undefined) addSecond(report, second)
  return report
}

function addSecond(report: Report, second: string): void {
  if (/^\d+$/.test(second)) {
    if (Number(second) > 0) report.odometerM = Number(second) * 1_000
  } else if (/^[\d.]+%?$/.test(second)) addExtra(report, 'fuelPercent2', Number.parseFloat(second))
  else addExtra(report, 'troubleCodes', second)
}

/** Country and network of the cell are not sent: it leads to no place. */
function readCell(reader: BodyReader, local: number | null, session: WireSession, now: number): Report {
  const values = readBody(bodies.cell, reader)
  const report = bareReport()
  addTime(report, instantBy(local, undefined, session, now), now)
  addValues(report, bodies.cell, values)
  const { lac, cellId } = values
  if (lac && cellId) report.extra = { ...report.extra, lac, cellId }
  return report
}

/** Of `T:+28.0`, `oil 51.67`, `rfid`, and of the words for alarms. */
function addEvent(report: Report, event: string, tag: string | undefined): void {
  const alarm = alarmOf(event)
  if (alarm !== undefined) {
    addValue(report, 'alarms', [alarm])
    report.isAlarmEvent = true
  }
  Object.assign(report, echoes[event])
  if (event === 'acc on') report.accOn = true
  if (event === 'acc off') report.accOn = false
  const [, temperature, fuel] = /^(?:T:([+-]?[\d.]+)|oil ([\d.]+))$/.exec(event) ?? []
  if (temperature !== undefined) report.temperatureC = [Number(temperature)]
  if (fuel !== undefined) report.fuelPercent = Number(fuel)
  if (tag !== undefined) {
    if (event === 'rfid') report.driverId = tag
    else if (/^\d+%$/.test(tag)) report.batteryPercent = Number.parseInt(tag, 10)
    else addExtra(report, 'tag', tag)
  }
  if (event !== '' && event !== 'tracker') addExtra(report, 'event', event)
}

function readObd(reader: BodyReader, { message, session, now }: Gps103Decoding): void {
  const values = readBody(bodies.obd, reader)
  const { localTime = '', odometerKm, code1, code2, code3, code4 } = values
  const report = bareReport()
  addTime(report, instantBy(localTimeOf(localTime), undefined, session, now), now)
  addValues(report, bodies.obd, values)
  if (odometerKm !== undefined) report.odometerM = odometerKm * 1_000
  const codes = [code1, code2, code3, code4].filter((code) => code !== undefined)
  if (codes.length > 0) addExtra(report, 'troubleCodes', codes)
  message.reports.push(report)
}

function readPlain(reader: BodyReader, { message, session, now }: Gps103Decoding): void {
  const values = readBody(bodies.plain, reader)
  const { time, day, fixMark = 0, latitude, longitude, courseDeg, event } = values
  const report = bareReport()
  addPlace(report, latitude, longitude, fixMark > 0 ? 'gps' : 'none')
  addTime(report, instantOf(day, time), now, session.profile)
  if (courseDeg !== undefined) report.courseDeg = courseDeg % 360
  addValues(report, bodies.plain, values)
  if (event !== undefined) addEvent(report, event, undefined)
  message.reports.push(report)
}

/** State, number of wheels, then pressure, temperature and state of each; no source names the units. */
function readTyres(reader: BodyReader, { message }: Gps103Decoding): void {
  const { text } = readBody(bodies.tyres, reader)
  if (text !== undefined) message.information = { tyres: text }
}

/** A block: its number in two bytes, two of length, then the picture. */
function readPicture(reader: BodyReader, { message }: Gps103Decoding): void {
  const { block = '' } = readBody(bodies.picture, reader)
  message.information = {
    block: Number.parseInt(block.slice(2, 4) + block.slice(0, 2), 16) || 0,
    bytes: Math.max(0, block.length / 2 - 4),
  }
}

/** `yyMMddhhmm[ss]` or `yy/MM/dd hh:mm`, as if it were UTC. */
function localTimeOf(text: string): number | null {
  const digits = /^\d{10}(?:\d{2})?$/.exec(text.replace(/[/ :]/g, ''))?.[0]
  if (digits === undefined) return null
  const [yy, mo, dd, hh, mi, ss = 0] = digits.match(/../g)!.map(Number)
  return calendarTime(2000 + yy!, mo!, dd!, hh!, mi!, ss)
}

/**
 * The instant of a record. The date is in the device's clock, the time of day in that of the satellites; where the
 * latter is missing, what the device's clock was ahead before counts. Some write a local time there too: the offset
 * that is set counts, unless the time is that of the receipt, or the clock is ahead of it as was set.
 */
function instantBy(
  local: number | null,
  utcTime: string | undefined,
  session: WireSession,
  now: number,
): number | null {
  const offset = session.profile.utcOffsetMinutes ?? session.reportedOffsetMinutes ?? 0
  const time = utcTime && calendarTime(2000, 1, 1, ...threePairs(utcTime))
  if (time === undefined || time === '' || time === null)
    return local === null ? null : local - offset * minuteMs
  const dayMs = 2 * halfDayMs
  const timeOfDay = time % dayMs
  const near = local ?? now
  let utc = near - (near % dayMs) + timeOfDay
  if (near - utc <= -halfDayMs) utc -= dayMs
  else if (near - utc > halfDayMs) utc += dayMs
  // Clocks of Samoa and New Zealand are further ahead than half a day.
  if (local !== null && utc > now + 2 * 60 * minuteMs && local - (utc - dayMs) <= 14 * 60 * minuteMs)
    utc -= dayMs
  if (local !== null) session.reportedOffsetMinutes = Math.round((local - utc) / (15 * minuteMs)) * 15
  const { reportedOffsetMinutes: reported, profile } = session
  const isAsSet = reported !== 0 && reported !== null && Math.abs(reported - offset) <= summerTimeMinutes
  if (isAsSet || Math.abs(utc - now) <= liveMs) return utc
  return utc - (profile.utcOffsetMinutes ?? 0) * minuteMs
}

const threePairs = (text: string): [number, number, number] => [
  Number(text.slice(0, 2)),
  Number(text.slice(2, 4)),
  Number(text.slice(4, 6)),
]
