/** The cells and Wi-Fi points a device heard. Source: GT06 V1.8.1 "LBS information", JM-VL03 V1.1.2 for 4G. */
import { toHex } from '../../wire/bytes.ts'
import type { Draft } from './draft.ts'
import type { Row } from './row.ts'
import { count, list, numberRow, padding, readInTurn, row, sayNumber } from './row-kinds.ts'

/** Bit 15: the MNC takes two bytes. */
const mcc = numberRow('mcc', 2, (draft) => String(draft.mcc & 0x7fff))

/** One byte, or two when bit 15 of the MCC says so. */
const mnc: Row = {
  name: 'mnc',
  size: 1,
  isFixed: false,
  read: (reader, draft) => {
    draft.mnc = draft.mcc & 0x8000 ? reader.u16() : reader.u8()
  },
  show: (draft) => String(draft.mnc),
  write: (writer, draft) => (draft.mcc & 0x8000 ? writer.u16(draft.mnc) : writer.u8(draft.mnc)),
}

/** Two bytes whatever the MCC says: newer units forget the bit. */
const wideMnc = numberRow('mnc', 2)

const lac = (size: 2 | 4) => numberRow('lac', size)
const cellId = (size: 2 | 3 | 4 | 8) => numberRow('cellId', size)
export const rssi = (size: 1 | 2 = 1) => numberRow('rssi', size, (draft) => String(-draft.rssi))

export const network: readonly Row[] = [mcc, mnc]
export const wideNetwork: readonly Row[] = [mcc, wideMnc]

/** A cell's own numbers: LAC of 2 and id of 3 bytes in 2G, 4 and 8 in 4G; some makers 2 and 4. */
export const cell2g: readonly Row[] = [mcc, mnc, lac(2), cellId(3)]
export const cell2gWide: readonly Row[] = [mcc, wideMnc, lac(2), cellId(3)]
export const cellLong: readonly Row[] = [mcc, mnc, lac(2), cellId(4)]
export const cellLongWide: readonly Row[] = [mcc, wideMnc, lac(2), cellId(4)]
export const cell4g: readonly Row[] = [mcc, mnc, lac(4), cellId(8)]
export const cell4gWide: readonly Row[] = [mcc, wideMnc, lac(4), cellId(8)]

/**
 * Most units send the magnitude of dBm, some a signed byte; the ranges of the two do not meet.
 * 0 says nothing and FF is padding.
 */
const dbm = (byte: number) => (byte <= 0 || byte >= 255 ? undefined : byte <= 140 ? -byte : byte - 256)

/** Adds the cell just read to the list; a cell without numbers is padding. */
export function keepCell(draft: Draft): void {
  if (draft.mcc > 0 && (draft.lac > 0 || draft.cellId > 0)) {
    draft.cells ??= []
    const rssiDbm = dbm(draft.rssi)
    const cell = { mcc: draft.mcc & 0x7fff, mnc: draft.mnc, lac: draft.lac, cellId: draft.cellId }
    draft.cells.push(rssiDbm === undefined ? cell : { ...cell, rssiDbm })
  }
  draft.lac = -1
  draft.cellId = -1
  draft.rssi = -1
}

type ListedCell = '2g' | '4g' | 'long' | 'brief' | 'wideLong'
const listedCell: { readonly [form in ListedCell]: readonly Row[] } = {
  '2g': [lac(2), cellId(3), rssi()],
  '4g': [lac(4), cellId(8), rssi()],
  long: [lac(2), cellId(4), rssi()],
  brief: [lac(2), cellId(2), rssi()],
  wideLong: [lac(4), cellId(4), rssi()],
}

/** Cells of the network named before, each with its signal. */
export const cells = (form: ListedCell, times: number | 'counted'): Row =>
  list('cell', listedCell[form], times, keepCell)

const mac: Row = row(
  'mac',
  6,
  (reader, draft) => {
    draft.mac = macText(reader.take(6))
  },
  (draft) => draft.mac,
)

export const macText = (bytes: Uint8Array) => toHex(bytes).replace(/..(?=.)/g, '$&:')

function keepWifi(draft: Draft): void {
  if (draft.mac !== '00:00:00:00:00:00' && draft.mac !== 'ff:ff:ff:ff:ff:ff') {
    draft.wifi ??= []
    const rssiDbm = dbm(draft.rssi)
    draft.wifi.push(rssiDbm === undefined ? { mac: draft.mac } : { mac: draft.mac, rssiDbm })
  }
  draft.rssi = -1
}

export const wifi: Row = list('wifi', [mac, rssi()], 'counted', keepWifi)
/** F3: two bytes of unknown meaning before each address, no signal. */
export const wifiUnrated: Row = list('wifi', [padding(2), mac], 'counted', keepWifi)

export const cellType = numberRow('cellType', 1)

/** A cell whose type byte (3 and above: 4G) decides the sizes of its numbers; the RSSI follows. */
export const typedCell: Row = {
  name: 'cell',
  size: 2 + 1 + 2 + 3 + 1,
  isFixed: false,
  read(reader, draft, trace) {
    const is4g = draft.cellType >= 3
    const rows = is4g ? [mcc, mnc, lac(4), cellId(8), rssi(2)] : [mcc, mnc, lac(2), cellId(3), rssi()]
    readInTurn(rows, reader, draft, trace)
    keepCell(draft)
  },
}

export const timingAdvance = sayNumber('timingAdvance', 1)
/** Number of Wi-Fi points, then the points. */
export const wifiList: readonly Row[] = [count('wifiCount'), wifi]
