/** The big blocks of makers: lists inside one item, with ids and lengths of their own. */

import { vehicleAlarms as alarm } from '@trackway/core/codes/alarms.ts'
import type { Cell, WifiPoint } from '../../protocol.ts'
import { type Body, type BodyReader, body, readBody, type WireType } from '../../wire/body.ts'
import { toHex } from '../../wire/bytes.ts'
import {
  alarmBits,
  anyWidth,
  as,
  bcdDigits,
  cell,
  hexRest,
  per,
  textOrHex,
  textRest,
  times,
  u8,
  u16,
  u32,
} from '../../wire/types.ts'
import { type ItemTable, item, spread } from './items.ts'
import { signalLevel } from './standard.ts'

interface BlockShape {
  name: string
  /** BSJ writes the length first and counts the id in. */
  isLengthFirst?: boolean
  lengthBytes: 1 | 2
  table: ItemTable
}

/** The values of all list entries, for the report; an unknown entry is kept as hex under block and id. */
function block(shape: BlockShape): WireType<[string, unknown][]> {
  return {
    isNested: true,
    read: (r) => {
      const values: [string, unknown][] = []
      while (r.remaining >= 2 + shape.lengthBytes) readEntry(r, shape, values)
      if (r.remaining > 0) values.push([`${shape.name}.rest`, hexRest.read(r)])
      return values
    },
  }
}

function readEntry(r: BodyReader, shape: BlockShape, values: [string, unknown][]): void {
  const start = r.offset
  const first = r.u16()
  const second = shape.lengthBytes === 1 ? r.u8() : r.u16()
  const id = shape.isLengthFirst ? second : first
  const part = r.slice(shape.isLengthFirst ? Math.max(0, first - 2) : second)
  const key = `${shape.name}.${id.toString(16).padStart(4, '0')}`
  const row = shape.table[id]?.find((one) => one.fits(part.remaining, part))
  r.trace?.add(
    start,
    part.offset - start,
    key,
    row?.name ?? toHex(part.bytes.subarray(part.offset, part.end)),
  )
  if (row === undefined) {
    values.push([key, hexRest.read(part)])
    return
  }
  const found = readBody(row.body, part)
  for (const { name } of row.body) {
    if (name === spread) values.push(...(found[name] as [string, unknown][]))
    else if (found[name] !== undefined) values.push([name, found[name]])
  }
}

const spreadBlock = (shape: BlockShape): Body => body({ [spread]: block(shape) })

/** Do the bytes divide into entries of this form without a rest, after `skip` bytes? */
export function isList(r: BodyReader, idBytes: number, lengthBytes: number, skip = 0): boolean {
  let at = r.offset + skip
  while (at + idBytes + lengthBytes <= r.end) {
    const lengthAt = at + idBytes
    const length = lengthBytes === 1 ? r.bytes[lengthAt]! : (r.bytes[lengthAt]! << 8) | r.bytes[lengthAt + 1]!
    at = lengthAt + lengthBytes + length
  }
  return at === r.end
}

/** `460;00;10369;48489810`: MCC, MNC, LAC, cell; further cells follow in threes or fours where sent. */
const cellText: WireType<Cell[] | undefined> = as(textRest, (line) => {
  const [mcc, mnc, lac, cellId] = line.split(';').map(Number)
  if (![mcc, mnc, lac, cellId].every(Number.isInteger) || mcc === 0) return undefined
  return [{ mcc: mcc!, mnc: mnc!, lac: lac!, cellId: cellId! }]
})

/** A count, then `mac,rssi,mac,rssi…`. */
const wifiText: WireType<WifiPoint[]> = {
  read: (r) => {
    r.skip(1)
    const words = textRest.read(r).split(',')
    const found: WifiPoint[] = []
    for (let i = 0; i + 1 < words.length; i += 2) {
      const mac = words[i]!.toLowerCase()
      const rssiDbm = Number.parseInt(words[i + 1]!, 10)
      if (/^([0-9a-f]{2}:){5}[0-9a-f]{2}$/.test(mac)) {
        found.push(Number.isNaN(rssiDbm) ? { mac } : { mac, rssiDbm })
      }
    }
    return found
  },
}

/** Bits of 0089, where 0 is the alarm. Bit 0 (power) is 0 in everyday frames too, so it is only kept. */
const bsjAlarms = {
  4: alarm.collision,
  8: alarm.harshAcceleration,
  9: alarm.harshBraking,
  12: alarm.tampered,
  25: alarm.harshCornering,
}
const pseudoBaseStationBits = 3

/** 00C5: bits 3 and 4 name the source of the fix. */
const fixSources = ['none', 'wifi', 'gps', 'both']

const word32 = (r: BodyReader): number =>
  ((r.bytes[r.offset]! << 24) |
    (r.bytes[r.offset + 1]! << 16) |
    (r.bytes[r.offset + 2]! << 8) |
    r.bytes[r.offset + 3]!) >>>
  0

export const bsjBlock = spreadBlock({
  name: 'eb',
  isLengthFirst: true,
  lengthBytes: 2,
  table: {
    0x0001: [item('fuel', [2, 3], body({ fuel1: per(u16, 10), fuel1Rest: hexRest }))],
    0x0023: [item('fuel 2', 6, body({ fuel2: as(textRest, Number) }))],
    0x0024: [item('cell', () => true, body({ cells: cellText }))],
    0x002d: [
      item('battery', 2, body({ batteryVoltageV: per(u16, 1000) })),
      item('supply', 4, body({ externalVoltageV: per(u32, 1000) })),
    ],
    0x0089: [
      item(
        'alarms',
        4,
        body({
          alarms: {
            read: (r: BodyReader) => {
              const word = word32(r)
              const found = alarmBits({ read: () => word }, bsjAlarms, true).read(r) ?? []
              return word >>> 30 === pseudoBaseStationBits ? found : [...found, alarm.pseudoBaseStation]
            },
          },
          bsjAlarmWord: as(u32, (word) => word.toString(16).padStart(8, '0')),
        }),
      ),
    ],
    0x00a3: [item('version', () => true, body({ firmware: textRest }))],
    0x00b2: [item('ICCID', 10, body({ iccid: bcdDigits(10) }))],
    0x00b9: [item('Wi-Fi', (length) => length > 1, body({ wifi: wifiText }))],
    0x00c5: [
      item(
        'state',
        4,
        body({
          fixSource: { read: (r: BodyReader) => fixSources[((word32(r) >> 2) & 2) | ((word32(r) >> 4) & 1)] },
          isMoving: {
            read: (r: BodyReader) => [true, false, undefined, undefined][(word32(r) >> 23) & 3],
          },
          alarms: { read: (r: BodyReader) => ((word32(r) >> 6) & 1 ? [] : [alarm.vibration]) },
          isLit: as(u32, (word) => ((word >> 14) & 1 ? undefined : true)),
        }),
      ),
    ],
    0x00c6: [
      item(
        'battery alarm',
        1,
        body({
          alarms: as(u8, (value) => (value === 3 || value === 4 ? [alarm.internalBatteryLow] : [])),
        }),
      ),
    ],
    0x00ce: [item('supply', 2, body({ externalVoltageV: per(u16, 100) }))],
    0x00d5: [item('IMEI', 15, body({ imei: textRest }))],
    0x00d8: [item('cell', 9, body({ cells: as(cell(u16, u8, u16, u32), (one) => (one ? [one] : [])) }))],
    0x00e1: [item('battery', 1, body({ batteryPercent: u8 }))],
    0x00a8: [item('battery', 1, body({ batteryPercent: u8 }))],
    0x00fb: [item('ICCID', 20, body({ iccid: textRest }))],
  },
})

const jimiPowerList = spreadList('e8.2005', {
  0x0001: [item('battery', 2, body({ batteryVoltageV: per(u16, 100) }))],
  0x0002: [item('traffic', 4, body({ traffic: u32 }))],
  0x0003: [item('battery', 1, body({ batteryPercent: u8 }))],
  0x0004: [item('charging', 1, body({ charging: as(u8, (value) => value === 0) }))],
  0x0005: [item('ICCID', 10, body({ iccid: bcdDigits(10) }))],
  0x0007: [item('HDOP', [1, 2], body({ hdop: per(anyNumber(), 10) }))],
  0x2001: [item('supply', 2, body({ externalVoltageV: per(u16, 10) }))],
})

function spreadList(name: string, table: ItemTable): WireType<[string, unknown][]> {
  return block({ name, lengthBytes: 1, table })
}

function anyNumber(): WireType<number> {
  return as(anyWidth, Number)
}

/** An alarm that an entry is by being there; what it carries is kept as it is. */
const event = (name: string, code?: number): ItemTable[number] => [
  item(
    name,
    () => true,
    body({
      ...(code === undefined ? {} : { alarms: { read: () => [code] } }),
      cameraEvent: { read: () => name },
      cameraEventData: hexRest,
    }),
  ),
]

const cameraShape: BlockShape = {
  name: 'e8',
  lengthBytes: 1,
  table: {
    0x2002: [item('upload', 2, body({ uploadMode: u8, isStored: u8 }))],
    0x2003: [
      item(
        'power',
        (length) => length >= 7,
        body({
          charging: as(u8, (value) => value === 1),
          batteryLevel: u8,
          batteryVoltageV: per(u16, 100),
          csqPower: u8,
          externalVoltageV: per(u16, 100),
        }),
      ),
    ],
    0x2005: [item('power list', () => true, body({ [spread]: jimiPowerList }))],
    0x0001: event('fault'),
    0x0400: event('harshAcceleration', alarm.harshAcceleration),
    0x0412: event('harshAcceleration', alarm.harshAcceleration),
    0x0401: event('harshBraking', alarm.harshBraking),
    0x0413: event('harshBraking', alarm.harshBraking),
    0x0402: event('harshCornering', alarm.harshCornering),
    0x0414: event('harshCornering', alarm.harshCornering),
    0x0403: event('overspeed', alarm.overspeed),
    0x0405: event('accident', alarm.collision),
    0x0416: event('accident', alarm.collision),
    0x0417: event('accident', alarm.collision),
    0x0406: event('vibration', alarm.vibration),
    0x0407: event('towed', alarm.towed),
    0x0408: event('fenceEntered', alarm.fenceEntered),
    0x0409: event('fenceLeft', alarm.fenceLeft),
    0x040c: event('door', alarm.doorOpened),
    0x0415: event('laneChange'),
    0x0c01: event('sos', alarm.sos),
    0x0c02: event('supplyLow', alarm.externalVoltageLow),
    0x0c03: event('accOn', alarm.ignitionOn),
    0x0c04: event('accOff', alarm.ignitionOff),
    0x0c0e: event('supplyCut', alarm.externalPowerCut),
    0x0c0f: event('batteryLow', alarm.internalBatteryLow),
    0x0c10: event('powerOff', alarm.poweredOff),
    0x0c12: event('tampered', alarm.tampered),
  },
}

/** Jimi JC371, JC181, JC182, JC45x. */
export const cameraBlock = spreadBlock(cameraShape)

/** Its first entry is known and whole; what stands behind the last one may be short. */
export const isCameraBlock = (length: number, r: BodyReader): boolean =>
  length >= 3 &&
  ((r.bytes[r.offset]! << 8) | r.bytes[r.offset + 1]!) in cameraShape.table &&
  r.bytes[r.offset + 2]! <= length - 3

/** Jimi VL502 and JX08. */
export const jimiObdBlock = spreadBlock({
  name: 'f3',
  lengthBytes: 1,
  table: {
    0x0002: [item('speed', 2, body({ obdSpeedKmh: per(u16, 10) }))],
    0x0003: [item('engine speed', 2, body({ rpm: u16 }))],
    0x0004: [item('supply', 2, body({ externalVoltageV: per(u16, 1000) }))],
    0x0005: [item('odometer', 4, body({ odometerM: times(u32, 100) }))],
    0x0007: [item('consumption', 2, body({ consumption: per(u16, 10) }))],
    0x0008: [item('load', 2, body({ engineLoadPercent: per(u16, 10) }))],
    0x0009: [item('coolant', [1, 2], body({ coolantC: per(anyNumber(), 1, -40) }))],
    0x000b: [item('intake pressure', [1, 2], body({ intakeKpa: anyNumber() }))],
    0x000c: [item('intake', [1, 2], body({ intakeC: per(anyNumber(), 1, -40) }))],
    0x000d: [item('air flow', [1, 2], body({ airFlow: anyNumber() }))],
    0x000e: [item('throttle', 1, body({ throttlePercent: per(u8, 2.55) }))],
    0x0050: [item('VIN', () => true, body({ vin: textRest }))],
    0x0051: [item('CVN', () => true, body({ cvn: hexRest }))],
    0x0052: [item('calibration', () => true, body({ calibrationId: textOrHex }))],
    0x0100: [item('trip', [2, 4], body({ tripKm: per(anyNumber(), 10) }))],
    0x0102: [item('trip fuel', [2, 4], body({ tripFuel: per(anyNumber(), 10) }))],
    0x0112: [item('harsh accelerations', () => true, body({ harshAccelerations: anyNumber() }))],
    0x0113: [item('harsh brakings', () => true, body({ harshBrakings: anyNumber() }))],
    0x0114: [item('harsh cornerings', () => true, body({ harshCornerings: anyNumber() }))],
  },
})

/** HOLLOO VJT.04, item EA. */
export const hollooData = spreadBlock({
  name: 'ea',
  lengthBytes: 1,
  table: {
    0x0003: [item('odometer', 5, body({ odometerKind: u8, odometerM: u32 }))],
    0x0004: [item('fuel', 5, body({ fuelKind: u8, fuelUsedL: per(u32, 1000) }))],
    0x0012: [item('supply', 2, body({ externalVoltageV: per(u16, 10) }))],
    0x0013: [item('battery', 1, body({ batteryVoltageV: per(u8, 10) }))],
    0x0014: [
      item('signal', 1, body({ gsmLevel: { read: (r: BodyReader) => signalLevel(r.peek()) }, csq: u8 })),
    ],
    0x0018: [item('satellites', 1, body({ satellites: u8 }))],
    0x0019: [item('HDOP', 2, body({ hdop: per(u16, 100) }))],
    0x001e: [item('odometer', 4, body({ odometerM: u32 }))],
    0x0020: [item('ignition kind', 1, body({ ignitionKind: u8 }))],
  },
})

const hollooEvent = (name: string, code?: number): ItemTable[number] => [
  item(
    name,
    () => true,
    body({
      ...(code === undefined ? {} : { alarms: { read: () => [code] } }),
      carEvent: { read: () => name },
      carEventData: hexRest,
    }),
  ),
]

/** HOLLOO VJT.04, item FA. */
export const hollooAlarms = spreadBlock({
  name: 'fa',
  lengthBytes: 1,
  table: {
    0x0001: hollooEvent('ignitionOn', alarm.ignitionOn),
    0x0002: hollooEvent('ignitionOff', alarm.ignitionOff),
    0x0101: hollooEvent('towed', alarm.towed),
    0x0103: hollooEvent('unplugged', alarm.externalPowerCut),
    0x0104: hollooEvent('plugged'),
    0x0105: hollooEvent('supplyLow', alarm.externalVoltageLow),
    0x0106: hollooEvent('idling', alarm.idlingTooLong),
    0x0107: hollooEvent('overspeed', alarm.overspeed),
    0x0108: hollooEvent('fatigue', alarm.driverFatigue),
    0x0109: hollooEvent('coolant', alarm.temperatureHigh),
    0x0111: hollooEvent('harshAcceleration', alarm.harshAcceleration),
    0x0112: hollooEvent('harshBraking', alarm.harshBraking),
    0x0113: hollooEvent('harshCornering', alarm.harshCornering),
    0x0114: hollooEvent('collision', alarm.collision),
    0x0115: hollooEvent('vibration', alarm.vibration),
  },
})

/** Jimi, 0900 type F0 subtype 1: the state of a car. */
export const jimiCarData = body({
  obdCount: u8,
  [spread]: block({
    name: 'f0',
    lengthBytes: 1,
    table: {
      ...same([0x0102, 0x0528, 0x0546], [item('odometer', 4, body({ odometerM: times(u32, 100) }))]),
      0x0103: [item('fuel', 4, body({ fuelL: per(u32, 100) }))],
      0x052a: [item('fuel', 2, body({ fuelL: per(u16, 100) }))],
      0x052b: [item('fuel percent', [1, 2], body({ fuelPercent: anyNumber() }))],
      ...same([0x0105, 0x052c], [item('fuel used', 4, body({ fuelUsedL: per(u32, 100) }))]),
      ...same(
        [0x014a, 0x0537, 0x0538, 0x0539],
        [item('consumption', 2, body({ consumption: per(u16, 100) }))],
      ),
      0x052d: [item('coolant', 1, body({ coolantC: per(u8, 1, -40) }))],
      0x052e: [item('air', 1, body({ airC: per(u8, 1, -40) }))],
      0x0530: [item('supply', 2, body({ externalVoltageV: per(u16, 1000) }))],
      0x0535: [item('speed', 2, body({ obdSpeedKmh: per(u16, 10) }))],
      0x0536: [item('engine speed', 2, body({ rpm: u16 }))],
      0x053d: [item('intake pressure', 2, body({ intakeKpa: per(u16, 10) }))],
      ...same([0x0547, 0x0548], [item('throttle', [1, 2], body({ throttlePercent: anyNumber() }))]),
      0xfeec: [item('VIN', () => true, body({ vin: textRest }))],
    },
  }),
})

function same(ids: readonly number[], rows: ItemTable[number]): Record<number, ItemTable[number]> {
  return Object.fromEntries(ids.map((id) => [id, rows]))
}
