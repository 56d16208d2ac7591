/** Forms of the bodies that hold a position: 10 to 12, 22, 31, 34, 37, 38, 61, A0, A2. */
import { withTails } from './body.ts'
import { jimiModuleRow } from './modules.ts'
import {
  cell2g,
  cell2gWide,
  cell4g,
  cell4gWide,
  cellLong,
  cellLongWide,
  cellType,
  typedCell,
} from './network-rows.ts'
import { date, fix, gps } from './place-rows.ts'
import { type Layout, layout, type Row } from './row.ts'
import { count, countedText, padding, put, raw, rest, say, sayNumber, text } from './row-kinds.ts'
import * as f from './state-rows.ts'

const { odometer, sending } = f

/** Benway: ACC, a second input, and a temperature or an analogue value in one word. */
const benwayMask = say('inputMask', 2, (reader, draft) => {
  const mask = reader.u16()
  draft.acc = mask >> 15
  draft.addExtra('input2', (mask & 0x4000) !== 0)
  if (mask & 0x1000) draft.report.temperaturesC = [mask & 0x200 ? -(mask & 0x1ff) : mask & 0x1ff]
  else draft.addExtra('analogue1', mask & 0x2000 ? mask & 0x3ff : (mask & 0x3ff) / 10)
  return mask
})

const card: readonly Row[] = [
  odometer,
  count('cardLength'),
  countedText('card'),
  sayNumber('cardAlarm', 1),
  sayNumber('cardState', 1),
]

const locationTails = {
  standard: [],
  mileage: [odometer],
  VXT01: [f.terminalInfo, f.externalVolts, f.gsm, padding(1)],
  sending,
  'sending, mileage': [...sending, odometer],
  Benway: [benwayMask],
  S5: [
    f.terminalInfo,
    f.externalVolts,
    f.gsm,
    f.alarm,
    sayNumber('oil', 2),
    f.temperature(1, (reader) => f.signMagnitude(reader.u8(), 8, true)),
    f.odometerTens,
  ],
  GT06E: card,
  WeTrust: [...card, sayNumber('drivingTime', 2)],
}

const sendingTails = { standard: sending, mileage: [...sending, odometer], 'no sending': [] }

/** 0x10 */
export const gpsOnly = [layout('standard', fix, padding(1), f.language), layout('short', fix)]

/** 0x11: cells alone by the document, with GPS and a long cell on clones. */
export const cellsOrGps = [
  layout('with GPS', fix, cellLongWide),
  layout('with GPS', fix, cellLong),
  layout('standard', date, cell2g),
  layout('standard', date, cell2gWide),
  layout('with GPS', fix, cell2g),
]

/** 0x12 */
export const localLocations = [
  ...withTails(fix, cell2g, cell2gWide, locationTails),
  layout('QH302R', f.imei, fix, cell2g),
]

const locations: readonly Layout[] = [
  ...withTails(fix, cell2g, cell2gWide, sendingTails),
  layout('altitude', fix, cell2g, sending, odometer, f.altitude),
]

/** 0x22 and 0x2D */
export const utcLocations = [
  ...locations,
  layout(
    'SeeWorld',
    fix,
    cellLong,
    sending,
    odometer,
    sayNumber('travelTime', 4),
    f.temperature(2, (reader) => f.signMagnitude(reader.u16(), 16, true) / 100),
    put('humidityPercent', 2, (reader) => reader.u16() / 100),
  ),
  layout(
    'NT20',
    sayNumber('source', 1),
    f.imei,
    raw('sentTime', 6),
    fix,
    f.lbsLength,
    cell2g,
    f.terminalInfo,
    f.externalVolts,
    padding(1),
    f.gsm,
    f.alarm,
    f.language,
    put('odometerM', 3, (reader) => reader.u24()),
    sayNumber('engineMinutes', 3),
  ),
]

/** 0x31 of the GT02 set. */
export const gt02Locations = [
  layout('GT02', fix, cellLongWide, sending),
  layout('SL4X', fix, cellLongWide, sending, odometer, f.altitude),
  layout('SL4X', fix, cellLongWide, sending, f.altitude),
]

const x1: readonly Row[] = [
  raw('dataAndAlarm', 4),
  ...fix,
  raw('terminalInfoWord', 2),
  odometer,
  ...cellLong,
  put('driverId', 4, (reader) => String(reader.u32() || '') || undefined),
  // The documents name the battery first; the values of public frames (14.28 V, 4.19 V) say otherwise.
  f.externalVolts,
  f.batteryVolts,
  raw('portInfo', 4),
  sayNumber('input', 1),
  sayNumber('output', 1),
]
/** 0x34 of the X1: with two analogue inputs, or any number of them. */
export const x1Location = layout('X1', x1, sayNumber('analogue1', 2, 100), sayNumber('analogue2', 2, 100))
export const x1LongLocation = layout('X1', x1, rest('analogues'))

/** 0x24 of the SR411. */
export const sr411Location = layout(
  'SR411',
  fix,
  cell2g,
  f.acc,
  f.externalVolts,
  f.batteryVolts,
  raw('tail', 10),
)

/** 0x37 and 0x38: modules at the end. */
export const modularLocations = withTails(fix, cell2g, cell2gWide, { modules: [...sending, jimiModuleRow] })
export const typedLocations = [
  layout('modules', fix, f.uploadMode, f.reupload, cellType, typedCell, jimiModuleRow),
]

/** 0x17: a card read on the way. */
export const rfidLocation = layout('RFID', fix, cell2g, f.driverCard, sayNumber('isDriverValid', 1))

/** 0x25 and 0x61 of the XT40. */
export const driverLocations = [layout('XT40', fix, cellLong, rest('driver'))]
export const buttonLocations = [
  layout(
    'XT40',
    f.imei,
    fix,
    cellLong,
    put('driverId', 6, (reader) => String(reader.u32() * 0x1_0000 + reader.u16())),
  ),
]

/** 0xA0 */
export const locations4g = withTails(fix, cell4g, cell4gWide, sendingTails)

/** 0xA2 of LW4G models. */
export const lw4gLocations = [cell4g, cell4gWide].map((cell) =>
  layout(
    'LW4G',
    fix,
    cell,
    sayNumber('networkType', 1),
    f.terminalInfo,
    f.externalVolts,
    f.voltageLevel,
    f.gsm,
    f.alarm,
    f.language,
    odometer,
    sayNumber('engineSeconds', 4),
    raw('terminalId', 8),
    raw('inputs', 2),
  ),
)

/** 65, 66, 8C and 8E: text between the date and the place. */
export const obdTexts = (name: string): readonly Layout[] => [
  layout('standard', date, f.acc, text(name, 12), gps),
  layout('no place', date, f.acc, text(name)),
]
export const troubleTexts = [layout('standard', date, text('troubleCodes', 12), gps)]
