/** BSJ frames to messages. Source: as `envelope.ts` and `bodies.ts`. */
import { vehicleAlarms } from '@trackway/core/codes/alarms.ts'
import { isItems, readItems } from '../jt808/items/items.ts'
import { jt808 } from '../jt808/jt808.ts'
import type { Message, MessageKind, Report } from '../protocol.ts'
import { BodyReader, readBody } from '../wire/body.ts'
import { fromHex, toHex } from '../wire/bytes.ts'
import { malform, newMessage } from '../wire/message.ts'
import { addValue, addValues, bareReport } from '../wire/report.ts'
import { textOrHexOf } from '../wire/texts.ts'
import { believable, believableFix } from '../wire/time.ts'
import type { Trace } from '../wire/trace.ts'
import { alarmBits, alarmed, extension, gatorPosition, groups, position } from './bodies.ts'
import {
  acknowledge,
  gatorMark,
  headBytes,
  idBytes,
  identityOf,
  problemOf,
  standardMark,
  tailBytes,
  typeOf,
} from './envelope.ts'
import type { BsjSession } from './session.ts'

interface Row {
  name: string
  kind: MessageKind
  isAnswered?: true
  /** What it holds: a position, or a text under the name. */
  holds?: 'position' | 'alarm' | 'extended' | 'text'
}

export const rows: Readonly<Record<number, Row>> = {
  0x21: { name: 'answer', kind: 'heartbeat' },
  0x80: { name: 'position', kind: 'reports', holds: 'position' },
  0x81: { name: 'position on demand', kind: 'commandReply', holds: 'position' },
  0x82: { name: 'alarm', kind: 'reports', holds: 'alarm' },
  0x83: { name: 'administrator number', kind: 'information', isAnswered: true, holds: 'text' },
  0x84: { name: 'text', kind: 'commandReply', isAnswered: true, holds: 'text' },
  0x85: { name: 'command answer', kind: 'commandReply', holds: 'position' },
  0x86: { name: 'SMS alarm switch', kind: 'information', isAnswered: true, holds: 'text' },
  0x8e: { name: 'stored position', kind: 'reports', isAnswered: true, holds: 'extended' },
  0xa3: { name: 'extended position', kind: 'reports', holds: 'extended' },
  0xb1: { name: 'login', kind: 'login', isAnswered: true },
}

/** The command that a position on demand answers. */
const locateType = 0x30
const storedType = 0x8e

export function decode(
  frame: Uint8Array,
  session: BsjSession,
  now: number,
  trace: Trace | null = null,
): Message[] {
  if (frame[0] === standardMark) return jt808.decode(frame, session.standard, now)
  const problem = problemOf(frame, session.profile.isChecksumOptional || trace !== null)
  const row = rows[frame[2]!]
  const message = newMessage(
    row?.kind ?? 'unknown',
    frame.length > 2 ? typeOf(frame[2]!) : '',
    row?.name ?? 'unknown',
  )
  if (problem !== null) {
    malform({ message }, problem)
    return [message]
  }
  const mark = frame[0]!
  const rawId = frame.subarray(headBytes, headBytes + idBytes)
  message.identity = identityOf(rawId, mark)
  session.head = { mark, rawId: rawId.slice() }
  const utcOffsetMinutes = session.profile.utcOffsetMinutes ?? (mark === gatorMark ? 0 : 480)
  const context = { is2019: false, dialect: '', utcOffsetMinutes }
  const reader = new BodyReader(frame, context, headBytes + idBytes, frame.length - tailBytes)
  reader.trace = trace
  if (row !== undefined) readInto(message, row, reader, frame, now)
  else if (reader.remaining > 0) message.information = { body: toHex(reader.rest()) }
  if (row?.isAnswered || mark === gatorMark) message.replies.push(acknowledge(frame))
  return [message]
}

function readInto(
  message: Message,
  { holds, name }: Row,
  reader: BodyReader,
  frame: Uint8Array,
  now: number,
): void {
  if (holds === undefined) return
  if (holds === 'text') {
    const start = reader.offset
    const text = textOrHexOf(reader.rest())
    reader.trace?.add(start, reader.offset - start, name, text)
    if (message.kind === 'commandReply') message.command = { correlation: null, text }
    else message.information = { [name]: text }
    return
  }
  const { report, answered } = readPosition(reader, holds, frame[0] === gatorMark, now)
  if (frame[2] === storedType) report.isBuffered = true
  message.reports.push(report)
  if (message.kind === 'commandReply')
    message.command = { correlation: answered || locateType, result: 'success' }
}

const has = (bits: number, bit: number): boolean => ((bits >>> bit) & 1) === 1

function readPosition(
  reader: BodyReader,
  holds: Row['holds'],
  isGator: boolean,
  now: number,
): { report: Report; answered: number | undefined } {
  const report = bareReport()
  if (holds === 'alarm') {
    const found = readBody(alarmed, reader)
    addPlace(report, found, now)
    addValues(report, alarmed, found)
    const bytes = fromHex(found.alarmBytes ?? '')
    const codes = alarmBits.filter(([byte, bit]) => has(bytes[byte] ?? 0, bit)).map(([, , code]) => code)
    addValue(report, 'alarms', codes)
    if (codes.length > 0) report.isAlarmEvent = true
    return { report, answered: undefined }
  }
  if (isGator) {
    const found = readBody(gatorPosition, reader)
    addPlace(report, found, now)
    addValues(report, gatorPosition, found)
    return { report, answered: undefined }
  }
  const found = readBody(position, reader)
  addPlace(report, found, now)
  addValues(report, position, found)
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
  const { fixTime } = place
  report.fixTime = report.fix === 'gps' ? believableFix(fixTime ?? null, now) : believable(fixTime, now)
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
    // Without a mileage behind it, the first byte is how full the tank is, or FF.
    const isFuel = fuel > 0 && (mileage & 0xffff) === 0
    if (!isFuel) report.odometerM = has(flags, 1) ? mileage * 1_000 : mileage
    else if (fuel <= 100) report.fuelPercent = fuel
  }
  if (status === undefined) return
  report.accOn = !has(status, 31)
  if (!has(status, 23)) addValue(report, 'alarms', [vehicleAlarms.sos])
}

/** A length, which counts itself, and entries, or groups without a length. */
function readExtension(reader: BodyReader, report: Report): void {
  const { bytes, offset, end } = reader
  const said = reader.remaining > 2 ? (bytes[offset]! << 8) | bytes[offset + 1]! : -1
  if (said !== end - offset) {
    addValues(report, groups, readBody(groups, reader))
    return
  }
  reader.trace?.add(offset, 2, 'length of the extension', said)
  reader.skip(2)
  if (isItems(reader)) readItems(reader, report, extension)
  else addValues(report, groups, readBody(groups, reader))
}
