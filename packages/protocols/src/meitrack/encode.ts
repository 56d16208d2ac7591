/** Meitrack as a device sends it: AAA. */
import type { Report } from '../protocol.ts'
import { csqOfLevel } from '../wire/network.ts'
import { dateParts } from '../wire/time.ts'
import { seal } from './envelope.ts'

/** Event of a position that is due. */
const plainEvent = 35

export function encodePosition(report: Report, imei: string, event = plainEvent): Uint8Array {
  const time = dateParts(report.fixTime ?? 0)
    .map((value) => String(value).padStart(2, '0'))
    .join('')
  const { latitude = 0, longitude = 0, speedKmh = 0, courseDeg = 0, altitudeM = 0, satellites = 0 } = report
  const { odometerM = 0, batteryVoltageV = 4.1, externalVoltageV = 0 } = report
  const hex = (volts: number) =>
    Math.round(volts * 100)
      .toString(16)
      .toUpperCase()
      .padStart(4, '0')
  const fields = [
    'AAA',
    event,
    latitude.toFixed(6),
    longitude.toFixed(6),
    time,
    report.fix === 'gps' ? 'A' : 'V',
    satellites,
    csqOfLevel(report.gsmLevel ?? 4),
    speedKmh,
    courseDeg,
    '1.0',
    Math.round(altitudeM),
    Math.round(odometerM),
    0,
    '0|0|0000|0000',
    report.accOn ? '0400' : '0000',
    `0000|0000|0000|${hex(batteryVoltageV)}|${hex(externalVoltageV)}`,
    '',
    '',
    3,
  ]
  return seal('$$', 'A', imei, fields.join(','))
}

export const encodeReport = (report: Report): Uint8Array => encodePosition(report, '861990020417355')
