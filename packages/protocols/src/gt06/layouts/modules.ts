/**
 * Bodies and tails made of modules: id, length, data. An id that is not known is kept as hex.
 * Source: Jimi 4G documents, "Expanded module" (0x36 to 0x39); AT series, "Module list" (0x70); public frames of 0xF1 and 0xF2.
 */
import type { Extra } from '../../protocol.ts'
import { part } from '../../wire/body.ts'
import { block, type ItemTable, itemOfAny } from '../../wire/items.ts'
import { mac } from '../../wire/network.ts'
import { onePlace } from '../../wire/places.ts'
import { bcdDigits, fifteenDigits, hexRest } from '../../wire/texts.ts'
import { as, group, i16, peeked, per, u8, u16, u24, u32 } from '../../wire/types.ts'
import { assetEvents } from '../alarm-codes.ts'
import { listed } from './network.ts'
import { gpsWithHeight, unixTime } from './place.ts'
import { batteryPercent, batteryVoltageV, externalVoltageV, flag, odometerM } from './state.ts'

/** The tail of 36, 37, 38 and 39. */
const jimiModules: ItemTable = {
  0x18: itemOfAny('battery', { batteryVoltageV }),
  0x27: itemOfAny('supply', { externalVoltageV }),
  0x2e: itemOfAny('odometer', { odometerM }),
  0x32: itemOfAny('start state', { startState: u8 }),
  0x37: itemOfAny('temperature', { temperatureRaw: u16 }),
  0x38: itemOfAny('humidity', { humidityRaw: u16 }),
  0x3b: itemOfAny('accuracy', { accuracyM: per(u16, 100) }),
  0x6a: itemOfAny('battery', { batteryPercent }),
}

const tag = group({
  mac,
  batteryVoltageV: as(u16, (milli) => (milli === 0x7fff ? null : milli / 1000)),
  batteryPercent: u8,
  temperatureC: per(i16, 10),
  humidityPercent: per(i16, 10),
  status: u8,
})

const moduleCell = as(group({ mcc: u16, mnc: u16, lac: u16, cellId: u24, rssi: u8 }), listed)
const event = peeked((bytes, at) => [assetEvents[bytes[at]!]].filter((code) => code !== undefined))

/** 0x70 of the AT series. */
const assetModules: ItemTable = {
  0x03: itemOfAny('ICCID', { iccid: bcdDigits(10) }),
  0x08: itemOfAny('IMEI', { imei: fifteenDigits }),
  0x09: itemOfAny('satellites', { satellites: u8 }),
  0x0a: itemOfAny('satellites visible', { satellitesVisible: u8 }),
  0x11: itemOfAny('cell', { cells: moduleCell }),
  0x18: itemOfAny('battery', { batteryVoltageV }),
  0x28: itemOfAny('HDOP', { hdop: per(u8, 10) }),
  0x29: itemOfAny('message index', { messageIndex: u32 }),
  0x2a: itemOfAny('inputs', {
    doorOpen: peeked((bytes, at) => (bytes[at]! & 15) > 0),
    isTampered: as(u8, (byte) => byte >> 4 > 0),
  }),
  0x2b: itemOfAny('boot reason', { bootReason: u8 }),
  0x2c: itemOfAny('time', { moduleTime: unixTime }),
  // Big-endian: in the public frames of one device it grows only when read so.
  0x2e: itemOfAny('odometer', { odometerM }),
  0x33: itemOfAny('position', { time: unixTime, ...gpsWithHeight }),
  0x34: itemOfAny('event', { alarms: event, events: as(u8, (code) => [code]) }),
  0x7f: itemOfAny('tag', { tags: as(tag, (one): Extra[] => [one]) }),
}

/** 0xF1. */
const stateModules: ItemTable = {
  0x01: itemOfAny('motion', { isMoving: as(u8, (code) => code === 2 || code === 4) }),
  0x02: itemOfAny('armed', { armed: flag }),
  0x04: itemOfAny('ACC', { accOn: flag }),
  0x05: itemOfAny('supply', { externalVoltageV }),
  0x07: itemOfAny('charging', { charging: flag }),
  0x0a: itemOfAny('charge voltage', { chargeVoltageRaw: u16 }),
  0x0b: itemOfAny('battery temperature', { packTemperatureC: onePlace(per(u16, 10)) }),
}

/** 0xF2: a button or tag received over Bluetooth. */
const peripheralModules: ItemTable = {
  0x0a: itemOfAny('bluetooth', {
    bluetoothKind: part(u8),
    bluetoothMac: mac,
    bluetoothEvent: u8,
    bluetoothEventData: u8,
    bluetoothDataType: u8,
    bluetoothData: hexRest,
  }),
  // Where the button was pressed: the word of flags, then the place.
  0x0b: itemOfAny('position', {
    flags: part(u16),
    latitude: gpsWithHeight.latitude,
    longitude: gpsWithHeight.longitude,
  }),
  0x0c: itemOfAny('external battery', {
    packPercent: onePlace(u8),
    packState: as(u8, (byte) => [byte > 0 ? 'charging' : 'idle']),
    packCycles: onePlace(u16),
  }),
}

export const jimiModuleList = block({ name: 'module', lengthBytes: 1, table: jimiModules })
export const assetModuleList = block({ name: 'module', lengthBytes: 2, table: assetModules })
export const stateList = block({ name: 'module', lengthBytes: 1, table: stateModules })
/** F2: lengths of one byte, of two in 000A and wherever the first is zero. */
export const peripheralList = block({
  name: 'module',
  lengthBytes: (id, r) => (id === 0x0a ? r.u16() : r.u8() || r.u8()),
  table: peripheralModules,
})
