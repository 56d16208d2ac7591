/**
 * The binary form of H02: BCD, big-endian.
 * Source: H02 document, "binary data"; the 16 bytes after the status by public frames.
 */
import { body, part, type WireType } from '../wire/body.ts'
import { toHex } from '../wire/bytes.ts'
import { bcdDigits, hexRest } from '../wire/texts.ts'
import { as, u8, u16, u32 } from '../wire/types.ts'

/** Are these bytes packed decimals, but for an `f` of padding at the end of an id? */
export function isDecimal(bytes: Uint8Array, from: number, to: number): boolean {
  for (let at = from; at < to; at++)
    if (bytes[at]! >> 4 > 9 || ((bytes[at]! & 15) > 9 && at !== 8)) return false
  return true
}

const packed = (length: number): WireType<string> => ({ size: length, read: (r) => toHex(r.take(length)) })
/** `DDMMmmmm`. */
const latitude = as(packed(4), (digits) => Number(digits.slice(0, 2)) + Number(digits.slice(2)) / 600_000)
/** `DDDMMmmmm` and four flags: 2 valid, 4 north, 8 east. */
const longitude = as(packed(5), (digits) => ({
  degrees: Number(digits.slice(0, 3)) + Number(digits.slice(3, 9)) / 600_000,
  flags: Number.parseInt(digits.slice(9), 16),
}))

const place = {
  time: part(packed(3)),
  day: part(packed(3)),
  latitude: part(latitude),
  level: part(u8),
  longitude: part(longitude),
  /** Three digits of knots, three of course. */
  motion: part(packed(3)),
  status: part(u32),
}

export const shortId = body({ start: part(u8), terminalId: part(bcdDigits(5)), ...place })
export const longId = body({
  start: part(u8),
  terminalId: part(as(bcdDigits(8), (digits) => digits.slice(0, 15))),
  ...place,
  rest: hexRest,
})

export const extension = body({
  userAlarm: u8,
  spare: u8,
  gsm: part(u8),
  satellites: part(u8),
  mileage: u32,
  mcc: part(u16),
  mnc: part(u8),
  lac: part(u16),
  cellId: part(u16),
  serialNumber: u8,
})
/** What follows the status of the short form. */
export const shortEnd = body({ userAlarm: u8, rest: hexRest })
