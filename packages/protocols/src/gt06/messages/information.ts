/**
 * Information about a device in texts and lists: 0x94 by sub-type, 0x98, 0x90 and 0x91. Source: JM-VL03 V1.1.2
 * "Information transmission packet", Jimi 4G documents; public frames where they differ.
 */
import type { MessageKind } from '../../protocol.ts'
import { BodyReader, body, readBody, type WireType } from '../../wire/body.ts'
import { fromHex, toHex } from '../../wire/bytes.ts'
import { onePlace } from '../../wire/places.ts'
import { addExtra, addValues, bareReport, spread } from '../../wire/report.ts'
import { asciiRest, asciiText, bcdDigits, fifteenDigits, textOrHex, textOrHexOf } from '../../wire/texts.ts'
import { isWireThermometer, measuredC } from '../../wire/thermometers.ts'
import { as, counted, i32, peeked, per, u8, u32 } from '../../wire/types.ts'
import type { Gt06Decoding, Gt06Row } from '../decoding.ts'
import { type Form, form, type Gt06Rows, type Gt06Values } from '../layouts/forms.ts'
import { date } from '../layouts/place.ts'
import { externalVoltageV } from '../layouts/state.ts'
import { addFacts, readFacts, readReport } from './rows.ts'

const bytesRest: WireType<Uint8Array> = { read: (r) => r.rest() }

type Sub = readonly [kind: MessageKind, read: Gt06Row['read']]
const report = (...forms: Form[]): Sub => ['reports', readReport(forms)]
const one = (rows: Gt06Rows): Form => form('standard', rows)

const doorFlags = {
  doorOpen: peeked((bytes, at) => (bytes[at]! & 1) !== 0),
  triggerHigh: peeked((bytes, at) => (bytes[at]! & 2) !== 0),
  inputHigh: peeked((bytes, at) => (bytes[at]! & 4) !== 0),
  doorFlags: u8,
} satisfies Gt06Rows

const snr = counted(u8, u8)
/** Of GPS and of BeiDou: satellites used with their SNR, visible with theirs. */
const satelliteStates = body({
  gpsState: u8,
  gpsUsedSnr: snr,
  gpsVisibleSnr: snr,
  beidouUsedSnr: snr,
  beidouVisibleSnr: snr,
})

function readSatellites(reader: BodyReader, { message }: Gt06Decoding): void {
  const values = readBody(satelliteStates, reader)
  const { gpsUsedSnr = [], beidouUsedSnr = [] } = values
  const report = { ...bareReport(), satellites: gpsUsedSnr.length + beidouUsedSnr.length }
  addValues(report, satelliteStates, values)
  message.reports.push(report)
}

/** `!AIOIL,02,008.290,029.600,519J,0400,008.430,0,00,AB`: temperature is the fourth value, level the seventh. */
function fuelOf(text: string): [string, unknown][] {
  const values = text.split(',')
  const number = (at: number) =>
    values[at] && Number.isFinite(Number(values[at])) ? Number(values[at]) : undefined
  if (values[0] !== '!AIOIL') return [['fuelSensor', text]]
  return [
    ['fuelSensor', text],
    ['temperatureC', number(3) === undefined ? [] : [number(3)]],
    ...(number(6) === undefined ? [] : [['fuelLevel', number(6)] as [string, unknown]]),
  ]
}

const fuel = { [spread]: as(asciiRest(), fuelOf) } satisfies Gt06Rows
const isFuelText = ({ [spread]: values }: Gt06Values) =>
  String((values as [string, unknown][])[0]?.[1]).startsWith('!')

function thermometersOf(bytes: Uint8Array): [string, unknown][] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const found = Array.from(
    { length: Math.min(bytes[0] ?? 0, Math.floor((bytes.length - 1) / 10)) },
    (_, n) => ({
      id: toHex(bytes.subarray(1 + 10 * n, 9 + 10 * n)),
      celsius: view.getInt16(9 + 10 * n) / 100,
    }),
  )
  return [
    ['temperatureC', found.map(({ id, celsius }) => (isWireThermometer(id) ? measuredC(celsius) : celsius))],
    ['thermometers', found.map(({ id }) => id)],
  ]
}

/** A text, or `02`, length, four bytes of card number, checksum, `03`. */
function cardOf(bytes: Uint8Array): [string, unknown][] {
  if (bytes[0] === 0x02 && bytes.length >= 8) return [['driverId', toHex(bytes.subarray(2, 6))]]
  const text = textOrHexOf(bytes)
  return text.startsWith('RFID:')
    ? [
        ['card', text],
        ['driverId', text.slice(5)],
      ]
    : [['card', text]]
}

const subTypes: { readonly [subType: number]: Sub } = {
  0x00: report(one({ externalVoltageV })),
  0x04: ['information', readSettings],
  0x05: report(form('with date', { date }, doorFlags), one(doorFlags)),
  0x08: ['information', readSelfTest],
  0x09: ['reports', readSatellites],
  0x0a: ['information', readFacts([one({ imei: fifteenDigits, imsi: fifteenDigits, iccid: bcdDigits(10) })])],
  0x0b: report(
    form('technology', { networkType: as(u8, (type) => (type > 0 ? '4G' : '2G')) }),
    form('voltage', { externalVoltageV }),
  ),
  0x0d: report({ ...one(fuel), accepts: isFuelText }, form('with date', { date }, fuel)),
  // Thermometers on a wire: how many, then the number and hundredths of degrees of each.
  0x15: report(one({ [spread]: as(bytesRest, thermometersOf) })),
  0x1b: report(one({ [spread]: as(bytesRest, cardOf) })),
  0x1e: report(one({ temperatureC: onePlace(per(i32, 10)), humidityPercent: per(u32, 10) })),
}

/** 0x94: the first byte is the sub-type. */
export function readInformation(reader: BodyReader, decoding: Gt06Decoding): void {
  const { message } = decoding
  const { subType = 0 } = readBody(subTypeByte, reader)
  const [kind, read] = subTypes[subType] ?? ['information', readFacts([one({ data: textOrHex })])]
  message.kind = kind
  read(reader, decoding)
  for (const each of message.reports) addExtra(each, 'subType', subType)
}
const subTypeByte = body({ subType: { ...u8, show: (byte: number) => byte.toString(16).padStart(2, '0') } })

/** `KEY=value;…`. Two hex digits are a mask of switches; a damaged mask stays text. */
function readSettings(reader: BodyReader, decoding: Gt06Decoding): void {
  const { text = '' } = readBody(wholeText, reader)
  const settings = Object.fromEntries(pairsOf(text, ';', '='))
  addFacts(decoding, { settings })
  if (settings.ICCID) addFacts(decoding, { iccid: settings.ICCID.toLowerCase().replace(/f.*$/, '') })
  // Bit 0: connected; 1: cut; 2 and 3: to be cut once that is safe.
  if (/^[0-9a-f]{2}$/i.test(settings.DYD ?? '')) {
    const oilCut = (Number.parseInt(settings.DYD!, 16) & 2) !== 0
    decoding.message.reports = [{ ...(decoding.message.reports[0] ?? bareReport()), oilCut }]
  }
}

/** Lines of `NAME:value`. */
function readSelfTest(reader: BodyReader, decoding: Gt06Decoding): void {
  const { text = '' } = readBody(wholeText, reader)
  addFacts(decoding, Object.fromEntries(pairsOf(text, /[\r\n]+/, ':')))
}

const wholeText = body({ text: asciiRest() })

const pairsOf = (text: string, between: string | RegExp, mark: string): [string, string][] =>
  text.split(between).flatMap((pair): [string, string][] => {
    const at = pair.indexOf(mark)
    return at > 0 ? [[pair.slice(0, at).trim(), pair.slice(at + 1).trim()]] : []
  })

/** A number of 8 or 10 bytes of BCD, or printable text: the safe reading of 0x90 and 0x91. */
export const readSubscriber = readFacts([
  one({ imsi: fifteenDigits }),
  one({ iccid: bcdDigits(10) }),
  one({ number: textOrHex }),
])

/** An external device's bytes after the number of its port: 0x9B and 0x9C. */
export function readTransparent(reader: BodyReader, decoding: Gt06Decoding): void {
  readPort(reader, decoding)
  const { message } = decoding
  const celsius = celsiusOf(String(message.information?.data))
  if (celsius !== undefined) message.reports.push({ ...bareReport(), temperatureC: [celsius] })
}
const readPort = readFacts([one({ port: u8, data: textOrHex })])

/** Of a TS01 in tenths after its address, or as a text that ends in the sign for degrees (GBK A1E6); `data` in hex. */
function celsiusOf(data: string): number | undefined {
  const [, tenths] = /^3c0301([0-9a-f]{4})[0-9a-f]{4}$/.exec(data) ?? []
  if (tenths !== undefined) return ((Number.parseInt(tenths, 16) << 16) >> 16) / 10
  const [, digits] = /^((?:2d|2e|3\d)+)a1e6/.exec(data) ?? []
  const value = digits === undefined ? Number.NaN : Number(asciiText(fromHex(digits)))
  return Number.isFinite(value) ? value : undefined
}

/** 0x98: id, length, data; the sizes of id and length differ, so the pair that uses up the body counts. */
export function readIdentifiers(reader: BodyReader, decoding: Gt06Decoding): void {
  const { bytes = new Uint8Array(0) } = readBody(allBytes, reader)
  const entries = idAndLengthSizes
    .map(([id, length]) => splitList(bytes, id, length))
    .find((found) => found !== null)
  addFacts(decoding, entries ? Object.fromEntries(entries) : { data: textOrHexOf(bytes) })
}
const allBytes = body({ bytes: { ...bytesRest, show: toHex } })
const idAndLengthSizes = [
  [1, 1],
  [1, 2],
  [2, 1],
  [2, 2],
] as const

function splitList(bytes: Uint8Array, idSize: 1 | 2, lengthSize: 1 | 2): [string, string][] | null {
  const entries: [string, string][] = []
  const r = new BodyReader(bytes)
  while (r.remaining > 0) {
    const id = toHex(r.take(idSize))
    const length = lengthSize === 1 ? r.u8() : r.u16()
    entries.push([`item${id}`, identifierText(r.take(length))])
    if (length === 0 || r.isShort) return null
  }
  return entries.length > 0 ? entries : null
}

function identifierText(data: Uint8Array): string {
  const digits = toHex(data)
  if (data.length === 8 && /^0\d{15}$/.test(digits)) return digits.slice(1)
  if (data.length === 10 && /^\d+f*$/.test(digits)) return digits.replace(/f+$/, '')
  return textOrHexOf(data)
}
