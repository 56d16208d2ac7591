/**
 * Forms of the bodies that hold a position. Source: GT06 V1.8.1 "Location data packet" (10 to 12), JM-VL03 V1.1.2
 * (22, 2D, A0), "GT02" V1.3 (31), Jimi "Expanded module" (37, 38); public frames of the makers named.
 */
import { part } from '../../wire/body.ts'
import { onePlace } from '../../wire/places.ts'
import { spread } from '../../wire/report.ts'
import { ascii, asciiRest, hex, hexRest } from '../../wire/texts.ts'
import { as, chosen, padding, per, u8, u16, u24, u32, u48 } from '../../wire/types.ts'
import { type Form, form, type Gt06Rows, withTails } from './forms.ts'
import { jimiModuleList } from './modules.ts'
import { cells2g, cells4g, cellsLong, typedCell } from './network.ts'
import { date, fix, gps } from './place.ts'
import * as f from './state.ts'

const { odometerM, sending } = f
const [cell2g] = cells2g
const [cellLong, cellLongWide] = cellsLong

/** Benway: ACC, a second input, and a temperature or an analogue value in one word. */
const benway = {
  inputMask: u16,
  [spread]: {
    size: 0,
    read: (_, { inputMask: mask }) => [
      ['accOn', mask >> 15 === 1],
      ['input2', (mask & 0x4000) !== 0],
      mask & 0x1000
        ? ['temperatureC', [mask & 0x200 ? -(mask & 0x1ff) : mask & 0x1ff]]
        : ['analogue1', mask & 0x2000 ? mask & 0x3ff : (mask & 0x3ff) / 10],
    ],
  },
} satisfies Gt06Rows

const card = {
  odometerM,
  cardLength: part(u8),
  card: chosen(({ cardLength }) => ascii(cardLength)),
  cardAlarm: u8,
  cardState: u8,
} satisfies Gt06Rows

const locationTails = {
  standard: {},
  mileage: { odometerM },
  VXT01: {
    terminalInfo: f.terminalInfo,
    externalVoltageV: f.externalVoltageV,
    gsm: f.gsm,
    padding: padding(1),
  },
  sending,
  'sending, mileage': { ...sending, odometerM },
  Benway: benway,
  S5: {
    terminalInfo: f.terminalInfo,
    externalVoltageV: f.externalVoltageV,
    gsm: f.gsm,
    alarm: f.alarm,
    oil: u16,
    temperatureC: onePlace(f.signMagnitude(u8, true)),
    odometerM: f.odometerTens,
  },
  GT06E: card,
  WeTrust: { ...card, drivingTime: u16 },
} satisfies Record<string, Gt06Rows>

const sendingTails = { standard: sending, mileage: { ...sending, odometerM }, 'no sending': {} }

/** 0x10 */
export const gpsOnly = [
  form('standard', fix, { padding: padding(1), language: f.language }),
  form('short', fix),
]

/** 0x11: cells alone by the document, with GPS and a long cell on clones. */
export const cellsOrGps = [
  form('with GPS', fix, cellLongWide),
  form('with GPS', fix, cellLong),
  ...cells2g.map((cell) => form('standard', { date }, cell)),
  form('with GPS', fix, cell2g),
]

/** Volts, where Benway has a word of flags: hundredths from 10.24 V on set bits that it leaves clear. */
const gt06a: Form = {
  ...form('GT06A', fix, cell2g, { externalVoltageV: f.externalVoltageV }),
  accepts: ({ externalVoltageV: volts }) => Number(volts) >= 10.24 && Number(volts) < 40.96,
}

/** 0x12 */
export const localLocations = [
  gt06a,
  ...withTails(fix, cells2g, locationTails),
  form('QH302R', { imei: f.imei }, fix, cell2g),
]

const nt20 = { source: u8, imei: f.imei, sentTime: hex(6), ...fix } satisfies Gt06Rows
const nt20State = {
  terminalInfo: f.terminalInfo,
  externalVoltageV: f.externalVoltageV,
  batteryVoltageV: f.batteryTenthsV,
  gsm: f.gsm,
  alarm: f.alarm,
  language: f.language,
  odometerM: u24,
  engineMinutes: u24,
} satisfies Gt06Rows

/** 0x22 and 0x2D */
export const utcLocations = [
  ...withTails(fix, cells2g, sendingTails),
  form('altitude', fix, cell2g, sending, { odometerM, altitudeM: f.altitudeM }),
  form('SeeWorld', fix, cellLong, sending, {
    odometerM,
    travelTime: u32,
    temperatureC: onePlace(per(f.signMagnitude(u16, true), 100)),
    humidityPercent: per(u16, 100),
  }),
  form('NT20', nt20, { lbsLength: f.lbsLength }, cell2g, nt20State),
]

/** 0x31 of the GT02 set. */
export const gt02Locations = [
  form('GT02', fix, cellLongWide, sending),
  form('SL4X', fix, cellLongWide, sending, { odometerM, altitudeM: f.altitudeM }),
  form('SL4X', fix, cellLongWide, sending, { altitudeM: f.altitudeM }),
]

/** 0x32 of the GT06V4: the radio's generation and the firmware share a word. */
export const gt06v4Location = form('GT06V4', fix, cellLong, sending, {
  odometerM,
  externalVoltageV: f.externalVoltageV,
  engineSeconds: u32,
  radio: part(u16),
  [spread]: {
    size: 0,
    read: (_, { radio }) => [
      ['networkType', radio >> 12],
      ['firmware', radio & 0xfff],
    ],
  },
})

const x1 = {
  dataAndAlarm: hex(4),
  ...fix,
  terminalInfoWord: hex(2),
  odometerM,
  ...cellLong,
  driverId: as(u32, (number) => (number === 0 ? undefined : String(number))),
  // The documents name the battery first; the values of public frames (14.28 V, 4.19 V) say otherwise.
  externalVoltageV: f.externalVoltageV,
  batteryVoltageV: f.batteryVoltageV,
  portInfo: hex(4),
  input: u8,
  output: u8,
} satisfies Gt06Rows
/** 0x34 of the X1: with two analogue inputs, or any number of them. */
export const x1Location = form('X1', x1, { analogue1: per(u16, 100), analogue2: per(u16, 100) })
export const x1LongLocation = form('X1', x1, { analogues: hexRest })

/** 0x24 of the SR411. */
export const sr411Location = form('SR411', fix, cell2g, {
  accOn: f.accOn,
  externalVoltageV: f.externalVoltageV,
  batteryVoltageV: f.batteryVoltageV,
  tail: hex(10),
})

/** 0x37 and 0x38: modules at the end. */
export const modularLocations = withTails(fix, cells2g, { modules: { ...sending, ...jimiModuleList } })
export const typedLocations = [
  form('modules', fix, { uploadMode: f.uploadMode, isBuffered: f.flag }, typedCell, jimiModuleList),
]

/** 0x17: a card read on the way. */
export const rfidLocation = form('RFID', fix, cell2g, { driverId: f.driverCard, isDriverValid: u8 })

/** 0x25 of the XT40 and of the NT20, whose LBS block may go on after the cell. */
export const driverLocations = [
  form('XT40', fix, cellLong, { driver: hexRest }),
  form('NT20', nt20, { lbsLength: part(u8) }, cellLong, {
    lbsRest: part(chosen(({ lbsLength }) => hex(Math.max(0, lbsLength - 9)))),
    ...nt20State,
    driverLength: part(u8),
    driverType: u8,
    driverId: chosen(({ driverLength }) => hex(Math.max(0, driverLength - 1))),
  }),
]
/** 0x61 of the XT40. */
export const buttonLocations = [form('XT40', { imei: f.imei }, fix, cellLong, { driverId: as(u48, String) })]

/** 0xA0 */
export const locations4g = withTails(fix, cells4g, sendingTails)

/** 0xA2 of LW4G models. */
export const lw4gLocations = cells4g.map((cell) =>
  form('LW4G', fix, cell, {
    networkType: u8,
    terminalInfo: f.terminalInfo,
    externalVoltageV: f.externalVoltageV,
    voltageLevel: f.voltageLevel,
    gsm: f.gsm,
    alarm: f.alarm,
    language: f.language,
    odometerM,
    engineSeconds: u32,
    terminalId: hex(8),
    inputs: hex(2),
  }),
)

/** 65, 66, 8C and 8E: text between the date and the place. */
export const obdTexts = (name: string): readonly Form[] => [
  form('standard', { date, accOn: f.accOn, [name]: asciiRest(12) }, gps),
  form('no place', { date, accOn: f.accOn, [name]: asciiRest() }),
]
export const troubleCodes = [form('standard', { date, troubleCodes: asciiRest(12) }, gps)]
