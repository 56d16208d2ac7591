/**
 * Text bodies of H02 by message, fields between commas, from the one after the message's name on.
 * Source: H02 document; CANTRACK 2023; public frames of the family for what firmware leaves out, adds or moves.
 */
import type { Cell, WifiPoint } from '../protocol.ts'
import { body, part, type WireType } from '../wire/body.ts'
import { fromHex } from '../wire/bytes.ts'
import { delimitedBy, taken } from '../wire/fields.ts'
import { cellOfTexts, macText, signalLevel, wifiOf } from '../wire/network.ts'
import { batteryPercent } from './status.ts'

const { word, number, knots, digits, degrees, hexNumber, like, made } = delimitedBy(',')

export const head = body({ maker: part(word), terminalId: part(word), type: part(word) })

const hexStatus = /^[0-9a-f]{8}$/i
const status = part(like(hexStatus, hexNumber))
const day = part(like(/^(\d{6})?$/, word))
const notStatus = /^(?![0-9a-f]{8}$)/i
const percent = made((text) => (/^\d+$/.test(text) && Number(text) <= 100 ? Number(text) : undefined), String)
const level = made((text) => batteryPercent(Number(text)), String)
const gsmLevel = made((text) => signalLevel(Number(text)), String)
/** All that is left, with its commas. */
const rest = taken(/[\s\S]*/y, (text) => text || undefined)

/** Others say under such a type how a recorder is set. */
export const isLocation = (text: string): boolean => /^(\d{6})?(,|$)/.test(text)

/** V1 and its sisters. */
export const location = body({
  time: part(like(/^(\d{6})?$/, word)),
  /** `A` GPS, `B` BeiDou, `V` none; some write the number of a coding instead, or nothing. */
  validity: part(word),
  latitude: part(degrees('NS')),
  longitude: part(degrees('EW')),
  speedKmh: knots,
  courseDeg: part(number),
  batteryPercent: like(/^\d{1,3}$/, level),
  day,
  // V19: a phone number or address, the IMSI, the ICCID. What is dialled may look like a status word.
  spare: like(notStatus, word),
  phone: taken(
    /(?:(?=\d{8},\d{15})|(?![\da-f]{8}(?:,|$)))[^,]*,?/iy,
    (text) => text.replace(/,$/, '') || undefined,
  ),
  iccid: like(
    notStatus,
    made((text) => /^\d{15,}/.exec(text)?.[0], String),
  ),
  status,
  tail: part(rest),
})

/** V4: the command, the device's reply, when it was sent, and perhaps a location. */
export const answer = body({
  command: part(word),
  answer: part(
    taken(/.*?(?:,(?=\d{6},\d{6},)|(?=\d{6},\d{6},)|$)/y, (text) => text.replace(/,$/, '') || undefined),
  ),
  commandTime: part(digits),
})

/** `LAC, CID, level`, as many as were counted. */
const cells: WireType<Cell[]> = {
  read: (r, values) => {
    const list: Cell[] = []
    for (let n = 0; n < Math.min(values.count ?? 0, 32) && r.remaining > 0; n++) {
      const [lac, cellId, level] = [number.read(r, values), number.read(r, values), number.read(r, values)]
      const cell = cellOfTexts(values.mcc, values.mnc, lac, cellId, level)
      if (cell) list.push(cell)
    }
    return list
  },
}

export const cellReport = body({
  time: part(word),
  mcc: part(number),
  mnc: part(number),
  timingAdvance: number,
  count: part(number),
  cells,
  day,
  status,
  batteryPercent: level,
})

export const link = body({
  time: part(word),
  gsmLevel,
  satellites: number,
  batteryPercent: percent,
  steps: number,
  turnovers: number,
  day,
  status,
})

/** V3: four fields a cell, the last one dBm where it is known. */
const namedCells: WireType<Cell[]> = {
  read: (r, values) => {
    const [mcc, mnc] = [Number(values.network?.slice(0, 3)), Number(values.network?.slice(3))]
    const list: Cell[] = []
    for (let n = 0; n < Math.min(values.count ?? 0, 32) && r.remaining > 0; n++) {
      const [lac, cellId] = [number.read(r, values), number.read(r, values)]
      word.read(r, values)
      const cell = cellOfTexts(mcc, mnc, lac, cellId, number.read(r, values))
      if (cell && !Number.isNaN(mcc)) list.push(cell)
    }
    return list
  },
}

export const neighbours = body({
  time: part(word),
  network: part(word),
  count: part(number),
  cells: namedCells,
  batteryRaw: hexNumber,
  rebootCause: word,
  mark: part(word),
  day,
  status,
})

/** Twelve digits of the address and two of the signal. */
const points: WireType<WifiPoint[]> = {
  read: (r, values) => {
    const list: WifiPoint[] = []
    for (let n = 0; n < Math.min(values.count ?? 0, 32) && r.remaining > 0; n++) {
      const text = word.read(r, values) ?? ''
      const bytes = fromHex(text)
      const point = /^[0-9a-f]{14}$/i.test(text) && wifiOf(macText(bytes.subarray(0, 6)), bytes[6])
      if (point) list.push(point)
    }
    return list
  },
}

/** V5 of CANTRACK. */
export const wifiReport = body({
  time: part(like(/^\d{6}$/, word)),
  count: part(number),
  wifi: points,
  batteryRaw: like(/^0[0-9a-f]{3}$/i, hexNumber),
  batteryPercent: like(/^\d{0,3}$/, percent),
  day,
  status,
})
export const isWifiReport = (text: string): boolean => /^(\d{6},)?\d{1,2},[0-9a-f]{14},/i.test(text)

export const heartbeat = body({ batteryPercent: percent })
export const card = body({ iccid: made((text) => /^\d{15,}[0-9a-f]*/i.exec(text)?.[0], String) })
export const freeText = body({ text: part(rest) })

/** VP1, with a place or with cells: `LAC,CID,level` joined by `Y`. */
export const placeOrCells = body({
  validity: part(word),
  mcc: part(like(/^\d{3}$/, number)),
  mnc: part(like(/^\d{1,3}$/, number)),
  cells: taken(/\d+,\d+,-?\d+(?:Y\d+,\d+,-?\d+)*$/y, (text) =>
    text.split('Y').flatMap((one) => {
      const [lac, cellId, level] = one.split(',').map(Number)
      return cellOfTexts(0, 0, lac, cellId, level) ?? []
    }),
  ),
  latitude: part(degrees('NS')),
  longitude: part(degrees('EW')),
  speedKmh: knots,
  courseDeg: part(number),
  day,
})
