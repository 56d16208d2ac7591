/**
 * Items of makers, by id. Ids are reused freely: each row names the length (or a test of the content)
 * that tells it from its namesakes. Makers, where known, stand behind the row.
 */

import { vehicleAlarms as alarm } from '@trackway/core/codes/alarms.ts'
import type { Cell, Extra, Tyre, WifiPoint } from '../../protocol.ts'
import { type BodyReader, body, type WireType, when } from '../../wire/body.ts'
import {
  alarmBits,
  as,
  bcd,
  bcdDigits,
  bitNames,
  cell,
  counted,
  group,
  hex,
  hexRest,
  i16,
  isByte,
  mac,
  macText,
  many,
  oneOf,
  per,
  setRssi,
  sm16,
  text,
  textRest,
  times,
  u8,
  u16,
  u32,
  unless,
  wifiPoint,
} from '../../wire/types.ts'
import {
  bsjBlock,
  cameraBlock,
  hollooAlarms,
  hollooData,
  isCameraBlock,
  isList,
  jimiObdBlock,
} from './blocks.ts'
import { type ItemTable, item } from './items.ts'
import { lockEvent } from './jointech.ts'
import { obdText } from './obd-text.ts'

const isAscii = (r: BodyReader): boolean => {
  for (let at = r.offset; at < r.end; at++) if (r.bytes[at]! < 0x20 || r.bytes[at]! > 0x7e) return false
  return r.end > r.offset
}
const isDigits = (r: BodyReader): boolean => {
  for (let at = r.offset; at < r.end; at++) if (r.bytes[at]! < 0x30 || r.bytes[at]! > 0x39) return false
  return r.end > r.offset
}
const u16At = (r: BodyReader, at: number) => (r.bytes[r.offset + at]! << 8) | r.bytes[r.offset + at + 1]!

/** FFFF: no sensor. */
const temperatures: WireType<number[]> = {
  read: (r) =>
    many(per(sm16, 10))
      .read(r)
      .filter((value) => value !== -3276.7),
  write: (w, values) => {
    for (const value of values) per(sm16, 10).write?.(w, value)
  },
}

/** Only the first of several is the humidity of the report. */
const humidities: WireType<number> = { read: (r) => per(u16, 10).read(r) }

const cells2g = counted(u8, cell(u16, u8, u16, u16, u8))
const cells4g = counted(u8, cell(u16, u8, u16, u32, u8))
/** A count, then records of one size. */
const isCounted = (size: number) => (length: number, r: BodyReader) =>
  length >= 1 && length === 1 + size * r.peek()

/** BSJ and others: a level in tenths, then the percentage, which some leave at 0. */
const batteryLevel: WireType<number | undefined> = {
  read: (r) => {
    const tenths = r.u8()
    const percent = r.u8()
    return percent >= 1 && percent <= 100 ? percent : tenths <= 10 ? tenths * 10 : undefined
  },
}

/** A cell stays below six volts; what is above is the vehicle's supply, though the item is the same. */
const maxBattery100 = 600
const eitherVoltage = {
  batteryVoltageV: {
    read: (r: BodyReader) => (u16At(r, 0) <= maxBattery100 ? u16At(r, 0) / 100 : undefined),
  },
  externalVoltageV: as(u16, (value) => (value > maxBattery100 ? value / 100 : undefined)),
}

/** FF stands for charging. */
const percentOrCharging = body({
  charging: { read: (r: BodyReader) => (r.peek() === 0xff ? true : undefined) },
  batteryPercent: {
    ...as(u8, (value) => (value <= 100 ? value : undefined)),
    write: (w, v) => w.u8(Number(v ?? 0)),
  },
})

/** `*M00,45,113860...`: behind the first two digits of the third word, hundredths of a volt. */
const padlockVoltage: WireType<number | undefined> = {
  read: (r) => {
    const words = String.fromCharCode(...r.bytes.subarray(r.offset, r.end)).split(',')
    const digits = words[2]?.slice(2, 5) ?? ''
    return /^\d{3}$/.test(digits) ? Number(digits) / 100 : undefined
  },
}

/** Wheel sensors: pressure in 1/40 bar in ten bits, temperature from -50. All zero: nothing was heard. */
const wheelSensor: WireType<Tyre> = {
  read: (r) => {
    const tyre: Tyre = { wheel: r.u8(), sensorId: hex(3).read(r) }
    const pressure = r.u16() & 0x3ff
    const temperature = r.u8()
    const state = r.u8()
    if (pressure === 0 && temperature === 0 && state === 0) return tyre
    // A fortieth of a bar is two and a half kPa.
    return { ...tyre, pressureKpa: pressure * 2.5, temperatureC: temperature - 50 }
  },
}

/** One cell for all records behind it. */
const neighbours = (head: 'eb' | 'e1'): WireType<Cell[]> => ({
  read: (r) => {
    const mcc = r.u16()
    const mnc = head === 'eb' ? r.u8() : r.u16()
    const cells: Cell[] = []
    while (r.remaining >= (head === 'eb' ? 5 : 8)) {
      const lac = head === 'eb' ? r.u16() : r.u24()
      const cellId = head === 'eb' ? r.u16() : r.u32()
      const found: Cell = { mcc, mnc, lac, cellId }
      setRssi(found, r.u8())
      if (lac !== 0 || cellId !== 0) cells.push(found)
    }
    return cells
  },
})

/** AOVX writes the area code behind the cell. */
const aovxCell: WireType<Cell> = {
  read: (r) => {
    const found: Cell = { mcc: r.u16(), mnc: r.u16(), cellId: r.u32(), lac: r.u32() }
    setRssi(found, r.u8())
    return found
  },
}

/** Whole degrees, signed, then 255ths. */
const wholeAndFraction: WireType<number> = {
  read: (r) => {
    const whole = r.i8()
    return whole + r.u8() / 255
  },
}

interface Sensor {
  temperatureC: number
  humidityPercent: number
}
const sensor: WireType<Sensor & { mac: string }> = {
  read: (r) => {
    r.skip(1)
    return {
      mac: mac.read(r),
      temperatureC: wholeAndFraction.read(r),
      humidityPercent: wholeAndFraction.read(r),
    }
  },
}
const sensorTemperatures: WireType<number[]> = {
  read: (r) => {
    const out: number[] = []
    for (let at = r.offset; at + 11 <= r.end; at += 11)
      out.push(((r.bytes[at + 7]! << 24) >> 24) + r.bytes[at + 8]! / 255)
    return out
  },
}

const isCardEvent = (r: BodyReader) => u16At(r, 0) >= 0x61 && u16At(r, 0) <= 0x66
const lockAndCard = { lockId: hex(6), driverId: text(8) }

/** One network code, then cells with a level before each. */
const levelledCells: WireType<Cell[]> = {
  read: (r) => {
    const mcc = r.u16()
    const cells: Cell[] = []
    while (r.remaining >= 9) {
      const level = r.u8()
      const found: Cell = { mcc, mnc: r.u16(), cellId: r.u32(), lac: r.u16() }
      setRssi(found, level)
      if (found.cellId !== 0) cells.push(found)
    }
    return cells
  },
}

/** MCC and MNC, then cell and area code in either order and width. */
const oneCell = (
  lac: WireType<number>,
  cellId: WireType<number>,
  isCellFirst: boolean,
): WireType<Cell[]> => ({
  read: (r) => {
    const mcc = r.u16()
    const mnc = r.u16()
    const first = (isCellFirst ? cellId : lac).read(r)
    const second = (isCellFirst ? lac : cellId).read(r)
    return [{ mcc, mnc, lac: isCellFirst ? second : first, cellId: isCellFirst ? first : second }]
  },
})
const listed = (found: Cell | undefined): Cell[] => (found === undefined ? [] : [found])
/** A network code that exists; it tells a cell from other bytes of the same length. */
const isNetwork = (r: BodyReader) => u16At(r, 0) > 200 && u16At(r, 0) < 760

const slaveLock = group(
  body({ lockId: hex(6), batteryV: per(u16, 1000), isSealed: isByte(0x31), physical: u8, rssi: u8 }),
)
const lock = group(body({ lockId: bcd(5), card: bcd(5), batteryPercent: u8, state: u16 }))
/** The first lock of the list is the device itself; bit 5 of its state is "unlocked". */
const isLocked: WireType<boolean> = { read: ({ bytes, offset }) => (bytes[offset + 13]! & 0x20) === 0 }

const g10lsDriving = {
  0: alarm.harshAcceleration,
  1: alarm.harshBraking,
  2: alarm.harshBraking,
  3: alarm.harshCornering,
  4: alarm.collision,
  5: alarm.rollover,
}

const axes = group(body({ x: i16, y: i16, z: i16 }))
const bit = (mask: string, n: number) => (values: Record<string, number>) =>
  ((values[mask] ?? 0) >> n) % 2 === 1

const aovxEvent = body({
  sensorEvent: oneOf(u8, { 2: 'motion' }),
  sensorMask: u8,
  light: when(bit('sensorMask', 0), u16),
  deviceTemperatureC: when(bit('sensorMask', 1), per(i16, 10)),
  humidityPercent: when(bit('sensorMask', 2), per(u16, 10)),
  acceleration: when(bit('sensorMask', 3), axes),
  thresholds: when(bit('sensorMask', 4), hex(10)),
  airPressure: when(bit('sensorMask', 5), u16),
})

const aovxTimes = body({
  aovxMask: u16,
  fixAgeS: when(bit('aovxMask', 0), u32),
  accOnS: when(bit('aovxMask', 1), u32),
  hdop: when(bit('aovxMask', 2), per(u16, 10)),
  lastFixTime: when(bit('aovxMask', 3), { read: (r: BodyReader) => hex(6).read(r) }),
  intervals: when(bit('aovxMask', 5), hex(8)),
  deviceTemperatureC: when(bit('aovxMask', 6), per(i16, 10)),
  temperatureThresholds: when(bit('aovxMask', 6), hex(4)),
})

/** Tags heard over Bluetooth: one mask for all of them. */
const aovxTags: WireType<Extra[]> = {
  read: (r) => {
    const mask = r.u8()
    const tags: Extra[] = []
    while (r.remaining >= 7) {
      const tag: Record<string, Extra> = { mac: macText(r.take(6)), rssiDbm: r.i8() }
      if (mask & 1) tag.name = text(10).read(r)
      if (mask & 2) tag.firmware = hex(2).read(r)
      if (mask & 4) tag.batteryV = r.u16() / 1000
      if (mask & 8) tag.temperatureC = r.i16() / 10
      if (mask & 16) tag.humidityPercent = r.u16() / 10
      if (mask & 32) tag.acceleration = [r.i16(), r.i16(), r.i16()]
      if (mask & 64) tag.b6 = hex(2).read(r)
      if (mask & 128) tag.b7 = hex(2).read(r)
      if (r.isShort) break
      tags.push(tag)
    }
    return tags
  },
}

/** JT301B container: `{ id, length }` after a type byte. */
const containerItems = body({ containerType: u8, containerItems: many(within2()) })
function within2(): WireType<Extra> {
  return {
    read: (r): Extra => {
      const id = r.u8()
      const part = r.slice(r.u8())
      if (id === 0x15 && part.remaining === 2) return { humidityPercent: part.u16() / 10 }
      if (id === 0x16 && part.remaining === 2) return { temperatureC: part.u16() / 10 - 50 }
      if (id === 0x13 && part.remaining === 2) return { lux: part.u16() }
      if (id === 0x14 && part.remaining === 2) return { pressure: part.u16() }
      return { [id.toString(16).padStart(2, '0')]: hexRest.read(part) }
    },
  }
}

/** `7C`, then `{ id, length }`; a last byte alone is the battery. */
const feAlarms: WireType<number[]> = {
  read: ({ bytes, offset, end }) => {
    const found: number[] = []
    for (let at = offset + 1; at + 2 <= end; at += 2 + bytes[at + 1]!) {
      if (bytes[at] !== 1 || bytes[at + 1] !== 4 || at + 6 > end) continue
      const codes = [
        alarm.harshAcceleration,
        alarm.harshBraking,
        alarm.harshCornering,
        alarm.collision,
        alarm.tampered,
      ]
      for (const [i, code] of codes.entries()) if ((bytes[at + 5]! >> i) & 1) found.push(code)
    }
    return found
  },
}

const wifiList: WireType<(WifiPoint | undefined)[]> = many(wifiPoint)

export const vendorItems: ItemTable = {
  0x0b: [item('lock event', (length) => length >= 1, lockEvent)], // Jointech
  0x28: [item('motion', 2, body({ motionS: u16 }))], // BSJ pet trackers
  0x32: [
    item('motion', 2, body({ motionS: u16 })),
    item('GPS satellites', 1, body({ gpsSatellites: u8 })), // S21L
  ],
  0x33: [
    item(
      'padlock text',
      (length, r) => length > 4 && r.peek() === 0x2a,
      body({
        batteryVoltageV: padlockVoltage,
        padlock: textRest,
      }),
    ),
    item('BeiDou satellites', 1, body({ beidouSatellites: u8 }), ['s21l']),
    item('work mode', 1, body({ workMode: oneOf(u8, { 0: 'normal', 1: 'ultraLong', 4: 'fixedPoint' }) })), // BSJ
  ],
  0x40: [item('auth code', (length, r) => length > 2 && isAscii(r), body({ authCode: textRest }))], // GOOME
  0x41: [item('IMSI', (length, r) => length >= 14 && isDigits(r), body({ imsi: textRest }))], // GOOME
  0x51: [
    item(
      'temperatures',
      (length) => length >= 2 && length <= 32 && length % 2 === 0,
      body({
        temperaturesC: temperatures,
      }),
    ),
  ],
  0x52: [item('mixer drum', 1, body({ drum: oneOf(u8, ['unknown', 'forward', 'reverse', 'stopped']) }))], // G10LS
  0x53: [
    item('cells 2G', isCounted(8), body({ cells: cells2g })),
    item('cells 4G', isCounted(10), body({ cells: cells4g })),
  ],
  0x54: [item('Wi-Fi', isCounted(7), body({ wifi: counted(u8, wifiPoint) }))],
  0x56: [item('battery', 2, body({ batteryPercent: batteryLevel }))], // BSJ, S20
  0x57: [
    item(
      'driving alarms',
      8,
      body({
        alarms: {
          read: (r: BodyReader) => [
            ...(alarmBits(u16, {
              8: alarm.harshAcceleration,
              9: alarm.harshBraking,
              10: alarm.harshCornering,
            }).read(r) ?? []),
            ...(r.bytes[r.offset + 3]! & 1 && r.context.dialect === 'micodus' ? [alarm.doorOpened] : []),
          ],
        },
        switches: u16,
        extendedAlarms: bitNames(u32, []),
      }),
    ),
  ],
  0x58: [
    item(
      'humidity',
      (length) => length >= 2 && length % 2 === 0,
      body({
        humidityPercent: humidities,
        humidities: many(per(u16, 10)),
      }),
    ), // S21L
  ],
  0x5d: [item('cells 4G', isCounted(10), body({ cells: cells4g }))],
  0x60: [
    // HHD: with the lock that the card was held to, or without. Real frames have a byte before both.
    item('lock event', (length, r) => length === 16 && isCardEvent(r), body({ event: u16, ...lockAndCard })),
    item(
      'lock event',
      (length, r) => length === 17 && isCardEvent(r),
      body({ event: u16, reserved60: hex(1), ...lockAndCard }),
    ),
    item('card event', 11, body({ event: u16, reserved60: hex(1), driverId: text(8) })),
    item('event', (length) => length >= 2, body({ event: u16, eventData: hexRest })),
  ],
  0x61: [item('supply', 2, body({ externalVoltageV: per(u16, 100) }))],
  0x63: [
    item('slave locks', (length) => length > 0 && length % 11 === 0, body({ slaveLocks: many(slaveLock) })),
  ], // HHD
  0x66: [
    item(
      'cells',
      (length, r) => length >= 11 && (length - 2) % 9 === 0 && isNetwork(r),
      body({ cells: levelledCells }),
    ), // HHD
  ],
  0x67: [item('lock password', (length, r) => length === 8 && isAscii(r), body({ lockPassword: textRest }))],
  0x68: [item('battery', 2, body({ batteryPercent: per(u16, 100) }))], // G-360P
  0x69: [item('battery', 2, body({ batteryVoltageV: per(u16, 100) }))],
  0x6c: [item('IMSI', (length, r) => length === 15 && isDigits(r), body({ imsi: textRest }))], // HHD
  0x71: [item('ICCID', (length, r) => length === 20 && isAscii(r), body({ iccid: textRest }))], // HHD
  0x77: [item('tyres', (length) => length > 0 && length % 8 === 0, body({ tyres: many(wheelSensor) }))],
  0x82: [item('supply', 2, body({ externalVoltageV: per(u16, 10) }))],
  0x91: [
    item(
      'OBD',
      22,
      body({
        externalVoltageV: per(u16, 10),
        rpm: u16,
        obdSpeedKmh: u8,
        throttlePercent: per(u8, 2.55),
        engineLoadPercent: per(u8, 2.55),
        coolantC: per(u8, 1, -40),
        obd8: u16,
        fuelRate: per(u16, 100),
        obd12: u16,
        obd14: u32,
        obd18: u16,
        fuelUsedL: per(u16, 100),
      }),
    ),
  ],
  0x94: [item('VIN', (length, r) => length === 17 && isAscii(r), body({ vin: textRest }))],
  0xa7: [item('analogue inputs', 4, body({ ad1: u16, ad0: u16 }))],
  0xac: [item('odometer', 4, body({ odometerM: u32 }))],
  0xbc: [item('driver', (length) => length > 0, body({ driver: textRest }))],
  0xbd: [item('driver id', (length) => length > 0, body({ driverId: textRest }))],
  0xcc: [item('ICCID', 20, body({ iccid: textRest }))],
  0xcd: [item('altitude', 2, body({ altitudeM: i16 }))], // S21L
  0xd0: [item('user state', 4, body({ alarms: vibrationBit(3), userState: u32 }))],
  0xd3: [item('supply', 2, body({ externalVoltageV: per(u16, 10) }))],
  0xd4: [item('battery', 1, percentOrCharging), item('driver card', 4, body({ driverId: as(u32, String) }))],
  0xd5: [
    item('battery', 2, body({ batteryVoltageV: per(u16, 100) })),
    item('locks', isCounted(13), body({ isLocked, locks: counted(u8, lock) })), // Huabao A1L
  ],
  0xda: [
    item('lock string', 3, body({ stringCuts: u16, lockState: bitNames(u8, ['string', 'moving', 'cover']) })),
  ],
  0xe1: [
    item('battery', 1, percentOrCharging),
    item('engine speed', 2, body({ rpm: u16 }), ['holloo']),
    item('supply', 2, body({ externalVoltageV: per(u16, 10) })),
    item('cells', (length) => length >= 12 && (length - 4) % 8 === 0, body({ cells: neighbours('e1') })), // Xinchun
  ],
  0xe2: [item('fuel', 4, body({ fuelRaw: u32 }), ['dt800']), item('fuel', 4, body({ fuelL: per(u32, 10) }))],
  0xe3: [
    item(
      'battery',
      [4, 6],
      body({
        reservedE3: unless(hex(1), '00'),
        batteryPercent: unless(u8, 0),
        ...eitherVoltage,
        restE3: unless(hexRest, '0000'),
      }),
    ),
  ],
  0xe4: [
    item(
      'battery',
      2,
      body({ charging: isByte(0), batteryPercent: as(u8, (v) => (v <= 100 ? v : undefined)) }),
    ),
  ],
  0xe5: [item('moving', 1, body({ isMoving: isByte(1) }))],
  0xe6: [
    item('OBD text', (_, r) => r.peek() === 0x24, obdText),
    item(
      'sensors',
      (length) => length > 0 && length % 11 === 0,
      body({
        temperaturesC: sensorTemperatures,
        sensors: many(sensor),
      }),
    ), // DT700
  ],
  0xe7: [
    item(
      'alarms',
      8,
      body({
        alarms: alarmBits(u16, { 0: alarm.vibration, 1: alarm.sos, 2: alarm.sos, 3: alarm.sos }),
        restE7: hexRest,
      }),
    ),
  ],
  0xe8: [item('camera', isCameraBlock, cameraBlock)], // Jimi JC
  0xe9: [item('battery', 1, percentOrCharging), item('driver card', 4, body({ driverId: as(u32, String) }))],
  0xea: [
    item('work mode', 2, body({ workModes: bitNames(u16, ['tracking', 'saving', 'sleeping']) })), // S21L
    item('car data', (length, r) => length >= 3 && isList(r, 2, 1), hollooData),
    item('container', (length, r) => length >= 3 && isList(r, 1, 1, 1), containerItems), // JT301B
  ],
  0xeb: [
    item(
      'cells',
      (length, r) => length >= 8 && (length - 3) % 5 === 0 && u16At(r, 0) > 200,
      body({
        cells: neighbours('eb'),
      }),
    ),
    item('time zone', (_, r) => isAscii(r), body({ timeZone: textRest })), // Jimi JC
    item('BSJ block', (length) => length >= 4, bsjBlock),
  ],
  0xec: [item('Wi-Fi', (length) => length > 0 && length % 7 === 0, body({ wifi: wifiList }))], // Xinchun
  0xed: [item('card', (length, r) => length > 0 && isAscii(r), body({ driverId: textRest }))],
  0xee: [
    item(
      'cell',
      (length, r) => length === 10 && isNetwork(r),
      body({ cells: as(cell(u16, u8, u16, u32, u8), listed) }),
    ),
    item(
      'power',
      6,
      body({
        csq: u8,
        externalVoltageV: per(u16, 1000),
        batteryVoltageV: per(u16, 1000),
        satellites: u8,
      }),
    ),
  ],
  0xf0: [
    item('cells', (length) => length > 0 && length % 13 === 0, body({ cells: many(aovxCell) }), ['aovx', '']),
  ],
  0xf1: [
    item('supply', 4, body({ externalVoltageV: per(u32, 1000) })), // AOVX
    item('ICCID', 20, body({ iccid: textRest })), // G10LS
  ],
  0xf2: [item('firmware', (length, r) => length > 4 && isAscii(r), body({ firmware: textRest }))], // AOVX
  0xf3: [
    item('armed', 1, body({ armed: isByte(1) })), // G10LS
    item('OBD list', (length, r) => length >= 4 && isList(r, 2, 1), jimiObdBlock), // Jimi VL502
    item('tags', (length) => length >= 8, body({ tags: aovxTags })), // AOVX
  ],
  0xf4: [
    item('driving alarms', 2, body({ alarms: alarmBits(u16, g10lsDriving) })), // G10LS
    item('Wi-Fi', (length) => length > 0 && length % 7 === 0, body({ wifi: wifiList })), // AOVX
  ],
  0xf5: [
    item('light', 2, body({ light: u16 })),
    item('G-sensor', 6, body({ acceleration: axes })), // G10LS
  ],
  0xf6: [
    item('air pressure', 2, body({ airPressure: u16 })),
    item(
      'modes',
      4,
      body({
        workMode: oneOf(u8, [null, 'default', 'timed', 'sms', 'sleep', 'timedFlight']),
        fixBy: oneOf(u8, ['wifi', 'both', 'gps']),
        isRecording: isByte(1),
        power: bitNames(u8, ['charger', 'full']),
      }),
      ['g10ls'],
    ),
    item(
      'IMEI',
      (length, r) => length === 8 && r.peek() < 0x10,
      body({ imei: as(bcd(8), (d) => d.slice(1)) }),
    ), // Xinchun
    item('sensors', (length) => length >= 3, aovxEvent), // AOVX
  ],
  0xf7: [
    item('humidity', 2, body({ humidityPercent: per(u16, 10) })),
    item(
      'battery',
      [4, 5, 6],
      body({
        batteryVoltageV: unless(per(u32, 1000), 0),
        charging: as(u8, (state) => state === 2 || state === 3),
        batteryPercent: as(u8, (v) => (v <= 100 ? v : undefined)),
      }),
    ), // AOVX
  ],
  0xf8: [
    item('temperature', 2, body({ temperaturesC: as(u16, (word) => [word / 10 - 50]) }), ['jt301b']),
    item('steps', 2, body({ steps: u16 })), // Xinchun C5
    item(
      'identity',
      (length) => length >= 19,
      body({
        aovxMode: u8,
        imei: as(bcd(8), (digits) => digits.slice(1)),
        iccid: bcdDigits(10),
        restF8: hexRest,
      }),
    ), // AOVX
  ],
  0xf9: [item('times', (length) => length >= 6, aovxTimes)], // AOVX
  0xfa: [item('alarms', (length, r) => length >= 3 && isList(r, 2, 1), hollooAlarms)],
  0xd6: [item('ICCID', (length, r) => length === 20 && isAscii(r), body({ iccid: textRest }))],
  0xfd: [
    item('cell', (length, r) => length === 10 && isNetwork(r), body({ cells: oneCell(u16, u32, true) })),
  ],
  0xff: [
    item('cell', (length, r) => length === 12 && isNetwork(r), body({ cells: oneCell(u32, u32, false) })),
  ],
  0xfc: [item('fence', 1, body({ fenceNumber: u8 }))], // Jointech
  0xfe: [
    item('battery', 1, percentOrCharging),
    item('supply', 2, body({ externalVoltageV: per(u16, 10) })),
    item('odometer', 4, body({ odometerM: u32 })),
    item('driving alarms', (_, r) => r.peek() === 0x7c, body({ alarms: feAlarms, feBlock: hexRest })),
  ],
}

function vibrationBit(n: number): WireType<number[]> {
  return {
    read: ({ bytes, offset }) => ((bytes[offset + 3 - (n >> 3)]! >> (n & 7)) & 1 ? [alarm.vibration] : []),
  }
}

/** What follows item 80 on OBD units. */
export const obdItems: ItemTable = {
  0x80: [item('speed', 1, body({ obdSpeedKmh: u8 }))],
  0x81: [item('engine speed', 2, body({ rpm: u16 }))],
  0x82: [item('supply', 2, body({ externalVoltageV: per(u16, 10) }))],
  0x83: [item('load', 1, body({ engineLoadPercent: u8 }))],
  0x84: [item('coolant', 1, body({ coolantC: per(u8, 1, -40) }))],
  0x85: [item('fuel rate', 2, body({ fuelRate: u16 }))],
  0x86: [item('intake', 1, body({ intakeC: per(u8, 1, -40) }))],
  0x87: [item('air flow', 2, body({ airFlow: u16 }))],
  0x88: [item('intake pressure', 1, body({ intakeKpa: u8 }))],
  0x89: [item('throttle', 1, body({ throttlePercent: u8 }))],
  0x8b: [item('VIN', 17, body({ vin: textRest }))],
  0x8c: [item('odometer', 4, body({ odometerM: times(u32, 100) }))],
  0x8d: [item('trip', 2, body({ tripKm: u16 }))],
  0x8e: [item('fuel', 1, body({ fuelPercent: as(u8, (v) => (v <= 100 ? v : undefined)) }))],
  0xa0: [
    item('fault codes', () => true, body({ dtcs: as(textRest, (codes) => codes.replace(/[ ,]+/g, ' ')) })),
  ],
  0xcc: [item('ICCID', 20, body({ iccid: textRest }))],
}
