/**
 * Jointech locks JT701, JT705A, JT709: messages 5501 and 5502 and the sentences in brackets.
 * Their clock is UTC, their positions are BCD degrees and minutes. Source: Jointech JT701 and JT705A protocol, "Location data",
 * and public frames (Traccar, Jt808 and JT701 decoders).
 */

import { type AlarmCode, vehicleAlarms as alarm } from '@trackway/core/codes/alarms.ts'
import type { DeviceProfile, Report } from '../../protocol.ts'
import { type BodyReader, body, readBody, type WireType } from '../../wire/body.ts'
import { toHex } from '../../wire/bytes.ts'
import { type ItemTable, item, itemOf } from '../../wire/items.ts'
import { peekedLevel } from '../../wire/network.ts'
import { addTime, addValue, bareReport } from '../../wire/report.ts'
import { bcd } from '../../wire/texts.ts'
import { bcdTimeMs } from '../../wire/time.ts'
import { as, codesOf, i16, peeked, percent, times, u8, u16, u32 } from '../../wire/types.ts'
import { axes } from './g10ls.ts'
import { readItems } from './items.ts'

/** `u8` command, then by length: a card of four bytes or a password of six characters, and a result. */
export const lockEventItem = itemOf('lock event', (length) => length >= 1, {
  lockCommand: u8,
  driverId: { read: (r) => (r.remaining === 4 || r.remaining === 5 ? String(r.u32()) : undefined) },
  lockPassword: {
    read: (r) => (r.remaining >= 6 ? String.fromCharCode(...r.take(6)).replaceAll('\0', '') : undefined),
  },
  unlockResult: { read: (r) => (r.remaining > 0 ? r.bytes[r.end - 1]! : undefined) },
})

/** The lowest nibble of the longitude are flags, so nine digits. */
const longitudeBytes = 5

const degrees = (digits: string, degreeDigits: number): number =>
  Number(digits.slice(0, degreeDigits)) + Number(digits.slice(degreeDigits)) / 10_000 / 60

const base = body({
  time: {
    size: 6,
    read: (r) => {
      const at = r.offset
      r.skip(6)
      return bcdTimeMs(r.bytes, at, true)
    },
  } satisfies WireType<number | null>,
  latitude: as(bcd(4), (digits) => degrees(digits, 2)),
  longitude: peeked((bytes, at) => degrees(toHex(bytes.subarray(at, at + longitudeBytes)).slice(0, 9), 3)),
  flags: as(bcd(longitudeBytes), (digits) => Number.parseInt(digits.slice(-1) || '0', 16)),
  speedKmh: as(bcd(1), Number),
  courseDeg: times(u8, 2),
  gsmLevel: peekedLevel,
  csq: u8,
  satellites: u8,
  odometerM: times(u32, 1000),
  charging: peeked((bytes, at) => (bytes[at] === 0xaa || bytes[at] === 0xab ? true : undefined)),
  batteryPercent: percent,
  cellId: u32,
  lac: u16,
  product: u8,
  lockState: u16,
  lockAlarms: u16,
})

const itemTable: ItemTable = {
  2: item('altitude', { altitudeM: i16 }),
  0x0a: item('network', { mcc: u16, mnc: u8 }),
  0x0b: lockEventItem,
  0x0c: item('tilt', { tilt: axes }),
  0x10: item('wake-up source', { wakeUpSource: u8 }),
  0xfc: item('fence', { fenceNumber: u8 }),
}

const product3Alarms: Record<number, AlarmCode> = {
  0: alarm.overspeed,
  1: alarm.externalVoltageLow,
  2: alarm.vibration,
  3: alarm.internalBatteryLow,
  5: alarm.fenceEntered,
  6: alarm.fenceLeft,
}
const product1Alarms: Record<number, AlarmCode> = { 0: alarm.internalBatteryLow }

/** The report of a 5501 or, kept back, a 5502. */
export function readLockReport(
  reader: BodyReader,
  isBuffered: boolean,
  now: number,
  profile: DeviceProfile,
): Report {
  const {
    time,
    flags = 0,
    latitude = 0,
    longitude = 0,
    speedKmh,
    courseDeg,
    ...more
  } = readBody(base, reader)
  const { cellId, lac, product = 0, lockState = 0, lockAlarms, ...rest } = more
  const report = bareReport()
  if (latitude <= 90 && longitude <= 180 && (latitude !== 0 || longitude !== 0)) {
    // Bit 0 fix, 1 north, 2 east.
    report.latitude = flags & 2 ? latitude : -latitude
    report.longitude = flags & 4 ? longitude : -longitude
    report.fix = flags & 1 ? 'gps' : 'none'
  }
  addTime(report, time, now, profile)
  if (Number.isFinite(speedKmh)) report.speedKmh = speedKmh
  if (courseDeg !== undefined && courseDeg < 360) report.courseDeg = courseDeg
  for (const [name, value] of Object.entries(rest)) addValue(report, name, value)
  if (isBuffered) report.isBuffered = true
  readItems(reader, report, itemTable)
  addCell(report, cellId, lac)
  addState(report, product, lockState, lockAlarms)
  return report
}

/** Cell and area code are in the body, the network in an item; without it they are only kept. */
function addCell(report: Report, cellId: number | undefined, lac: number | undefined): void {
  if (!cellId || lac === undefined) return
  const { mcc, mnc } = report.extra ?? {}
  if (typeof mcc === 'number' && typeof mnc === 'number' && mcc > 0) {
    report.cells = [{ mcc, mnc, lac, cellId }]
    delete report.extra?.mcc
    delete report.extra?.mnc
  } else {
    addValue(report, 'cellId', cellId)
    addValue(report, 'lac', lac)
  }
}

function addState(report: Report, product: number, state: number, alarms: number | undefined): void {
  addValue(report, 'product', product)
  addValue(report, 'lockState', state)
  if (product === 3) addValue(report, 'isLocked', (state & 0x20) !== 0)
  if (alarms === undefined) return
  if (alarms !== 0) addValue(report, 'lockAlarms', alarms)
  const table = product === 3 ? product3Alarms : product1Alarms
  addValue(report, 'alarms', codesOf(alarms, table))
}
