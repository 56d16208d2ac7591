/** Forms of logins, heartbeats and media: 01, 13, 14, 23, 29, 35, 36, 40, 41, 70, 8D, 94, F1, F2. */
import { assetModuleRow, jimiModuleRow, peripheralRow } from './modules.ts'
import { date, fix, unixTime } from './place-rows.ts'
import { type Layout, layout, type Row } from './row.ts'
import { asciiText, padding, put, raw, rest, row, say, sayNumber } from './row-kinds.ts'
import * as f from './state-rows.ts'

const { status } = f

const deviceType: Row = {
  ...raw('deviceType', 2),
  write: (writer, draft) => writer.bcd(String(draft.extra?.deviceType ?? '0000')),
}
/** Bits 15-4 hours times 100 plus minutes, 3 west, 1-0 language. */
const zoneWord: Row = {
  ...sayNumber('zoneWord', 2),
  write: (writer, draft) => writer.u16(Number(draft.extra?.zoneWord ?? 0)),
}
/** 0x01 */
export const logins = [
  layout('short', f.imei),
  layout('extended', f.imei, deviceType, zoneWord),
  layout('with type', f.imei, deviceType),
]

/** Satellites of two systems and CSQ in one word. */
const signalWord = say('signalWord', 2, (reader, draft) => {
  const word = reader.u16()
  draft.report.satellites = ((word >> 10) & 31) + ((word >> 5) & 31)
  draft.gsm = word & 31
  draft.addExtra('csq', word & 31)
  return word
})
const workTime = sayNumber('workTime', 2)
const assetHead: readonly Row[] = [
  f.terminalInfo,
  signalWord,
  f.alarm,
  f.language,
  f.batteryPercent,
  sayNumber('workMode', 1),
  f.externalVolts,
  padding(1),
]
/** Ten times degrees, in work mode 4 only. */
const modeTemperature = row(
  'temperature',
  2,
  (reader, draft) => {
    const value = reader.i16()
    if (draft.extra?.workMode === 4) draft.report.temperaturesC = [value / 10]
    else draft.addExtra('temperatureRaw', value)
  },
  (draft) => String(draft.report.temperaturesC?.[0] ?? draft.extra?.temperatureRaw),
)

/** 0x13 */
export const heartbeats: readonly Layout[] = [
  // A signal above 100 is none: then the two bytes before it were volts.
  { ...layout('standard', status), accepts: (draft) => draft.gsm <= 100 },
  layout('R11', f.terminalInfo, f.externalVolts, f.gsm, padding(1)),
  layout('short', f.terminalInfo, f.voltageLevel, f.gsm),
  layout('no language', f.terminalInfo, f.voltageLevel, f.gsm, f.alarm),
  layout('voltage', status, f.externalVolts),
  layout('OBD6', assetHead, workTime, modeTemperature),
  layout(
    'asset',
    assetHead,
    sayNumber('workTimes', 2),
    workTime,
    f.temperature(2, (reader) => f.signMagnitude(reader.u16(), 16, false) / 10),
  ),
]
/** 0x23, 0x29 and 0x36 */
export const voltageHeartbeats = [
  layout('standard', f.terminalInfo, f.batteryVolts, f.gsm, f.alarm, f.language),
  layout('short', f.terminalInfo, f.batteryVolts, f.gsm),
]
export const switchHeartbeats = [layout('standard', status, f.externalVolts, raw('alarmSwitches', 2))]
export const modularHeartbeats = [
  layout('modules', status, jimiModuleRow),
  layout('TRX16i', fix, raw('tail', 30)), // a card read on the way
]

/** 0x14 */
export const satelliteLists = [layout('standard', rest('satelliteSnr'))]
/** 0x94 in the short frame. */
export const plainVoltage = [layout('short', f.externalVolts)]

/** 0x70, and 0xF1 and 0xF2 */
export const assetModules = [layout('AT', assetModuleRow)]
export const peripherals = [layout('TLV', unixTime, peripheralRow)]

/** The battery of a WD-209: capacities in mAh, 14 cells, temperature in tenths of a kelvin. */
const battery: readonly Row[] = [
  raw('serialNumber', 8),
  unixTime,
  f.batteryPercent,
  sayNumber('remainingCapacity', 2),
  sayNumber('absoluteCapacityPercent', 1),
  sayNumber('fullCapacity', 2),
  sayNumber('batteryHealthPercent', 1),
  f.temperature(2, (reader) => Math.round(reader.u16() - 2731) / 10),
  sayNumber('current', 2),
  put('batteryVoltageV', 2, (reader) => reader.u16() / 1000),
  sayNumber('chargeCycles', 2),
  say('cellVoltagesV', 28, (reader) => Array.from({ length: 14 }, () => reader.u16() / 1000)),
  sayNumber('chargeInterval', 2),
  sayNumber('longestChargeInterval', 2),
  say('barcode', 16, (reader) => asciiText(reader.take(16))),
  sayNumber('batteryVersion', 2),
  say('manufacturer', 16, (reader) => asciiText(reader.take(16))),
  sayNumber('batteryStatus', 4),
  sayNumber('controllerStatus', 4),
  sayNumber('controllerFault', 4),
]
/** 0x40 */
export const batteries = [layout('WD-209', battery), layout('WD-209', battery, rest('tail'))]

/** 0x41 */
export const media = [
  layout(
    'WD-209',
    raw('serialNumber', 8),
    unixTime,
    raw('place', 14),
    raw('cell', 8),
    sayNumber('mediaId', 4),
    sayNumber('mediaLength', 4),
    sayNumber('mediaType', 1),
    sayNumber('mediaFormat', 1),
    rest('block'),
  ),
]

/** 0x35 and 0x36 of the X1 camera. */
export const pictureAnnouncements = [
  layout(
    'X1',
    date,
    raw('fixState', 1),
    raw('place', 8),
    sayNumber('camera', 1),
    sayNumber('pictureSource', 1),
    sayNumber('pictureFormat', 1),
    sayNumber('pictureLength', 4),
    sayNumber('pictureId', 4),
  ),
]
export const pictureBlocks = [
  layout(
    'X1',
    sayNumber('pictureId', 4),
    sayNumber('pictureOffset', 4),
    sayNumber('blockLength', 2),
    rest('block'),
  ),
]

/** 0x8D */
export const fileBlocks = [layout('standard', rest('block'))]
