/**
 * Items that JT/T 808-2013 and -2019 (table 27, "additional location information") and JT/T 1078 (14 to 18) define,
 * and the ids below E0 of active safety (T/JSATL 12, "Su-biao", 4.5).
 */

import { vehicleAlarms as alarm } from '@trackway/core/codes/alarms.ts'
import type { Extra } from '../../protocol.ts'
import type { WireType } from '../../wire/body.ts'
import { type ItemTable, item, itemOf } from '../../wire/items.ts'
import { peekedLevel } from '../../wire/network.ts'
import type { Tyre } from '../../wire/places.ts'
import { hex, hexRest } from '../../wire/texts.ts'
import {
  anyWidth,
  as,
  bitNames,
  codesOf,
  counted,
  group,
  i16,
  oneOf,
  peeked,
  per,
  signMagnitude,
  time6,
  times,
  u8,
  u16,
  u32,
} from '../../wire/types.ts'

/** Makers read the sign in two ways; the values show which: 8001-80FF magnitude, FF00-FFFF complement. */
const cargoTemperature = as(u16, (word) => [
  word >= 0x8000 && word < 0xc000 ? signMagnitude(word) : (word << 16) >> 16,
])

const satellites = counted(u8, group({ number: u8, elevationDeg: u8, azimuthDeg: u16 }))

const vehicleSignals = [
  'lowBeam',
  'highBeam',
  'rightTurn',
  'leftTurn',
  'brake',
  'reverse',
  'fogLight',
  'outlineLights',
  'horn',
  'airConditioning',
  'neutral',
  'retarder',
  'abs',
  'heater',
  'clutch',
]

const videoAlarms = [
  'signalLost',
  'covered',
  'storageFault',
  'otherFault',
  'overload',
  'abnormalDriving',
  'storageThreshold',
]

/** Bit 0 is channel 1. */
const channels = as(bitNames(u32, []), (bits) => bits?.map((bit) => Number(bit) + 1))

/** What all active-safety items begin with, and where the vehicle was; `label` ties an alarm to its pictures. */
const begin = { alarmId: u32, flag: oneOf(u8, ['none', 'start', 'end']) }
const place = {
  speedKmh: u8,
  altitudeM: i16,
  latitude: per(u32, 1e6),
  longitude: per(u32, 1e6),
  time: time6,
  vehicleState: u16,
  label: hex(16),
}
const kinds = (names: (string | null)[], more: Record<number, string> = {}) =>
  oneOf(u8, { ...names, ...more } as Record<number, string>)

const adas = {
  ...begin,
  kind: kinds(
    [
      null,
      'forwardCollision',
      'laneDeparture',
      'headway',
      'pedestrian',
      'frequentLaneChange',
      'signExceeded',
      'obstacle',
    ],
    { 0x10: 'signSeen', 0x11: 'snapshot' },
  ),
  level: u8,
  frontSpeedKmh: u8,
  frontDistance100Ms: u8,
  deviation: oneOf(u8, [null, 'left', 'right']),
  signType: u8,
  signData: u8,
  ...place,
  rest: hexRest,
}

const dsm = {
  ...begin,
  kind: kinds([null, 'fatigue', 'phone', 'smoking', 'distraction', 'driverAbnormal'], {
    0x10: 'snapshot',
    0x11: 'driverChange',
  }),
  level: u8,
  fatigue: u8,
  reserved: hex(4),
  ...place,
  rest: hexRest,
}

/** Codes by the kind in the sixth byte; the flag before it is 2 when the alarm is over. */
const alarmsByKind = (codes: Record<number, number>): WireType<number[]> =>
  peeked((bytes, at) => {
    const code = codes[bytes[at + 5]!]
    return code !== undefined && bytes[at + 4] !== 2 ? [code] : []
  })

/** Bits of the alarm word with the state they stand for, the worst first. */
const tyreStates = [
  [6, 'leak'],
  [1, 'pressureHigh'],
  [2, 'pressureLow'],
  [3, 'temperatureHigh'],
] as const

const wheel: WireType<Tyre> = {
  size: 9,
  read: (r) => {
    // Wheels count from 0: T/JSATL 12-2017, "TPMS alarm list".
    const number = r.u8() + 1
    const bits = r.u16()
    const state = tyreStates.find(([bit]) => (bits >> bit) & 1)?.[1] ?? 'normal'
    const tyre: Tyre = { wheel: number, pressureKpa: r.u16(), temperatureC: r.i16(), state }
    r.skip(2)
    return tyre
  },
}
const wheelCodes = {
  1: alarm.tyrePressureHigh,
  2: alarm.tyrePressureLow,
  3: alarm.tyreTemperatureHigh,
  6: alarm.tyreLeak,
}
/** Bytes before the list of wheels. */
const wheelsAt = 5 + 1 + 2 + 4 + 4 + 6 + 2 + 16
const wheelsAlarms = peeked((bytes, offset, end) => {
  const found = new Set<number>()
  for (let at = offset + wheelsAt + 1; at + 9 <= end; at += 9) {
    for (const code of codesOf((bytes[at + 1]! << 8) | bytes[at + 2]!, wheelCodes)) found.add(code)
  }
  return [...found]
})

/** Makers use the ids of active safety for short items of their own. */
const isSafety = (length: number) => length >= 32
const nested = group as (rows: Parameters<typeof group>[0]) => WireType<Extra>

export const standardItems: ItemTable = {
  1: item('odometer', { odometerM: times(u32, 100) }),
  2: [
    itemOf('fuel percent', (length, r) => length === 2 && r.peek() >= 0x80, {
      fuelPercent: as(u16, (word) => ((word & 0x7fff) <= 100 ? word & 0x7fff : undefined)),
    }),
    item('fuel', { fuelL: per(u16, 10) }),
  ],
  3: item('recorder speed', { recorderSpeedKmh: per(u16, 10) }),
  4: item('alarm to confirm', { alarmToConfirm: u16 }),
  5: item('tyre pressures', { tyrePressuresRaw: hex(30) }),
  6: [item('cargo temperature', { temperatureC: cargoTemperature }), item('battery', { batteryPercent: u8 })],
  7: itemOf('satellites', (length) => length >= 4, {
    beidou: satellites,
    gps: satellites,
    glonass: satellites,
    galileo: satellites,
  }),
  0x11: itemOf('overspeed', [1, 5], {
    overspeedAt: oneOf(u8, ['anywhere', 'circle', 'rectangle', 'polygon', 'segment']),
    overspeedAreaId: u32,
  }),
  // Fence alarms do not say which way without this item.
  0x12: item('area', {
    alarms: peeked((bytes, _, end) => [bytes[end - 1] === 0 ? alarm.fenceEntered : alarm.fenceLeft]),
    areaKind: oneOf(u8, [null, 'circle', 'rectangle', 'polygon', 'route']),
    areaId: u32,
    areaDirection: oneOf(u8, ['in', 'out']),
  }),
  0x13: item('segment time', {
    segmentId: u32,
    segmentS: u16,
    segmentTime: oneOf(u8, ['tooShort', 'tooLong']),
  }),
  0x14: item('video alarms', { videoAlarms: bitNames(u32, videoAlarms) }),
  0x15: item('channels lost', { channelsLost: channels }),
  0x16: item('channels covered', { channelsCovered: channels }),
  0x17: item('storage faults', { storageFaults: bitNames(u16, []) }),
  0x18: itemOf('abnormal driving', [2, 3], {
    alarms: peeked((bytes, at) => (bytes[at + 1]! & 1 ? [alarm.driverFatigue] : [])),
    abnormalDriving: bitNames(u16, ['fatigue', 'phone', 'smoking']),
    fatigueLevel: u8,
  }),
  0x25: item('vehicle signals', { vehicleSignals: bitNames(u32, vehicleSignals) }),
  0x2a: item('IO', { io: bitNames(u16, ['deepSleep', 'sleep']) }),
  0x2b: item('analogue inputs', { ad1: u16, ad0: u16 }),
  0x30: item('signal', { gsmLevel: peekedLevel, csq: u8 }),
  0x31: item('satellites', { satellites: u8 }),
  0x64: itemOf('ADAS', isSafety, { adas: nested(adas) }),
  0x65: itemOf('DSM', isSafety, { alarms: alarmsByKind({ 1: alarm.driverFatigue }), dsm: nested(dsm) }),
  0x66: itemOf('tyre alarm', (length) => length > wheelsAt && (length - wheelsAt - 1) % 9 === 0, {
    alarms: wheelsAlarms,
    tyreAlarm: nested({ ...begin, ...place }),
    tyres: counted(u8, wheel),
  }),
  0x67: itemOf('blind spot', isSafety, {
    blindSpot: nested({ ...begin, kind: kinds([null, 'rear', 'left', 'right']), ...place, rest: hexRest }),
  }),
  0x70: itemOf('driving behaviour', isSafety, {
    alarms: alarmsByKind({
      1: alarm.harshAcceleration,
      2: alarm.harshBraking,
      3: alarm.harshCornering,
      0x16: alarm.collision,
    }),
    drivingBehaviour: nested({
      ...begin,
      kind: kinds([null, 'acceleration', 'braking', 'cornering'], { 0x16: 'accident' }),
      rest: hexRest,
    }),
  }),
  0xe0: itemOf('length of custom data', (length) => length >= 1 && length <= 4, { customLength: anyWidth }),
}
