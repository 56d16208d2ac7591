/** Forms of the bodies that hold what a device heard: 18, 1E, 24, 28, 2C, 33, 34, A1, A2, F3; and address queries. */
import * as n from './network-rows.ts'
import { date, fix } from './place-rows.ts'
import { type Layout, layout, type Row } from './row.ts'
import { anyPadding, asciiText, count, padding, say } from './row-kinds.ts'
import { alarm, language } from './state-rows.ts'

const ta = n.timingAdvance
const languageWord = padding(2)

/** The main cell and six neighbours. */
const sevenCells = (form: '2g' | '4g', ...tail: readonly Row[]): readonly Layout[] =>
  [n.network, n.wideNetwork].map((network) => layout('standard', date, network, n.cells(form, 7), ta, tail))

/** 28, 2E and A1 */
export const cellLists = (form: '2g' | '4g') => [...sevenCells(form, languageWord), ...sevenCells(form)]
/** 2C and A2 */
export const cellAndWifiLists = (form: '2g' | '4g') => sevenCells(form, ...n.wifiList)
/** 18 */
export const anyCellLists = [...cellLists('2g'), ...cellAndWifiLists('2g')]

/** 1E */
export const fixAndCells = [layout('JI09', fix, n.network, n.cells('2g', 7), ta, languageWord)]

/** 24: the slots behind the announced number are empty. */
export const s20Cells = layout(
  'Wanway S20',
  date,
  ta,
  n.network,
  count('cellCount'),
  n.cells('2g', 'counted'),
  anyPadding,
)

/** 33 and 34 of the GT02 set. */
export const gt02Wifi = [layout('GT02', date, n.wideNetwork, n.cells('long', 6), ta, n.wifiList)]
export const gt02Cells = layout(
  'GT02',
  date,
  ta,
  n.wideNetwork,
  count('cellCount'),
  n.cells('long', 'counted'),
  anyPadding,
)

/** F3 */
export const wifiLists = [layout('standard', date, count('wifiCount'), n.wifiUnrated)]

const phone = say('phone', 21, (reader) => asciiText(reader.take(21)))
const query: readonly Row[] = [phone, alarm, language]
/** 1A and 2A; 17; A7 */
export const fixQueries = [layout('standard', fix, query)]
export const cellQueries = [n.cell2g, n.cell2gWide].map((cell) => layout('standard', cell, query))
export const cellQueries4g = [n.cell4g, n.cell4gWide].map((cell) => layout('standard', cell, query))

/** 8B */
export const placeQueries = [layout('standard', n.cell2g), layout('4G', n.cell4g)]
