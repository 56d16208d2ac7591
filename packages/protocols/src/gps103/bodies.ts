/**
 * Bodies of GPS103 records, fields between commas, from the one after `imei:` on.
 * Source: Coban GPS103 and 303 documents; public frames for what firmware leaves out or moves.
 */
import { body, part } from '../wire/body.ts'
import { delimitedBy, taken } from '../wire/fields.ts'
import { signalLevel } from '../wire/network.ts'

const { word, number, knots, degrees, hexNumber, like, made } = delimitedBy(',')

const flag = like(
  /^[01]?$/,
  made(
    (text) => text === '1',
    (value) => (value ? '1' : '0'),
  ),
)
/** With or without its sign; above 100 it is none. */
const percent = made((text) => {
  const value = Number.parseFloat(text)
  return /^[\d.]+%?$/.test(text) && value <= 100 ? value : undefined
}, String)
/** Nothing drives further: 5000000 is what a new one is set to. */
const maxOdometerKm = 3_000_000
const odometer = made((text) => {
  const km = Number(text)
  return km > 0 && km < maxOdometerKm ? km : undefined
}, String)
const aboveZero = made((text) => (Number(text) > 0 ? Number(text) : undefined), String)

export const head = body({
  terminalId: part(word),
  event: part(word),
  localTime: part(word),
  /** A phone number, the number of a card, or the charge of the battery; some leave the field out. */
  tag: part(like(/^(?![FL]$)/, word)),
  mark: part(word),
})

export const fix = body({
  utcTime: part(word),
  validity: part(word),
  latitude: part(degrees('NS')),
  longitude: part(degrees('EW')),
  speedKmh: knots,
  courseDeg: part(number),
  altitudeM: number,
  accOn: flag,
  doorOpen: flag,
  fuelPercent: percent,
  // A second tank, the odometer in km, or trouble codes.
  second: part(
    taken(/[PBCU]\d\w{3}(?:,[PBCU]\d\w{3})*,?|[^,]*,?/y, (text) => text.replace(/,$/, '') || undefined),
  ),
  temperature: part(number),
})

/** The last places of a record without a fix are those of `fix`. */
export const cell = body({
  spare1: part(word),
  spare2: part(word),
  lac: part(hexNumber),
  spare3: part(word),
  cellId: part(hexNumber),
  spare4: part(word),
  spare5: part(word),
  spare6: part(word),
  spare7: part(word),
  accOn: flag,
  doorOpen: flag,
  fuelPercent: percent,
})

export const obd = body({
  terminalId: part(word),
  event: part(word),
  localTime: part(word),
  odometerKm: part(odometer),
  fuelInstant: number,
  fuelAverage: number,
  engineHours: number,
  speedKmh: number,
  loadPercent: percent,
  coolantC: number,
  throttlePercent: percent,
  rpm: number,
  externalVoltageV: aboveZero,
  code1: part(word),
  code2: part(word),
  code3: part(word),
  code4: part(word),
})

const decimal = made((text) => (/^-?\d+(\.\d+)?$/.test(text) ? Number(text) : undefined), String)
const filled = made((text) => (/^-+$/.test(text) ? undefined : text), String)

/** The dialect that ends in `*`: decimal degrees and km/h, UTC. */
export const plain = body({
  terminalId: part(word),
  deviceName: word,
  event: part(filled),
  sensorId: filled,
  sensorVoltageV: made((text) => (/^\d/.test(text) ? Number(text) : undefined), String),
  time: part(word),
  day: part(word),
  gsmLevel: made((text) => signalLevel(Number(text)), String),
  fixMark: part(number),
  latitude: part(decimal),
  longitude: part(decimal),
  speedKmh: number,
  courseDeg: part(number),
  altitudeM: number,
  hdop: number,
  satellites: number,
  accOn: flag,
  charging: flag,
  error: filled,
})

export const tyres = body({
  terminalId: part(word),
  event: part(word),
  localTime: part(word),
  text: part(taken(/[\s\S]+/y, String)),
})

export const picture = body({ terminalId: part(word), event: part(word), block: part(word) })
