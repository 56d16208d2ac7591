/** Items of HOLLOO car units, EA car data and FA alarms. Source: HOLLOO VJT.04, "Vehicle data" and "Vehicle alarms". */

import { type AlarmCode, vehicleAlarms as alarm } from '@trackway/core/codes/alarms.ts'
import { block, type ItemRow, type ItemTable, isList, item, itemOf, itemOfAny } from '../../wire/items.ts'
import { peekedLevel } from '../../wire/network.ts'
import { hexRest } from '../../wire/texts.ts'
import { peeked, per, u8, u16, u32 } from '../../wire/types.ts'

const carData = block({
  name: 'ea.',
  lengthBytes: 1,
  table: {
    0x0003: item('odometer', { odometerKind: u8, odometerM: u32 }),
    0x0004: item('fuel', { fuelKind: u8, fuelUsedL: per(u32, 1000) }),
    0x0012: item('supply', { externalVoltageV: per(u16, 10) }),
    0x0013: item('battery', { batteryVoltageV: per(u8, 10) }),
    0x0014: item('signal', { gsmLevel: peekedLevel, csq: u8 }),
    0x0018: item('satellites', { satellites: u8 }),
    0x0019: item('HDOP', { hdop: per(u16, 100) }),
    0x001e: item('odometer', { odometerM: u32 }),
    0x0020: item('ignition kind', { ignitionKind: u8 }),
  },
})

/** An alarm that an entry is by being there; what it carries is kept as it is. */
export const eventItem = (prefix: string, name: string, code?: AlarmCode): ItemRow =>
  itemOfAny(name, {
    ...(code !== undefined && { alarms: peeked(() => [code]) }),
    [`${prefix}Event`]: peeked(() => name),
    [`${prefix}EventData`]: hexRest,
  })

const event = (name: string, code?: AlarmCode) => eventItem('car', name, code)

const carAlarms = block({
  name: 'fa.',
  lengthBytes: 1,
  table: {
    0x0001: event('ignitionOn', alarm.ignitionOn),
    0x0002: event('ignitionOff', alarm.ignitionOff),
    0x0101: event('towed', alarm.towed),
    0x0103: event('unplugged', alarm.externalPowerCut),
    0x0104: event('plugged'),
    0x0105: event('supplyLow', alarm.externalVoltageLow),
    0x0106: event('idling', alarm.idlingTooLong),
    0x0107: event('overspeed', alarm.overspeed),
    0x0108: event('fatigue', alarm.driverFatigue),
    0x0109: event('coolant', alarm.temperatureHigh),
    0x0111: event('harshAcceleration', alarm.harshAcceleration),
    0x0112: event('harshBraking', alarm.harshBraking),
    0x0113: event('harshCornering', alarm.harshCornering),
    0x0114: event('collision', alarm.collision),
    0x0115: event('vibration', alarm.vibration),
  },
})

export const hollooItems: ItemTable = {
  0xe1: item('engine speed', { rpm: u16 }, 'holloo'),
  0xea: itemOf('car data', (length, r) => length >= 3 && isList(r, 2, 1), carData),
  0xfa: itemOf('alarms', (length, r) => length >= 3 && isList(r, 2, 1), carAlarms),
}
