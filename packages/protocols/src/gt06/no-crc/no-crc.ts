/**
 * The Topin/365GPS dialect: start, a byte of length or of Wi-Fi points, number, content, `0d 0a`.
 * Source: 365GPS 2G/4G protocol, public frames of Topin and ZhongXun watches and trackers.
 */

import type { Message, Report } from '../../protocol.ts'
import { BodyReader, type Values } from '../../wire/body.ts'
import { toHex } from '../../wire/bytes.ts'
import { newMessage } from '../../wire/message.ts'
import { addValue } from '../../wire/report.ts'
import { dateParts } from '../../wire/time.ts'
import type { Trace } from '../../wire/trace.ts'
import { malformed, typeOf } from '../decoding.ts'
import { isStopAt } from '../envelope.ts'
import { identityOf } from '../identity.ts'
import { type Chosen, form, readForm } from '../layouts/forms.ts'
import { toReport } from '../report.ts'
import type { Gt06Session } from '../session.ts'
import { type NoCrcBody, noCrcBodies, unknownNoCrcBody } from './bodies.ts'
import { noCrcSize } from './size.ts'

const noForm = [form('none')]

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

export function decodeNoCrc(
  frame: Uint8Array,
  session: Gt06Session,
  now: number,
  trace: Trace | null,
): Message[] {
  const number = frame[3]!
  const body = noCrcBodies[number] ?? unknownNoCrcBody
  trace?.add(0, 2, 'start', '7878')
  trace?.add(2, 1, 'length', frame[2])
  trace?.add(3, 1, 'number', `${typeOf(number)} ${body.name}`)
  trace?.add(frame.length - 2, 2, 'stop', '0d0a')
  const reader = new BodyReader(frame, undefined, 4, frame.length - 2)
  reader.trace = trace
  const chosen = readForm(body.forms.length > 0 ? body.forms : noForm, reader, { wifiCount: frame[2]! })
  const message: Message = {
    ...newMessage(body.kind, typeOf(number), body.name),
    replies: answer(frame, body, now),
  }
  if (body.kind === 'login') {
    const identity = identityOf(chosen.values.imei ?? '')
    if (!identity) return [malformed(frame, 'identity')]
    session.hasNoCrc = true
    message.identity = identity
  } else if (body.kind === 'unknown') message.information = { raw: toHex(frame) }
  else if (frame.length === 6 && body.alarm === undefined) message.kind = 'heartbeat'
  else if (chosen.problem === 'coordinates') return [malformed(frame, chosen.problem)]
  else message.reports.push(reportOf(chosen, body, session, now))
  if (chosen.problem === 'date' && message.reports.length > 0) message.problem = 'date'
  return [message]
}

function reportOf(chosen: Chosen, body: NoCrcBody, session: Gt06Session, now: number): Report {
  const report = toReport(chosen, { isHeartbeat: body.kind === 'heartbeat' }, session, now)
  if (body.alarm !== undefined) {
    addValue(report, 'alarms', [body.alarm])
    report.isAlarmEvent = true
  }
  const { signedLatitude: latitude, signedLongitude: longitude, doubleCourse } = chosen.values as Values
  // The form with decimal degrees: every frame of it is a fix.
  if (Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 && (latitude !== 0 || longitude !== 0)) {
    Object.assign(report, { fix: 'gps', latitude, longitude, courseDeg: (doubleCourse ?? 0) % 360 })
  }
  if (body.isBuffered) report.isBuffered = true
  return report
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
      const year = new Date(now).getUTCFullYear()
      const [, ...date] = dateParts(now)
      return [Uint8Array.of(0x78, 0x78, 7, number, year >> 8, year & 0xff, ...date, 0x0d, 0x0a)]
    }
    default:
      return []
  }
}
