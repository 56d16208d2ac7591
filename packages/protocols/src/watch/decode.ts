/**
 * Watch frames to messages. Times are UTC.
 * Source: 4P-Touch "Beesure / SeTracker" server protocol; public frames.
 */
import type { Message } from '../protocol.ts'
import { type Body, type BodyReader, readBody } from '../wire/body.ts'
import { type FrameDecoding, type FrameHead, malformedFrame } from '../wire/define-protocol.ts'
import { type MessageRow, malform } from '../wire/message.ts'
import { addValues, bareReport } from '../wire/report.ts'
import type { Trace } from '../wire/trace.ts'
import * as bodies from './bodies.ts'
import { openEnvelope, seal, unescaped } from './envelope.ts'
import { toReport } from './report.ts'
import type { WatchSession } from './session.ts'

interface WatchHead extends FrameHead {
  maker: string
  terminalId: string
  index: string | undefined
  keyword: string
}

type WatchDecoding = FrameDecoding<WatchSession, WatchHead>
/** The content that answers it. */
type Answer = string | ((keyword: string) => string)
type Row = MessageRow<WatchDecoding, Answer>

/** Firmware that encrypts its content. */
const encrypted = /^AQSH\+/

export function readHead(
  frame: Uint8Array,
  session: WatchSession,
  _: number,
  trace: Trace | null,
): WatchHead | Message[] {
  const envelope = openEnvelope(frame)
  if (envelope === null || frame.at(-1) !== 0x5d) return malformedFrame('fields')
  const { maker, terminalId, index, start } = envelope
  const end = frame.length - 1
  const comma = frame.subarray(start, end).indexOf(0x2c)
  const keyword = String.fromCharCode(
    ...frame.subarray(start, comma < 0 ? Math.min(end, start + 64) : start + comma),
  )
  Object.assign(session, { maker, terminalId, hasIndex: index !== undefined })
  traceHead(trace, frame, envelope.start, keyword)
  return {
    type: keyword.slice(0, 32),
    identity: { terminalIds: [terminalId] },
    maker,
    terminalId,
    index,
    keyword,
    start: comma < 0 ? end : start + comma + 1,
    end,
    problem: encrypted.test(keyword) ? 'encrypted' : undefined,
  }
}

export function answer(content: Answer | undefined, { head, message }: WatchDecoding): void {
  if (content === undefined || message.command !== undefined) return
  const { maker, terminalId, index, keyword } = head
  const text = typeof content === 'string' ? content : content(keyword)
  message.replies.push(seal(maker, terminalId, index, text))
}

function traceHead(trace: Trace | null, frame: Uint8Array, start: number, keyword: string): void {
  if (trace === null) return
  const parts = String.fromCharCode(...frame.subarray(1, start - 1)).split('*')
  const names =
    parts.length === 4 ? ['maker', 'terminalId', 'index', 'length'] : ['maker', 'terminalId', 'length']
  let at = 1
  for (const [n, text] of parts.entries()) {
    trace.add(at, text.length, names[n] ?? 'field', text)
    at += text.length + 1
  }
  if (keyword.length > 0) trace.add(start, keyword.length, 'keyword', keyword)
}

const readPosition =
  (isAlarm: boolean): Row['read'] =>
  (reader, { message, session, now, head: { keyword } }) => {
    const report = toReport(reader, session, now, isAlarm)
    if (report === null) {
      malform({ message }, 'fields')
      return
    }
    // Stored while offline.
    if (/^UD2/.test(keyword)) report.isBuffered = true
    message.reports.push(report)
  }

/** Two watches touched: where, and when by the clock of this one. */
function readFriends(reader: BodyReader, decoding: WatchDecoding): void {
  readBody(bodies.watchTime, reader)
  if (reader.remaining > 0) readPosition(false)(reader, decoding)
}

/** Two values are steps and battery; so are the first two where a tracker has nothing to say in the third. */
function readLink(reader: BodyReader, { message }: WatchDecoding): void {
  if (reader.remaining === 0) return
  const { steps, ...others } = readBody(bodies.link, reader)
  const isSecond = others.battery === undefined || (others.battery === 0 && (others.tumbles ?? 0) > 0)
  const { tumbles, battery } = isSecond ? { battery: undefined, tumbles: others.tumbles } : others
  const percent = battery ?? tumbles
  const report = bareReport()
  if (percent !== undefined && percent <= 100) report.batteryPercent = percent
  if (steps !== undefined)
    report.extra = { steps, ...(battery !== undefined && tumbles !== undefined && { tumbles }) }
  message.reports.push(report)
}

const health =
  <V>(table: Body<V>): Row['read'] =>
  (reader, { message }) => {
    if (reader.remaining === 0) return
    const report = bareReport()
    addValues(report, table, readBody(table, reader))
    message.reports.push(report)
  }

const comma = 0x2c

function readOxygen(reader: BodyReader, decoding: WatchDecoding): void {
  const isWhole = reader.bytes.subarray(reader.offset, reader.offset + reader.remaining).includes(comma)
  const read = isWhole ? health(bodies.oxygen) : health(bodies.oxygenAlone)
  read(reader, decoding)
}

/** A body that is too cold or too hot to measure is sent as 0 or 1. */
const readTemperature =
  (table: Body<{ temperature?: number }>): Row['read'] =>
  (reader, { message }) => {
    const { temperature } = readBody(table, reader)
    if (temperature === undefined || temperature <= 1) return
    message.reports.push({ ...bareReport(), temperatureC: [temperature] })
  }

/** A single digit answers a voice message of ours. */
function readVoice(reader: BodyReader, decoding: WatchDecoding): void {
  if (reader.remaining === 1) readReply(reader, decoding)
  else readMedia(reader, decoding)
}

function readMedia(reader: BodyReader, { message }: WatchDecoding): void {
  const start = reader.offset
  const bytes = unescaped(reader.rest())
  reader.trace?.add(start, reader.offset - start, 'data', `${bytes.length} bytes`)
  message.information = { bytes: bytes.length }
  if (bytes.length === 0) return
  message.media = {
    transfer: message.name,
    unit: 'part',
    start: 0,
    end: 1,
    total: 1,
    bytes,
    facts: { kind: message.name === 'picture' ? 'image' : 'audio' },
  }
}

function readReply(reader: BodyReader, { message, head: { keyword } }: WatchDecoding): void {
  const { text } = readBody(bodies.freeText, reader)
  message.kind = 'commandReply'
  message.name = 'commandReply'
  message.command = { correlation: keyword.trim().toUpperCase(), result: 'success', ...(text && { text }) }
}

const readFact =
  (name: string): Row['read'] =>
  (reader, { message }) => {
    const { text } = readBody(bodies.freeText, reader)
    if (text === undefined) return
    message.information = { [name]: text }
    if (name === 'iccid') message.reports.push({ ...bareReport(), iccid: text })
  }

function readCells(reader: BodyReader, { message }: WatchDecoding): void {
  const { network } = readBody(bodies.cells, reader)
  message.reports.push({ ...bareReport(), ...(network && { cells: network.cells }) })
}

const readNothing: Row['read'] = (reader) => void readBody(bodies.freeText, reader)
const echo = (keyword: string): string => keyword

const position: Row = { name: 'position', kind: 'reports', read: readPosition(false) }
const alarm: Row = { name: 'alarm', kind: 'reports', answer: 'AL', read: readPosition(true) }
const heart: Row = { name: 'heartRate', kind: 'reports', answer: echo, read: health(bodies.rate) }
const bloodPressure: Row = {
  name: 'bloodPressure',
  kind: 'reports',
  answer: echo,
  read: health(bodies.pressure),
}
const command: Row = { name: 'commandReply', kind: 'commandReply', read: readReply }

/** By keyword in upper case. */
const messages: { readonly [keyword: string]: Row } = {
  LK: { name: 'link', kind: 'heartbeat', answer: 'LK', read: readLink },
  PP: { name: 'friends', kind: 'reports', read: readFriends },
  INIT: { name: 'init', kind: 'login', answer: 'INIT,1', read: readNothing },
  CONFIG: { name: 'config', kind: 'information', answer: 'CONFIG,1', read: readFact('config') },
  TKQ: { name: 'voiceRequest', kind: 'heartbeat', answer: echo, read: readNothing },
  TKQ2: { name: 'voiceRequest', kind: 'heartbeat', answer: echo, read: readNothing },
  TK: { name: 'voice', kind: 'part', answer: 'TK,1', read: readVoice },
  JXTK: { name: 'voice', kind: 'part', answer: 'JXTKR,1', read: readMedia },
  IMG: { name: 'picture', kind: 'part', read: readMedia },
  BPHRT: bloodPressure,
  BLOOD: bloodPressure,
  HEART: heart,
  PULSE: heart,
  OXYGEN: { name: 'bloodOxygen', kind: 'reports', answer: 'oxygen,1', read: readOxygen },
  BTEMP2: {
    name: 'temperature',
    kind: 'reports',
    answer: 'btemp2',
    read: readTemperature(bodies.bodyTemperature),
  },
  TEMP: { name: 'temperature', kind: 'reports', read: readTemperature(bodies.temperature) },
  CCID: { name: 'iccid', kind: 'information', read: readFact('iccid') },
  ICCID: { name: 'iccid', kind: 'information', read: readFact('iccid') },
  RYIMEI: { name: 'imei', kind: 'information', read: readFact('imei') },
  GS1: { name: 'cells', kind: 'reports', read: readCells },
}

/** Positions have the kind of their network or of their maker after their two letters. */
export function rowOf({ keyword: untrimmed }: WatchHead): Row {
  const keyword = untrimmed.trim()
  const known = messages[keyword.toUpperCase()]
  if (known !== undefined) return known
  if (/^(?:UD|WT)/.test(keyword)) return position
  return /^AL(?!ARM)/.test(keyword) ? alarm : command
}
