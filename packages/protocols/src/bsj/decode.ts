/** BSJ frames to messages. Source: as `envelope.ts` and `bodies.ts`. */
import { vehicleAlarms } from '@trackway/core/codes/alarms.ts'
import { isItems, readItems } from '../jt808/items/items.ts'
import { jt808 } from '../jt808/jt808.ts'
import type { Message, Report } from '../protocol.ts'
import { type BodyReader, readBody } from '../wire/body.ts'
import { fromHex, toHex } from '../wire/bytes.ts'
import type { FrameDecoding, FrameHead } from '../wire/define-protocol.ts'
import type { MessageRow } from '../wire/message.ts'
import { addTime, addValue, addValues, bareReport } from '../wire/report.ts'
import { textOrHexOf } from '../wire/texts.ts'
import type { Trace } from '../wire/trace.ts'
import * as bodies from './bodies.ts'
import {
  acknowledge,
  gatorMark,
  headBytes,
  idBytes,
  identityOf,
  lengthOf,
  problemOf,
  standardMark,
  tailBytes,
  typeOf,
} from './envelope.ts'
import type { BsjSession } from './session.ts'

interface BsjHead extends FrameHead {
  mark: number
  /** `type` as a number. */
  number: number
}

type BsjDecoding = FrameDecoding<BsjSession, BsjHead>
type Row = MessageRow<BsjDecoding, 'always'>

const readNothing: Row['read'] = () => {}
const position = readPlaced('position')
const extended = readPlaced('extended')

const rows: Readonly<Record<number, Row>> = {
  0x21: { name: 'answer', kind: 'heartbeat', read: readNothing },
  0x80: { name: 'position', kind: 'reports', read: position },
  0x81: { name: 'position on demand', kind: 'commandReply', read: position },
  0x82: { name: 'alarm', kind: 'reports', read: readPlaced('alarm') },
  0x83: { name: 'administrator number', kind: 'information', answer: 'always', read: readText },
  0x84: { name: 'text', kind: 'commandReply', answer: 'always', read: readText },
  0x85: { name: 'command answer', kind: 'commandReply', read: position },
  0x86: { name: 'SMS alarm switch', kind: 'information', answer: 'always', read: readText },
  0x8e: { name: 'stored position', kind: 'reports', answer: 'always', read: extended },
  0xa3: { name: 'extended position', kind: 'reports', read: extended },
  0xb1: { name: 'login', kind: 'login', answer: 'always', read: readNothing },
}

const unknown: Row = {
  name: 'unknown',
  kind: 'unknown',
  read: (reader, { message }) => {
    if (reader.remaining > 0) message.information = { body: toHex(reader.rest()) }
  },
}

/** The command that a position on demand answers. */
const locateType = 0x30
const storedType = 0x8e

export const rowOf = ({ number }: Pick<BsjHead, 'number'>): Row => rows[number] ?? unknown

export function readHead(
  frame: Uint8Array,
  session: BsjSession,
  now: number,
  trace: Trace | null,
): BsjHead | Message[] {
  if (frame[0] === standardMark) {
    trace?.fields.push(...jt808.describe(frame, session.standard))
    return jt808.decode(frame, session.standard, now)
  }
  const [mark, , number] = frame as unknown as [number, number, number]
  const type = frame.length > 2 ? typeOf(number) : ''
  const end = frame.length - tailBytes
  const head: BsjHead = { mark, number, type, start: headBytes + idBytes, end }
  const problem = problemOf(frame)
  if (problem !== null && problem !== 'checksum') {
    trace?.add(0, frame.length, problem, toHex(frame))
    return { ...head, problem }
  }
  if (problem !== null && !session.profile.isChecksumOptional && trace === null) return { ...head, problem }
  const rawId = frame.subarray(headBytes, headBytes + idBytes)
  head.identity = identityOf(rawId, mark)
  if (trace !== null) traceHead(trace, frame, head, problem !== null)
  session.head = { mark, rawId: rawId.slice() }
  const utcOffsetMinutes = session.profile.utcOffsetMinutes ?? (mark === gatorMark ? 0 : 480)
  head.context = { is2019: false, dialect: '', utcOffsetMinutes }
  return head
}

function traceHead(trace: Trace, frame: Uint8Array, head: BsjHead, isSumWrong: boolean): void {
  const hex = (from: number, to: number) => toHex(frame.subarray(from, to))
  const [id = 'nobody'] = head.identity?.terminalIds ?? []
  trace.add(0, 2, 'start', hex(0, 2))
  trace.add(2, 1, 'type', `${head.type} ${rowOf(head).name}`)
  trace.add(3, 2, 'length', lengthOf(frame))
  trace.add(headBytes, idBytes, 'terminal id', `${hex(headBytes, head.start)} (${id})`)
  trace.add(head.end, 1, 'checksum', hex(head.end, head.end + 1) + (isSumWrong ? ' (wrong)' : ''))
  trace.add(head.end + 1, 1, 'stop', hex(head.end + 1, frame.length))
}

/** Gator wants all it sends to be answered. */
export function answer(kind: 'always' | undefined, { frame, head, message }: BsjDecoding): void {
  if (kind === 'always' || head.mark === gatorMark) message.replies.push(acknowledge(frame))
}

function readText(reader: BodyReader, { message }: BsjDecoding): void {
  const start = reader.offset
  const text = textOrHexOf(reader.rest())
  reader.trace?.add(start, reader.offset - start, message.name, text)
  if (message.kind === 'commandReply') message.command = { correlation: null, text }
  else message.information = { [message.name]: text }
}

function readPlaced(holds: 'position' | 'alarm' | 'extended'): Row['read'] {
  return (reader, { head: { mark, number }, message, now }) => {
    const { report, answered } = readPosition(reader, holds, mark === gatorMark, now)
    if (number === storedType) report.isBuffered = true
    message.reports.push(report)
    if (message.kind === 'commandReply')
      message.command = { correlation: answered || locateType, result: 'success' }
  }
}

const has = (bits: number, bit: number): boolean => ((bits >>> bit) & 1) === 1

function readPosition(
  reader: BodyReader,
  holds: 'position' | 'alarm' | 'extended',
  isGator: boolean,
  now: number,
): { report: Report; answered: number | undefined } {
  const report = bareReport()
  if (holds === 'alarm') {
    const found = readBody(bodies.alarmed, reader)
    addPlace(report, found, now)
    addValues(report, bodies.alarmed, found)
    const bytes = fromHex(found.alarmBytes ?? '')
    const codes = bodies.alarmBits
      .filter(([byte, bit]) => has(bytes[byte] ?? 0, bit))
      .map(([, , code]) => code)
    addValue(report, 'alarms', codes)
    if (codes.length > 0) report.isAlarmEvent = true
    return { report, answered: undefined }
  }
  if (isGator) {
    const found = readBody(bodies.gatorPosition, reader)
    addPlace(report, found, now)
    addValues(report, bodies.gatorPosition, found)
    return { report, answered: undefined }
  }
  const found = readBody(bodies.position, reader)
  addPlace(report, found, now)
  addValues(report, bodies.position, found)
  addState(report, found.flags ?? 0, found.mileage, found.status)
  if (holds === 'extended') readExtension(reader, report)
  return { report, answered: found.answered }
}

interface Place {
  fixTime?: number | null
  latitude?: number
  longitude?: number
  speedKmh?: number
  courseDeg?: number
  flags?: number
}

function addPlace(report: Report, place: Place, now: number): void {
  const { latitude = 0, longitude = 0, speedKmh = Number.NaN, courseDeg = Number.NaN, flags = 0 } = place
  if (Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 && (latitude !== 0 || longitude !== 0)) {
    report.latitude = latitude
    report.longitude = longitude
    if (has(flags, 7)) report.fix = 'gps'
  }
  addTime(report, place.fixTime, now)
  if (!Number.isNaN(speedKmh)) report.speedKmh = speedKmh
  if (courseDeg <= 360) report.courseDeg = courseDeg % 360
}

function addState(
  report: Report,
  flags: number,
  mileage: number | undefined,
  status: number | undefined,
): void {
  report.charging = has(flags, 3)
  if (mileage !== undefined) {
    const fuel = mileage >> 16
    // Without a mileage after it, the first byte is how full the tank is, or FF.
    const isFuel = fuel > 0 && (mileage & 0xffff) === 0
    if (!isFuel) report.odometerM = has(flags, 1) ? mileage * 1_000 : mileage
    else if (fuel <= 100) report.fuelPercent = fuel
  }
  if (status === undefined) return
  report.accOn = !has(status, 31)
  addValue(report, 'alarms', has(status, 23) ? [] : [vehicleAlarms.sos])
}

/** A length, which counts itself, and entries, or groups without a length. */
function readExtension(reader: BodyReader, report: Report): void {
  const { bytes, offset, end } = reader
  const length = reader.remaining > 2 ? (bytes[offset]! << 8) | bytes[offset + 1]! : -1
  if (length !== end - offset) {
    addValues(report, bodies.groups, readBody(bodies.groups, reader))
    return
  }
  reader.trace?.add(offset, 2, 'length of the extension', length)
  reader.skip(2)
  if (isItems(reader)) readItems(reader, report, bodies.extension)
  else addValues(report, bodies.groups, readBody(bodies.groups, reader))
}
