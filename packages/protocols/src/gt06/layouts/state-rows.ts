/** What a device says about itself and its vehicle. Source: GT06 V1.8.1, "Status information". */
import type { Reader } from '../../wire/reader.ts'
import type { Row } from './row.ts'
import { hexByte, numberRow, put, row, say, sayNumber } from './row-kinds.ts'

const terminalInfoBits = ['armed', 'ACC on', 'charging', '', '', '', 'GPS on', 'oil cut']

export const terminalInfo = numberRow('terminalInfo', 1, ({ terminalInfo: byte }) =>
  [
    hexByte(byte),
    ...terminalInfoBits.filter((name, bit) => name !== '' && byte & (1 << bit)),
    ...(byte & 0x38 ? [`alarm ${(byte >> 3) & 7}`] : []),
  ].join(' '),
)
export const voltageLevel = numberRow('voltageLevel', 1)
export const gsm = numberRow('gsm', 1, undefined, 'gsmLevel')
export const alarm = numberRow('alarm', 1, (draft) => hexByte(draft.alarm))
export const language = numberRow('language', 1, (draft) => hexByte(draft.language))
export const status: readonly Row[] = [terminalInfo, voltageLevel, gsm, alarm, language]

export const acc = numberRow('acc', 1, (draft) => (draft.acc ? 'on' : 'off'))

const uploadModes = [
  'interval',
  'distance',
  'corner',
  'ACC changed',
  'stopped',
  'network back',
  'ephemeris refreshed',
  'key',
  'power on',
  'from cells',
  'standing',
  'from Wi-Fi',
  'locate now',
  'standing',
  'interval while standing',
  'tracking left',
]

export const uploadMode = numberRow(
  'uploadMode',
  1,
  (draft) => `${hexByte(draft.uploadMode)} ${uploadModes[draft.uploadMode] ?? ''}`,
)
export const reupload = numberRow('reupload', 1, (draft) => (draft.reupload ? 'kept back' : 'live'))

/** ACC, why the device sent, and whether it had kept the report back. */
export const sending: readonly Row[] = [acc, uploadMode, reupload]

export const odometer: Row = put(
  'odometerM',
  4,
  (reader) => reader.u32(),
  (writer, draft) => writer.u32(draft.report.odometerM ?? 0),
)
/** S5 counts tens of metres. */
export const odometerTens: Row = put('odometerM', 4, (reader) => reader.u32() * 10)
export const batteryVolts: Row = put(
  'batteryVoltageV',
  2,
  (reader) => reader.u16() / 100,
  (writer, draft) => writer.u16(Math.round((draft.report.batteryVoltageV ?? 0) * 100)),
)
export const externalVolts: Row = put('externalVoltageV', 2, (reader) => reader.u16() / 100)
/** JC400: tenths. */
export const externalTenths: Row = put('externalVoltageV', 2, (reader) => reader.u16() / 10)
export const batteryPercent: Row = put('batteryPercent', 1, (reader) => Math.min(100, reader.u8()))
export const altitude: Row = put('altitudeM', 2, (reader) => reader.i16())

/** BCD digits of an IMEI, sixteen with their padding. */
export const imei: Row = row(
  'imei',
  8,
  (reader, draft) => {
    draft.imei = reader.bcd(8)
  },
  (draft) => draft.imei,
  (writer, draft) => writer.bcd(draft.imei),
)

export const event = numberRow('event', 1, (draft) => hexByte(draft.event))

/** A card or button that names the driver; zeros: none. */
export const driverCard = put('driverId', 8, (reader) => {
  const digits = reader.bcd(8)
  return /^0*$/.test(digits) ? undefined : digits
})

/** Degrees Celsius of the one sensor. */
export const temperature = (size: 1 | 2 | 4, read: (reader: Reader) => number): Row =>
  row(
    'temperatureC',
    size,
    (reader, draft) => {
      draft.report.temperaturesC = [read(reader)]
    },
    (draft) => String(draft.report.temperaturesC?.[0]),
  )

/** Sign in the top bit, magnitude below it. */
export function signMagnitude(value: number, bits: number, isNegativeWhenSet: boolean): number {
  const magnitude = value & ((1 << (bits - 1)) - 1)
  return (value >> (bits - 1) === 1) === isNegativeWhenSet && magnitude !== 0 ? -magnitude : magnitude
}

/** Counts itself and the cell; many clones send what they like, so it decides nothing. */
export const lbsLength: Row = {
  ...sayNumber('lbsLength', 1),
  write: (writer, draft) => writer.u8(draft.mcc & 0x8000 ? 10 : 9),
}

/** FF: the alarm is not of a fence. */
export const fenceNumber: Row = {
  ...say('fenceNumber', 1, (reader) => {
    const number = reader.u8()
    return number === 0xff ? null : number
  }),
  write: (writer, draft) => {
    const number = draft.extra?.fenceNumber
    writer.u8(typeof number === 'number' ? number : 0xff)
  },
}
