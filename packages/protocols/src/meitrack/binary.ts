/**
 * CCC and CCE, positions in binary, little-endian.
 * Source: Meitrack GPRS protocol, "CCC"; Meitrack CCE protocol; open decoders and public frames for CCE.
 */
import type { Report } from '../protocol.ts'
import { type BodyReader, body, part, readBody, type WireType } from '../wire/body.ts'
import { toHex } from '../wire/bytes.ts'
import type { WireSession } from '../wire/message.ts'
import { dialectOf } from '../wire/message.ts'
import { cellOfTexts, macText } from '../wire/network.ts'
import { addTyres, setPlace } from '../wire/places.ts'
import { addExtra, addValues } from '../wire/report.ts'
import { as, per, u8 } from '../wire/types.ts'
import { modelOf } from './models.ts'
import { addInputs, addTemperature, newReport } from './report.ts'

const wide = (size: 2 | 4): WireType<number> => ({
  size,
  read: (r) => {
    let value = 0
    for (let n = 0; n < size; n++) value += r.u8() * 256 ** n
    return value
  },
})
const u16 = wide(2)
const i16 = as(u16, (value) => (value << 16) >> 16)
const u32 = wide(4)
const i32 = as(u32, (value) => value | 0)
const degrees = per(i32, 1_000_000)

/** Seconds since 2000. */
const epochMs = Date.UTC(2000, 0, 1)
const instant = as(u32, (seconds) => epochMs + seconds * 1_000)

const head = body({ version: part(u16), recordBytes: part(u16), remaining: part(u32) })

const record = body({
  event: part(u8),
  latitude: part(degrees),
  longitude: part(degrees),
  time: part(instant),
  valid: part(u8),
  satellites: u8,
  gsm: part(u8),
  speedKmh: u16,
  courseDeg: part(u16),
  hdop: per(u16, 10),
  altitudeM: i16,
  odometerM: u32,
  runTimeS: u32,
  mcc: part(u16),
  mnc: part(u16),
  lac: part(u16),
  cellId: part(u16),
  io: part(u16),
  ad1: u16,
  batteryVoltageV: per(u16, 100),
  externalVoltageV: per(u16, 100),
  fence: part(u32),
})
const leastRecordBytes = 52

/** `isExact`: all bytes were used up, as the lengths inside say. `count`: of the records, read or not. */
interface Found {
  reports: Report[]
  count: number
  isExact: boolean
}

/** CCC: records of the length it states. */
export function readRecords(reader: BodyReader, session: WireSession, now: number): Found {
  const { recordBytes = 0 } = readBody(head, reader)
  const reports: Report[] = []
  const size = Math.max(leastRecordBytes, recordBytes)
  while (reader.remaining >= size) {
    const values = readBody(record, reader.slice(size))
    const { event, latitude, longitude, time = null, valid, courseDeg, gsm, io = 0 } = values
    const model = modelOf(dialectOf(session))
    const basics = { event, latitude, longitude, isValid: valid === 1, time, courseDeg, gsm }
    const report = newReport(basics, model, session, now)
    addValues(report, record, values)
    const cell = values.mcc ? cellOfTexts(values.mcc, values.mnc, values.lac, values.cellId) : undefined
    if (cell) report.cells = [cell]
    addInputs(report, model, io >> 8, io & 0xff)
    reports.push(report)
  }
  return { reports, count: reports.length, isExact: reader.remaining === 0 }
}

type Add = (report: Report, value: number) => void
const named =
  (name: string, divisor = 1): Add =>
  (report, value) =>
    addExtra(report, name, value / divisor)
const volts =
  (name: 'batteryVoltageV' | 'externalVoltageV'): Add =>
  (report, value) => {
    report[name] = value / 100
  }
const signed = (value: number): number => (value << 16) >> 16

/** What goes straight into the report, by id; ids of two bytes begin with FE. */
const values: { readonly [id: number]: Add } = {
  0x06: (report, value) => {
    report.satellites = value
  },
  0x08: (report, value) => {
    report.speedKmh = value
  },
  0x0a: named('hdop', 10),
  0x0b: (report, value) => {
    report.altitudeM = signed(value)
  },
  0x0c: (report, value) => {
    report.odometerM = value
  },
  0x0d: named('runTimeS'),
  0x16: named('ad1', 100),
  0x17: named('ad2', 100),
  0x18: named('ad3', 100),
  0x19: volts('batteryVoltageV'),
  0x1a: volts('externalVoltageV'),
  0x1b: named('fence'),
  0x1c: named('systemFlags'),
  0x25: (report, value) => {
    report.driverId = value.toString(16).toUpperCase().padStart(8, '0')
  },
  0x29: (report, value) => {
    report.fuelPercent = value / 100
  },
  0x41: named('ad6'),
  0x47: named('lock'),
  0x91: named('obdSpeedKmh'),
  0x92: named('wheelSpeedKmh'),
  0x97: named('pedalPercent'),
  0x98: named('fuelUsed'),
  0x99: named('rpm'),
  0x9a: named('engineHours'),
  0x9b: named('distanceM'),
  0x9c: (report, value) => addExtra(report, 'coolantC', signed(value)),
  0x9d: (report, value) => {
    if (value <= 100) report.fuelPercent = value
  },
  0x9f: (report, value) => addExtra(report, 'ambientC', signed(value)),
  0xa0: named('fuelUsedL', 1_000),
  0xa2: named('fuelRate', 100),
  0xa3: named('axleLoadKg'),
  0xfe69: (report, value) => {
    if (value <= 100) report.batteryPercent = value
  },
  0xfef4: named('engineMinutes'),
}

/** Ids whose values belong together; they are no values by themselves. */
const ids = { event: 0x01, latitude: 0x02, longitude: 0x03, time: 0x04, valid: 0x05, gsm: 0x07, course: 0x09 }
const io = { outputs: 0x14, inputs: 0x15, newEvent: 0x40, manyInputs: 0x42 }

/** CCE: packets of ids in four groups, of one, two and four bytes and of their own length. */
export function readPackets(reader: BodyReader, session: WireSession, now: number): Found {
  traced(reader, 'remaining', () => u32.read(reader, {}))
  const count = traced(reader, 'packets', () => u16.read(reader, {}))
  const reports: Report[] = []
  let isExact = true
  let read = 0
  for (; read < count && reader.remaining > 4; read++) {
    const length = traced(reader, 'length', () => u16.read(reader, {}))
    const packet = reader.slice(length)
    const report = readPacket(packet, session, now)
    const isSound = packet.remaining === 0 && !packet.isShort
    isExact &&= isSound
    // What does not end where it says and has no time that can be is no packet.
    if (isSound || report.fixTime !== null) reports.push(report)
  }
  return { reports, count, isExact: isExact && reader.remaining === 0 && read === count }
}

function traced<T>(reader: BodyReader, name: string, read: () => T): T {
  const start = reader.offset
  const value = read()
  reader.trace?.add(start, reader.offset - start, name, value)
  return value
}

function readPacket(reader: BodyReader, session: WireSession, now: number): Report {
  traced(reader, 'ids', () => u16.read(reader, {}))
  const found = new Map<number, number>()
  for (const type of [u8, u16, u32]) {
    for (let left = reader.u8(); left > 0 && reader.remaining > 0; left--) {
      const start = reader.offset
      const id = readId(reader)
      const value = type.read(reader, {})
      if (!reader.isShort) found.set(id, value)
      reader.trace?.add(start, reader.offset - start, id.toString(16).padStart(2, '0'), value)
    }
  }
  const at = (id: number): number | undefined => found.get(id)
  const angle = (id: number): number | undefined => {
    const value = at(id)
    return value === undefined ? undefined : (value | 0) / 1_000_000
  }
  const seconds = at(ids.time)
  const model = modelOf(dialectOf(session))
  const report = newReport(
    {
      event: at(io.newEvent) ?? at(ids.event),
      latitude: angle(ids.latitude),
      longitude: angle(ids.longitude),
      isValid: at(ids.valid) === 1,
      time: seconds === undefined ? null : epochMs + seconds * 1_000,
      courseDeg: at(ids.course),
      gsm: at(ids.gsm),
    },
    model,
    session,
    now,
  )
  for (const [id, value] of found) values[id]?.(report, value)
  const inputs = at(io.inputs) ?? at(io.manyInputs)
  if (inputs !== undefined) addInputs(report, model, inputs, at(io.outputs))
  else if (at(io.outputs) !== undefined) addExtra(report, 'outputs', at(io.outputs)!)
  for (let left = reader.u8(); left > 0 && reader.remaining > 0; left--) {
    const start = reader.offset
    const id = readId(reader)
    const bytes = reader.take(reader.u8())
    reader.trace?.add(start, reader.offset - start, id.toString(16).padStart(2, '0'), toHex(bytes))
    addBytes(report, id, bytes)
  }
  return report
}

function readId(reader: BodyReader): number {
  const first = reader.u8()
  return first === 0xfe ? 0xfe00 | reader.u8() : first
}

const cellIds = [0x0e, 0x0f, 0x10, 0x12, 0x13]

/** Values of a length of their own. Unknown ones are left out. */
function addBytes(report: Report, id: number, bytes: Uint8Array): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (cellIds.includes(id) && bytes.length >= 12) {
    const mcc = view.getUint16(0, true)
    const cell = cellOfTexts(
      ...([
        mcc,
        view.getUint16(2, true),
        view.getUint16(4, true),
        view.getUint32(6, true),
        view.getInt16(10, true),
      ] as const),
    )
    if (cell && mcc > 0) report.cells = [...(report.cells ?? []), cell]
  } else if (id >= 0x1d && id <= 0x25 && bytes.length >= 8) {
    const rssiDbm = view.getInt16(6, true)
    const point = { mac: macText(bytes.subarray(0, 6)), ...(rssiDbm < 0 && { rssiDbm }) }
    if (!/^(00:)+00$/.test(point.mac)) report.wifi = [...(report.wifi ?? []), point]
  } else if (id >= 0x2a && id <= 0x31 && bytes.length >= 3) {
    addTemperature(report, id - 0x29, view.getInt16(1, true) / 100)
  } else if (id === 0x28) addExtra(report, 'picture', textOf(bytes))
  else if (id === 0x39) report.driverId = toHex(bytes).toUpperCase()
  else if (id === 0x4b && bytes.length > 3) addExtra(report, 'network', textOf(bytes.subarray(3)))
  else if (id === 0xfe31) addCameraAlarm(report, bytes)
  else if (id === 0xfea8) addBatteries(report, bytes)
  else if (id === 0xfe73) addBluetooth(report, bytes)
  else if (id === 0xfef2 || id === 0xfef3) addTyreBytes(report, bytes)
}

/** Three batteries, the device's own first: 0 where there is none, percent; then an alarm. */
function addBatteries(report: Report, bytes: Uint8Array): void {
  for (const [n, name] of ['', 'battery2Percent', 'battery3Percent'].entries()) {
    const [isThere = 0, percent = 0xff] = bytes.subarray(2 * n)
    if (isThere === 0 || percent > 100) continue
    if (name === '') report.batteryPercent = percent
    else addExtra(report, name, percent)
  }
}

/** Protocols of cameras whose alarms come with a picture. */
const picturedAlarms = 2

/** Protocol and kind of the alarm, then the name of its picture. */
function addCameraAlarm(report: Report, bytes: Uint8Array): void {
  const [protocol, type] = bytes
  if (protocol === undefined || type === undefined) return
  addExtra(report, 'alarmProtocol', protocol)
  addExtra(report, 'alarmType', type)
  const picture = protocol === picturedAlarms ? textOf(bytes.subarray(2)) : ''
  if (picture !== '') addExtra(report, 'picture', picture)
}

const textOf = (bytes: Uint8Array): string =>
  new TextDecoder('latin1')
    .decode(bytes)
    .replace(/[^ -~]/g, '')
    .trim()

/** Version, length and name, address, battery, then degrees and percent of humidity in 256ths. */
function addBluetooth(report: Report, bytes: Uint8Array): void {
  const nameEnd = 2 + (bytes[1] ?? 0)
  const at = nameEnd + 6 + 1
  if (bytes.length < at + 2) return
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const celsius = view.getInt16(at, true) / 256
  if (bytes.length >= at + 4) report.humidityPercent = view.getUint16(at + 2, true) / 256
  addExtra(report, 'bluetooth', {
    name: textOf(bytes.subarray(2, nameEnd)),
    mac: macText(bytes.subarray(nameEnd, nameEnd + 6)),
    batteryPercent: bytes[at - 1]!,
    temperatureC: celsius,
  })
  if (report.temperatureC === undefined && Math.abs(celsius) <= 125)
    setPlace(report, 'temperatureC', 1, celsius)
}

/** Eight bytes a wheel: place, sensor, pressure in 0.025 bar, degrees above -50, bits 7 battery, 6 silent, 4 high, 3 low, 2 hot. */
function addTyreBytes(report: Report, bytes: Uint8Array): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = 0; at + 8 <= bytes.length; at += 8) {
    const bits = bytes[at + 7]!
    if (bits & 0x40) continue
    addTyres(report, [
      {
        wheel: bytes[at]!,
        sensorId: toHex(bytes.subarray(at + 1, at + 4)),
        pressureKpa: view.getUint16(at + 4, true) * 2.5,
        temperatureC: bytes[at + 6]! - 50,
        state:
          bits & 0x10
            ? 'pressureHigh'
            : bits & 0x08
              ? 'pressureLow'
              : bits & 0x04
                ? 'temperatureHigh'
                : 'normal',
      },
    ])
  }
}
