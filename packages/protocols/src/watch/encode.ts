/** Frames of a simulated watch, from the table of a position. */
import type { Report } from '../protocol.ts'
import { dateParts } from '../wire/time.ts'
import { seal } from './envelope.ts'

/** @param alarmBits of the status word: an alarm frame; @param isKept stored while offline */
export function encodePosition(report: Report, id: string, alarmBits = 0, isKept = false): Uint8Array {
  const [yy, mo, dd, hh, mi, ss] = dateParts(report.fixTime ?? 0).map((value) =>
    String(value).padStart(2, '0'),
  )
  const { latitude = 0, longitude = 0, speedKmh = 0, courseDeg = 0, altitudeM = 0, satellites = 0 } = report
  const keyword = alarmBits === 0 ? (isKept ? 'UD2' : 'UD') : 'AL'
  const fields = [
    keyword,
    `${dd}${mo}${yy}`,
    `${hh}${mi}${ss}`,
    report.fix === 'gps' ? 'A' : 'V',
    Math.abs(latitude).toFixed(6),
    latitude < 0 ? 'S' : 'N',
    Math.abs(longitude).toFixed(6),
    longitude < 0 ? 'W' : 'E',
    speedKmh.toFixed(2),
    courseDeg.toFixed(1),
    altitudeM.toFixed(1),
    satellites,
    25 * (report.gsmLevel ?? 4),
    Math.round(report.batteryPercent ?? 100),
    0,
    0,
    alarmBits.toString(16).padStart(8, '0'),
    '0,0,0.0',
  ]
  return seal('3G', id, undefined, fields.join(','))
}

export const encodeLink = (id: string, batteryPercent = 100): Uint8Array =>
  seal('3G', id, undefined, `LK,0,0,${Math.round(batteryPercent)}`)

export const encodeReport = (report: Report): Uint8Array => encodePosition(report, '4209317586')
