/**
 * Bodies of what a platform asks of a terminal. `framesToDevice` of session.ts makes frames of them in the
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

/** 8106; an empty 8104 asks for all. */
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

/** A006 of clones: cut or restore oil, with the time in GMT+8. */
export const oilBody = (isCut: boolean, now: number): Uint8Array =>
  Uint8Array.from([isCut ? 1 : 0, ...bcdTime(now, 480)])
