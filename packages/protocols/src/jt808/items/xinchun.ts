/** Items of Xinchun trackers (C5). Source: public frames (Traccar, Huabao decoder, "C5L"). */

import { type ItemTable, item, itemOf } from '../../wire/items.ts'
import { wifiPoint } from '../../wire/network.ts'
import { fifteenDigits } from '../../wire/texts.ts'
import { many, u16, u24, u32 } from '../../wire/types.ts'
import { isRest, neighbours } from './shared-items.ts'

export const xinchunItems: ItemTable = {
  0xe1: itemOf('cells', (length) => length >= 12 && (length - 4) % 8 === 0, {
    cells: neighbours(u16, u24, u32),
  }),
  0xec: itemOf('Wi-Fi', isRest(7), { wifi: many(wifiPoint) }),
  0xf6: itemOf('IMEI', (length, r) => length === 8 && r.peek() < 0x10, { imei: fifteenDigits }),
  0xf8: item('steps', { steps: u16 }),
}
