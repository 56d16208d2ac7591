/** Wire types of Topflytech: packed decimals, and floats in little-endian. Source: as `bodies.ts`. */
import type { Cell } from '../protocol.ts'
import type { WireType } from '../wire/body.ts'
import { toHex } from '../wire/bytes.ts'
import { asciiText, hex } from '../wire/texts.ts'
import { as, u8, u16 } from '../wire/types.ts'

/** Packed decimals in parts of `divisor`; nothing where a nibble is none, as in FFFF. */
export const decimals = (length: number, divisor = 1): WireType<number | undefined> => ({
  ...as(hex(length), (digits) => (/^\d+$/.test(digits) ? Number(digits) / divisor : undefined)),
  write: (w, v, values) => {
    const digits =
      v === undefined ? 'f'.repeat(2 * length) : String(Math.round(v * divisor)).padStart(2 * length, '0')
    hex(length).write?.(w, digits, values)
  },
})

/** Percent; 00 is full. */
export const packedPercent: WireType<number | undefined> = {
  ...as(decimals(1), (value) => (value === 0 ? 100 : value)),
  write: (w, v, values) => decimals(1).write?.(w, (v ?? 0) % 100, values),
}

export const littleFloat: WireType<number> = {
  size: 4,
  read: (r) => new DataView(Uint8Array.of(r.u8(), r.u8(), r.u8(), r.u8()).buffer).getFloat32(0, true),
  write: (w, v) => {
    const bytes = new Uint8Array(4)
    new DataView(bytes.buffer).setFloat32(0, v, true)
    w.raw(bytes)
  },
}

/** The highest bit is the sign. */
export const signedByte = as(u8, (byte) => (byte & 0x80 ? -(byte & 0x7f) : byte))
/** A byte with 40 added; FF is none. */
export const above40 = as(u8, (byte) => (byte === 0xff ? undefined : byte - 40))
export const unlessFull = as(u8, (byte) => (byte === 0xff ? undefined : byte))
export const rpm = as(u16, (value) => (value === 0x8000 || value === 0xffff ? undefined : value))

const littleDecoder = new TextDecoder('utf-16le')
const textLe = (bytes: Uint8Array): string =>
  littleDecoder
    .decode(bytes.subarray(0, bytes.length & ~1))
    .replaceAll('\0', '')
    .trim()
export const littleTextRest: WireType<string> = { read: (r) => textLe(r.rest()) }
/** After their length. */
export const littleText8: WireType<string> = { read: (r) => textLe(r.take(r.u8())) }
/** Bytes after their number. */
export const bytes8: WireType<string> = { read: (r) => toHex(r.take(r.u8())) }
export const ascii8: WireType<string> = { read: (r) => asciiText(r.take(r.u8())) }

const cellBytes = 16
const isMcc = (mcc: number): boolean => mcc >= 200 && mcc <= 799

/**
 * Cells in the place of coordinates: of 2G (MCC, MNC, three of LAC and CI) or, with the highest bit set, of 4G (MCC,
 * MNC, ECI, TAC). Makers' codecs differ on the order of bytes: the one that gives an MCC counts.
 */
export const cells: WireType<Cell[]> = {
  size: cellBytes,
  read: (r) => {
    const bytes = r.take(cellBytes)
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
    if (bytes.length < cellBytes || bytes.every((byte) => byte === 0xff)) return []
    const isLittle = isMcc(view.getUint16(0, true) & 0x7fff) && !isMcc(view.getUint16(0) & 0x7fff)
    const u16At = (at: number) => view.getUint16(at, isLittle)
    const mcc = u16At(0) & 0x7fff
    const mnc = u16At(2)
    if (!isMcc(mcc)) return []
    if (u16At(0) & 0x8000) return [{ mcc, mnc, lac: u16At(8), cellId: view.getUint32(4, isLittle) }]
    return [4, 8, 12]
      .map((at) => ({ mcc, mnc, lac: u16At(at), cellId: u16At(at + 2) }))
      .filter(({ lac, cellId }) => lac !== 0xffff && (lac !== 0 || cellId !== 0))
  },
}
