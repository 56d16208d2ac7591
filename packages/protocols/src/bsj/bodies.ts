/**
 * Bodies by type. Source: BSJ "GPRS protocol", "Position information", "Alarm information", "Extended information";
 * Traccar's KHD and Gator decoders for what they share and for the numbers of the extension.
 */
import { type AlarmCode, vehicleAlarms as alarm } from '@trackway/core/codes/alarms.ts'
import { bsjBlock } from '../jt808/items/bsj.ts'
import { type Body, body, part, type WireType } from '../wire/body.ts'
import { type ItemTable, item, itemOf, itemOfAny } from '../wire/items.ts'
import { cell } from '../wire/network.ts'
import { onePlace } from '../wire/places.ts'
import { asciiText, hex } from '../wire/texts.ts'
import { as, counted, oneOf, time6, u8, u16, u24, u32 } from '../wire/types.ts'

/** Packed decimals; NaN where a nibble is none. */
const decimals = (length: number): WireType<number> => ({
  ...as(hex(length), (digits) => (/^\d+$/.test(digits) ? Number(digits) : Number.NaN)),
  write: (w, v, values) => hex(length).write?.(w, String(Math.round(v)).padStart(2 * length, '0'), values),
})

/** `DDDMMmmm`: degrees and thousandths of minutes; the highest bit is south or west. */
const degrees: WireType<number> = {
  size: 4,
  read: (r, values) => {
    const word = u32.read(r, values)
    const digits = (word & 0x7fff_ffff).toString(16).padStart(8, '0')
    const minutes = Number(digits.slice(3)) / 1_000
    const found =
      /^\d+$/.test(digits) && minutes < 60 ? Number(digits.slice(0, 3)) + minutes / 60 : Number.NaN
    return word >= 0x8000_0000 ? -found : found
  },
  write: (w, v) => {
    const thousandths = Math.round(Math.abs(v) * 60_000)
    const digits =
      `${Math.floor(thousandths / 60_000)}`.padStart(3, '0') + `${thousandths % 60_000}`.padStart(5, '0')
    w.u32((Number.parseInt(digits, 16) | (v < 0 ? 0x8000_0000 : 0)) >>> 0)
  },
}

const place = {
  fixTime: part(time6),
  latitude: part(degrees),
  longitude: part(degrees),
  speedKmh: part(decimals(2)),
  courseDeg: part(decimals(2)),
  flags: part(u8), // bit 7 fix, 3 external power, 1 mileage in km
}

export const position = body({
  ...place,
  mileage: part(u24), // in the unit of `flags`; of some the first byte is fuel
  status: part(u32), // active low: bit 31 ACC, 23 SOS
  intervals: hex(7), // times of reports, signal; their order differs by model
  answered: part(u8),
})

/** Gator sends its state instead. */
export const gatorPosition = body({
  ...place,
  gatorStatus: u8,
  key: u8,
  analog: as(u16, (word) => (word >> 8) + (word & 0xff) / 100),
  externalVoltageV: as(u16, (word) => (word >> 8) + (word & 0xff) / 100),
  mileageRaw: u32,
})

export const alarmed = body({ ...place, overload: u8, logging: u8, alarmBytes: hex(8) })

/** Of the eight alarm bytes, byte and bit. */
export const alarmBits: readonly (readonly [byte: number, bit: number, code: AlarmCode])[] = [
  [0, 4, alarm.internalBatteryLow],
  [0, 6, alarm.fenceLeft],
  [0, 7, alarm.fenceEntered],
  [1, 0, alarm.sos],
  [1, 1, alarm.overspeed],
  [1, 3, alarm.externalPowerCut],
  [1, 6, alarm.towed],
  [1, 7, alarm.doorOpened],
  [2, 2, alarm.temperatureHigh],
  [2, 4, alarm.tampered],
  [2, 6, alarm.driverFatigue],
  [2, 7, alarm.idlingTooLong],
  [6, 3, alarm.vibration],
  [6, 4, alarm.harshBraking],
  [6, 5, alarm.harshAcceleration],
  [6, 6, alarm.harshCornering],
  [6, 7, alarm.collision],
]

/** Hundreds, then the rest. */
const hundreds = as(u16, (word) => (word >> 8) * 100 + (word & 0xff))
const tanks = [1, 2, 3, 4].map((n) => [`tank${n}Percent`, n] as const)
/** Of FFFE that are full; 0 and FFFF: none. */
const tank = as(u16, (word) => (word > 0 && word < 0xffff ? (100 * word) / 0xfffe : undefined))

/** Entries of one byte of id and one of length after a position. */
export const extension: ItemTable = {
  0x01: item('fuel', { fuel: hundreds }),
  0x02: item('temperature', { temperatureC: onePlace(hundreds) }),
  0x05: itemOf('driver', (length) => length > 1, {
    driverSign: oneOf(u8, ['none', 'in', 'out']),
    driverId: { read: (r) => asciiText(r.rest()) || undefined },
  }),
  0x18: item('fuel', Object.fromEntries(tanks.map(([name, n]) => [n === 1 ? 'fuelPercent' : name, tank]))),
  0x20: itemOf('battery', (length) => length >= 1, { batteryPercent: u8 }),
  0x23: itemOfAny('cells', { cells: counted(u8, cell(u16, u8, u16, u16, u8)) }),
}

/** Of newer devices: the groups that they put into JT/T 808 too. */
export const groups: Body = body(bsjBlock)
