/** The wire types of JT/T 808 in the names of its data type table, and combinations of them. */

import type { AlarmCode } from '@trackway/core/codes/alarms.ts'
import type { Cell, Extra, WifiPoint } from '../protocol.ts'
import { type Body, type BodyReader, readBody, type WireType, writeBody } from './body.ts'
import { toHex } from './bytes.ts'
import { gbkBytes, gbkText } from './gbk.ts'
import { bcdTime, bcdTimeMs } from './time.ts'
import { Writer } from './writer.ts'

export const u8: WireType<number> = { read: (r) => r.u8(), write: (w, v) => w.u8(v) }
export const i8: WireType<number> = { read: (r) => r.i8(), write: (w, v) => w.u8(v) }
export const u16: WireType<number> = { read: (r) => r.u16(), write: (w, v) => w.u16(v) }
export const i16: WireType<number> = { read: (r) => r.i16(), write: (w, v) => w.u16(v) }
export const u32: WireType<number> = { read: (r) => r.u32(), write: (w, v) => w.u32(v) }
export const i32: WireType<number> = { read: (r) => r.i32(), write: (w, v) => w.u32(v) }

/** Sign and magnitude: bit 15 is the sign, not two's complement. */
export const sm16: WireType<number> = {
  read: (r) => signMagnitude(r.u16()),
  write: (w, v) => w.u16(v < 0 ? 0x8000 | -v : v),
}

export const signMagnitude = (word: number): number => (word & 0x8000 ? -(word & 0x7fff) : word)

/** An unsigned number as wide as what is left, 1 to 4 bytes; wider ones are kept as hex. */
export const anyWidth: WireType<number | string> = {
  read: (r) => {
    if (r.remaining > 4) return toHex(r.rest())
    let value = 0
    while (r.remaining > 0) value = value * 256 + r.u8()
    return value
  },
}

/** A number in units of 1/`divisor`: dividing keeps 603 / 10 at 60.3. `shift` is added after. */
export const per = (type: WireType<number>, divisor: number, shift = 0): WireType<number> => ({
  read: (r) => type.read(r) / divisor + shift,
  write: (w, v) => type.write?.(w, Math.round((v - shift) * divisor)),
})

/** A number of which every unit is `factor` of ours. */
export const times = (type: WireType<number>, factor: number): WireType<number> => ({
  read: (r) => type.read(r) * factor,
  write: (w, v) => type.write?.(w, Math.round(v / factor)),
})

/** A number for which some values mean that there is none. */
export const unless = <T>(type: WireType<T>, ...none: T[]): WireType<T | undefined> => ({
  read: (r) => {
    const value = type.read(r)
    return none.includes(value) ? undefined : value
  },
})

/** A value of a type, turned into another. */
export const as = <T, U>(type: WireType<T>, turn: (value: T, r: BodyReader) => U): WireType<U> => ({
  read: (r) => turn(type.read(r), r),
})

export const isByte = (yes: number): WireType<boolean> => as(u8, (value) => value === yes)

export const hex = (length: number): WireType<string> => ({
  read: (r) => toHex(r.take(length)),
  write: (w, v) => w.raw(Uint8Array.from(v.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))),
})
export const hexRest: WireType<string> = { ...hex(0), read: (r) => toHex(r.rest()) }
/** Packed decimals read as their digits, which is what hex shows of them. @alias */
export const bcd = hex
/** BCD digits with the padding `f` of an odd count cut off. */
export const bcdDigits = (length: number) => as(bcd(length), (text) => text.replace(/f+$/, ''))

/** GBK text in a fixed number of bytes, padded at either end. */
export const text = (length: number): WireType<string> => ({
  read: (r) => gbkText(r.take(length)),
  write: (w, v) => {
    const bytes = gbkBytes(v)
    for (let i = 0; i < length; i++) w.u8(bytes[i] ?? 0)
  },
})
export const textRest: WireType<string> = {
  read: (r) => gbkText(r.rest()),
  write: (w, v) => w.raw(gbkBytes(v)),
}
/** Text where it is printable, else hex. */
export const textOrHex: WireType<string> = {
  read: (r) => {
    const bytes = r.rest()
    const found = gbkText(bytes)
    return /^[\x20-\x7e]*$/.test(found) ? found : toHex(bytes)
  },
}
export const text8: WireType<string> = {
  read: (r) => gbkText(r.take(r.u8())),
  write: (w, v) => {
    const bytes = gbkBytes(v)
    w.u8(bytes.length)
    w.raw(bytes)
  },
}
export const text16: WireType<string> = {
  read: (r) => gbkText(r.take(r.u16())),
  write: (w, v) => {
    const bytes = gbkBytes(v)
    w.u16(bytes.length)
    w.raw(bytes)
  },
}

/** `YY MM DD hh mm ss` in the device's clock, as an instant; null where it is no date. */
export const time6: WireType<number | null> = {
  read: (r) => {
    const at = r.offset
    r.skip(6)
    const local = r.offset - at < 6 ? null : bcdTimeMs(r.bytes, at)
    return local === null ? null : local - r.context.utcOffsetMinutes * 60_000
  },
  show: (v) => (v === null ? 'no date' : new Date(v).toISOString()),
  // Written in the standard's own zone.
  write: (w, v) => w.raw(bcdTime(v ?? 0, 480)),
}

/** A number as the name a list gives it, or the number where the list ends. */
export const oneOf = (
  type: WireType<number>,
  names: readonly (string | null)[] | Record<number, string>,
): WireType<Extra> => as(type, (value) => (names as Record<number, string | null>)[value] ?? value)

/** The names of the set bits, if any; a set bit without a name shows as its number. */
export const bitNames = (
  type: WireType<number>,
  names: readonly string[],
): WireType<Extra[] | undefined> => ({
  read: (r) => {
    const value = type.read(r)
    return value === 0 ? undefined : setBits(value).map((bit) => names[bit] || bit)
  },
  write: (w, found = []) => {
    const bits = found.map((name) => (typeof name === 'number' ? name : names.indexOf(String(name))))
    type.write?.(w, bits.reduce((word, bit) => (bit < 0 ? word : word | (1 << bit)), 0) >>> 0)
  },
})

export function setBits(value: number): number[] {
  const bits: number[] = []
  for (let bit = 0; bit < 32; bit++) if ((value >>> bit) & 1) bits.push(bit)
  return bits
}

/** Alarm codes of the set bits, or with `isInverted` of the clear ones. */
export const alarmBits = (
  type: WireType<number>,
  codes: Record<number, AlarmCode>,
  isInverted = false,
): WireType<AlarmCode[] | undefined> =>
  as(type, (value) => {
    const found = Object.entries(codes).filter(
      ([bit]) => ((value >>> Number(bit)) & 1) !== Number(isInverted),
    )
    return found.length === 0 ? undefined : found.map(([, code]) => code)
  })

/** A body of its own under one name. */
export const group = (table: Body): WireType<Extra> => ({
  read: (r) => readBody(table, r) as Extra,
  write: (w, v) => writeBody(table, w, v as object),
  isNested: true,
})

/** `type` until the bytes end. */
export const many = <T>(type: WireType<T>): WireType<T[]> => ({
  read: (r) => readMany(r, type, Number.POSITIVE_INFINITY),
  write: (w, v) => {
    for (const value of v) type.write?.(w, value)
  },
  isNested: true,
})

/** A count, then that many; fewer where the bytes end before. */
export const counted = <T>(count: WireType<number>, type: WireType<T>): WireType<T[]> => ({
  read: (r) => {
    const start = r.offset
    const said = count.read(r)
    r.trace?.add(start, r.offset - start, 'count', said)
    return readMany(r, type, said)
  },
  write: (w, v) => {
    count.write?.(w, v.length)
    for (const value of v) type.write?.(w, value)
  },
  isNested: true,
})

function readMany<T>(r: BodyReader, type: WireType<T>, most: number): T[] {
  const out: T[] = []
  for (let i = 0; i < most && r.remaining > 0; i++) {
    const start = r.offset
    const value = readOne(r, type, String(out.length + 1))
    // A last one that is cut off says nothing.
    if (r.isShort || r.offset === start) break
    if (value !== undefined) out.push(value)
  }
  return out
}

function readOne<T>(r: BodyReader, type: WireType<T>, name: string): T {
  const { trace } = r
  if (trace === null) return type.read(r)
  if (type.isNested) return trace.under(name, () => type.read(r))
  const start = r.offset
  const value = type.read(r)
  trace.add(start, r.offset - start, name, value)
  return value
}

/** The bytes of `length`, read as a body of their own; what it leaves over is skipped. */
export const within = <T>(length: WireType<number>, type: WireType<T>): WireType<T> => ({
  read: (r) => type.read(r.slice(length.read(r))),
  write: (w, v) => {
    const inner = new Writer()
    type.write?.(inner, v)
    length.write?.(w, inner.length)
    w.raw(inner.done())
  },
  isNested: type.isNested,
})

/** A cell; undefined where the record is all zero. */
export const cell = (
  mcc: WireType<number>,
  mnc: WireType<number>,
  lac: WireType<number>,
  cellId: WireType<number>,
  level?: WireType<number>,
): WireType<Cell | undefined> => ({
  read: (r) => {
    const found: Cell = { mcc: mcc.read(r), mnc: mnc.read(r), lac: lac.read(r), cellId: cellId.read(r) }
    if (level) setRssi(found, level.read(r))
    return found.mcc === 0 && found.cellId === 0 ? undefined : found
  },
})

/** Only a negative byte is surely dBm; small positive ones are levels of scales that no source names. */
export function setRssi(found: Cell, byte: number): void {
  const dbm = (byte << 24) >> 24
  if (dbm < 0 && dbm > -128) found.rssiDbm = dbm
}

/** A Wi-Fi point: address, then dBm, of which some devices send only the magnitude. */
export const wifiPoint: WireType<WifiPoint | undefined> = {
  read: (r) => {
    const mac = macText(r.take(6))
    const level = r.i8()
    if (mac === '00:00:00:00:00:00' || mac === 'ff:ff:ff:ff:ff:ff') return undefined
    return { mac, rssiDbm: level > 0 ? -level : level }
  },
}

export const macText = (bytes: Uint8Array): string => (toHex(bytes).match(/../g) ?? []).join(':')
export const mac: WireType<string> = { read: (r) => macText(r.take(6)) }
