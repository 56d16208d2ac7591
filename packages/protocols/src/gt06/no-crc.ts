/**
 * The Topin/365GPS dialect: start, a byte of length or of Wi-Fi points, number, content, `0d 0a`.
 * Source: 365GPS 2G/4G protocol, public frames of Topin and ZhongXun watches and trackers.
 */
import { alarms } from '@trackway/core/codes/alarms.ts'
import type { Field, Message, MessageKind, Report } from '../protocol.ts'
import { Reader } from '../reader.ts'
import { believedTime, calendarTime } from './clock.ts'
import { Draft } from './draft.ts'
import { isStopAt } from './envelope.ts'
import { identityOf } from './identity.ts'
import { malformed, typeOf } from './malformed.ts'
import * as n from './network-rows.ts'
import { noCrcSize } from './no-crc-size.ts'
import { date, gps as gpsGroup } from './place-rows.ts'
import { maxLatitude, maxLongitude, toReport } from './report.ts'
import { type Layout, layout, type Row, readPrefix, readRows } from './row.ts'
import { count, put, raw, rest, say, sayNumber } from './row-kinds.ts'
import type { Gt06Session } from './session.ts'
import { altitude, batteryPercent, gsm, imei } from './state-rows.ts'

interface NoCrcBody {
  name: string
  kind: MessageKind
  layouts: readonly Layout[]
  /** What the answer repeats: the device's own content, only its six bytes of date, or nothing at all. */
  answer: 'content' | 'date' | 'login' | 'time' | false
  /** Kept back while there was no connection. */
  isBuffered?: boolean
  raises?: number
}

const bcd = (byte: number) => (byte >> 4) * 10 + (byte & 15)
const isBcd = (byte: number) => byte >> 4 < 10 && (byte & 15) < 10

/** Six bytes that some models send in BCD, others in plain binary: whichever the calendar knows. */
function dateOf(isBcdFirst: boolean): Row {
  return {
    ...date,
    read(reader, draft) {
      const bytes = Array.from(reader.take(6))
      const [y = 0, mo = 0, d = 0, h = 0, mi = 0, s = 0] = bytes
      const asBcd = bytes.every(isBcd)
        ? calendarTime(bcd(y), bcd(mo), bcd(d), bcd(h), bcd(mi), bcd(s))
        : Number.NaN
      const plain = calendarTime(y, mo, d, h, mi, s)
      const [first, second] = isBcdFirst ? [asBcd, plain] : [plain, asBcd]
      draft.deviceTime = Number.isNaN(first) ? second : first
    },
  }
}

const plainDate = dateOf(false)
const bcdDate = dateOf(true)

const alarmBits: Row = {
  ...say('alarmBits', 1, (reader, draft) => {
    const bits = reader.u8()
    if (bits & 1) draft.raise(alarms.vibration)
    if (bits & 2) draft.raise(alarms.overspeed)
    if (bits & 16) draft.raise(alarms.internalBatteryLow)
    return bits
  }),
}

/** Whole degrees in one byte, then a sign nibble and millionths. */
const decimalDegrees = (name: 'latitude' | 'longitude'): Row => ({
  name,
  size: 4,
  isFixed: true,
  read(reader, draft) {
    const degrees = reader.u8()
    const low = reader.u24()
    const value = degrees + (low & 0xf_ffff) / 1e6
    draft.report[name] = low >> 20 ? -value : value
  },
  show: (draft) => String(draft.report[name]),
})

const number = (name: string) => sayNumber(name, 1)
const wifiThenCells = (form: 'brief' | 'wideLong'): readonly Row[] => [
  bcdDate,
  n.wifi,
  count('cellCount'),
  ...n.network,
  n.cells(form, 'counted'),
] // prettier-ignore
const networks = (form: 'brief' | 'wideLong') => [
  layout('standard', wifiThenCells(form)),
  layout('alarm', wifiThenCells(form), alarmBits),
]
const anyNetworks = [...networks('wideLong'), ...networks('brief')]
const gps = [
  layout('standard', plainDate, gpsGroup),
  layout('altitude', plainDate, gpsGroup, altitude, alarmBits),
]
const gpsDecimal: readonly Layout[] = [
  layout(
    'standard',
    plainDate,
    decimalDegrees('latitude'),
    decimalDegrees('longitude'),
    raw('secondPlace', 8),
    number('speed'),
    number('halfCourse'),
    put('satellites', 1, (reader) => reader.u8()),
    rest('tail'),
  ),
] // prettier-ignore

const bodies: { readonly [number: number]: NoCrcBody } = {
  0x01: {
    name: 'login',
    kind: 'login',
    layouts: [layout('standard', imei, number('version'))],
    answer: 'login',
  },
  0x08: { name: 'gps', kind: 'reports', layouts: gpsDecimal, answer: false },
  0x09: { name: 'gps', kind: 'reports', layouts: gpsDecimal, answer: false, isBuffered: true },
  0x10: { name: 'gps', kind: 'reports', layouts: gps, answer: 'date' },
  0x11: { name: 'gps', kind: 'reports', layouts: gps, answer: 'date', isBuffered: true },
  0x13: {
    name: 'heartbeat',
    kind: 'heartbeat',
    layouts: [
      layout(
        'standard',
        batteryPercent,
        number('version'),
        number('zone'),
        number('interval'),
        gsm,
        rest('tail'),
      ),
      layout('short', batteryPercent, number('version'), number('zone'), number('interval')),
    ],
    answer: 'content',
  },
  0x14: { name: 'sleep', kind: 'heartbeat', layouts: [], answer: false },
  0x17: { name: 'wifi', kind: 'reports', layouts: networks('brief'), answer: 'date', isBuffered: true },
  0x18: { name: 'wifi', kind: 'reports', layouts: anyNetworks, answer: 'date' },
  0x19: { name: 'wifi', kind: 'reports', layouts: anyNetworks, answer: 'date', isBuffered: true },
  0x1a: { name: 'wifi', kind: 'reports', layouts: anyNetworks, answer: 'date' },
  0x30: { name: 'timeRequest', kind: 'heartbeat', layouts: [], answer: 'time' },
  0x69: { name: 'wifi', kind: 'reports', layouts: networks('brief'), answer: 'date' },
  0x94: { name: 'vibration', kind: 'reports', layouts: [], answer: false, raises: alarms.vibration },
}

const unknownBody: NoCrcBody = { name: 'unknown', kind: 'unknown', layouts: [], answer: false }

/** A frame of this dialect: by its size, or because the CRC it would need to be a GT06 frame is wrong. */
export function isNoCrcFrame(frame: Uint8Array, session: Gt06Session): boolean {
  if (frame.length < 6 || frame[0] !== 0x78 || frame[1] !== 0x78) return false
  if (!isStopAt(frame, frame.length - 2)) return false
  return noCrcSize(frame, session.hasNoCrc) === frame.length
}

/**
 * A heartbeat as long as GT06's. There the fifth byte is a language, 0 to 2 with flags in the high
 * nibble; here it is a signal strength.
 */
export const isNoCrcHeartbeat = (frame: Uint8Array): boolean =>
  frame.length === 15 && frame[0] === 0x78 && frame[3] === 0x13 && (frame[8]! & 15) > 2

/** The numbers 08 and 09 exist only here. */
export const isNoCrcGps = (frame: Uint8Array): boolean =>
  frame[0] === 0x78 && (frame[3] === 0x08 || frame[3] === 0x09)

function read(frame: Uint8Array, body: NoCrcBody, trace?: Parameters<typeof readRows>[3]): Draft {
  const end = frame.length - 2
  for (const { rows, minSize } of body.layouts) {
    if (end - 4 < minSize) continue
    const draft = new Draft()
    draft.count = frame[2]!
    const reader = new Reader(frame, 4, end)
    readRows(rows, reader, draft)
    if (reader.isShort || reader.remaining > 0) continue
    if (trace)
      readRows(rows, new Reader(frame, 4, end), Object.assign(new Draft(), { count: frame[2] }), trace)
    return draft
  }
  const draft = new Draft()
  draft.count = frame[2]!
  readPrefix(body.layouts[0]?.rows ?? [], new Reader(frame, 4, end), draft, trace)
  return draft
}

export function decodeNoCrc(frame: Uint8Array, session: Gt06Session, now: number): Message[] {
  const number = frame[3]!
  const body = bodies[number] ?? unknownBody
  const draft = read(frame, body)
  const message: Message = {
    kind: body.kind,
    type: typeOf(number),
    name: body.name,
    reports: [],
    replies: answer(frame, body, now),
    refusals: [],
  }
  if (body.kind === 'login') {
    const identity = identityOf(draft.imei)
    if (!identity) return [malformed('identity', frame)]
    session.hasNoCrc = true
    return [{ ...message, identity }]
  }
  if (body.kind === 'unknown') return [{ ...message, information: { raw: hexOf(frame) } }]
  const isEmpty = frame.length === 6
  if (isEmpty && body.raises === undefined) return [{ ...message, kind: 'heartbeat' }]
  if (draft.latitude > maxLatitude || draft.longitude > maxLongitude) return [malformed('coordinates', frame)]
  if (draft.deviceTime !== null && Number.isNaN(draft.deviceTime)) return [malformed('date', frame)]
  return [{ ...message, reports: [reportOf(draft, body, session, now)] }]
}

function reportOf(draft: Draft, body: NoCrcBody, session: Gt06Session, now: number): Report {
  draft.raise(body.raises)
  const place = draft.report.latitude !== undefined ? decimalPlace(draft, body) : {}
  const report = toReport(draft, { ...body, acknowledge: false }, 'no CRC', session, now)
  Object.assign(report, place)
  if (draft.deviceTime !== null) report.fixTime = believedTime(draft.deviceTime, session.utcClock, now)
  if (body.isBuffered) report.isBuffered = true
  return report
}

/** The form with decimal degrees: every frame of it is a fix. */
function decimalPlace(draft: Draft, _body: NoCrcBody): Partial<Report> {
  const { latitude = 0, longitude = 0 } = draft.report
  if (Math.abs(latitude) > 90 || Math.abs(longitude) > 180 || (latitude === 0 && longitude === 0)) {
    delete draft.report.latitude
    delete draft.report.longitude
    return {}
  }
  return {
    fix: 'gps',
    speedKmh: Number(draft.extra?.speed ?? 0),
    courseDeg: (Number(draft.extra?.halfCourse ?? 0) * 2) % 360,
  }
}

const hexOf = (bytes: Uint8Array) => Array.from(bytes, (byte) => typeOf(byte)).join('')

function answer(frame: Uint8Array, body: NoCrcBody, now: number): Uint8Array[] {
  const number = frame[3]!
  switch (body.answer) {
    case 'login':
      return [Uint8Array.of(0x78, 0x78, 1, 1, 1, 0x0d, 0x0a)]
    case 'date':
      return [Uint8Array.of(0x78, 0x78, 0, number, ...frame.subarray(4, 10), 0x0d, 0x0a)]
    case 'content':
      return [frame.slice()]
    case 'time': {
      const time = new Date(now)
      const year = time.getUTCFullYear()
      const date = [
        time.getUTCMonth() + 1,
        time.getUTCDate(),
        time.getUTCHours(),
        time.getUTCMinutes(),
        time.getUTCSeconds(),
      ]
      return [Uint8Array.of(0x78, 0x78, 7, number, year >> 8, year & 0xff, ...date, 0x0d, 0x0a)]
    }
    default:
      return []
  }
}

export function describeNoCrc(frame: Uint8Array, fields: Field[]): void {
  const number = frame[3]!
  const body = bodies[number] ?? unknownBody
  fields.push(
    { offset: 0, length: 2, name: 'start', value: '7878' },
    { offset: 2, length: 1, name: 'length', value: String(frame[2]) },
    { offset: 3, length: 1, name: 'number', value: `${typeOf(number)} ${body.name}` },
  )
  read(frame, body, (name, offset, length, value) => fields.push({ name, offset, length, value }))
  fields.push({ offset: frame.length - 2, length: 2, name: 'stop', value: '0d0a' })
}
