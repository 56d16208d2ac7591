/**
 * IO elements by AVL id, with the meaning of each width where families use an id for different things: FMB and all
 * that came after it first, then FM64 and its kin. A name that is a key of the report goes there.
 * Source: Teltonika wiki, "FMB AVL ID" and "FMB640 AVL ID".
 */
import type { WireType } from '../../wire/body.ts'
import type { ItemTable } from '../../wire/items.ts'
import { as, oneOf, per } from '../../wire/types.ts'
import { beaconElements } from './beacons.ts'
import { canElements } from './can.ts'
import { obdElements } from './obd.ts'
import { sensorElements } from './sensors.ts'
import {
  buttonId,
  element,
  hexOf,
  hundredths,
  isOn,
  longElement,
  milli,
  named,
  signed,
  sized,
  tenths,
  textOf,
  unsigned,
} from './types.ts'

/** 0 to 5; the fifth is as good as the fourth. */
const gsmLevel: WireType<number> = as(unsigned, (level) => Math.min(4, level))

const sleepModes = ['none', 'gpsSleep', 'deepSleep', 'onlineSleep', 'ultraSleep']
const gnssStates = ['off', 'fixed', 'noFix', 'sleep']
const dataModes = [
  'homeStopped',
  'homeMoving',
  'roamingStopped',
  'roamingMoving',
  'unknownStopped',
  'unknownMoving',
]
const zoneStates = ['left', 'entered', 'overspeedEnded', 'overspeedBegan']

const zones: ItemTable = Object.fromEntries(
  [155, 156, 157, 158, 159, 61, 62, 63, 64, 65].map((id, i) => [
    id,
    [sized(`zone${i + 1}`, 1, oneOf(unsigned, zoneStates)), longElement(`sensorId${i + 1}`, hexOf)],
  ]),
)

const permanent: ItemTable = {
  1: element('input1', isOn),
  2: element('input2', isOn),
  3: element('input3', isOn),
  4: element('input4', isOn),
  6: milli('analog2V'),
  9: milli('analog1V'),
  10: [sized('sdCard', 1, oneOf(unsigned, ['none', 'present'])), milli('analog2V')],
  11: [sized('iccidHigh', 8), milli('analog3V')],
  12: milli('fuelUsedGpsL'),
  13: hundredths('fuelRateGpsLPer100Km'),
  14: sized('iccidLow', 8),
  15: hundredths('ecoScore'),
  16: element('odometerM'),
  17: element('axisXMg', signed),
  18: element('axisYMg', signed),
  19: element('axisZMg', signed),
  21: element('gsmLevel', gsmLevel),
  24: element('gnssSpeedKmh'),
  66: milli('externalVoltageV'),
  67: milli('batteryVoltageV'),
  68: element('batteryCurrentA', per(signed, 1000)),
  69: named('gnss', gnssStates),
  71: [element('gnssStatus'), sized('temperatureId4', 8, hexOf)],
  78: longElement('driverId', buttonId),
  80: [sized('dataMode', 1, oneOf(unsigned, dataModes)), element('wheelSpeed')],
  113: [sized('batteryPercent', 1), element('serviceDistance')],
  116: element('charging', isOn),
  178: element('networkType'),
  179: element('oilCut', isOn),
  180: element('output2', isOn),
  181: tenths('pdop'),
  182: tenths('hdop'),
  199: element('tripM'),
  200: sized('sleepMode', 1, oneOf(unsigned, sleepModes)),
  205: element('cellId'),
  206: element('lac'),
  207: longElement('rfid', buttonId),
  216: sized('odometerM', 4),
  218: sized('imsi', 8),
  219: longElement('iccidPart1', textOf),
  220: longElement('iccidPart2', textOf),
  221: longElement('iccidPart3', textOf),
  236: [sized('alarm', 1, isOn), sized('axisXMg', 2, signed)],
  237: [sized('networkType', 1), sized('axisYMg', 2, signed)],
  238: [sized('axisZMg', 2, signed), sized('userId', 8, hexOf)],
  239: element('accOn', isOn),
  240: element('isMoving', isOn),
  241: element('operator'),
  245: milli('analog4V'),
  256: longElement('vin', textOf),
  264: longElement('barcode', textOf),
  303: element('isMovingInstantly', isOn),
  325: longElement('vin', textOf),
  380: element('output3', isOn),
  381: element('groundSense', isOn),
  387: longElement('coordinates', textOf),
  391: element('privateMode', isOn),
  // The FT families say it in four bytes, in place of 66.
  800: milli('externalVoltageV', 4),
  449: element('ignitionS'),
  636: element('cellId4g'),
  662: sized('doorOpen', 1, isOn),
  1148: element('signalDbm', signed),
}

/** Elements of an event at one moment; which of them are alarms is in `alarms.ts`. */
const eventual: ItemTable = {
  ...zones,
  175: sized('autoZone', 1, oneOf(unsigned, zoneStates)),
  243: [sized('isIdling', 1, isOn), element('greenDrivingMs')],
  246: element('isTowed', isOn),
  247: element('crash'),
  248: element('immobilizer'),
  249: element('isJammed', isOn),
  250: element('trip'),
  251: element('isIdling', isOn),
  252: element('isUnplugged', isOn),
  253: named('greenDriving', ['none', 'acceleration', 'braking', 'cornering']),
  254: hundredths('greenDrivingValue'),
  255: element('overspeedKmh'),
  257: longElement('crashTrace', hexOf),
  258: longElement('ecoMaximum', hexOf),
  259: longElement('ecoAverage', hexOf),
  260: element('ecoMs'),
  283: element('drivingState'),
  284: element('drivingRecords'),
  285: element('bloodAlcohol'),
  317: element('crashCount'),
  318: named('gnssJamming', ['none', 'warning', 'critical']),
}

export const elements: ItemTable = {
  ...obdElements,
  ...canElements,
  ...permanent,
  ...eventual,
  ...sensorElements,
  ...beaconElements,
}
