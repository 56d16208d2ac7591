/**
 * Bodies of TK103 sentences. Places have the same fields in the compact form, where widths part them, and in the one
 * with commas. Source: KX402/TK103 V1.5, "upload commands"; public frames of the DW and ZC families.
 */
import type { Cell, WifiPoint } from '../protocol.ts'
import { body, part } from '../wire/body.ts'
import { delimitedBy, signedDegrees, taken } from '../wire/fields.ts'
import { cellOfTexts, wifiOf } from '../wire/network.ts'

const { word, number } = delimitedBy(',')

const trimmed = (text: string): string => text.replaceAll(/[, ]/g, '')
const decimal = (text: string): number | undefined => {
  const value = Number(trimmed(text))
  return trimmed(text) === '' || Number.isNaN(value) ? undefined : value
}
const degrees = (hemispheres: 'NS' | 'EW', pattern: RegExp) =>
  taken(pattern, (text) => {
    const plain = trimmed(text)
    return signedDegrees(plain.slice(0, -1), plain.at(-1), hemispheres)
  })

/** Charge, ignition, three digits of inputs and outputs, three or two of fuel, then `L` and the odometer. */
const states = '[01][01][0-9A-Fa-f]{5,6},?L'

export const place = body({
  /** In front of the date: the IMEI, the number of an alarm, `,ALARM,1,164,`. */
  lead: part(taken(/[^()$]*?(?=\d{6},?[AV],? *[\d.]+[NS])/y, (text) => text || undefined)),
  day: part(taken(/\d{6},?/y, trimmed)),
  validity: part(taken(/[AV],?/y, trimmed)),
  latitude: part(degrees('NS', / *\d*\.\d+[NS],?/y)),
  longitude: part(degrees('EW', / *\d*\.\d+[EW],?/y)),
  speedKmh: taken(/[ \d.]{1,5}(?:\d*,)?/y, (text) => decimal(text.replace(/^(.{5})\d+,$/, '$1'))),
  time: part(taken(/\d{6},?/y, trimmed)),
  courseDeg: part(
    taken(new RegExp(`[ \\d.]{6},?(?=${states})|\\d\\d,?(?=${states})|\\d+(?:\\.\\d+)?`, 'y'), decimal),
  ),
  charge: part(taken(new RegExp(`[01](?=${states.slice(4)})`, 'y'), String)),
  ignition: part(taken(/[01](?=[0-9A-Fa-f]{5,6},?L)/y, String)),
  io: taken(/[0-9A-Fa-f]{3}(?=[0-9A-Fa-f]{2,3},?L)/y, String),
  fuel: taken(/[0-9A-Fa-f]{2,3},?(?=L)/y, (text) => Number.parseInt(text, 16)),
  odometerM: taken(/L[0-9A-Fa-f]+/y, (text) => Number.parseInt(text.slice(1), 16)),
  altitudeM: taken(/,-?\d+\.\d+(?=,\d)/y, decimal),
  satellites: taken(/,\d{1,2}(?=,|$)/y, decimal),
  temperature: part(taken(/[+-]\d{3}\.\d/y, Number)),
  rest: taken(/[\s\S]+/y, (text) => text.replace(/^,/, '') || undefined),
})

/** After a handshake of Topflytech's first units: their settings, then date and time in one, and the place. */
export const timedPlace = body({
  lead: part(taken(/[^()$]*?(?=\d{12}[AV][\d.]+[NS])/y, (text) => text || undefined)),
  day: part(taken(/\d{6}/y, String)),
  time: part(taken(/\d{6}/y, String)),
  validity: part(taken(/[AV]/y, String)),
  latitude: part(degrees('NS', /\d*\.\d+[NS]/y)),
  longitude: part(degrees('EW', /\d*\.\d+[EW]/y)),
  speedKmh: taken(/\d{3}\.\d/y, Number),
  courseDeg: part(taken(/\d{1,3}\.\d+/y, Number)),
  rest: taken(/[\s\S]+/y, String),
})

const cellOf = (texts: readonly string[], radix: number, level?: string): Cell | undefined => {
  const [mcc, mnc] = texts.slice(0, 2).map(Number)
  const [lac, cellId] = texts.slice(2).map((text) => Number.parseInt(text, radix))
  return cellOfTexts(mcc, mnc, lac, cellId, level === undefined ? undefined : Number(level))
}

/** `{MCC,MNC,LAC,CID}` in lines. */
const braced = (text: string): Cell[] =>
  [...text.matchAll(/\{(\d+),(\d+),(\d+),(\d+)\}/g)].flatMap(([, ...fields]) => cellOf(fields, 10) ?? [])

/** One network, then cells in hex, with a level after each or without. */
function listed(text: string): Cell[] {
  const [mcc = '', mnc = '', ...fields] = text
    .replace(/^,/, '')
    .replace(/,?[0-9a-f]{8}$/i, '')
    .split(',')
  const hasLevels =
    fields.length % 3 === 0 && fields.every((field, n) => n % 3 !== 2 || /^-?\d{1,3}$/.test(field))
  const size = hasLevels ? 3 : 2
  const cells: Cell[] = []
  for (let at = 0; at + size <= fields.length && cells.length < 32; at += size) {
    const cell = cellOf([mcc, mnc, fields[at]!, fields[at + 1]!], 16, hasLevels ? fields[at + 2] : undefined)
    if (cell && cell.lac <= 0xffff) cells.push(cell)
  }
  return cells
}

export const cells = body({
  imei: part(taken(/\d{15}(?=,)/y, String)),
  cells: taken(/[\s\S]+/y, (text) => (text.includes('{') ? braced(text) : listed(text))),
})

/** DW50 to DW60: a cell, access points, and the time. */
export const wifi = body({
  cell: part(taken(/\d+,\d+,\d+,\d+,/y, (text) => cellOf(text.split(','), 10))),
  count: part(number),
  wifi: taken(/(?:[0-9A-Fa-f:]{17}\*[+-]?\d+\*\d+,)*/y, (text) =>
    text.split(',').flatMap((one): WifiPoint[] => {
      const [address, level] = one.split('*')
      return wifiOf((address ?? '').toLowerCase(), Math.abs(Number(level))) && level !== undefined
        ? [{ mac: address!.toLowerCase(), rssiDbm: Number(level) }]
        : []
    }),
  ),
  day: part(word),
  time: part(word),
})

export const battery = body({
  day: part(word),
  time: part(word),
  level: part(number),
  battery: part(number),
  power: part(number),
  installed: number,
})

/** ZC03. */
export const reply = body({
  day: part(word),
  time: part(word),
  text: part(taken(/\$[\s\S]*/y, (text) => text.slice(1).replace(/\$$/, ''))),
})

export const freeText = body({ text: part(taken(/[\s\S]+/y, (text) => text.replace(/^,/, '') || undefined)) })
