/** Items of AOVX trackers. Source: AOVX "JT808 extension" page and public frames (Traccar, Huabao decoder). */

import type { Cell, Extra } from '../../protocol.ts'
import { type Values, type WireType, when } from '../../wire/body.ts'
import { type ItemTable, item, itemOf } from '../../wire/items.ts'
import { macText, setRssi, wifiPoint } from '../../wire/network.ts'
import { bcdDigits, fifteenDigits, hex, hexRest, isAscii, text, textRest } from '../../wire/texts.ts'
import { as, group, i16, many, oneOf, per, percent, u8, u16, u32, unless } from '../../wire/types.ts'
import { axes } from './g10ls.ts'
import { isRest } from './shared-items.ts'

/** AOVX writes the area code after the cell. */
const cell = as(
  group({ mcc: u16, mnc: u16, cellId: u32, lac: u32, level: u8 }),
  ({ level = 0, ...numbers }) => {
    const found = numbers as Cell
    setRssi(found, level)
    return found
  },
)

/** Is this bit set in the mask before the values? */
const bit = (mask: string, n: number) => (values: Values) => ((values[mask] ?? 0) >> n) % 2 === 1
const sensors = {
  sensorEvent: oneOf(u8, { 2: 'motion' }),
  sensorMask: u8,
  light: when(bit('sensorMask', 0), u16),
  deviceTemperatureC: when(bit('sensorMask', 1), per(i16, 10)),
  humidityPercent: when(bit('sensorMask', 2), per(u16, 10)),
  acceleration: when(bit('sensorMask', 3), axes),
  thresholds: when(bit('sensorMask', 4), hex(10)),
  airPressure: when(bit('sensorMask', 5), u16),
}
const times = {
  aovxMask: u16,
  fixAgeS: when(bit('aovxMask', 0), u32),
  accOnS: when(bit('aovxMask', 1), u32),
  hdop: when(bit('aovxMask', 2), per(u16, 10)),
  lastFixTime: when(bit('aovxMask', 3), hex(6)),
  intervals: when(bit('aovxMask', 5), hex(8)),
  deviceTemperatureC: when(bit('aovxMask', 6), per(i16, 10)),
  temperatureThresholds: when(bit('aovxMask', 6), hex(4)),
}

/** Tags received over Bluetooth: one mask for all of them. */
const tags: WireType<Extra[]> = {
  read: (r) => {
    const mask = r.u8()
    const found: Extra[] = []
    while (r.remaining >= 7) {
      const tag: Record<string, Extra> = { mac: macText(r.take(6)), rssiDbm: r.i8() }
      if (mask & 1) tag.name = text(10).read(r, {})
      if (mask & 2) tag.firmware = hex(2).read(r, {})
      if (mask & 4) tag.batteryV = r.u16() / 1000
      if (mask & 8) tag.temperatureC = r.i16() / 10
      if (mask & 16) tag.humidityPercent = r.u16() / 10
      if (mask & 32) tag.acceleration = [r.i16(), r.i16(), r.i16()]
      if (mask & 64) tag.b6 = hex(2).read(r, {})
      if (mask & 128) tag.b7 = hex(2).read(r, {})
      if (r.isShort) break
      found.push(tag)
    }
    return found
  },
}

export const aovxItems: ItemTable = {
  0xf0: itemOf('cells', isRest(13), { cells: many(cell) }, 'aovx', ''),
  0xf1: item('supply', { externalVoltageV: per(u32, 1000) }),
  0xf2: itemOf('firmware', (length, r) => length > 4 && isAscii(r), { firmware: textRest }),
  0xf3: itemOf('tags', (length) => length >= 8, { tags }),
  0xf4: itemOf('Wi-Fi', isRest(7), { wifi: many(wifiPoint) }),
  0xf6: itemOf('sensors', (length) => length >= 3, sensors),
  0xf7: itemOf('battery', [4, 5, 6], {
    batteryVoltageV: unless(per(u32, 1000), 0),
    charging: as(u8, (state) => state === 2 || state === 3),
    batteryPercent: percent,
  }),
  0xf8: itemOf('identity', (length) => length >= 19, {
    aovxMode: u8,
    imei: fifteenDigits,
    iccid: bcdDigits(10),
    restF8: hexRest,
  }),
  0xf9: itemOf('times', (length) => length >= 6, times),
}
