/** Frames as a BSJ device sends them, for the simulator and for tests, through the decoder's own tables. Source: as `bodies.ts`. */
import type { AlarmCode } from '@trackway/core/codes/alarms.ts'
import type { Report } from '../protocol.ts'
import { writeBody } from '../wire/body.ts'
import { fromHex, toHex } from '../wire/bytes.ts'
import { Writer } from '../wire/writer.ts'
import { alarmBits, alarmed, position } from './bodies.ts'
import { ownMark, rawIdOf, seal } from './envelope.ts'

const defaultId = '13900000'

/** Type B1: login, and the sign of life later. */
export const encodeLogin = (terminalId: string): Uint8Array => seal(ownMark, 0xb1, rawIdOf(terminalId), [])

export const encodeReport = (report: Report): Uint8Array => encodePosition(report, defaultId)

/** Of some alarm: type 82, which has no place for state and mileage. */
export function encodeAlarm(report: Report, code: AlarmCode, terminalId: string): Uint8Array | null {
  const found = alarmBits.find(([, , each]) => each === code)
  if (found === undefined) return null
  const bytes = new Uint8Array(8)
  bytes[found[0]] = 1 << found[1]
  const writer = new Writer()
  writeBody(alarmed, writer, { ...placeOf(report), overload: 0, logging: 0, alarmBytes: toHex(bytes) })
  return seal(ownMark, 0x82, rawIdOf(terminalId), writer.done())
}

/** Type 80, or with `isBuffered` 8E. */
export function encodePosition(report: Report, terminalId: string, isBuffered = false): Uint8Array {
  const writer = new Writer()
  writeBody(position, writer, {
    ...placeOf(report),
    mileage: Math.round((report.odometerM ?? 0) / 1_000),
    status: report.accOn ? 0x7fff_ffff : 0xffff_ffff,
    intervals: toHex(fromHex('001e0000000000')),
    answered: 0,
  })
  return seal(ownMark, isBuffered ? 0x8e : 0x80, rawIdOf(terminalId), writer.done())
}

const placeOf = ({
  fixTime,
  fix,
  latitude = 0,
  longitude = 0,
  speedKmh = 0,
  courseDeg = 0,
  charging,
}: Report) => ({
  fixTime,
  latitude,
  longitude,
  speedKmh,
  courseDeg: Math.round(courseDeg) % 360,
  // The antenna is sound, and mileage is in kilometres.
  flags: 0x63 | (fix === 'gps' ? 0x80 : 0) | (charging === false ? 0 : 0x08),
})
