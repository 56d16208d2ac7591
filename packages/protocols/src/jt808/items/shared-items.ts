/**
 * Items that several makers send in the same form. Source: the extension lists of G10LS, S21L and GOOME, and public
 * frames of their clones (Traccar, Huabao decoder).
 */

import { vehicleAlarms as alarm } from '@trackway/core/codes/alarms.ts'
import type { Cell } from '../../protocol.ts'
import type { BodyReader, Rows, WireType } from '../../wire/body.ts'
import { type ItemTable, item, itemOf } from '../../wire/items.ts'
import { cell, mac, setRssi, wifiPoint } from '../../wire/network.ts'
import type { Tyre } from '../../wire/places.ts'
import { hex, hexRest, isAscii, isDigits, textRest } from '../../wire/texts.ts'
import {
  alarmBits,
  as,
  bitNames,
  codesOf,
  counted,
  group,
  i16,
  isByte,
  many,
  padding,
  peeked,
  per,
  percent,
  sm16,
  u8,
  u16,
  u32,
  unless,
} from '../../wire/types.ts'

export const u16At = (r: BodyReader, at: number) =>
  (r.bytes[r.offset + at]! << 8) | r.bytes[r.offset + at + 1]!
export const isRest = (size: number) => (length: number) => length > 0 && length % size === 0
/** A count, then records of one size. */
export const isCounted = (size: number) => (length: number, r: BodyReader) =>
  length >= 1 && length === 1 + size * r.peek()
/** A network code that exists; it distinguishes a cell from other bytes of the same length. */
export const isNetwork = (r: BodyReader) => u16At(r, 0) > 200 && u16At(r, 0) < 760

/** FFFF: no sensor. */
const temperatures: WireType<number[]> = {
  ...as(many(per(sm16, 10)), (celsius) => celsius.filter((value) => value !== -3276.7)),
  write: (w, values) => {
    for (const value of values) per(sm16, 10).write?.(w, value, {})
  },
}

const cells4g = itemOf('cells 4G', isCounted(10), { cells: counted(u8, cell(u16, u8, u16, u32, u8)) })

/** BSJ and others: a level in tenths, then the percentage, which some leave at 0. */
const batteryLevel = as(u16, (word) => {
  const [tenths, hundredths] = [word >> 8, word & 0xff]
  return hundredths >= 1 && hundredths <= 100 ? hundredths : tenths <= 10 ? tenths * 10 : undefined
})

/** A cell stays below six volts; what is above is the vehicle's supply, though the item is the same. */
const maxBattery100 = 600
const eitherVoltage = {
  batteryVoltageV: peeked((_, __, ___, r) => (u16At(r, 0) <= maxBattery100 ? u16At(r, 0) / 100 : undefined)),
  externalVoltageV: as(u16, (value) => (value > maxBattery100 ? value / 100 : undefined)),
}

/** FF means charging. */
const battery = item('battery', {
  charging: peeked((bytes, at) => (bytes[at] === 0xff ? true : undefined)),
  batteryPercent: { ...percent, write: (w, v) => w.u8(v ?? 0) } satisfies WireType<number | undefined>,
})
const driverCard = item('driver card', { driverId: as(u32, String) })
const supply = item('supply', { externalVoltageV: per(u16, 10) })

/** Wheel sensors: pressure in 1/40 bar in ten bits, temperature from -50. All zero: nothing was received. */
const wheelSensor: WireType<Tyre> = {
  size: 8,
  read: (r) => {
    const tyre: Tyre = { wheel: r.u8(), sensorId: hex(3).read(r, {}) }
    const pressure = r.u16() & 0x3ff
    const temperature = r.u8()
    const state = r.u8()
    if (pressure === 0 && temperature === 0 && state === 0) return tyre
    // A fortieth of a bar is two and a half kPa.
    return { ...tyre, pressureKpa: pressure * 2.5, temperatureC: temperature - 50 }
  },
}

/** One network for all records after it. */
export function neighbours(
  mnc: WireType<number>,
  lac: WireType<number>,
  cellId: WireType<number>,
): WireType<Cell[]> {
  const records = many(group({ lac, cellId, level: u8 }))
  return {
    isNested: true,
    read: (r) => {
      const network = { mcc: r.u16(), mnc: mnc.read(r, {}) }
      return records.read(r, {}).flatMap(({ level = 0, ...numbers }) => {
        const found = { ...network, ...numbers } as Cell
        setRssi(found, level)
        return found.lac !== 0 || found.cellId !== 0 ? [found] : []
      })
    },
  }
}

/** MCC and MNC, then cell and area code in either order and width. */
const oneCell = (length: number, numbers: Record<'lac' | 'cellId', WireType<number>>, facts: Rows = {}) =>
  itemOf('cell', (found, r) => found === length && isNetwork(r), {
    ...facts,
    cells: as(group({ mcc: u16, mnc: u16, ...numbers }), (one) => [one as Cell]),
  })

/** Whole degrees, signed, then 255ths. */
const fractionOf = (word: number) => (word >> 8) + (word & 0xff) / 255
const wholeAndFraction = as(i16, fractionOf)
const sensor = group({
  index: padding(1),
  mac,
  temperatureC: wholeAndFraction,
  humidityPercent: wholeAndFraction,
})
const sensorTemperatures = peeked((bytes, offset, end) => {
  const found: number[] = []
  for (let at = offset + 7; at + 4 <= end; at += 11) {
    found.push(fractionOf(((bytes[at]! << 24) >> 16) | bytes[at + 1]!))
  }
  return found
})

/** `*M00,45,113860...`: after the first two digits of the third word, hundredths of a volt. */
const padlockVoltage = peeked((bytes, offset, end) => {
  const words = String.fromCharCode(...bytes.subarray(offset, end)).split(',')
  const digits = words[2]?.slice(2, 5) ?? ''
  return /^\d{3}$/.test(digits) ? Number(digits) / 100 : undefined
})

const sosCodes = { 0: alarm.vibration, 1: alarm.sos, 2: alarm.sos, 3: alarm.sos }
const drivingCodes = { 8: alarm.harshAcceleration, 9: alarm.harshBraking, 10: alarm.harshCornering }
const feCodes = {
  0: alarm.harshAcceleration,
  1: alarm.harshBraking,
  2: alarm.harshCornering,
  3: alarm.collision,
  4: alarm.tampered,
}
/** `7C`, then `{ id, length }`; a last byte alone is the battery. */
const feAlarms = peeked((bytes, offset, end) => {
  const found: number[] = []
  for (let at = offset + 1; at + 2 <= end; at += 2 + bytes[at + 1]!) {
    if (bytes[at] === 1 && bytes[at + 1] === 4 && at + 6 <= end)
      found.push(...codesOf(bytes[at + 5]!, feCodes))
  }
  return found
})

export const sharedItems: ItemTable = {
  0x33: itemOf('padlock text', (length, r) => length > 4 && r.peek() === 0x2a, {
    batteryVoltageV: padlockVoltage,
    padlock: textRest,
  }),
  0x40: itemOf('auth code', (length, r) => length > 2 && isAscii(r), { authCode: textRest }), // GOOME
  0x41: itemOf('IMSI', (length, r) => length >= 14 && isDigits(r), { imsi: textRest }), // GOOME
  0x51: itemOf('temperatures', (length) => length <= 32 && isRest(2)(length), {
    temperatureC: temperatures,
  }),
  0x53: [itemOf('cells 2G', isCounted(8), { cells: counted(u8, cell(u16, u8, u16, u16, u8)) }), cells4g],
  0x54: itemOf('Wi-Fi', isCounted(7), { wifi: counted(u8, wifiPoint) }),
  0x56: item('battery', { batteryPercent: batteryLevel }), // BSJ, S20
  0x57: item('driving alarms', {
    alarms: as(u16, (word, r) => [
      ...codesOf(word, drivingCodes),
      ...(r.context.dialect === 'micodus' && u16At(r, 2) & 1 ? [alarm.doorOpened] : []),
    ]),
    switches: u16,
    extendedAlarms: bitNames(u32, []),
  }),
  0x5d: cells4g,
  0x61: item('supply', { externalVoltageV: per(u16, 100) }),
  0x67: itemOf('lock password', (length, r) => length === 8 && isAscii(r), { lockPassword: textRest }),
  0x68: item('battery', { batteryPercent: per(u16, 100) }), // G-360P
  0x69: item('battery', { batteryVoltageV: per(u16, 100) }),
  0x77: itemOf('tyres', isRest(8), { tyres: many(wheelSensor) }),
  0x82: supply,
  0xa7: item('analogue inputs', { ad1: u16, ad0: u16 }),
  0xac: item('odometer', { odometerM: u32 }),
  0xbc: itemOf('driver', (length) => length > 0, { driver: textRest }),
  0xbd: itemOf('driver id', (length) => length > 0, { driverId: textRest }),
  0xcc: itemOf('ICCID', [20], { iccid: textRest }),
  0xd0: item('user state', {
    alarms: peeked((bytes, at) => (bytes[at + 3]! & 8 ? [alarm.vibration] : [])),
    userState: u32,
  }),
  0xd3: supply,
  0xd4: [battery, driverCard],
  0xd5: item('battery', { batteryVoltageV: per(u16, 100) }),
  0xd6: itemOf('ICCID', (length, r) => length === 20 && isAscii(r), { iccid: textRest }),
  0xda: item('lock string', { stringCuts: u16, lockState: bitNames(u8, ['string', 'moving', 'cover']) }),
  0xe1: [battery, supply],
  0xe2: [item('fuel', { fuelRaw: u32 }, 'dt800'), item('fuel', { fuelL: per(u32, 10) })],
  0xe3: itemOf('battery', [4, 6], {
    reservedE3: unless(hex(1), '00'),
    batteryPercent: unless(u8, 0),
    ...eitherVoltage,
    restE3: unless(hexRest, '0000'),
  }),
  0xe4: item('battery', { charging: isByte(0), batteryPercent: percent }),
  0xe5: item('moving', { isMoving: isByte(1) }),
  0xe6: itemOf('sensors', isRest(11), { temperatureC: sensorTemperatures, sensors: many(sensor) }), // DT700
  0xe7: item('alarms', { alarms: alarmBits(u16, sosCodes), restE7: hex(6) }),
  0xe9: [battery, driverCard],
  0xeb: itemOf('cells', (length, r) => length >= 8 && (length - 3) % 5 === 0 && u16At(r, 0) > 200, {
    cells: neighbours(u8, u16, u16),
  }),
  0xed: itemOf('card', (length, r) => length > 0 && isAscii(r), { driverId: textRest }),
  0xee: [
    itemOf('cell', (length, r) => length === 10 && isNetwork(r), {
      cells: as(cell(u16, u8, u16, u32, u8), (found) => (found === undefined ? [] : [found])),
    }),
    item('power', {
      csq: u8,
      externalVoltageV: per(u16, 1000),
      batteryVoltageV: per(u16, 1000),
      satellites: u8,
    }),
  ],
  0xf5: item('light', { light: u16 }),
  0xf6: item('air pressure', { airPressure: u16 }),
  0xf7: item('humidity', { humidityPercent: per(u16, 10) }),
  0xfd: oneCell(10, { cellId: u32, lac: u16 }),
  0xfe: [
    battery,
    supply,
    item('odometer', { odometerM: u32 }),
    itemOf('driving alarms', (_, r) => r.peek() === 0x7c, { alarms: feAlarms, feBlock: hexRest }),
  ],
  // Of trackers that are laid into a vehicle and notice light when they are taken out.
  0xff: oneCell(12, { lac: u32, cellId: u32 }, { hasLightSensor: peeked(() => true) }),
}
