/** Items of locks: Jointech, Huabao A1L, JT301B. Source: the Jointech documents of `jointech.ts`, huabaotelematics.com "lock messages". */

import type { Extra } from '../../protocol.ts'
import type { BodyReader, WireType } from '../../wire/body.ts'
import { type ItemTable, isList, item, itemOf } from '../../wire/items.ts'
import { bcd, hexRest } from '../../wire/texts.ts'
import { as, counted, group, many, peeked, u8, u16 } from '../../wire/types.ts'
import { lockEventItem } from './jointech.ts'
import { isCounted } from './shared-items.ts'

const lock = group({ lockId: bcd(5), card: bcd(5), batteryPercent: u8, state: u16 })

/** JT301B container: `{ id, length }` after a type byte. */
const containerItem: WireType<Extra> = {
  read: (r): Extra => {
    const id = r.u8()
    const value = r.slice(r.u8())
    const read = value.remaining === 2 ? containerValues[id] : undefined
    return read ? read(value) : { [id.toString(16).padStart(2, '0')]: hexRest.read(value, {}) }
  },
}
const containerValues: { readonly [id: number]: (value: BodyReader) => Extra } = {
  0x13: (value) => ({ lux: value.u16() }),
  0x14: (value) => ({ pressure: value.u16() }),
  0x15: (value) => ({ humidityPercent: value.u16() / 10 }),
  0x16: (value) => ({ temperatureC: value.u16() / 10 - 50 }),
}

export const lockItems: ItemTable = {
  0x0b: lockEventItem, // Jointech
  // The first lock of the list is the device itself; bit 5 of its state is "unlocked".
  0xd5: itemOf('locks', isCounted(13), {
    isLocked: peeked((bytes, at) => (bytes[at + 13]! & 0x20) === 0),
    locks: counted(u8, lock),
  }), // Huabao A1L
  0xea: itemOf('container', (length, r) => length >= 3 && isList(r, 1, 1, 1), {
    containerType: u8,
    containerItems: many(containerItem),
  }), // JT301B
  0xf8: item('temperature', { temperatureC: as(u16, (word) => [word / 10 - 50]) }, 'jt301b'),
  0xfc: item('fence', { fenceNumber: u8 }), // Jointech
}
