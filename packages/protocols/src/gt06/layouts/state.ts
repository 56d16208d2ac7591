/** The state of a device and its vehicle. Source: GT06 V1.8.1, 5.3 "Alarm packet", "Status information". */
import { part, type WireType } from '../../wire/body.ts'
import { bcd, hex } from '../../wire/texts.ts'
import { as, i16, per, times, u8, u16, u32 } from '../../wire/types.ts'
import type { Gt06Rows } from './forms.ts'

const hexByte = (byte: number) => byte.toString(16).padStart(2, '0')

const terminalInfoBits = ['armed', 'ACC on', 'charging', '', '', '', 'GPS on', 'oil cut']

export const terminalInfo: WireType<number> = part({
  ...u8,
  show: (byte) =>
    [
      hexByte(byte),
      ...terminalInfoBits.filter((name, bit) => name !== '' && byte & (1 << bit)),
      ...(byte & 0x38 ? [`alarm ${(byte >> 3) & 7}`] : []),
    ].join(' '),
})
const codeByte: WireType<number> = part({ ...u8, show: hexByte })
export const alarm = codeByte
export const language = codeByte
export const event = codeByte
export const gsm = part(u8)
export const voltageLevel = part(u8)
export const status = { terminalInfo, voltageLevel, gsm, alarm, language } satisfies Gt06Rows

export const externalVoltageV = per(u16, 100)
export const batteryVoltageV = per(u16, 100)
/** In tenths, one byte. */
export const batteryTenthsV = per(u8, 10)
export const batteryPercent = as(u8, (value) => Math.min(100, value))
export const odometerM = u32
export const altitudeM = i16

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

export const flag: WireType<boolean> = {
  ...as(u8, (byte) => byte > 0),
  write: (w, isSet) => w.u8(isSet ? 1 : 0),
}
export const accOn = part(flag)
export const uploadMode: WireType<number> = {
  ...u8,
  show: (mode) => `${hexByte(mode)} ${uploadModes[mode] ?? ''}`,
}

/** ACC, why the device sent, and whether it had kept the report back. */
export const sending = { accOn, uploadMode, isBuffered: flag } satisfies Gt06Rows

/** BCD digits of an IMEI, sixteen with their padding. */
export const imei = part(bcd(8))

/** A card or button that names the driver; zeros: none. */
const unlessZeros = (text: string) => (/^0*$/.test(text) ? undefined : text)
export const driverCard = as(bcd(8), unlessZeros)
export const driverTag = as(hex(8), unlessZeros)

/** Sign in the top bit, magnitude below it. */
export const signMagnitude = (type: WireType<number>, isNegativeWhenSet: boolean) =>
  as(type, (value) => {
    const top = 1 << ((type.size ?? 1) * 8 - 1)
    const magnitude = value & (top - 1)
    return ((value & top) !== 0) === isNegativeWhenSet && magnitude !== 0 ? -magnitude : magnitude
  })

/** Counts itself and the cell; many clones send what they like, so it decides nothing. */
export const lbsLength: WireType<number> = {
  ...u8,
  write: (w, _, { cells }) => w.u8(cells[0].mnc > 0xff ? 10 : 9),
}

/** FF: the alarm is not of a fence. */
export const fenceNumber: WireType<number | null> = {
  ...as(u8, (number) => (number === 0xff ? null : number)),
  write: (w, number) => w.u8(number ?? 0xff),
}

/** S5 counts tens of metres. */
export const odometerTens = times(u32, 10)
