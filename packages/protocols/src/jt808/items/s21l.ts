/** Items of the S21L. Source: the S21L protocol page, "Additional location information". */

import { type ItemTable, item, itemOf } from '../../wire/items.ts'
import { bitNames, i16, many, peeked, per, u8, u16 } from '../../wire/types.ts'
import { isRest, u16At } from './shared-items.ts'

export const s21lItems: ItemTable = {
  0x32: item('GPS satellites', { gpsSatellites: u8 }),
  0x33: item('BeiDou satellites', { beidouSatellites: u8 }, 's21l'),
  // Only the first of several is the humidity of the report.
  0x58: itemOf('humidity', isRest(2), {
    humidityPercent: peeked((_, __, ___, r) => u16At(r, 0) / 10),
    humidities: many(per(u16, 10)),
  }),
  0xcd: item('altitude', { altitudeM: i16 }),
  0xea: item('work mode', { workModes: bitNames(u16, ['tracking', 'saving', 'sleeping']) }),
}
