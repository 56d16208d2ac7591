/**
 * The Topin/365GPS dialect: start, a byte of length or of Wi-Fi points, number, content, `0d 0a`.
 * Source: 365GPS 2G/4G protocol, public frames of Topin and ZhongXun watches and trackers.
 */

import type { Field, Message, Report } from '../../protocol.ts'
import { toHex } from '../../wire/bytes.ts'
import { Reader } from '../../wire/reader.ts'
import { believedTime } from '../clock.ts'
import { isStopAt } from '../envelope.ts'
import { identityOf } from '../identity.ts'
import { Draft } from '../layouts/draft.ts'
import { readPrefix, readRows, type Trace } from '../layouts/row.ts'
import { malformed, typeOf } from '../malformed.ts'
import { maxLatitude, maxLongitude, toReport } from '../report.ts'
import type { Gt06Session } from '../session.ts'
import { type NoCrcBody, noCrcBodies, unknownNoCrcBody } from './bodies.ts'
import { noCrcSize } from './size.ts'

/** A frame of this dialect: by its size, or because the CRC it would need to be a GT06 frame is wrong. */
export function isNoCrcFrame(frame: Uint8Array, session: Gt06Session): boolean {
  if (frame.length < 6 || frame[0] !== 0x78 || frame[1] !== 0x78) return false
  if (!isStopAt(frame, frame.length - 2)) return false
  return noCrcSize(frame, session.hasNoCrc) === frame.length
}

/**
 * A heartbeat as long as GT06's. There the fifth byte is a language, 0 to 2 with flags in the high
 * nibble; here it is a signal strength.
 */
export const isNoCrcHeartbeat = (frame: Uint8Array): boolean =>
  frame.length === 15 && frame[0] === 0x78 && frame[3] === 0x13 && (frame[8]! & 15) > 2

/** The numbers 08 and 09 exist only here. */
export const isNoCrcGps = (frame: Uint8Array): boolean =>
  frame[0] === 0x78 && (frame[3] === 0x08 || frame[3] === 0x09)

function read(frame: Uint8Array, body: NoCrcBody, trace?: Trace): Draft {
  const end = frame.length - 2
  for (const { rows, minSize } of body.layouts) {
    if (end - 4 < minSize) continue
    const draft = new Draft()
    draft.count = frame[2]!
    const reader = new Reader(frame, 4, end)
    readRows(rows, reader, draft)
    if (reader.isShort || reader.remaining > 0) continue
    if (trace)
      readRows(rows, new Reader(frame, 4, end), Object.assign(new Draft(), { count: frame[2] }), trace)
    return draft
  }
  const draft = new Draft()
  draft.count = frame[2]!
  readPrefix(body.layouts[0]?.rows ?? [], new Reader(frame, 4, end), draft, trace)
  return draft
}

export function decodeNoCrc(frame: Uint8Array, session: Gt06Session, now: number): Message[] {
  const number = frame[3]!
  const body = noCrcBodies[number] ?? unknownNoCrcBody
  const draft = read(frame, body)
  const message: Message = {
    kind: body.kind,
    type: typeOf(number),
    name: body.name,
    reports: [],
    replies: answer(frame, body, now),
    refusals: [],
  }
  if (body.kind === 'login') {
    const identity = identityOf(draft.imei)
    if (!identity) return [malformed('identity', frame)]
    session.hasNoCrc = true
    return [{ ...message, identity }]
  }
  if (body.kind === 'unknown') return [{ ...message, information: { raw: toHex(frame) } }]
  const isEmpty = frame.length === 6
  if (isEmpty && body.raises === undefined) return [{ ...message, kind: 'heartbeat' }]
  if (draft.latitude > maxLatitude || draft.longitude > maxLongitude) return [malformed('coordinates', frame)]
  if (draft.deviceTime !== null && Number.isNaN(draft.deviceTime)) return [malformed('date', frame)]
  return [{ ...message, reports: [reportOf(draft, body, session, now)] }]
}

function reportOf(draft: Draft, body: NoCrcBody, session: Gt06Session, now: number): Report {
  draft.addAlarm(body.raises)
  const place = draft.report.latitude !== undefined ? decimalPlace(draft) : {}
  const report = toReport(draft, { ...body, acknowledge: false }, 'no CRC', session, now)
  Object.assign(report, place)
  if (draft.deviceTime !== null) report.fixTime = believedTime(draft.deviceTime, session.utcClock, now)
  if (body.isBuffered) report.isBuffered = true
  return report
}

/** The form with decimal degrees: every frame of it is a fix. */
function decimalPlace(draft: Draft): Partial<Report> {
  const { latitude = 0, longitude = 0 } = draft.report
  if (Math.abs(latitude) > 90 || Math.abs(longitude) > 180 || (latitude === 0 && longitude === 0)) {
    delete draft.report.latitude
    delete draft.report.longitude
    return {}
  }
  return {
    fix: 'gps',
    speedKmh: Number(draft.extra?.speed ?? 0),
    courseDeg: (Number(draft.extra?.halfCourse ?? 0) * 2) % 360,
  }
}

function answer(frame: Uint8Array, body: NoCrcBody, now: number): Uint8Array[] {
  const number = frame[3]!
  switch (body.answer) {
    case 'login':
      return [Uint8Array.of(0x78, 0x78, 1, 1, 0x0d, 0x0a)]
    case 'date':
      return [Uint8Array.of(0x78, 0x78, 0, number, ...frame.subarray(4, 10), 0x0d, 0x0a)]
    case 'content':
      return [frame.slice()]
    case 'time': {
      const time = new Date(now)
      const year = time.getUTCFullYear()
      const date = [
        time.getUTCMonth() + 1,
        time.getUTCDate(),
        time.getUTCHours(),
        time.getUTCMinutes(),
        time.getUTCSeconds(),
      ]
      return [Uint8Array.of(0x78, 0x78, 7, number, year >> 8, year & 0xff, ...date, 0x0d, 0x0a)]
    }
    default:
      return []
  }
}

export function describeNoCrc(frame: Uint8Array, fields: Field[]): void {
  const number = frame[3]!
  const body = noCrcBodies[number] ?? unknownNoCrcBody
  fields.push(
    { offset: 0, length: 2, name: 'start', value: '7878' },
    { offset: 2, length: 1, name: 'length', value: String(frame[2]) },
    { offset: 3, length: 1, name: 'number', value: `${typeOf(number)} ${body.name}` },
  )
  read(frame, body, (name, offset, length, value) => fields.push({ name, offset, length, value }))
  fields.push({ offset: frame.length - 2, length: 2, name: 'stop', value: '0d0a' })
}
