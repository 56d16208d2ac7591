/**
 * What OBD units say of a car: `$OBD-RT,…` as text (item E6, 0900 type 41), and what follows item 80. Empty fields of the
 * text occur and say nothing. Source: the EXLIVE extension list, "OBD", and public frames (Traccar, Huabao decoder).
 */

import { type ItemTable, item, itemOf, itemOfAny } from '../../wire/items.ts'
import { spread } from '../../wire/report.ts'
import { isAscii, textRest } from '../../wire/texts.ts'
import { as, per, percent, times, u8, u16, u32 } from '../../wire/types.ts'

const names = [
  'externalVoltageV',
  'rpm',
  'obdSpeedKmh',
  'throttlePercent',
  'engineLoadPercent',
  'coolantC',
  'consumption',
  'meanConsumption',
  'tripKm',
  'odometerKm',
  'tripFuelL',
  'fuelUsedL',
  'dtcCount',
  'harshAccelerations',
  'harshBrakings',
]

/** Names and values of a sentence; undefined where the text is another. */
export function readObdText(line: string): [string, unknown][] | undefined {
  const start = line.indexOf('$OBD-RT')
  if (start < 0) return undefined
  const values = line.slice(start).trim().split(',').slice(1)
  return names.flatMap((name, i): [string, unknown][] => {
    const value = values[i]?.trim() ?? ''
    if (value === '' || !Number.isFinite(Number(value))) return []
    return name === 'odometerKm' ? [['odometerM', Math.round(Number(value) * 1000)]] : [[name, Number(value)]]
  })
}

export const obdTextItems: ItemTable = {
  0x91: item('OBD', {
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
  0x94: itemOf('VIN', (length, r) => length === 17 && isAscii(r), { vin: textRest }),
  0xe6: itemOf('OBD text', (_, r) => r.peek() === 0x24, {
    [spread]: as(textRest, (line) => readObdText(line) ?? [['text', line]]),
  }),
}

/** What follows item 80 on OBD units. */
export const obdItems: ItemTable = {
  0x80: item('speed', { obdSpeedKmh: u8 }),
  0x81: item('engine speed', { rpm: u16 }),
  0x82: item('supply', { externalVoltageV: per(u16, 10) }),
  0x83: item('load', { engineLoadPercent: u8 }),
  0x84: item('coolant', { coolantC: per(u8, 1, -40) }),
  0x85: item('fuel rate', { fuelRate: u16 }),
  0x86: item('intake', { intakeC: per(u8, 1, -40) }),
  0x87: item('air flow', { airFlow: u16 }),
  0x88: item('intake pressure', { intakeKpa: u8 }),
  0x89: item('throttle', { throttlePercent: u8 }),
  0x8b: itemOf('VIN', [17], { vin: textRest }),
  0x8c: item('odometer', { odometerM: times(u32, 100) }),
  0x8d: item('trip', { tripKm: u16 }),
  0x8e: item('fuel', { fuelPercent: percent }),
  0xa0: itemOfAny('fault codes', { dtcs: as(textRest, (codes) => codes.replace(/[ ,]+/g, ' ')) }),
  0xcc: itemOf('ICCID', [20], { iccid: textRest }),
}
