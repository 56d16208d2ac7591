/** Messages of the Topin/365GPS dialect by number. Source: 365GPS 2G/4G protocol, "Data packets", and public frames. */
import { alarms } from '@trackway/core/codes/alarms.ts'
import type { MessageKind } from '../../protocol.ts'
import { part, type WireType } from '../../wire/body.ts'
import { hex, hexRest } from '../../wire/texts.ts'
import { bcdTimeMs, binaryTime } from '../../wire/time.ts'
import { codesOf, peeked, times, u8 } from '../../wire/types.ts'
import { type Form, form, type Gt06Rows } from '../layouts/forms.ts'
import * as n from '../layouts/network.ts'
import { date, gps as gpsGroup } from '../layouts/place.ts'
import { altitudeM, batteryPercent, gsm, imei } from '../layouts/state.ts'

export interface NoCrcBody {
  name: string
  kind: MessageKind
  forms: readonly Form[]
  /** What the answer repeats: the device's own content, only its six bytes of date, or nothing at all. */
  answer: 'content' | 'date' | 'login' | 'time' | false
  /** Kept back while there was no connection. */
  isBuffered?: boolean
  alarm?: number
}

/** Six bytes that some models send in BCD, others in plain binary: whichever the calendar knows. */
const dateOf = (isBcdFirst: boolean): WireType<number | null> => ({
  ...date,
  read: (r) => {
    const bytes = r.take(6)
    const found = [bcdTimeMs(bytes), binaryTime(bytes)]
    return isBcdFirst ? (found[0] ?? found[1]!) : (found[1] ?? found[0]!)
  },
})
const plainDate = dateOf(false)
const bcdDate = dateOf(true)

const bits = { 0: alarms.vibration, 1: alarms.overspeed, 4: alarms.internalBatteryLow }
const alarm = {
  alarms: peeked((bytes, at) => codesOf(bytes[at] ?? 0, bits)),
  alarmBits: u8,
} satisfies Gt06Rows

/** Whole degrees in one byte, then a sign nibble and millionths. */
const decimalDegrees: WireType<number> = part({
  size: 4,
  read: (r) => {
    const degrees = r.u8()
    const low = r.u24()
    const value = degrees + (low & 0xf_ffff) / 1e6
    return low >> 20 ? -value : value
  },
})

const wifiThenCells = (kind: 'brief' | 'wideLong') => ({
  date: bcdDate,
  wifi: n.wifi,
  cellCount: part(u8),
  ...n.network,
  cells: n.cells(kind),
})
const networks = (kind: 'brief' | 'wideLong') => [
  form('standard', wifiThenCells(kind)),
  form('alarm', wifiThenCells(kind), alarm),
]
const anyNetworks = [...networks('wideLong'), ...networks('brief')]
const gps = [
  form('standard', { date: plainDate }, gpsGroup),
  form('altitude', { date: plainDate }, gpsGroup, { altitudeM }, alarm),
]
const gpsDecimal = [
  form('standard', {
    date: plainDate,
    signedLatitude: decimalDegrees,
    signedLongitude: decimalDegrees,
    secondPlace: hex(8),
    speedKmh: u8,
    doubleCourse: part(times(u8, 2)),
    satellites: u8,
    tail: hexRest,
  }),
]
const heartbeat = { batteryPercent, version: u8, zone: u8, interval: u8 }

const wifi = (forms: readonly Form[], isBuffered = false): NoCrcBody => ({
  name: 'wifi',
  kind: 'reports',
  forms,
  answer: 'date',
  isBuffered,
})

export const noCrcBodies: { readonly [number: number]: NoCrcBody } = {
  0x01: { name: 'login', kind: 'login', forms: [form('standard', { imei, version: u8 })], answer: 'login' },
  0x08: { name: 'gps', kind: 'reports', forms: gpsDecimal, answer: false },
  0x09: { name: 'gps', kind: 'reports', forms: gpsDecimal, answer: false, isBuffered: true },
  0x10: { name: 'gps', kind: 'reports', forms: gps, answer: 'date' },
  0x11: { name: 'gps', kind: 'reports', forms: gps, answer: 'date', isBuffered: true },
  0x13: {
    name: 'heartbeat',
    kind: 'heartbeat',
    forms: [form('standard', heartbeat, { gsm, tail: hexRest }), form('short', heartbeat)],
    answer: 'content',
  },
  0x14: { name: 'sleep', kind: 'heartbeat', forms: [], answer: false },
  0x17: wifi(networks('brief'), true),
  0x18: wifi(anyNetworks),
  0x19: wifi(anyNetworks, true),
  0x1a: wifi(anyNetworks),
  0x30: { name: 'timeRequest', kind: 'heartbeat', forms: [], answer: 'time' },
  0x69: wifi(networks('brief')),
  0x94: { name: 'vibration', kind: 'reports', forms: [], answer: false, alarm: alarms.vibration },
}

export const unknownNoCrcBody: NoCrcBody = { name: 'unknown', kind: 'unknown', forms: [], answer: false }
