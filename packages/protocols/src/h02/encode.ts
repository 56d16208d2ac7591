/** H02 as a device sends it: the table of V1, written. */
import type { Report } from '../protocol.ts'
import { writeBody } from '../wire/body.ts'
import { dateParts } from '../wire/time.ts'
import { Writer } from '../wire/writer.ts'
import { head, location } from './bodies.ts'

const plain = 0xffffffff
const accBit = 0x400

/** @param clearBits of the status word: what is true */
export function encodeLocation(report: Report, terminalId: string, clearBits = 0): Uint8Array {
  const [yy, mo, dd, hh, mi, ss] = dateParts(report.fixTime ?? 0).map((value) =>
    String(value).padStart(2, '0'),
  )
  const writer = new Writer()
  writeBody(head, writer, { maker: 'HQ', terminalId, type: 'V1' })
  writeBody(location, writer, {
    time: `${hh}${mi}${ss}`,
    validity: report.fix === 'gps' ? 'A' : 'V',
    latitude: report.latitude ?? 0,
    longitude: report.longitude ?? 0,
    speedKmh: report.speedKmh ?? 0,
    courseDeg: report.courseDeg ?? 0,
  })
  const status = (plain & ~(report.accOn ? 0 : accBit) & ~clearBits) >>> 0
  writer.ascii(`,${dd}${mo}${yy},${status.toString(16).toUpperCase()}`)
  return new TextEncoder().encode(`*${new TextDecoder().decode(writer.done())}#`)
}

/** Keeps the line open, and reports the battery. */
export const encodeHeartbeat = (terminalId: string, batteryPercent?: number): Uint8Array =>
  new TextEncoder().encode(
    `*HQ,${terminalId},HTBT${batteryPercent === undefined ? '' : `,${Math.round(batteryPercent)}`}#`,
  )

const testId = '4210051415'

export const encodeReport = (report: Report): Uint8Array => encodeLocation(report, testId)
