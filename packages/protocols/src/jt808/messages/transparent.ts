/** 0900, data passed through: `u8` type, then what the maker put there. Source: JT/T 808-2013 8.57; AOVX, Jimi and HOLLOO as public frames show them. */

import { type AlarmCode, vehicleAlarms as alarm } from '@trackway/core/codes/alarms.ts'
import type { Extra, Report } from '../../protocol.ts'
import {
  type BodyReader,
  body,
  readBody,
  readComplete,
  type Values,
  type WireType,
  when,
} from '../../wire/body.ts'
import { toHex } from '../../wire/bytes.ts'
import { gbkText } from '../../wire/gbk.ts'
import { isList } from '../../wire/items.ts'
import { mac } from '../../wire/network.ts'
import { addTime, addValue, addValues, bareReport } from '../../wire/report.ts'
import { hexRest, text16, textRest } from '../../wire/texts.ts'
import { group, i16, i32, many, per, time6, u8, u16, u32 } from '../../wire/types.ts'
import type { Decoding } from '../decoding.ts'
import { axes } from '../items/g10ls.ts'
import { jimiCarData as jimiCarRows } from '../items/jimi.ts'
import { readObdText } from '../items/obd.ts'
import { setPlace } from './position.ts'

const degrees = per(u32, 1e6)

const aovxHead = body({
  state: u32,
  latitude: degrees,
  longitude: degrees,
  altitudeM: i16,
  speedKmh: per(u16, 10),
  courseDeg: u16,
  time: time6,
})

function aovxReport(r: BodyReader, { now, session }: Decoding): Report {
  session.seenDialect ??= 'aovx'
  const offset = session.reportedOffsetMinutes ?? session.profile.utcOffsetMinutes ?? 0
  const { time, state, latitude, longitude, ...rest } = readComplete(aovxHead, r)
  // AOVX keeps UTC, whatever the reader was made for.
  const utc = time === null ? null : time + (r.context.utcOffsetMinutes - offset) * 60_000
  const report: Report = { ...bareReport(), ...rest }
  setPlace(report, state, latitude, longitude)
  addTime(report, utc, now)
  return report
}

const tagList: WireType<Extra[]> = {
  read: (r) => {
    const tags: Extra[] = []
    for (let left = r.u8(); left > 0 && r.remaining >= 9; left--) {
      const index = r.u8()
      const tag = { index, mac: mac.read(r, {}), rssiDbm: r.i8() }
      tags.push({ ...tag, data: toHex(r.take(r.u8())) })
    }
    return tags
  },
}

const bit = (n: number) => (values: Values) => ((values.mask >> n) & 1) === 1
const sample = group({
  mask: u16,
  time: time6,
  light: when(bit(0), u16),
  temperatureC: when(bit(1), per(i16, 10)),
  humidityPercent: when(bit(1), per(i16, 10)),
  externalTemperatureC: when(bit(2), per(i16, 10)),
  acceleration: when(bit(3), axes),
  pressure: when(bit(4), u16),
})

function readSamples(r: BodyReader, decoding: Decoding): Report {
  const report = aovxReport(r, decoding)
  const samples = many(sample).read(r, {})
  addValue(report, 'samples', samples)
  const last = samples.at(-1)
  const temperatures = [last?.temperatureC ?? null, last?.externalTemperatureC ?? null]
  if (temperatures.some((value) => value !== null)) addValue(report, 'temperatureC', temperatures)
  if (last?.humidityPercent !== undefined) report.humidityPercent = last.humidityPercent
  return report
}

const jimiHead = body({ time: time6, isStored: u8, vehicleType: u8, subtype: u8 })
const jimiPlace = body({ state: u32, latitude: degrees, longitude: degrees, placeTime: time6 })
const jimiCarData = body(jimiCarRows)
const jimiAlarms: Record<number, AlarmCode> = {
  1: alarm.poweredOn,
  2: alarm.externalPowerCut,
  0x0e: alarm.idlingTooLong,
  0x1a: alarm.harshAcceleration,
  0x1b: alarm.harshBraking,
  0x1c: alarm.harshCornering,
  // Changes of lane.
  0x1d: alarm.harshCornering,
  0x1e: alarm.harshCornering,
  0x1f: alarm.harshCornering,
  0x23: alarm.driverFatigue,
  0x25: alarm.overspeed,
  0x26: alarm.collision,
  0x27: alarm.collision,
  0x28: alarm.collision,
  0x31: alarm.doorOpened,
  0x32: alarm.doorClosed,
}
const jimiEvents: Record<number, AlarmCode> = {
  0x51: alarm.harshAcceleration,
  0x52: alarm.harshBraking,
  0x53: alarm.harshCornering,
  0x54: alarm.harshCornering,
  0x56: alarm.collision,
}

const trip = body({
  tripPhase: u8,
  tripNumber: u32,
  tripStart: time6,
  tripEnd: time6,
  startLatitude: degrees,
  startLongitude: degrees,
  endLatitude: degrees,
  endLongitude: degrees,
  tripFlags: u8,
  idleCount: u16,
  idleS: u16,
  tripKm: per(u16, 10),
  tripFuelL: per(u16, 100),
})

/** After the data of subtypes 1 to 3 come state word, coordinates and, mostly, a time. */
function readJimiPlace(r: BodyReader, report: Report): void {
  const { state, latitude = 0, longitude = 0 } = readBody(jimiPlace, r)
  if (state === undefined) return
  setPlace(report, state, latitude, longitude)
  report.accOn = (state & 1) === 1
}

function readJimi(r: BodyReader, { now }: Decoding): Report {
  const head = readBody(jimiHead, r)
  const report = bareReport()
  if (head.isStored === 1) report.isBuffered = true
  addValue(report, 'obdSubtype', head.subtype ?? 0)
  switch (head.subtype) {
    case 1:
      addValues(report, jimiCarData, readBody(jimiCarData, r.slice(1 + entriesLength(r))))
      readJimiPlace(r, report)
      break
    case 2:
      readFaultCodes(r, report)
      readJimiPlace(r, report)
      break
    case 3:
      readJimiAlarms(r, report)
      readJimiPlace(r, report)
      break
    case 4:
      addValues(report, trip, readBody(trip, r))
      break
    case 0x0b:
      r.skip(1)
      addValue(report, 'vin', gbkText(r.take(17)))
      break
    case 0x15: {
      const event = r.u32()
      addValue(report, 'obdEvent', event)
      if (jimiEvents[event] !== undefined) addValue(report, 'alarms', [jimiEvents[event]])
      break
    }
    default:
      addValue(report, 'obdData', hexRest.read(r, {}))
  }
  addTime(report, head.time, now)
  return report
}

/** Bytes of a counted list of `{ u16 id, u8 length }`. */
function entriesLength(r: BodyReader): number {
  let at = r.offset + 1
  for (let left = r.peek(); left > 0 && at + 3 <= r.end; left--) at += 3 + r.bytes[at + 2]!
  return Math.min(at, r.end) - r.offset - 1
}

function readFaultCodes(r: BodyReader, report: Report): void {
  const found: string[] = []
  for (let systems = r.u16(); systems > 0 && r.remaining >= 6; systems--) {
    r.skip(4)
    for (let codes = r.u16(); codes > 0 && r.remaining >= 10; codes--) {
      r.skip(8)
      found.push(text16.read(r, {}))
    }
  }
  addValue(report, 'dtcs', found.join(' '))
}

function readJimiAlarms(r: BodyReader, report: Report): void {
  for (let left = r.u8(); left > 0 && r.remaining >= 2; left--) {
    const id = r.u8()
    const value = toHex(r.take(r.u8()))
    addValue(report, 'obdAlarms', [{ id, value }])
    if (jimiAlarms[id] !== undefined) addValue(report, 'alarms', [jimiAlarms[id]])
  }
}

const signedPlace = body({
  time: time6,
  latitude: per(i32, 1e6),
  longitude: per(i32, 1e6),
  altitudeM: i16,
  speedKmh: per(u16, 10),
  courseDeg: u16,
  gSensor: hexRest,
})

function readSignedPlace(r: BodyReader, { now }: Decoding): Report {
  const { time, latitude, longitude, gSensor, ...rest } = readComplete(signedPlace, r)
  const report: Report = { ...bareReport(), ...rest }
  if (Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 && (latitude !== 0 || longitude !== 0)) {
    Object.assign(report, { latitude, longitude, fix: 'gps' })
  }
  addTime(report, time, now)
  if (gSensor !== '') addValue(report, 'gSensor', gSensor)
  return report
}

/** Text of a reader: `$OBD-RT,…`, `GTSL|…|card|…`, or just text. */
function readText(r: BodyReader, message: Decoding['message']): void {
  // Readers put the length in front.
  if (((r.bytes[r.offset]! << 8) | r.bytes[r.offset + 1]!) === r.remaining - 2) r.skip(2)
  const line = textRest.read(r, {}).trim()
  const values = readObdText(line)
  const report = bareReport()
  if (values !== undefined) for (const [name, value] of values) addValue(report, name, value)
  else if (line.startsWith('GTSL|')) addValue(report, 'driverId', line.split('|')[4] ?? '')
  else {
    message.information = { ...message.information, text: line }
    return
  }
  message.kind = 'reports'
  message.reports.push(report)
}

const isText = (r: BodyReader): boolean => {
  const isCounted = ((r.bytes[r.offset]! << 8) | r.bytes[r.offset + 1]!) === r.remaining - 2
  for (let at = r.offset + (isCounted ? 2 : 0); at < r.end; at++) {
    const byte = r.bytes[at]!
    if ((byte < 0x20 && byte !== 9 && byte !== 10 && byte !== 13 && byte !== 0) || byte === 0x7f) return false
  }
  return r.remaining > 0
}

/** F3: `{ u16 id, u16 length }`; 0002 collision in hundredths of g, 8.8 fixed; 0006 its time. */
function readCollisionList(r: BodyReader, { now }: Decoding): Report {
  const report = bareReport()
  while (r.remaining >= 4) {
    const id = r.u16()
    const part = r.slice(r.u16())
    if (id === 2 && part.remaining === 2) addValue(report, 'collisionG', part.u16() / 256 / 100)
    else if (id === 6 && part.remaining === 6) addTime(report, time6.read(part, {}), now)
    else addValue(report, `f3.${id.toString(16).padStart(4, '0')}`, hexRest.read(part, {}))
  }
  return report
}

const headBytes = 24
const shortest: Record<number, number> = { 0x53: headBytes, 0x54: headBytes, 0xf0: 9, 0xff: 20 }

export function readTransparent(r: BodyReader, decoding: Decoding): void {
  const { message } = decoding
  const type = r.u8()
  r.trace?.add(r.offset - 1, 1, 'type', type.toString(16).padStart(2, '0'))
  message.information = { transparentType: type.toString(16).padStart(2, '0') }
  const start = r.offset
  const report = r.remaining >= (shortest[type] ?? 1) ? readReport(type, r, decoding) : undefined
  if (report !== undefined) {
    message.kind = 'reports'
    message.reports.push(report)
  } else if (r.remaining > 0) {
    if (isText(r)) readText(r, message)
    else message.information.data = hexRest.read(r, {})
  }
  r.trace?.add(start, r.offset - start, 'data', toHex(r.bytes.subarray(start, r.offset)))
}

function readReport(type: number, r: BodyReader, decoding: Decoding): Report | undefined {
  switch (type) {
    case 0x53: {
      const report = aovxReport(r, decoding)
      addValue(report, 'tags', tagList.read(r, {}))
      return report
    }
    case 0x54:
      return readSamples(r, decoding)
    case 0xf0:
      return isText(r) ? undefined : readJimi(r, decoding)
    case 0xf3:
      return isList(r, 2, 2) ? readCollisionList(r, decoding) : undefined
    case 0xff:
      return readSignedPlace(r, decoding)
    default:
      return undefined
  }
}
