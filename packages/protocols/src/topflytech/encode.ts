/** Frames as a vehicle tracker sends them, for the simulator and for tests. Source: as `bodies.ts`. */
import type { AlarmCode } from '@trackway/core/codes/alarms.ts'
import type { Report } from '../protocol.ts'
import type { Values } from '../wire/body.ts'
import { dateParts } from '../wire/time.ts'
import { Writer } from '../wire/writer.ts'
import { vehicleCodes } from './alarm-codes.ts'
import { marks, seal } from './envelope.ts'
import { littleFloat } from './types.ts'

const defaultImei = '866425030000000'

/** The byte of an alarm; undefined: it has none. */
export const alarmByte = (code: number | undefined): number | undefined => {
  const found = Object.entries(vehicleCodes).find(([, each]) => each === (code as AlarmCode))
  return found && Number(found[0])
}

export const encodeLogin = (imei: string, serial: number): Uint8Array =>
  seal(marks.vehicle, 0x01, serial, imei, [0x01, 0x10, 0x25, 0x03, 0x50, 0x10, 0x18, 0x02])

export const encodeHeartbeat = (imei: string, serial: number): Uint8Array =>
  seal(marks.vehicle, 0x03, serial, imei, [])

export const encodeReport = (report: Report, serial: number): Uint8Array =>
  encodePosition(report, serial, defaultImei)

const bcd = (value: number, bytes: number): number[] =>
  Array.from({ length: bytes }, (_, i) => {
    const pair = Math.floor(value / 100 ** (bytes - 1 - i)) % 100
    return (Math.floor(pair / 10) << 4) | (pair % 10)
  })

/** Type 02, or 04 with an alarm that the protocol knows. */
export function encodePosition(report: Report, serial: number, imei: string): Uint8Array {
  const { fixTime, fix, latitude = 0, longitude = 0, altitudeM = 0, speedKmh = 0, courseDeg = 0 } = report
  const alarm = alarmByte(report.alarms?.[0])
  const writer = new Writer()
  writer.u16(30)
  writer.u16(3_600)
  writer.u8(25)
  writer.u16(500)
  writer.u16((80 << 7) | 24)
  const satellites = Math.min(31, report.satellites ?? 9)
  writer.u8((report.isBuffered ? 0x80 : 0) | (fix === 'gps' ? 0x40 : 0) | satellites)
  writer.raw([0x70, report.armed ? 0x10 : 0, 3, report.oilCut ? 1 : 0, 0, 0])
  writer.u16(report.accOn ? 0x4000 : 0)
  writer.raw([0xff, 0xff, 0xff, 0xff])
  writer.u8(alarm ?? 0)
  writer.u8(0)
  writer.u32(Math.round(report.odometerM ?? 0))
  writer.raw(bcd(Math.round(report.batteryPercent ?? 100) % 100, 1))
  writer.raw(dateParts(fixTime ?? 0).flatMap((value) => bcd(value, 1)))
  const float = (value: number) => littleFloat.write?.(writer, value, {} as Values)
  if (fix === 'gps') {
    float(altitudeM)
    float(longitude)
    float(latitude)
    writer.raw(bcd(Math.round(speedKmh * 10), 2))
    writer.u16(Math.round(courseDeg) % 360)
  } else writer.raw(new Uint8Array(16).fill(0xff))
  const { externalVoltageV } = report
  if (externalVoltageV !== undefined) writer.raw(bcd(Math.round(externalVoltageV * 100), 2))
  return seal(marks.vehicle, alarm === undefined ? 0x02 : 0x04, serial, imei, writer.done())
}
