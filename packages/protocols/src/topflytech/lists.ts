/**
 * Positions made of elements: types 62 and 64. A group has its kind and its number of elements: 1 how the device is set
 * up and 2 what it measures, as wide as the id has it; 3 of any length. Source: maker's codec, `DecoderHelper`.
 */

import type { Report } from '../protocol.ts'
import { type BodyReader, body, part, readBody, readWhole, type Values } from '../wire/body.ts'
import { toHex } from '../wire/bytes.ts'
import { type ItemRow, type ItemTable, itemOfAny, rowFor } from '../wire/items.ts'
import { mac, signalLevel, wifiPoint } from '../wire/network.ts'
import { addValues } from '../wire/report.ts'
import { hex, hexRest } from '../wire/texts.ts'
import { as, per, repeated, time6, u8, u16, u32, unless } from '../wire/types.ts'
import { above40, cells, littleFloat, rpm, signedByte, unlessFull } from './types.ts'

/** Whole degrees, then hundredths; the highest bit of either is the sign. */
const signedHundredths = as(u16, (word) => {
  if (word === 0xffff) return undefined
  const size = ((word >> 8) & 0x7f) + (word & 0x7f) / 100
  return word & 0x8080 ? -size : size
})
const small = unless(u16, 0xffff)
const large = unless(u32, 0xffff_ffff)
const thousandths = (type: typeof small) =>
  as(type, (value) => (value === undefined ? undefined : value / 1000))
const one = (name: string, rows: Parameters<typeof itemOfAny>[1]): ItemRow => itemOfAny(name, rows)

const measured: ItemTable = {
  1: one('alarm', { alarmCode: part(u8) }),
  2: one('GNSS', { gnss: part(u8) }), // bit 7 at work, 6 fix
  3: one('signal', { gsmLevel: as(u8, signalLevel) }),
  4: one('outputs', { outputs: u8 }),
  5: one('inputs', { inputs: u8 }),
  7: one('battery', { batteryPercent: unlessFull }),
  10: one('device temperature', { deviceC: signedByte }),
  15: one('lock', { lockType: unlessFull }),
  96: one('battery voltage', { batteryVoltageV: thousandths(small) }),
  97: one('state', { supply: part(u16) }), // bit 15 ignition, 14 air conditioning, 13 supply, 12 USB, 11 sun
  98: one('speed', { speedKmh: small }),
  99: one('solar voltage', { solarV: per(u16, 10) }),
  100: one('temperature', { outsideC: part(signedHundredths) }),
  101: one('humidity', { humidityPercent: signedHundredths }),
  102: one('inside temperature', { insideC: signedHundredths }),
  160: one('mileage', { odometerM: large }),
  161: one('external voltage', { externalVoltageV: thousandths(large) }),
  162: one('light', { lightLx: large }),
}

const long: ItemTable = {
  1: one('place', {
    altitudeM: littleFloat,
    longitude: part(littleFloat),
    latitude: part(littleFloat),
    courseDeg: part(u16),
    hdop: small,
    satellites: part(u8),
  }),
  2: one('cells', { cells }),
  3: one('cell', { cells }),
  4: one('Wi-Fi', { ownMac: mac, wifi: repeated(wifiPoint, 3) }),
  5: one('acceleration', { acceleration: hex(6) }),
  6: one('gyroscope', { gyroscope: hex(6) }),
  7: one('OBD', {
    fuelUsed: large,
    fuelInstant: large,
    rpm,
    intakeAirKpa: unlessFull,
    airKpa: unlessFull,
    coolantC: above40,
    intakeAirC: above40,
    engineLoadPercent: unlessFull,
    throttlePercent: unlessFull,
    fuelLevel: part(u8),
  }),
  8: one('electric vehicle', {
    tractionPercent: unlessFull,
    isTractionCharging: as(u8, (byte) => byte === 1),
    obdSpeedKmh: unlessFull,
    pedalPercent: unlessFull,
    more: hexRest,
  }),
}

const widthOf = (kind: number, id: number): number => {
  if (kind === 1) return id <= 0x7f ? 1 : id <= 0xbf ? 2 : id <= 0xef ? 4 : 8
  return id <= 0x5f ? 1 : id <= 0x9f ? 2 : 4
}

/** Checksum; bit 7 history, 6 an answer is wanted, 5 and 4 encryption. */
const head = body({ checksum: u8, info: u8 })
const date = body({ date: time6 })

export interface Elements extends Values {
  date?: number | null
  gnss?: number
  supply?: number
  alarmCode?: number
  outsideC?: number
  satellites?: number
}

export const readListHead = (reader: BodyReader): number => readBody(head, reader).info ?? 0

/** Reads the elements into a report, and gives what is no reading of its own. */
export function readElements(reader: BodyReader, report: Report): Elements {
  const found: Elements = { ...readWhole(date, reader) }
  while (reader.remaining >= 2) {
    const start = reader.offset
    const kind = reader.u8()
    const count = kind === 3 ? reader.u16() : reader.u8()
    reader.trace?.add(start, reader.offset - start, `group ${kind}`, count)
    if (kind < 1 || kind > 3) break
    for (let n = 0; n < count && reader.remaining >= 2; n++) readElement(reader, kind, report, found)
  }
  return found
}

function readElement(reader: BodyReader, kind: number, report: Report, found: Elements): void {
  const start = reader.offset
  const id = kind === 3 ? reader.u16() : reader.u8()
  const entry = reader.slice(kind === 3 ? reader.u8() : widthOf(kind, id))
  const row = kind === 1 ? undefined : rowFor(kind === 2 ? measured : long, id, entry)
  const raw = toHex(entry.bytes.subarray(entry.offset, entry.end))
  reader.trace?.add(start, entry.offset - start, `element ${kind}.${id}`, row?.name ?? raw)
  if (row === undefined) return
  const values = readBody(row.body, entry) as Values
  addValues(report, row.body, values)
  Object.assign(found, values)
}
