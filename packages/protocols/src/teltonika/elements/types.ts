/** Values of IO elements: as wide as the group that holds them. */
import type { Rows, WireType } from '../../wire/body.ts'
import { toHex } from '../../wire/bytes.ts'
import { type ItemRow, itemOf, itemOfAny } from '../../wire/items.ts'
import { asciiText } from '../../wire/texts.ts'
import { as, oneOf, per } from '../../wire/types.ts'
import { unsignedOf } from './add-element.ts'

export const unsigned: WireType<number> = {
  read: (r) => {
    const start = r.offset
    r.skip(r.remaining)
    return unsignedOf(r.bytes, start, r.offset)
  },
}
export const signed: WireType<number> = {
  read: (r, values) => {
    const sign = 2 ** (8 * r.remaining - 1)
    const value = unsigned.read(r, values)
    return value >= sign ? value - 2 * sign : value
  },
}
export const isOn: WireType<boolean> = as(unsigned, (value) => value > 0)
export const hexOf: WireType<string> = { read: (r) => toHex(r.rest()) }
export const textOf: WireType<string | undefined> = {
  read: (r) => asciiText(r.rest()) || undefined,
}

/** A number of one to four bytes: a reading or another key of the report by its name, else of `extra`. */
export const element = (name: string, type: WireType<unknown> = unsigned): ItemRow =>
  itemOf(name, (length) => length <= 4, { [name]: type })

/** Text or bytes of any length. */
export const longElement = (name: string, type: WireType<unknown>): ItemRow =>
  itemOfAny(name, { [name]: type })

/** The same where the element has this many bytes. */
export const sized = (name: string, width: number, type: WireType<unknown> = unsigned): ItemRow =>
  itemOf(name, [width], { [name]: type } as Rows)

/** In thousandths. */
export const milli = (name: string, width?: number): ItemRow =>
  width === undefined ? element(name, per(unsigned, 1000)) : sized(name, width, per(unsigned, 1000))
/** In tenths or hundredths. */
export const tenths = (name: string): ItemRow => element(name, per(unsigned, 10))
export const hundredths = (name: string): ItemRow => element(name, per(unsigned, 100))
export const signedTenths = (name: string): ItemRow => element(name, per(signed, 10))

/** One of several states by number. */
export const named = (name: string, words: readonly string[]): ItemRow =>
  element(name, oneOf(unsigned, words))

/** Eight bytes in the order in which they are printed on the button, last one first; none is shown while all are zero. */
export const buttonId: WireType<string | undefined> = {
  read: (r) => {
    const bytes = r.rest()
    if (bytes.every((byte) => byte === 0)) return undefined
    return toHex(bytes.slice().reverse()).toUpperCase()
  },
}

/** A value whose highest ones are errors of the sensor. */
export const below = (type: WireType<number>, limit: number): WireType<number | undefined> =>
  as(type, (value) => (value < limit ? value : undefined))
