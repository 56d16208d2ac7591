/** TK103 as a device sends it, in the compact form. */
import type { Report } from '../protocol.ts'
import { dateParts } from '../wire/time.ts'
import { encodeSentence } from './decode.ts'

/** The part that BP05, BR00 and BO01 share. */
function placeOf(report: Report): string {
  const parts = dateParts(report.fixTime ?? 0).map((value) => String(value).padStart(2, '0'))
  const { latitude = 0, longitude = 0, speedKmh = 0, courseDeg = 0, accOn, odometerM = 0 } = report
  return [
    ...parts.slice(0, 3),
    report.fix === 'gps' ? 'A' : 'V',
    minutes(latitude, 2),
    latitude < 0 ? 'S' : 'N',
    minutes(longitude, 3),
    longitude < 0 ? 'W' : 'E',
    speedKmh.toFixed(1).padStart(5, '0'),
    ...parts.slice(3),
    courseDeg.toFixed(2).padStart(6, '0'),
    accOn ? '01000000' : '00000000',
    `L${Math.round(odometerM).toString(16).toUpperCase().padStart(8, '0')}`,
  ].join('')
}

/** `DDMM.MMMM`, with as many digits of degrees. */
function minutes(value: number, size: number): string {
  const tenThousandths = Math.round(Math.abs(value) * 600_000)
  const degrees = String(Math.floor(tenThousandths / 600_000)).padStart(size, '0')
  return degrees + ((tenThousandths % 600_000) / 10_000).toFixed(4).padStart(7, '0')
}

export const encodePosition = (report: Report, id: string): Uint8Array =>
  encodeSentence(id, `BR00${placeOf(report)}`, false)

/** @param alarm digit of BO01 */
export const encodeAlarm = (report: Report, id: string, alarm: number): Uint8Array =>
  encodeSentence(id, `BO01${alarm}${placeOf(report)}`, false)

export const encodeLogin = (id: string): string =>
  `(${id}BP05${id.padStart(15, '0')}${placeOf({ fixTime: null, fix: 'none' })})`
export const encodeHandshake = (id: string): Uint8Array => encodeSentence(id, 'BP00HSO', false)

export const encodeReport = (report: Report): Uint8Array => encodePosition(report, '088046338039')
