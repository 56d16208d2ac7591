/** What a device says about itself in texts and lists: 0x94 by sub-type, 0x98, 0x9B, 0x90 and 0x91. */

import type { Extra, Message } from '../../protocol.ts'
import { toHex } from '../../wire/bytes.ts'
import type { Reader } from '../../wire/reader.ts'
import { calendarTime } from '../clock.ts'
import type { Draft } from '../layouts/draft.ts'
import { asciiText } from '../layouts/row-kinds.ts'

type Kind = Message['kind']

const isPrintable = (bytes: Uint8Array) =>
  bytes.every((byte) => (byte >= 0x20 && byte < 0x7f) || byte === 0x0d || byte === 0x0a)
const imeiText = (digits: string) => digits.replace(/^0/, '')
const iccidText = (digits: string) => digits.replace(/f.*$/, '')

/** Reads the sub-types of 0x94 that are no table. Says what kind of message it makes. */
export function readInformation(subType: number, reader: Reader, draft: Draft): Kind {
  switch (subType) {
    case 0x04:
      readSettings(asciiText(reader.rest()), draft)
      return 'information'
    case 0x08:
      readSelfTest(asciiText(reader.rest()), draft)
      return 'information'
    case 0x09:
      readSatellites(reader, draft)
      return 'reports'
    case 0x0d:
      readFuel(reader, draft)
      return 'reports'
    case 0x1b:
      readCard(reader, draft)
      return 'reports'
    default:
      draft.addFact('data', textOrHex(reader.rest()))
      return 'information'
  }
}

export const textOrHex = (bytes: Uint8Array): string =>
  bytes.length > 0 && isPrintable(bytes) ? asciiText(bytes) : toHex(bytes)

function readDate(reader: Reader, draft: Draft): void {
  draft.deviceTime = calendarTime(
    reader.u8(),
    reader.u8(),
    reader.u8(),
    reader.u8(),
    reader.u8(),
    reader.u8(),
  )
}

/** `KEY=value;…`. Two hex digits are a mask of switches; a damaged mask stays text. */
function readSettings(text: string, draft: Draft): void {
  const settings: { [name: string]: Extra } = {}
  for (const pair of text.split(';')) {
    const at = pair.indexOf('=')
    if (at > 0) settings[pair.slice(0, at).trim()] = pair.slice(at + 1)
  }
  draft.addFact('settings', settings)
  const relay = settings.DYD
  // Bit 0: connected; 1: cut; 2 and 3: to be cut once that is safe.
  if (typeof relay === 'string' && /^[0-9a-f]{2}$/i.test(relay)) {
    draft.report.oilCut = (Number.parseInt(relay, 16) & 2) !== 0
  }
  if (typeof settings.ICCID === 'string') draft.addFact('iccid', iccidText(settings.ICCID.toLowerCase()))
}

/** Lines of `NAME:value`. */
function readSelfTest(text: string, draft: Draft): void {
  for (const line of text.split(/[\r\n]+/)) {
    const at = line.indexOf(':')
    if (at > 0) draft.addFact(line.slice(0, at).trim(), line.slice(at + 1).trim())
  }
}

/** GPS state, then for GPS and for BeiDou: satellites used with their SNR, visible with theirs. */
function readSatellites(reader: Reader, draft: Draft): void {
  draft.addExtra('gpsState', reader.u8())
  let used = 0
  for (const system of ['gps', 'beidou']) {
    if (reader.remaining < 2) break
    const usedSnr = [...reader.take(reader.u8())]
    used += usedSnr.length
    draft.addExtra(`${system}UsedSnr`, usedSnr)
    draft.addExtra(`${system}VisibleSnr`, [...reader.take(reader.u8())])
  }
  draft.report.satellites = used
}

/** `!AIOIL,02,008.290,029.600,519J,0400,008.430,0,00,AB`: temperature is the fourth value, level the seventh. */
function readFuel(reader: Reader, draft: Draft): void {
  if (reader.peek() !== 0x21) readDate(reader, draft)
  const text = asciiText(reader.rest())
  draft.addExtra('fuelSensor', text)
  const values = text.split(',')
  if (values[0] !== '!AIOIL') return
  const temperature = Number(values[3])
  const level = Number(values[6])
  if (values[3] && Number.isFinite(temperature)) draft.report.temperaturesC = [temperature]
  if (values[6] && Number.isFinite(level)) draft.addExtra('fuelLevel', level)
}

/** A text, or `02`, length, four bytes of card number, checksum, `03`. */
function readCard(reader: Reader, draft: Draft): void {
  const bytes = reader.rest()
  if (bytes[0] === 0x02 && bytes.length >= 8) draft.report.driverId = toHex(bytes.subarray(2, 6))
  else {
    const text = textOrHex(bytes)
    draft.addExtra('card', text)
    if (text.startsWith('RFID:')) draft.report.driverId = text.slice(5)
  }
}

/** A number of 8 or 10 bytes of BCD, or printable text: the safe reading of 0x90 and 0x91. */
export function readSubscriber(reader: Reader, draft: Draft): void {
  const bytes = reader.rest()
  if (bytes.length === 8) draft.addFact('imsi', imeiText(toHex(bytes)))
  else if (bytes.length === 10) {
    draft.report.iccid = iccidText(toHex(bytes))
    draft.addFact('iccid', draft.report.iccid)
  } else draft.addFact('number', textOrHex(bytes))
}

/** An external device's bytes behind the number of its port. */
export function readTransparent(reader: Reader, draft: Draft): void {
  draft.addFact('port', reader.u8())
  draft.addFact('data', textOrHex(reader.rest()))
}

/** 0x98: id, length, data; the sizes of id and length differ, so the pair that uses up the body counts. */
export function readIdentifiers(reader: Reader, draft: Draft): void {
  const bytes = reader.rest()
  for (const [idSize, lengthSize] of [
    [1, 1],
    [1, 2],
    [2, 1],
    [2, 2],
  ] as const) {
    const entries = splitTlv(bytes, idSize, lengthSize)
    if (!entries) continue
    for (const [id, data] of entries) draft.addFact(`item${id}`, identifierText(data))
    return
  }
  draft.addFact('data', textOrHex(bytes))
}

function splitTlv(bytes: Uint8Array, idSize: 1 | 2, lengthSize: 1 | 2): [string, Uint8Array][] | null {
  const entries: [string, Uint8Array][] = []
  let at = 0
  while (at < bytes.length) {
    const id = toHex(bytes.subarray(at, at + idSize))
    const sizeAt = at + idSize
    const size =
      lengthSize === 1 ? (bytes[sizeAt] ?? 0) : ((bytes[sizeAt] ?? 0) << 8) | (bytes[sizeAt + 1] ?? 0)
    const from = sizeAt + lengthSize
    if (size === 0 || from + size > bytes.length) return null
    entries.push([id, bytes.subarray(from, from + size)])
    at = from + size
  }
  return entries.length > 0 ? entries : null
}

function identifierText(data: Uint8Array): string {
  const digits = toHex(data)
  if (data.length === 8 && /^0\d{15}$/.test(digits)) return digits.slice(1)
  if (data.length === 10 && /^\d+f*$/.test(digits)) return iccidText(digits)
  return textOrHex(data)
}
