/** Items of HHD locks. Source: public frames (Traccar, Huabao decoder, "HHD"). */

import type { Cell } from '../../protocol.ts'
import type { BodyReader, WireType } from '../../wire/body.ts'
import { type ItemTable, item, itemOf } from '../../wire/items.ts'
import { setRssi } from '../../wire/network.ts'
import { hex, hexRest, isAscii, isDigits, text, textRest } from '../../wire/texts.ts'
import { group, isByte, many, per, u8, u16, u32 } from '../../wire/types.ts'
import { isNetwork, isRest, u16At } from './shared-items.ts'

const isCardEvent = (r: BodyReader) => u16At(r, 0) >= 0x61 && u16At(r, 0) <= 0x66
const lockAndCard = { lockId: hex(6), driverId: text(8) }

const levelled = many(group({ level: u8, mnc: u16, cellId: u32, lac: u16 }))
/** One country code, then cells with a level before each. */
const levelledCells: WireType<Cell[]> = {
  isNested: true,
  read: (r) => {
    const mcc = r.u16()
    return levelled.read(r, {}).flatMap(({ level = 0, mnc = 0, cellId = 0, lac = 0 }) => {
      const found: Cell = { mcc, mnc, cellId, lac }
      setRssi(found, level)
      return cellId === 0 ? [] : [found]
    })
  },
}

const slaveLock = group({
  lockId: hex(6),
  batteryV: per(u16, 1000),
  isSealed: isByte(0x31),
  physical: u8,
  rssi: u8,
})

export const hhdItems: ItemTable = {
  0x60: [
    // With the lock that the card was held to, or without. Real frames have a byte before both.
    itemOf('lock event', (length, r) => length === 16 && isCardEvent(r), { event: u16, ...lockAndCard }),
    itemOf('lock event', (length, r) => length === 17 && isCardEvent(r), {
      event: u16,
      reserved60: hex(1),
      ...lockAndCard,
    }),
    item('card event', { event: u16, reserved60: hex(1), driverId: text(8) }),
    itemOf('event', (length) => length >= 2, { event: u16, eventData: hexRest }),
  ],
  0x63: itemOf('slave locks', isRest(11), { slaveLocks: many(slaveLock) }),
  0x66: itemOf('cells', (length, r) => length >= 11 && (length - 2) % 9 === 0 && isNetwork(r), {
    cells: levelledCells,
  }),
  0x6c: itemOf('IMSI', (length, r) => length === 15 && isDigits(r), { imsi: textRest }),
  0x71: itemOf('ICCID', (length, r) => length === 20 && isAscii(r), { iccid: textRest }),
}
