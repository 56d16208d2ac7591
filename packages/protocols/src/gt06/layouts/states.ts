/**
 * Forms of logins, heartbeats and media. Source: GT06 V1.8.1 "Login packet" and "Heartbeat packet" (01, 13, 23), JM-VL03
 * V1.1.2 (36, 94, 8D), AT series (70, F1, F2), X1 camera (35, 36), WD-209 battery (40, 41); public frames of the others.
 */
import { type Values, when } from '../../wire/body.ts'
import { onePlace } from '../../wire/places.ts'
import { spread } from '../../wire/report.ts'
import { ascii, hex, hexRest } from '../../wire/texts.ts'
import { as, i16, padding, peeked, per, repeated, u8, u16, u24, u32 } from '../../wire/types.ts'
import { type Form, form, type Gt06Rows } from './forms.ts'
import { assetModuleList, jimiModuleList, peripheralList, stateList } from './modules.ts'
import { cellsLong } from './network.ts'
import { date, fix, unixTime } from './place.ts'
import * as f from './state.ts'

const [cellLong] = cellsLong
const { status, terminalInfo, externalVoltageV, gsm, alarm, language, voltageLevel } = f

/** 0x01. Zone word: bits 15-4 hours times 100 plus minutes, 3 west, 1-0 language. */
export const logins = [
  form('short', { imei: f.imei }),
  form('extended', { imei: f.imei, deviceType: hex(2), zoneWord: u16 }),
  form('with type', { imei: f.imei, deviceType: hex(2) }),
]

/** Satellites of two systems and CSQ in one word. */
const signalWord = {
  signalWord: u16,
  [spread]: {
    size: 0,
    read: (_, values) => {
      const word = values.signalWord
      values.gsm = word & 31
      return [
        ['satellites', ((word >> 10) & 31) + ((word >> 5) & 31)],
        ['csq', word & 31],
      ]
    },
  },
} satisfies Gt06Rows
const assetHead = {
  terminalInfo,
  ...signalWord,
  alarm,
  language,
  batteryPercent: f.batteryPercent,
  workMode: u8,
  externalVoltageV,
  padding: padding(1),
} satisfies Gt06Rows
/** The temperature means something in work mode 4 only. */
const isMode4 = ({ workMode }: Values): boolean => workMode === 4

const r11 = { terminalInfo, externalVoltageV, gsm, alarm } satisfies Gt06Rows
/** 0x13 of the R11 family, by its dialect: the standard form would take its volts for an alarm. */
export const r11Heartbeats = [form('R11', r11)]

/** 0x13 */
export const heartbeats: readonly Form[] = [
  // A signal above 100 is none: then the two bytes before it were volts.
  { ...form('standard', status), accepts: (values) => values.gsm! <= 100 },
  form('R11', r11),
  form('short', { terminalInfo, voltageLevel, gsm }),
  form('no language', { terminalInfo, voltageLevel, gsm, alarm }),
  form('voltage', status, { externalVoltageV }),
  form('OBD6', assetHead, {
    workTime: u16,
    temperatureC: when(isMode4, onePlace(per(i16, 10))),
    temperatureRaw: when((values) => !isMode4(values), i16),
  }),
  form('asset', assetHead, {
    workTimes: u16,
    workTime: u16,
    temperatureC: onePlace(per(f.signMagnitude(u16, false), 10)),
  }),
]
/** 0x23, 0x29 and 0x36 */
export const voltageHeartbeats = [
  form('standard', { terminalInfo, batteryVoltageV: f.batteryVoltageV, gsm, alarm, language }),
  form('short', { terminalInfo, batteryVoltageV: f.batteryVoltageV, gsm }),
]
export const switchHeartbeats = [form('standard', status, { externalVoltageV, alarmSwitches: hex(2) })]
export const modularHeartbeats = [
  // A card read on the way.
  form('TRX16i', fix, cellLong, f.sending, {
    odometerM: f.odometerM,
    externalVoltageV,
    batteryVoltageV: f.batteryTenthsV,
    engineMinutes: u24,
    driverId: f.driverTag,
  }),
  form('modules', status, jimiModuleList),
]

/** 0x14 */
export const satelliteLists = [form('standard', { satelliteSnr: hexRest })]
/** 0x21 of a clone with a door switch, by its frames; the answer to a command ends in a letter. */
export const doorState: Form = form('door', { date, doorOpen: f.flag })
/** 0x94 in the short frame. */
export const plainVoltage = [form('short', { externalVoltageV })]

/** 0x70, and 0xF1 and 0xF2 */
export const assetModules = [form('AT', assetModuleList)]
export const deviceStates = [form('TLV', { time: unixTime }, stateList)]
export const peripherals = [form('TLV', { time: unixTime }, peripheralList)]

/** The current in mA is signed, and positive while it is charged, as the Smart Battery Data Specification has it. */
const packStateOf = (mA: number) => (mA > 0 ? 'charging' : mA < 0 ? 'discharging' : 'idle')

/** The battery of a WD-209: capacities in mAh, 14 cells, temperature in tenths of a kelvin. */
const battery = {
  serialNumber: hex(8),
  time: unixTime,
  packPercent: onePlace(as(u8, (percent) => Math.min(100, percent))),
  remainingCapacity: u16,
  absoluteCapacityPercent: u8,
  fullCapacity: u16,
  batteryHealthPercent: u8,
  packTemperatureC: onePlace(as(u16, (kelvin10) => (kelvin10 - 2731) / 10)),
  packState: peeked((bytes, at) => [packStateOf(((bytes[at]! << 24) >> 16) | bytes[at + 1]!)]),
  packCurrentA: onePlace(per(i16, 1000)),
  packVoltageV: onePlace(per(u16, 1000)),
  packCycles: onePlace(u16),
  cellVoltagesV: repeated(per(u16, 1000), 14),
  chargeInterval: u16,
  longestChargeInterval: u16,
  barcode: ascii(16),
  batteryVersion: u16,
  manufacturer: ascii(16),
  batteryStatus: u32,
  controllerStatus: u32,
  controllerFault: u32,
} satisfies Gt06Rows
/** 0x40 */
export const batteries = [form('WD-209', battery), form('WD-209', battery, { tail: hexRest })]

/** 0x41 */
export const media = [
  form('WD-209', {
    serialNumber: hex(8),
    time: unixTime,
    place: hex(14),
    cell: hex(8),
    mediaId: u32,
    mediaLength: u32,
    mediaType: u8,
    mediaFormat: u8,
    block: hexRest,
  }),
]

/** 0x35 of the X1 camera. */
export const pictureAnnouncements = [
  form('X1', {
    date,
    fixState: hex(1),
    place: hex(8),
    camera: u8,
    pictureSource: u8,
    pictureFormat: u8,
    pictureLength: u32,
    pictureId: u32,
  }),
]
