/**
 * Bluetooth tags and beacons around the vehicle.
 * Source: Teltonika wiki, "FMB AVL ID" 385 "Beacon", 548 "Advanced BLE beacon data", 10828 to 10831 and 11317 "EYE sensors"; "EYE
 * SENSOR / BTSMP1", "Manufacturer data".
 */
import type { Extra } from '../../protocol.ts'
import type { BodyReader, WireType } from '../../wire/body.ts'
import { toHex } from '../../wire/bytes.ts'
import type { ItemRow, ItemTable } from '../../wire/items.ts'
import { macText } from '../../wire/network.ts'
import { asciiText, hex } from '../../wire/texts.ts'
import { longElement } from './types.ts'

type Beacon = { [name: string]: Extra }

/** The number of the part in a list that takes several records, then beacons by flags: iBeacon or Eddystone, RSSI, battery, temperature. */
const beaconList: WireType<Beacon[]> = {
  read: (r) => {
    r.u8()
    const found: Beacon[] = []
    while (r.remaining > 0 && !r.isShort) found.push(readBeacon(r))
    return found
  },
}

const isIBeacon = 0x20
const hasRssi = 0x01
const hasBattery = 0x02
const hasTemperature = 0x04

function readBeacon(r: BodyReader): Beacon {
  const flags = r.u8()
  const beacon: Beacon =
    flags & isIBeacon
      ? { uuid: hex(16).read(r, {}), major: r.u16(), minor: r.u16() }
      : { namespace: hex(10).read(r, {}), instance: hex(6).read(r, {}) }
  if (flags & hasRssi) beacon.rssiDbm = r.i8()
  if (flags & hasBattery) beacon.batteryV = r.u16() / 100
  if (flags & hasTemperature) beacon.temperatureC = r.i16()
  return beacon
}

const eyeBatteryBaseMv = 2_000
const eyeBatteryStepMv = 10

/** What an EYE tag sends around it: by the bits of the first byte, in their order; of another length as it came. */
function readEye(r: BodyReader): Beacon {
  const { offset, remaining } = r
  const flags = r.u8()
  const has = (bit: number): boolean => ((flags >> bit) & 1) === 1
  const beacon: Beacon = {}
  if (has(0)) beacon.temperatureC = r.i16() / 100
  if (has(1)) beacon.humidityPercent = r.u8()
  if (has(2)) beacon.isMagnetNear = has(3)
  if (has(4)) {
    const word = r.u16()
    beacon.isMoving = word >= 0x8000
    beacon.movements = word & 0x7fff
  }
  if (has(5)) {
    beacon.pitchDeg = r.i8()
    beacon.rollDeg = r.i16()
  }
  if (has(6)) beacon.isBatteryLow = true
  if (has(7)) beacon.batteryV = (eyeBatteryBaseMv + eyeBatteryStepMv * r.u8()) / 1_000
  if (!r.isShort && r.remaining === 0) return beacon
  return { data: toHex(r.bytes.subarray(offset, offset + remaining)) }
}

/** The values of a tag, each with its number and length. */
const tagValues: Readonly<Record<number, (r: BodyReader) => Beacon>> = {
  0: (r) => ({ rssiDbm: r.i8() }),
  1: (r) => ({ id: hex(r.remaining).read(r, {}) }),
  2: readEye,
  5: (r) => ({ name: asciiText(r.rest()) }),
  6: (r) => ({ temperatureC: r.i16() / 100 }),
  7: (r) => ({ humidityPercent: r.u8() }),
  8: (r) => ({ isMagnetNear: r.u8() > 0 }),
  9: (r) => ({ isMoving: r.u8() > 0 }),
  10: (r) => ({ movements: r.u16() }),
  11: (r) => ({ pitchDeg: r.i8() }),
  12: (r) => ({ rollDeg: r.i16() }),
  13: (r) => ({ isBatteryLow: r.u8() > 0 }),
  14: (r) => ({ batteryV: r.u16() / 1000 }),
  15: (r) => ({ mac: macText(r.take(6)) }),
}

/** A byte of the part, then tags: a length, and the values of each. */
const tagList: WireType<Beacon[]> = {
  read: (r) => {
    r.u8()
    const found: Beacon[] = []
    while (r.remaining > 0) {
      const tag = r.slice(r.u8())
      const beacon: Beacon = {}
      while (tag.remaining > 1) {
        const id = tag.u8()
        const value = tag.slice(tag.u8())
        Object.assign(
          beacon,
          tagValues[id]?.(value) ?? { [`value${id}`]: hex(value.remaining).read(value, {}) },
        )
      }
      found.push(beacon)
    }
    return found
  },
}

const tags: ItemRow = longElement('beacons', tagList)

export const beaconElements: ItemTable = {
  385: longElement('beacons', beaconList),
  548: tags,
  10828: tags,
  10829: tags,
  10830: tags,
  10831: tags,
  11317: tags,
}
