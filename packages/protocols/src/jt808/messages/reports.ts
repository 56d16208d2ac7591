/** Positions, one and several, and signs of life. Source: JT/T 808-2013 and -2019, 8 "Terminal heartbeat", "Position report", "Bulk positions"; Xinchun and HHD for 0210, Jointech for 55xx. */
import { isImei } from '@trackway/core/rules/validation.ts'
import type { Report } from '../../protocol.ts'
import { type BodyReader, body, readBody } from '../../wire/body.ts'
import { signalLevel } from '../../wire/network.ts'
import { addValue, bareReport } from '../../wire/report.ts'
import { hexRest } from '../../wire/texts.ts'
import { oneOf, percent, time6, u8, u16 } from '../../wire/types.ts'
import type { Decoding, MessageRow } from '../decoding.ts'
import { readLockReport } from '../items/jointech.ts'
import { positionBytes, readPosition } from './position.ts'
import { learnImei } from './registration.ts'

const handsetState = body({
  batteryPercent: percent,
  csq: u8,
  runState: oneOf(u8, ['running', 'standby', 'off']),
})

/** Portables add their state to the heartbeat; other bodies are kept as they are. */
export function readHeartbeat(r: BodyReader, { message }: Decoding): void {
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
export function readReport(r: BodyReader, decoding: Decoding): void {
  const { message, session, now } = decoding
  if (r.remaining < positionBytes) {
    message.kind = 'heartbeat'
    return
  }
  const report = readPosition(r, session, now)
  message.reports.push(report)
  learnFrom(report, decoding)
}

/** Information of a report about the device is kept with the device too. */
function learnFrom({ iccid, extra }: Report, decoding: Decoding): void {
  const { message } = decoding
  if (iccid !== undefined) message.information = { ...message.information, iccid }
  if (typeof extra?.imei === 'string' && isImei(extra.imei)) learnImei(decoding, extra.imei)
  if (typeof extra?.firmware === 'string') {
    message.information = { ...message.information, firmware: extra.firmware }
  }
}

/** 0201 and 0500: the serial of the request, then a position. */
export function readAnsweredReport(r: BodyReader, decoding: Decoding): void {
  const start = r.offset
  const serial = r.u16()
  r.trace?.add(start, 2, 'serial', serial)
  decoding.message.command = { correlation: serial, result: 'success' }
  readReport(r, decoding)
}

const batchHead = body({ count: u16, batchType: u8 })
const backlog = 1

/** Each item is read on its own slice; count and lengths that lie end the list, not the message. */
export function readBatch(r: BodyReader, decoding: Decoding): void {
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
export function readSleepOrBatch(r: BodyReader, decoding: Decoding): void {
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

export const readLock =
  (isBuffered: boolean): MessageRow['read'] =>
  (r, { message, now, session: { profile } }) => {
    message.reports.push(readLockReport(r, isBuffered, now, profile))
  }
