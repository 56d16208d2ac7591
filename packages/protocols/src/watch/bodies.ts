/**
 * Contents of watch frames after the keyword, fields between commas.
 * Source: 4P-Touch "Beesure / SeTracker" server protocol; public frames.
 */
import type { Cell, WifiPoint } from '../protocol.ts'
import { body, part } from '../wire/body.ts'
import { delimitedBy, taken } from '../wire/fields.ts'
import { cellOfTexts } from '../wire/network.ts'

const { word, number, decimalDegrees, hexNumber, made } = delimitedBy(',')

const percent = made((text) => {
  const value = Number(text)
  return value >= 0 && value <= 100 ? value : undefined
}, String)
/** Percent; four levels. */
const gsmLevel = made((text) => {
  const value = Number(text)
  return value >= 0 && value <= 100 ? Math.ceil(value / 25) : undefined
}, String)

interface Network {
  cells: Cell[]
  wifi: WifiPoint[]
  accuracyM?: number
}

export const position = body({
  day: part(word),
  time: part(word),
  validity: part(word),
  latitude: part(decimalDegrees),
  northSouth: part(word),
  longitude: part(decimalDegrees),
  eastWest: part(word),
  speedKmh: number,
  courseDeg: part(number),
  altitudeM: number,
  satellites: number,
  gsmLevel,
  batteryPercent: percent,
  steps: number,
  tumbles: number,
  status: part(hexNumber),
  network: part(taken(/[\s\S]+/y, networkOf)),
})

/** Of GS1. */
export const cells = body({ network: part(taken(/[\s\S]+/y, networkOf)) })

const macPattern = /^(?:[0-9a-f]{2}:){5}[0-9a-f]{2}$/i

/**
 * Number of cells, timing advance, country, network, the cells, number of access points, name, address and dBm of
 * each, accuracy. Names may hold commas, so access points are found by their addresses.
 */
function networkOf(text: string): Network {
  const fields = text.split(',').map((field) => field.trim())
  const count = Math.min(Number(fields[0]) || 0, 32)
  const found: Network = { cells: [], wifi: [] }
  for (let n = 0; n < count; n++) {
    const [lac = '', cellId = '', level] = fields.slice(4 + 3 * n)
    if (!/^[0-9a-f]+$/i.test(lac) || !/^[0-9a-f]+$/i.test(cellId)) continue
    const isHex = /[a-f]/i.test(lac + cellId)
    const [mcc, mnc] = [fields[2], fields[3]].map((field) => (field ? Number(field) : undefined))
    const [lacNumber, cellNumber] = [lac, cellId].map((field) => Number.parseInt(field, isHex ? 16 : 10))
    if (mcc === undefined || !(mcc > 0 && lacNumber! >= 0)) continue
    const cell = cellOfTexts(mcc, mnc, lacNumber, cellNumber, level === undefined ? undefined : Number(level))
    if (cell) found.cells.push(cell)
  }
  for (const [at, field] of fields.entries()) {
    if (!macPattern.test(field) || found.wifi.length >= 32) continue
    const level = Number(fields[at + 1])
    found.wifi.push({ mac: field.toLowerCase(), ...(level < 0 && { rssiDbm: level }) })
  }
  const last = fields.at(-1)!
  if (/^\d+\.\d+$/.test(last)) found.accuracyM = Number(last)
  return found
}

export const link = body({ steps: part(number), tumbles: part(number), battery: part(percent) })
/** 0: it could not be measured. */
const measured = made((text) => (Number(text) > 0 ? Number(text) : undefined), String)

export const pressure = body({
  systolic: measured,
  diastolic: measured,
  heartRate: measured,
  heightCm: number,
  sex: number,
  age: number,
  weightKg: number,
})
export const rate = body({ heartRate: measured })
export const oxygen = body({ kind: part(number), bloodOxygenPercent: percent })
/** Some firmware leaves out how it was measured. */
export const oxygenAlone = body({ bloodOxygenPercent: percent })
/** PP: the time of the watch precedes its place. */
export const watchTime = body({ watchTime: part(word) })
/** 0 forehead, 1 wrist; 0 and 1 degree mean too low and too high. */
export const bodyTemperature = body({ place: part(number), temperature: part(number) })
export const temperature = body({ temperature: part(number) })
export const freeText = body({ text: part(taken(/[\s\S]+/y, String)) })
