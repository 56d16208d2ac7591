/** The mobile network as devices hear it: signal, cells and Wi-Fi points. */

import type { Cell, WifiPoint } from '../protocol.ts'
import type { WireType } from './body.ts'
import { toHex } from './bytes.ts'
import { peeked } from './types.ts'

/** The least CSQ of the levels 1 to 4: -111, -93, -83 and -71 dBm (3GPP TS 27.007, 8.5 "+CSQ"). */
const leastCsq = [1, 10, 15, 21]
/** Of CSQ: not known. */
const unknownCsq = 99

/** 0 none to 4 strong, from CSQ 0 to 31 or from percent above that; undefined where it is neither. */
export function signalLevel(value: number): number | undefined {
  if (value <= 31) return leastCsq.filter((least) => value >= least).length
  return value <= 100 && value !== unknownCsq ? Math.ceil(value / 25) : undefined
}

/** A CSQ of a level, for encoding. */
export const csqOfLevel = (level: number): number => (level <= 0 ? 0 : leastCsq[Math.min(level, 4) - 1]! + 2)

/** The level of the next byte; the raw value is the next row. */
export const peekedLevel: WireType<number | undefined> = peeked((bytes, at) =>
  signalLevel(bytes[at] ?? unknownCsq),
)

/**
 * Most units send the magnitude of dBm, some a signed byte; the ranges of the two do not meet.
 * 0 is unknown and FF is padding.
 */
export const dbmOf = (byte: number): number | undefined =>
  byte <= 0 || byte >= 255 ? undefined : byte <= 140 ? -byte : byte - 256

/** Only a negative byte is surely dBm; small positive ones are levels of scales that no source names. */
export function setRssi(found: Cell, byte: number): void {
  const dbm = (byte << 24) >> 24
  if (dbm < 0 && dbm > -128) found.rssiDbm = dbm
}

/** What phones say of a cell that they do not know. */
const unknownCell = 2 ** 31 - 1
const maxArea = 0xffff

/**
 * A cell of a text protocol: a level above zero is of a scale that no source names. Some firmware of watches writes the
 * long number of an LTE cell where the area belongs, which has two bytes.
 */
export function cellOfTexts(
  mcc: number | undefined,
  mnc: number | undefined,
  lac: number | undefined,
  cellId: number | undefined,
  level?: number,
): Cell | undefined {
  if (lac === undefined || !cellId || mcc === undefined || cellId === unknownCell) return undefined
  const isSwapped = lac > maxArea && cellId <= maxArea
  const cell: Cell = { mcc, mnc: mnc ?? 0, lac: isSwapped ? cellId : lac, cellId: isSwapped ? lac : cellId }
  if (level !== undefined && level < 0 && level > -150) cell.rssiDbm = level
  return cell
}

/** A cell; undefined where the record is all zero. */
export const cell = (
  mcc: WireType<number>,
  mnc: WireType<number>,
  lac: WireType<number>,
  cellId: WireType<number>,
  level?: WireType<number>,
): WireType<Cell | undefined> => ({
  read: (r, values) => {
    const found: Cell = {
      mcc: mcc.read(r, values),
      mnc: mnc.read(r, values),
      lac: lac.read(r, values),
      cellId: cellId.read(r, values),
    }
    if (level) setRssi(found, level.read(r, values))
    return found.mcc === 0 && found.cellId === 0 ? undefined : found
  },
})

export const macText = (bytes: Uint8Array): string => toHex(bytes).replace(/..(?=.)/g, '$&:')
export const mac: WireType<string> = { size: 6, read: (r) => macText(r.take(6)) }

/** An access point whose address is all zeros or all ones is padding. */
export const wifiOf = (address: string, byte = 0): WifiPoint | undefined => {
  if (address === '00:00:00:00:00:00' || address === 'ff:ff:ff:ff:ff:ff') return undefined
  const rssiDbm = dbmOf(byte)
  return rssiDbm === undefined ? { mac: address } : { mac: address, rssiDbm }
}
/** Address, then the signal. */
export const wifiPoint: WireType<WifiPoint | undefined> = {
  size: 7,
  read: (r, values) => wifiOf(mac.read(r, values), r.u8()),
}
