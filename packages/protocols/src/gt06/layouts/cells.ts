/**
 * Forms of the bodies with the cells around a device, and of address queries. Source: GT06 V1.8.1 "LBS extension" (18, 28),
 * "Address request" (17, 1A, 2A), JM-VL03 V1.1.2 (2C, 8B, A1, A2, A7), "GT02" V1.3 (33, 34); public frames of the others.
 */
import { part } from '../../wire/body.ts'
import { ascii } from '../../wire/texts.ts'
import { anyPadding, padding, u8 } from '../../wire/types.ts'
import { type Form, form, type Gt06Rows } from './forms.ts'
import * as n from './network.ts'
import { date, fix } from './place.ts'
import { alarm, language } from './state.ts'

const timingAdvance = u8
const languageWord = { padding: padding(2) }

/** The main cell and six neighbours. */
const sevenCells = (kind: '2g' | '4g', tail: Gt06Rows = {}): readonly Form[] =>
  n.bothNetworks.map((network) =>
    form('standard', { date }, network, { cells: n.cells(kind, 7), timingAdvance }, tail),
  )

/** 28, 2E and A1 */
export const cellLists = (kind: '2g' | '4g') => [...sevenCells(kind, languageWord), ...sevenCells(kind)]
/** 2C and A2 */
export const cellAndWifiLists = (kind: '2g' | '4g') => sevenCells(kind, n.wifiList)
/** 18 */
export const anyCellLists = [...cellLists('2g'), ...cellAndWifiLists('2g')]

/** 1E */
export const fixAndCells = [
  form('JI09', fix, n.network, { cells: n.cells('2g', 7), timingAdvance }, languageWord),
]

/** 24: the slots after the announced number are empty. */
export const s20Cells = form('Wanway S20', { date, timingAdvance }, n.network, {
  cellCount: part(u8),
  cells: n.cells('2g'),
  padding: anyPadding,
})

/** 33 and 34 of the GT02 set. */
export const gt02Wifi = [
  form('GT02', { date }, n.wideNetwork, { cells: n.cells('long', 6), timingAdvance, ...n.wifiList }),
]
export const gt02Cells = form('GT02', { date, timingAdvance }, n.wideNetwork, {
  cellCount: part(u8),
  cells: n.cells('long'),
  padding: anyPadding,
})

/** F3 */
export const wifiLists = [form('standard', { date }, n.wifiUnrated)]

const query = { phone: ascii(21), alarm, language } satisfies Gt06Rows
/** 1A and 2A; 17; A7 */
export const fixQueries = [form('standard', fix, query)]
export const cellQueries = n.cells2g.map((cell) => form('standard', cell, query))
export const cellQueries4g = n.cells4g.map((cell) => form('standard', cell, query))

/** 8B */
export const placeQueries = [form('standard', n.cells2g[0]), form('4G', n.cells4g[0])]
