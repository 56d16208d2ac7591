/** GPS103 as a device sends it: the table of a record with a fix, written. */
import type { Report } from '../protocol.ts'
import { writeBody } from '../wire/body.ts'
import { dateParts } from '../wire/time.ts'
import { Writer } from '../wire/writer.ts'
import { fix, head } from './bodies.ts'

/** @param event `tracker`, or what happened */
export function encodeRecord(report: Report, imei: string, event = 'tracker'): Uint8Array {
  const parts = dateParts(report.fixTime ?? 0).map((value) => String(value).padStart(2, '0'))
  const writer = new Writer()
  writeBody(head, writer, { terminalId: imei, event, localTime: parts.join(''), tag: '', mark: 'F' })
  writeBody(fix, writer, {
    utcTime: `${parts.slice(3).join('')}.000`,
    validity: report.fix === 'gps' ? 'A' : 'V',
    latitude: report.latitude ?? 0,
    longitude: report.longitude ?? 0,
    speedKmh: report.speedKmh ?? 0,
    courseDeg: report.courseDeg ?? 0,
    altitudeM: report.altitudeM ?? 0,
    accOn: report.accOn ?? false,
  })
  return new TextEncoder().encode(`imei:${new TextDecoder().decode(writer.done())};`)
}

export const encodeReport = (report: Report): Uint8Array => encodeRecord(report, '359586015829802')
