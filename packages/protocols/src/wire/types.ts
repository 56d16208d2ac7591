/** Wire types of numbers and bits, and combinations of any types. All big-endian. */

import type { AlarmCode } from '@trackway/core/codes/alarms.ts'
import type { Extra } from '../protocol.ts'
import {
  type Body,
  type BodyReader,
  body,
  type Rows,
  readBody,
  type Values,
  type ValuesOf,
  type WireType,
  writeBody,
} from './body.ts'
import { toHex } from './bytes.ts'
import { bcdTime, bcdTimeMs } from './time.ts'
import { Writer } from './writer.ts'

export const u8: WireType<number> = { size: 1, read: (r) => r.u8(), write: (w, v) => w.u8(v) }
export const i8: WireType<number> = { size: 1, read: (r) => r.i8(), write: (w, v) => w.u8(v) }
export const u16: WireType<number> = { size: 2, read: (r) => r.u16(), write: (w, v) => w.u16(v) }
export const i16: WireType<number> = { size: 2, read: (r) => r.i16(), write: (w, v) => w.u16(v) }
export const u24: WireType<number> = { size: 3, read: (r) => r.u24(), write: (w, v) => w.u24(v) }
export const u32: WireType<number> = { size: 4, read: (r) => r.u32(), write: (w, v) => w.u32(v) }
export const i32: WireType<number> = { size: 4, read: (r) => r.i32(), write: (w, v) => w.u32(v) }
export const u48: WireType<number> = { size: 6, read: (r) => r.u32() * 0x1_0000 + r.u16() }
export const u64: WireType<number> = { size: 8, read: (r) => r.u64(), write: (w, v) => w.u64(v) }

/** Sign and magnitude: bit 15 is the sign, not two's complement. */
export const sm16: WireType<number> = {
  size: 2,
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
export const anyNumber: WireType<number> = { read: (r) => Number(anyWidth.read(r, {})) }

/** The same bytes with another meaning; people see that meaning. */
const derived = <T, U>(
  { size, least, isNested, isPart }: WireType<T>,
  read: WireType<U>['read'],
  write?: WireType<U>['write'],
): WireType<U> => ({ read, ...(write && { write }), size, least, isNested, isPart })

/** A number in units of 1/`divisor`: dividing keeps 603 / 10 at 60.3. `shift` is added after. */
export const per = (type: WireType<number>, divisor: number, shift = 0): WireType<number> =>
  derived(
    type,
    (r, values) => type.read(r, values) / divisor + shift,
    (w, v, values) => type.write?.(w, Math.round((v - shift) * divisor), values),
  )

/** A number of which every unit is `factor` of ours. */
export const times = (type: WireType<number>, factor: number): WireType<number> =>
  derived(
    type,
    (r, values) => type.read(r, values) * factor,
    (w, v, values) => type.write?.(w, Math.round(v / factor), values),
  )

/** A value of a type, turned into another. */
export const as = <T, U>(
  type: WireType<T>,
  turn: (value: T, r: BodyReader, values: Values) => U,
): WireType<U> => derived(type, (r, values) => turn(type.read(r, values), r, values))

/** A value for which some values mean that there is none. */
export const unless = <T>(type: WireType<T>, ...none: T[]): WireType<T | undefined> =>
  as(type, (value) => (none.includes(value) ? undefined : value))

/** A second reading of the bytes of the next row: takes none of them. */
export const peeked = <T>(
  read: (bytes: Uint8Array, offset: number, end: number, r: BodyReader) => T,
): WireType<T> => ({
  size: 0,
  read: (r) => read(r.bytes, r.offset, r.end, r),
})

/** One of several types, by what was read before; `least`: bytes of the smallest. */
export const chosen = <T>(choose: (values: Values) => WireType<T>, least = 0): WireType<T> => ({
  least,
  isNested: true,
  read: (r, values) => choose(values).read(r, values),
  write: (w, v, values) => choose(values).write?.(w, v, values),
})

/** Bytes that every sender leaves empty or fills with padding: no value. */
export const padding = (size: number): WireType<undefined> => ({
  size,
  read: (r) => r.skip(size) as undefined,
})
export const anyPadding: WireType<undefined> = { read: (r) => void r.rest() }

export const isByte = (yes: number): WireType<boolean> => as(u8, (value) => value === yes)
/** A percentage; a byte above 100 is none. */
export const percent: WireType<number | undefined> = as(u8, (value) => (value <= 100 ? value : undefined))

/** `YY MM DD hh mm ss` in BCD in the device's clock, as an instant; null where it is no date. */
export const time6: WireType<number | null> = {
  size: 6,
  read: (r) => {
    const at = r.offset
    r.skip(6)
    const local = r.isShort ? null : bcdTimeMs(r.bytes, at)
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
export const bitNames = (type: WireType<number>, names: readonly string[]): WireType<Extra[] | undefined> =>
  derived(
    type,
    (r, values) => {
      const value = type.read(r, values)
      return value === 0 ? undefined : setBits(value).map((bit) => names[bit] || bit)
    },
    (w, found = [], values) => {
      const bits = found.map((name) => (typeof name === 'number' ? name : names.indexOf(String(name))))
      type.write?.(w, bits.reduce((word, bit) => (bit < 0 ? word : word | (1 << bit)), 0) >>> 0, values)
    },
  )

export function setBits(value: number): number[] {
  const bits: number[] = []
  for (let bit = 0; bit < 32; bit++) if ((value >>> bit) & 1) bits.push(bit)
  return bits
}

/** The codes of the set bits of a word, or with `isInverted` of the clear ones. */
export const codesOf = (
  word: number,
  codes: Readonly<Record<number, AlarmCode>>,
  isInverted = false,
): AlarmCode[] =>
  Object.entries(codes)
    .filter(([bit]) => ((word >>> Number(bit)) & 1) !== Number(isInverted))
    .map(([, code]) => code)

/** Alarm codes of the set bits. */
export const alarmBits = (
  type: WireType<number>,
  codes: Readonly<Record<number, AlarmCode>>,
): WireType<AlarmCode[]> => as(type, (value) => codesOf(value, codes))

/** Rows of their own under one name. */
export const group = <R extends Rows>(rows: R): WireType<ValuesOf<R>> => groupOf(body(rows))

export const groupOf = <V>(table: Body<V>): WireType<V> => ({
  size: table.size,
  least: table.least,
  isNested: true,
  read: (r) => readBody(table, r),
  write: (w, v) => writeBody(table, w, v),
})

/** `type` until the bytes end. */
export const many = <T>(type: WireType<T>): WireType<Exclude<T, undefined>[]> => ({
  isNested: true,
  read: (r, values) => readMany(r, type, Number.POSITIVE_INFINITY, values),
  write: (w, v, values) => {
    for (const value of v) type.write?.(w, value, values)
  },
})

/** A count, then that many; fewer where the bytes end before. */
export const counted = <T>(
  count: WireType<number>,
  type: WireType<T>,
): WireType<Exclude<T, undefined>[]> => ({
  isNested: true,
  read: (r, values) => {
    const start = r.offset
    const times = count.read(r, values)
    r.trace?.add(start, r.offset - start, 'count', times)
    return readMany(r, type, times, values)
  },
  write: (w, v, values) => {
    count.write?.(w, v.length, values)
    for (const value of v) type.write?.(w, value, values)
  },
})

/** As many as a field before counts, or always as many; a list that is cut off makes the reader short. */
export const repeated = <T>(
  type: WireType<T>,
  count: number | ((values: Values) => number),
): WireType<Exclude<T, undefined>[]> => ({
  isNested: true,
  size: typeof count === 'number' && type.size !== undefined ? count * type.size : undefined,
  read: (r, values) => {
    const times = typeof count === 'number' ? count : count(values)
    const least = type.size ?? type.least ?? 1
    if (r.remaining < times * least) r.isShort = true
    return readMany(r, type, times, values, true)
  },
})

function readMany<T>(
  r: BodyReader,
  type: WireType<T>,
  most: number,
  values: Values,
  isExact = false,
): Exclude<T, undefined>[] {
  const out: Exclude<T, undefined>[] = []
  for (let i = 0; i < most && r.remaining > 0; i++) {
    const start = r.offset
    const value = readOne(r, type, String(i + 1), values)
    // A last one that is cut off is dropped.
    if ((r.isShort && !isExact) || r.offset === start) break
    if (value !== undefined) out.push(value as Exclude<T, undefined>)
  }
  return out
}

function readOne<T>(r: BodyReader, type: WireType<T>, name: string, values: Values): T {
  const { trace } = r
  if (trace === null) return type.read(r, values)
  if (type.isNested) return trace.under(name, () => type.read(r, values))
  const start = r.offset
  const value = type.read(r, values)
  trace.add(start, r.offset - start, name, type.show?.(value) ?? value)
  return value
}

/** The bytes of `length`, read as a body of their own; what it leaves over is skipped. */
export const within = <T>(length: WireType<number>, type: WireType<T>): WireType<T> => ({
  isNested: type.isNested,
  read: (r, values) => type.read(r.slice(length.read(r, values)), values),
  write: (w, v, values) => {
    const inner = new Writer()
    type.write?.(inner, v, values)
    length.write?.(w, inner.length, values)
    w.raw(inner.done())
  },
})
