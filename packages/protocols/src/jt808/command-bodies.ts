/**
 * Bodies of the platform's requests to a terminal. `framesToDevice` of session.ts makes frames of them in the
 * layout of the device. Source: JT/T 808-2013 and -2019, clause 8; makers' own where named.
 */

import { gbkBytes } from '../wire/gbk.ts'
import { bcdTime } from '../wire/time.ts'
import { Writer } from '../wire/writer.ts'

/** 8300: flags 1 (urgent in 2013, service in 2019), in 2019 kind "notice", then GBK. */
export const textBody = (text: string, is2019: boolean, flags = 1): Uint8Array =>
  Uint8Array.from([flags, ...(is2019 ? [1] : []), ...gbkBytes(text)])

export type ParameterToSet = readonly [id: number, value: string | { value: number; bytes: 1 | 2 | 4 }]

/** 8103: numbers in the exact width of the parameter table, text in GBK. */
export function setParametersBody(parameters: readonly ParameterToSet[]): Uint8Array {
  const writer = new Writer()
  writer.u8(parameters.length)
  for (const [id, value] of parameters) {
    writer.u32(id)
    if (typeof value === 'string') {
      const bytes = gbkBytes(value)
      writer.u8(bytes.length)
      writer.raw(bytes)
    } else {
      writer.u8(value.bytes)
      if (value.bytes === 4) writer.u32(value.value)
      else if (value.bytes === 2) writer.u16(value.value)
      else writer.u8(value.value)
    }
  }
  return writer.done()
}

/** 8106; an empty 8104 queries all. */
export function queryParametersBody(ids: readonly number[]): Uint8Array {
  const writer = new Writer()
  writer.u8(ids.length)
  for (const id of ids) writer.u32(id)
  return writer.done()
}

/**
 * 8105: 3 power off, 4 restart, 5 factory settings, 6 close the link; makers: F0 and F1 engine stop and
 * resume, 64 and 65 (G10LS) cut and restore oil, 66 and 67 arm and disarm, all hex.
 * @param parameters joined by `;` where there are several
 */
export const controlBody = (command: number, parameters = ''): Uint8Array =>
  Uint8Array.from([command, ...gbkBytes(parameters)])

/** 8202: a report every `intervalS` for `validS` seconds; interval 0 stops it. */
export function trackingBody(intervalS: number, validS: number): Uint8Array {
  const writer = new Writer()
  writer.u16(intervalS)
  if (intervalS > 0) writer.u32(validS)
  return writer.done()
}

/** 8203: an operator saw these alarm bits; serial 0 means all messages. */
export function confirmAlarmsBody(serial: number, bits: readonly number[]): Uint8Array {
  const writer = new Writer()
  writer.u16(serial)
  writer.u32(bits.reduce((word, bit) => word | (1 << bit), 0) >>> 0)
  return writer.done()
}

/** 8500: 2013 has a flag byte with 1 for lock, 2019 a list with 0 for lock. */
export const doorBody = (isLocked: boolean, is2019: boolean): Uint8Array =>
  is2019 ? Uint8Array.of(0, 1, 0, 1, isLocked ? 0 : 1) : Uint8Array.of(isLocked ? 1 : 0)

/** 8900, data passed through: type F0 is a text. */
export const transparentBody = (text: string): Uint8Array => Uint8Array.from([0xf0, ...gbkBytes(text)])

/** A006 of clones: cut or restore oil, with the time in GMT+8. */
export const oilBody = (isCut: boolean, now: number): Uint8Array =>
  Uint8Array.from([isCut ? 1 : 0, ...bcdTime(now, 480)])

/** 8400: 1 listens in, 0 is a call. */
export const callBody = (number: string, isListening: boolean): Uint8Array =>
  Uint8Array.from([isListening ? 1 : 0, ...gbkBytes(number)])

/** 8804: `seconds` 0 records until a stop is sent; `null` stops. What was recorded is uploaded. */
export function recordBody(seconds: number | null): Uint8Array {
  const writer = new Writer()
  writer.u8(seconds === null ? 0 : 1)
  writer.u16(seconds ?? 0)
  writer.raw([0, 0]) // upload at once, 8 kHz
  return writer.done()
}

/** 8801: one picture of channel 1 at 640 by 480, uploaded at once, everything else in the middle of its range. */
export const photoBody = (): Uint8Array => Uint8Array.of(1, 0, 1, 0, 0, 0, 2, 5, 128, 64, 64, 128)

export interface AreaToSet {
  alarmOn: 'in' | 'out' | 'in/out'
  /** The north-western corner, or the centre. */
  latitude: number
  longitude: number
  /** Of a circle, or the south-eastern corner of a rectangle. */
  rest: { radiusM: number } | { latitude: number; longitude: number }
}

/** 8600 (circle) and 8602 (rectangle): area 1 instead of all that were there; alarms go to the platform. */
export function areaBody({ alarmOn, latitude, longitude, rest }: AreaToSet, is2019: boolean): Uint8Array {
  const writer = new Writer()
  const degrees = (value: number) => writer.u32(Math.round(Math.abs(value) * 1e6))
  writer.u8(0)
  writer.u8(1)
  writer.u32(1)
  writer.u16(
    (alarmOn === 'out' ? 0 : 0x08) |
      (alarmOn === 'in' ? 0 : 0x20) |
      (latitude < 0 ? 0x40 : 0) |
      (longitude < 0 ? 0x80 : 0),
  )
  degrees(latitude)
  degrees(longitude)
  if ('radiusM' in rest) writer.u32(rest.radiusM)
  else {
    degrees(rest.latitude)
    degrees(rest.longitude)
  }
  if (is2019) writer.u16(0) // no name
  return writer.done()
}

/** 8601 and 8603 with no ids delete all. */
export const deleteAreasBody = (): Uint8Array => Uint8Array.of(0)
