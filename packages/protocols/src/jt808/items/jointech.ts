/**
 * Jointech locks JT701, JT705A, JT709: messages 5501 and 5502 and the sentences in brackets.
 * Their clock is UTC, their positions are BCD degrees and minutes.
 */

import { vehicleAlarms as alarm } from '@trackway/core/codes/alarms.ts'
import type { Cell, Report } from '../../protocol.ts'
import { type Body, type BodyReader, body, readBody, type WireType } from '../../wire/body.ts'
import { toHex } from '../../wire/bytes.ts'
import { bcdTimeDayFirstMs, believable } from '../../wire/time.ts'
import { as, bcd, group, i16, times, u8, u16, u32 } from '../../wire/types.ts'
import { addValue, type ItemTable, item, readItems } from './items.ts'
import { signalLevel } from './standard.ts'

/** `u8` command, then by length: a card of four bytes or a password of six characters, and a result. */
export const lockEvent: Body = body({
  lockCommand: u8,
  driverId: {
    read: (r: BodyReader) => {
      const length = r.remaining
      if (length === 4 || length === 5) return String(r.u32())
      return undefined
    },
  },
  lockPassword: {
    read: (r: BodyReader) =>
      r.remaining >= 6 ? String.fromCharCode(...r.take(6)).replaceAll('\0', '') : undefined,
  },
  unlockResult: { read: (r: BodyReader) => (r.remaining > 0 ? r.bytes[r.end - 1]! : undefined) },
})

/** The lowest nibble of the longitude are flags, so nine digits. */
const longitudeBytes = 5

const degrees = (digits: string, degreeDigits: number): number =>
  Number(digits.slice(0, degreeDigits)) + Number(digits.slice(degreeDigits)) / 10_000 / 60

const batteryOrCharging: WireType<number | undefined> = as(u8, (value) => (value <= 100 ? value : undefined))

const base = body({
  time: {
    read: (r: BodyReader) => {
      const at = r.offset
      r.skip(6)
      return bcdTimeDayFirstMs(r.bytes, at)
    },
  },
  latitude: as(bcd(4), (digits) => degrees(digits, 2)),
  longitude: {
    read: (r: BodyReader) =>
      degrees(toHex(r.bytes.subarray(r.offset, r.offset + longitudeBytes)).slice(0, 9), 3),
  },
  flags: as(bcd(longitudeBytes), (digits) => Number.parseInt(digits.slice(-1) || '0', 16)),
  speedKmh: as(bcd(1), Number),
  courseDeg: times(u8, 2),
  gsmLevel: { read: (r: BodyReader) => signalLevel(r.peek()) },
  csq: u8,
  satellites: u8,
  odometerM: times(u32, 1000),
  charging: { read: (r: BodyReader) => (r.peek() === 0xaa || r.peek() === 0xab ? true : undefined) },
  batteryPercent: batteryOrCharging,
  cellId: u32,
  lac: u16,
  product: u8,
  lockState: u16,
  lockAlarms: u16,
})

const itemTable: ItemTable = {
  2: [item('altitude', 2, body({ altitudeM: i16 }))],
  0x0a: [item('network', 3, body({ mcc: u16, mnc: u8 }))],
  0x0b: [item('lock event', (length) => length >= 1, lockEvent)],
  0x0c: [item('tilt', 6, body({ tilt: group(body({ x: i16, y: i16, z: i16 })) }))],
  0x10: [item('wake-up source', 1, body({ wakeUpSource: u8 }))],
  0xfc: [item('fence', 1, body({ fenceNumber: u8 }))],
}

const product3Alarms: Record<number, number> = {
  0: alarm.overspeed,
  1: alarm.externalVoltageLow,
  2: alarm.vibration,
  3: alarm.internalBatteryLow,
  5: alarm.fenceEntered,
  6: alarm.fenceLeft,
}
const product1Alarms: Record<number, number> = { 0: alarm.internalBatteryLow }

/** The report of a 5501 or, kept back, a 5502. */
export function readLockReport(reader: BodyReader, isBuffered: boolean, now: number): Report {
  const values = readBody(base, reader)
  const report: Report = { fixTime: believable(values.time ?? null, now), fix: 'none' }
  const {
    flags = 0,
    latitude,
    longitude,
    cellId,
    lac,
    product,
    lockState,
    lockAlarms,
    time: _,
    ...rest
  } = values
  if (latitude <= 90 && longitude <= 180 && (latitude !== 0 || longitude !== 0)) {
    // Bit 0 fix, 1 north, 2 east.
    report.latitude = flags & 2 ? latitude : -latitude
    report.longitude = flags & 4 ? longitude : -longitude
    report.fix = flags & 1 ? 'gps' : 'none'
  }
  for (const [name, value] of Object.entries(rest)) {
    if (name === 'speedKmh' || name === 'courseDeg') {
      if (Number.isFinite(value) && (name === 'speedKmh' || value < 360)) report[name] = value
    } else addValue(report, name, value)
  }
  if (isBuffered) report.isBuffered = true
  readItems(reader, report, itemTable)
  addCell(report, cellId, lac)
  addState(report, product ?? 0, lockState ?? 0, lockAlarms ?? 0)
  return report
}

/** Cell and area code stand in the body, the network in an item; without it they are only kept. */
function addCell(report: Report, cellId: number | undefined, lac: number | undefined): void {
  if (!cellId || lac === undefined) return
  const { mcc, mnc } = report.extra ?? {}
  if (typeof mcc === 'number' && typeof mnc === 'number' && mcc > 0) {
    const found: Cell = { mcc, mnc, lac, cellId }
    report.cells = [found]
    delete report.extra?.mcc
    delete report.extra?.mnc
  } else {
    addValue(report, 'cellId', cellId)
    addValue(report, 'lac', lac)
  }
}

function addState(report: Report, product: number, state: number, alarms: number): void {
  addValue(report, 'product', product)
  addValue(report, 'lockState', state)
  if (product === 3) addValue(report, 'isLocked', (state & 0x20) !== 0)
  if (alarms === 0) return
  addValue(report, 'lockAlarms', alarms)
  const table = product === 3 ? product3Alarms : product1Alarms
  const codes = Object.entries(table).filter(([bit]) => (alarms >> Number(bit)) & 1)
  addValue(
    report,
    'alarms',
    codes.map(([, code]) => code),
  )
}
