/** Wire types of digits and text. */

import type { BodyReader, WireType } from './body.ts'
import { fromHex, toHex } from './bytes.ts'
import { gbkBytes, gbkText } from './gbk.ts'
import { as, u8, u16 } from './types.ts'

export const hex = (length: number): WireType<string> => ({
  size: length,
  read: (r) => toHex(r.take(length)),
  write: (w, v) => w.raw(fromHex(v)),
})
export const hexRest: WireType<string> = { read: (r) => toHex(r.rest()), write: (w, v) => w.raw(fromHex(v)) }
/** Packed decimals read as their digits, which is what hex shows of them. @alias */
export const bcd = hex
/** BCD digits up to the padding of `f`. */
export const bcdDigits = (length: number): WireType<string> => ({
  ...as(bcd(length), (digits) => digits.replace(/f.*$/, '')),
  write: (w, v) => w.raw(fromHex(v.padEnd(length * 2, 'f'))),
})
/** Fifteen digits after half a byte of padding: an IMEI or IMSI. */
export const fifteenDigits = as(bcd(8), (digits) => digits.replace(/^0/, ''))

const padded = (length: number, bytes: Uint8Array): Uint8Array => {
  const out = new Uint8Array(length)
  out.set(bytes.subarray(0, length))
  return out
}

/** GBK text in a fixed number of bytes, padded at either end. */
export const text = (length: number): WireType<string> => ({
  size: length,
  read: (r) => gbkText(r.take(length)),
  write: (w, v) => w.raw(padded(length, gbkBytes(v))),
})
export const textRest: WireType<string> = {
  read: (r) => gbkText(r.rest()),
  write: (w, v) => w.raw(gbkBytes(v)),
}

const countedText = (length: WireType<number>): WireType<string> => ({
  read: (r, values) => gbkText(r.take(length.read(r, values))),
  write: (w, v, values) => {
    const bytes = gbkBytes(v)
    length.write?.(w, bytes.length, values)
    w.raw(bytes)
  },
})
/** Text after a length of one byte, or of two. */
export const text8 = countedText(u8)
export const text16 = countedText(u16)

/** ASCII up to `keepBack` bytes before the end of the body. */
export const asciiRest = (keepBack = 0): WireType<string> => ({
  read: (r) => asciiText(r.take(Math.max(0, r.remaining - keepBack))),
  write: (w, v) => w.ascii(v),
})
export const ascii = (length: number): WireType<string> => ({
  size: length,
  read: (r) => asciiText(r.take(length)),
})

/** Text without zeros and blanks around it; control characters become blanks. */
export function asciiText(bytes: Uint8Array): string {
  let out = ''
  for (const byte of bytes)
    if (byte !== 0) out += byte === 0x0a || byte >= 0x20 ? String.fromCharCode(byte) : ' '
  return out.trim()
}

/** Text where it is printable, padded or not, else hex. */
export function textOrHexOf(bytes: Uint8Array): string {
  const found = gbkText(bytes)
  return /^[\x20-\x7e\r\n]+$/.test(found) ? found.trim() : toHex(bytes)
}
export const textOrHex: WireType<string> = { read: (r) => textOrHexOf(r.rest()) }

/** UTF-16, big-endian, to the end; half a character is left out. */
export const utf16Rest: WireType<string> = {
  read: (r) => {
    const bytes = r.rest()
    return utf16
      .decode(bytes.subarray(0, bytes.length & ~1))
      .replaceAll('\0', '')
      .trim()
  },
}
const utf16 = new TextDecoder('utf-16be')

const isAll =
  (least: number, most: number) =>
  ({ bytes, offset, end }: BodyReader): boolean => {
    for (let at = offset; at < end; at++) if (bytes[at]! < least || bytes[at]! > most) return false
    return end > offset
  }
/** Are all bytes that are left printable ASCII, or decimal digits? */
export const isAscii = isAll(0x20, 0x7e)
export const isDigits = isAll(0x30, 0x39)
