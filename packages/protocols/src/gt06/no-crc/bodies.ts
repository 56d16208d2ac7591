/** Bodies of the Topin/365GPS dialect by number. Source: 365GPS 2G/4G protocol and public frames. */
import { alarms } from '@trackway/core/codes/alarms.ts'
import type { MessageKind } from '../../protocol.ts'
import { calendarTime } from '../clock.ts'
import * as n from '../layouts/network-rows.ts'
import { date, gps as gpsGroup } from '../layouts/place-rows.ts'
import { type Layout, layout, type Row } from '../layouts/row.ts'
import { count, put, raw, rest, say, sayNumber } from '../layouts/row-kinds.ts'
import { altitude, batteryPercent, gsm, imei } from '../layouts/state-rows.ts'

export interface NoCrcBody {
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
    if (bits & 1) draft.addAlarm(alarms.vibration)
    if (bits & 2) draft.addAlarm(alarms.overspeed)
    if (bits & 16) draft.addAlarm(alarms.internalBatteryLow)
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
]
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
]

export const noCrcBodies: { readonly [number: number]: NoCrcBody } = {
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

export const unknownNoCrcBody: NoCrcBody = { name: 'unknown', kind: 'unknown', layouts: [], answer: false }
