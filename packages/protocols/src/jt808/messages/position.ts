/** Message 0200 and everything that carries its body: base of 28 bytes, then items. Source: JT/T 808-2013 8.18, -2019 8.12. */

import type { Report } from '../../protocol.ts'
import { type BodyReader, body, readBody, readComplete } from '../../wire/body.ts'
import { dialectOf } from '../../wire/message.ts'
import { peekedLevel } from '../../wire/network.ts'
import { addTime, addValue, addValues } from '../../wire/report.ts'
import { i16, per, time6, times, u8, u16, u32 } from '../../wire/types.ts'
import { alarmsOf, dialectNamed } from '../items/alarm-bits.ts'
import { isItems, readItems } from '../items/items.ts'
import { itemTable } from '../items/makers.ts'
import { obdItems } from '../items/obd.ts'
import { type Jt808Session, wireContext } from '../session.ts'

export const positionBytes = 28

/** JT/T 808-2013 table 23, -2019 table 24; coordinates without sign, the hemisphere is in `state`. */
export const positionBase = body({
  alarmFlags: u32,
  state: u32,
  latitude: per(u32, 1e6),
  longitude: per(u32, 1e6),
  altitudeM: i16, // negative below the sea, though the standard has unsigned
  speedKmh: per(u16, 10),
  courseDeg: u16,
  fixTime: time6,
})

/** Not items: some OBD trackers send a fixed block after the base. */
const fixedTail = body({
  tailReserved: u32,
  odometerM: times(u32, 1000),
  externalVoltageV: per(u16, 10),
  areaId: u32,
  gsmLevel: peekedLevel,
  csq: u8,
})
const fixedTailBytes = [18, 20]

const accBit = 1
const fixBit = 2
const southBit = 4
const westBit = 8
const oilBit = 1 << 10
const circuitBit = 1 << 11
const lockedBit = 1 << 12

/** One position body. The reader must hold at least its base. */
export function readPosition(reader: BodyReader, session: Jt808Session, now: number): Report {
  const base = readComplete(positionBase, reader)
  const { state, speedKmh, courseDeg, altitudeM, fixTime } = base
  const accOn = (state & accBit) !== 0
  const report: Report = { fixTime, fix: 'none', speedKmh, courseDeg, altitudeM, accOn, extra: { state } }
  setPlace(report, state, base.latitude, base.longitude)
  if (speedKmh === 6553.5) delete report.speedKmh
  if (courseDeg === 360) report.courseDeg = 0
  else if (courseDeg > 360) delete report.courseDeg
  if (reader.remaining > 0) readTail(reader, report)
  finish(report, reader, session, now, base.alarmFlags, state)
  return report
}

/** Unsigned coordinates with a state word of 5.3: hemispheres and fix. */
export function setPlace(report: Report, state: number, latitude: number, longitude: number): void {
  if (latitude > 90 || longitude > 180 || (latitude === 0 && longitude === 0)) return
  report.latitude = state & southBit ? -latitude : latitude
  report.longitude = state & westBit ? -longitude : longitude
  if (state & fixBit) report.fix = 'gps'
}

function readTail(reader: BodyReader, report: Report): void {
  if (fixedTailBytes.includes(reader.remaining) && !isItems(reader)) {
    addValues(report, fixedTail, readBody(fixedTail, reader))
  } else readItems(reader, report, itemTable, obdItems)
}

/** What depends on items and bits together. */
function finish(
  report: Report,
  reader: BodyReader,
  session: Jt808Session,
  now: number,
  flags: number,
  state: number,
): void {
  const extra = report.extra!
  if (typeof extra.firmware === 'string' && extra.firmware.startsWith('AOVX')) session.seenDialect ??= 'aovx'
  if (extra.hasLightSensor === true) session.seenDialect ??= 'lightSensor'
  if (typeof extra.timeZone === 'string') {
    session.reportedOffsetMinutes = zoneMinutes(extra.timeZone) ?? session.reportedOffsetMinutes
  }
  if (extra.fixSource === 'wifi' && report.fix === 'gps') report.fix = 'wifi'
  if (report.fixTime !== null) {
    // The item may have corrected the clock after the time was read.
    const { utcOffsetMinutes } = wireContext(session, reader.context.is2019)
    const time = report.fixTime + (reader.context.utcOffsetMinutes - utcOffsetMinutes) * 60_000
    addTime(report, time, now)
    // A clock that cannot be right is shown all the same.
    if (report.fixTime === null) extra.deviceTime = time
  }
  const dialect = dialectNamed(dialectOf(session))
  const { codes, bits } = alarmsOf(flags, dialect)
  if (flags !== 0) extra.alarmBits = bits
  addValue(report, 'alarms', codes)
  if (state & oilBit) report.oilCut = true
  else if (state !== 0) report.oilCut = false
  if (state & circuitBit) extra.circuitCut = true
  if (state & lockedBit) extra.doorsLocked = true
  if (state & dialect.doorBits) report.doorOpen = true
  if (dialect.armedBit !== undefined) report.armed = ((state >>> dialect.armedBit) & 1) === 1
  // An item's value for the battery is more precise.
  if (dialect.chargingBit !== undefined) report.charging ??= ((state >>> dialect.chargingBit) & 1) === 1
  if (state & dialect.bufferedBits) report.isBuffered = true
}

/** `UTC+08:00` to minutes. */
function zoneMinutes(text: string): number | undefined {
  const match = /^(?:UTC|GMT)?([+-])(\d{1,2}):?(\d{2})?$/.exec(text.trim())
  if (!match) return undefined
  const minutes = Number(match[2]) * 60 + Number(match[3] ?? 0)
  return minutes > 14 * 60 ? undefined : match[1] === '-' ? -minutes : minutes
}
