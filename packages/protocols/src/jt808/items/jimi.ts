/**
 * Items of Jimi devices: cameras (JC371, JC181, JC182, JC45x), OBD units (VL502, JX08) and what these put into 0900.
 * Source: Jimi JT/T 808 extension documents as public frames show them (Traccar, Huabao decoder).
 */

import { type AlarmCode, vehicleAlarms as alarm } from '@trackway/core/codes/alarms.ts'
import { block, type ItemTable, isList, item, itemOf, itemOfAny } from '../../wire/items.ts'
import { bcdDigits, hexRest, isAscii, textOrHex, textRest } from '../../wire/texts.ts'
import { anyNumber, isByte, per, times, u8, u16, u32 } from '../../wire/types.ts'
import { eventItem } from './holloo.ts'

const powerList = block({
  name: 'e8.2005.',
  lengthBytes: 1,
  table: {
    0x0001: item('battery', { batteryVoltageV: per(u16, 100) }),
    0x0002: item('traffic', { traffic: u32 }),
    0x0003: item('battery', { batteryPercent: u8 }),
    0x0004: item('charging', { charging: isByte(0) }),
    0x0005: item('ICCID', { iccid: bcdDigits(10) }),
    0x0007: itemOf('HDOP', [1, 2], { hdop: per(anyNumber, 10) }),
    0x2001: item('supply', { externalVoltageV: per(u16, 10) }),
  },
})

const event = (name: string, code?: AlarmCode) => eventItem('camera', name, code)
const harshAcceleration = event('harshAcceleration', alarm.harshAcceleration)
const harshBraking = event('harshBraking', alarm.harshBraking)
const harshCornering = event('harshCornering', alarm.harshCornering)
const accident = event('accident', alarm.collision)

const cameraEntries: ItemTable = {
  0x2002: item('upload', { uploadMode: u8, isStored: u8 }),
  0x2003: itemOf('power', (length) => length >= 7, {
    charging: isByte(1),
    batteryLevel: u8,
    batteryVoltageV: per(u16, 100),
    csqPower: u8,
    externalVoltageV: per(u16, 100),
  }),
  0x2005: itemOfAny('power list', powerList),
  0x0001: event('fault'),
  0x0400: harshAcceleration,
  0x0412: harshAcceleration,
  0x0401: harshBraking,
  0x0413: harshBraking,
  0x0402: harshCornering,
  0x0414: harshCornering,
  0x0403: event('overspeed', alarm.overspeed),
  0x0405: accident,
  0x0416: accident,
  0x0417: accident,
  0x0406: event('vibration', alarm.vibration),
  0x0407: event('towed', alarm.towed),
  0x0408: event('fenceEntered', alarm.fenceEntered),
  0x0409: event('fenceLeft', alarm.fenceLeft),
  0x040c: event('door', alarm.doorOpened),
  0x0415: event('laneChange', alarm.harshCornering),
  0x0c01: event('sos', alarm.sos),
  0x0c02: event('supplyLow', alarm.externalVoltageLow),
  0x0c03: event('accOn', alarm.ignitionOn),
  0x0c04: event('accOff', alarm.ignitionOff),
  0x0c0e: event('supplyCut', alarm.externalPowerCut),
  0x0c0f: event('batteryLow', alarm.internalBatteryLow),
  0x0c10: event('powerOff', alarm.poweredOff),
  0x0c12: event('tampered', alarm.tampered),
}

const obdBlock = block({
  name: 'f3.',
  lengthBytes: 1,
  table: {
    0x0002: item('speed', { obdSpeedKmh: per(u16, 10) }),
    0x0003: item('engine speed', { rpm: u16 }),
    0x0004: item('supply', { externalVoltageV: per(u16, 1000) }),
    0x0005: item('odometer', { odometerM: times(u32, 100) }),
    0x0007: item('consumption', { consumption: per(u16, 10) }),
    0x0008: item('load', { engineLoadPercent: per(u16, 10) }),
    0x0009: itemOf('coolant', [1, 2], { coolantC: per(anyNumber, 1, -40) }),
    0x000b: itemOf('intake pressure', [1, 2], { intakeKpa: anyNumber }),
    0x000c: itemOf('intake', [1, 2], { intakeC: per(anyNumber, 1, -40) }),
    0x000d: itemOf('air flow', [1, 2], { airFlow: anyNumber }),
    0x000e: item('throttle', { throttlePercent: per(u8, 2.55) }),
    0x0050: itemOfAny('VIN', { vin: textRest }),
    0x0051: itemOfAny('CVN', { cvn: hexRest }),
    0x0052: itemOfAny('calibration', { calibrationId: textOrHex }),
    0x0100: itemOf('trip', [2, 4], { tripKm: per(anyNumber, 10) }),
    0x0102: itemOf('trip fuel', [2, 4], { tripFuel: per(anyNumber, 10) }),
    0x0112: itemOfAny('harsh accelerations', { harshAccelerations: anyNumber }),
    0x0113: itemOfAny('harsh brakings', { harshBrakings: anyNumber }),
    0x0114: itemOfAny('harsh cornerings', { harshCornerings: anyNumber }),
  },
})

const odometer = item('odometer', { odometerM: times(u32, 100) })
const fuelUsed = item('fuel used', { fuelUsedL: per(u32, 100) })
const consumption = item('consumption', { consumption: per(u16, 100) })
const throttle = itemOf('throttle', [1, 2], { throttlePercent: anyNumber })

/** 0900 type F0, subtype 1: the state of a car. */
export const jimiCarData = {
  obdCount: u8,
  ...block({
    name: 'f0.',
    lengthBytes: 1,
    table: {
      0x0102: odometer,
      0x0528: odometer,
      0x0546: odometer,
      0x0103: item('fuel', { fuelL: per(u32, 100) }),
      0x052a: item('fuel', { fuelL: per(u16, 100) }),
      0x052b: itemOf('fuel percent', [1, 2], { fuelPercent: anyNumber }),
      0x0105: fuelUsed,
      0x052c: fuelUsed,
      0x014a: consumption,
      0x0537: consumption,
      0x0538: consumption,
      0x0539: consumption,
      0x052d: item('coolant', { coolantC: per(u8, 1, -40) }),
      0x052e: item('air', { airC: per(u8, 1, -40) }),
      0x0530: item('supply', { externalVoltageV: per(u16, 1000) }),
      0x0535: item('speed', { obdSpeedKmh: per(u16, 10) }),
      0x0536: item('engine speed', { rpm: u16 }),
      0x053d: item('intake pressure', { intakeKpa: per(u16, 10) }),
      0x0547: throttle,
      0x0548: throttle,
      0xfeec: itemOfAny('VIN', { vin: textRest }),
    },
  }),
}

export const jimiItems: ItemTable = {
  // Its first entry is known and whole; what follows the last one may be short.
  0xe8: itemOf(
    'camera',
    (length, { bytes, offset: at }) =>
      length >= 3 && ((bytes[at]! << 8) | bytes[at + 1]!) in cameraEntries && bytes[at + 2]! <= length - 3,
    block({ name: 'e8.', lengthBytes: 1, table: cameraEntries }),
  ),
  0xeb: itemOf('time zone', (_, r) => isAscii(r), { timeZone: textRest }),
  0xf3: itemOf('OBD list', (length, r) => length >= 4 && isList(r, 2, 1), obdBlock),
}
