/** Positions, one and several, and signs of life. Source: JT/T 808-2013 and -2019, 8 "Terminal heartbeat", "Position report", "Bulk positions"; Xinchun and HHD for 0210, Jointech for 55xx. */
import { isImei } from '@trackway/core/rules/validation.ts'
import type { Report } from '../../protocol.ts'
import { type BodyReader, body, readBody } from '../../wire/body.ts'
import { toHex } from '../../wire/bytes.ts'
import { signalLevel } from '../../wire/network.ts'
import { Reader } from '../../wire/reader.ts'
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

/** Each item is read on its own slice; a length that lies costs its items, and not the positions behind it. */
export function readBatch(r: BodyReader, decoding: Decoding): void {
  const { batchType } = readBody(batchHead, r)
  readPositions(r, decoding, 2, batchType === backlog)
}

function readPositions(r: BodyReader, decoding: Decoding, lengthBytes: 1 | 2, isBuffered: boolean): void {
  const { message, session, now } = decoding
  for (let n = 1; r.remaining > 2; n++) {
    const length = lengthBytes === 1 ? r.u8() : r.u16()
    // What the last length promises too much is cut off, as in any truncated item.
    const isCut = length > r.remaining
    const isLie = isCut || (length < r.remaining && lengthAt(r, r.offset + length, lengthBytes) === null)
    const next = isLie ? nextPosition(r, r.offset + positionBytes, lengthBytes) : null
    const one = r.slice(next === null ? length : next - r.offset)
    if (one.remaining < positionBytes) continue
    const read = () => readPosition(one, session, now)
    const report = r.trace === null ? read() : r.trace.under(String(n), read)
    if (isBuffered) report.isBuffered = true
    if (isCut) addValue(report, 'truncated', true)
    message.reports.push(report)
    learnFrom(report, decoding)
  }
}

/** The length that stands here, if a position may follow it: digits for its date, a place on Earth. */
function lengthAt({ bytes, end }: BodyReader, at: number, lengthBytes: 1 | 2): number | null {
  const reader = new Reader(bytes, at, end)
  const length = lengthBytes === 1 ? reader.u8() : reader.u16()
  const start = reader.offset
  if (length < positionBytes || start + length > end) return null
  reader.skip(8)
  const isOnEarth = reader.u32() <= 90e6 && reader.u32() <= 180e6
  const isDated = /^\d{12}$/.test(toHex(bytes.subarray(start + 22, start + positionBytes)))
  return isOnEarth && isDated ? length : null
}

/** The longest position that is looked through for the next one. */
const maxLyingBytes = 2_048

/** The first place from which positions reach to the end: behind one whose length is wrong. */
function nextPosition(r: BodyReader, from: number, lengthBytes: 1 | 2): number | null {
  const last = Math.min(from + maxLyingBytes, r.end - lengthBytes - positionBytes)
  for (let start = from; start <= last; start++) {
    let at = start
    while (at < r.end) {
      const length = lengthAt(r, at, lengthBytes)
      if (length === null) break
      at += lengthBytes + length
    }
    if (at === r.end) return start
  }
  return null
}

const sleepNotice = body({ batteryPercent: percent, time: time6 })
const sleepNoticeBytes = 7

/** 0210 is two things: going to sleep (Xinchun, 7 bytes), or positions with one-byte lengths (HHD). */
export function readSleepOrBatch(r: BodyReader, decoding: Decoding): void {
  if (r.remaining === sleepNoticeBytes) readSleep(r, decoding)
  else readPositions(r, decoding, 1, false)
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
