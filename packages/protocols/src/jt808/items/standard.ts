/**
 * Items that JT/T 808 and 1078 define (0200, "additional information"), and the ids below E0 of active
 * safety (T/JSATL 12, "Su-biao").
 */

import { vehicleAlarms as alarm } from '@trackway/core/codes/alarms.ts'
import type { Extra, Tyre } from '../../protocol.ts'
import { body, type WireType } from '../../wire/body.ts'
import {
  anyWidth,
  as,
  bitNames,
  counted,
  group,
  hex,
  hexRest,
  i16,
  oneOf,
  per,
  signMagnitude,
  time6,
  times,
  u8,
  u16,
  u32,
} from '../../wire/types.ts'
import { type ItemTable, item } from './items.ts'

/** 0 none to 4 strong, from CSQ 0 to 31 or from percent above that; undefined where it is neither. */
export const signalLevel = (value: number): number | undefined =>
  value === 0
    ? 0
    : value <= 31
      ? Math.ceil(value / 8)
      : value <= 100 && value !== 99
        ? Math.ceil(value / 25)
        : undefined

/** The raw value and the level that it stands for are two rows over one byte. */
const signal: WireType<number | undefined> = { read: (r) => signalLevel(r.peek()) }

const areaKinds = [null, 'circle', 'rectangle', 'polygon', 'route'] as const

/** Fence alarms do not say which way without this item. */
const areaDirection: WireType<number[]> = {
  read: (r) => [r.bytes[r.end - 1] === 0 ? alarm.fenceEntered : alarm.fenceLeft],
}

/** Makers read the sign in two ways; the values tell which: 8001-80FF magnitude, FF00-FFFF complement. */
const cargoTemperature: WireType<number[]> = as(u16, (word) => [
  word >= 0x8000 && word < 0xc000 ? signMagnitude(word) : (word << 16) >> 16,
])

const satelliteState = body(
  Object.fromEntries(
    ['beidou', 'gps', 'glonass', 'galileo'].map((system) => [
      system,
      counted(u8, group(body({ number: u8, elevationDeg: u8, azimuthDeg: u16 }))),
    ]),
  ),
)

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

/** Sixteen bytes that tie an alarm to its pictures; kept whole, attachments are asked for by it. */
const label = hex(16)

const place = { speedKmh: u8, altitudeM: i16, latitude: per(u32, 1e6), longitude: per(u32, 1e6), time: time6 }
const flags = oneOf(u8, ['none', 'start', 'end'])

const adasKinds = [
  null,
  'forwardCollision',
  'laneDeparture',
  'headway',
  'pedestrian',
  'frequentLaneChange',
  'signExceeded',
  'obstacle',
]
const dsmKinds = [null, 'fatigue', 'phone', 'smoking', 'distraction', 'driverAbnormal']

const adas = body({
  alarmId: u32,
  flag: flags,
  kind: oneOf(u8, { ...adasKinds, 0x10: 'signSeen', 0x11: 'snapshot' } as Record<number, string>),
  level: u8,
  frontSpeedKmh: u8,
  frontDistance100Ms: u8,
  deviation: oneOf(u8, [null, 'left', 'right']),
  signType: u8,
  signData: u8,
  ...place,
  vehicleState: u16,
  label,
  rest: hexRest,
})

const dsm = body({
  alarmId: u32,
  flag: flags,
  kind: oneOf(u8, { ...dsmKinds, 0x10: 'snapshot', 0x11: 'driverChange' } as Record<number, string>),
  level: u8,
  fatigue: u8,
  reserved: hex(4),
  ...place,
  vehicleState: u16,
  label,
  rest: hexRest,
})

/** `flag` 2 says that the alarm is over. */
const isActive = (flag: number) => flag !== 2

const dsmAlarms: WireType<number[]> = {
  read: ({ bytes, offset }) =>
    bytes[offset + 5] === 1 && isActive(bytes[offset + 4]!) ? [alarm.driverFatigue] : [],
}

const drivingAlarms: WireType<number[]> = {
  read: ({ bytes, offset }) => {
    const codes: Record<number, number> = {
      1: alarm.harshAcceleration,
      2: alarm.harshBraking,
      3: alarm.harshCornering,
      0x16: alarm.collision,
    }
    const code = codes[bytes[offset + 5]!]
    return code !== undefined && isActive(bytes[offset + 4]!) ? [code] : []
  },
}

const wheelAlarms = {
  1: alarm.tyrePressureHigh,
  2: alarm.tyrePressureLow,
  3: alarm.tyreTemperatureHigh,
  6: alarm.tyreLeak,
}

const wheel: WireType<Tyre> = {
  read: (r) => {
    const number = r.u8()
    const isLeaking = ((r.u16() >> 6) & 1) === 1
    const tyre: Tyre = { wheel: number, pressureKpa: r.u16(), temperatureC: r.i16(), isLeaking }
    r.skip(2)
    return tyre
  },
}

/** Bytes before the list of wheels. */
const wheelsAt = 5 + 1 + 2 + 4 + 4 + 6 + 2 + 16
const wheelsAlarms: WireType<number[]> = {
  read: ({ bytes, offset, end }) => {
    const found = new Set<number>()
    for (let at = offset + wheelsAt + 1; at + 9 <= end; at += 9) {
      const bits = (bytes[at + 1]! << 8) | bytes[at + 2]!
      for (const [bit, code] of Object.entries(wheelAlarms)) if ((bits >> Number(bit)) & 1) found.add(code)
    }
    return [...found]
  },
}

const nested = (table: Parameters<typeof group>[0]): WireType<Extra> => group(table)
const isSafety = (length: number) => length >= 32

export const standardItems: ItemTable = {
  1: [item('odometer', 4, body({ odometerM: times(u32, 100) }))],
  2: [
    item(
      'fuel percent',
      (length, r) => length === 2 && r.peek() >= 0x80,
      body({
        fuelPercent: as(u16, (word) => ((word & 0x7fff) <= 100 ? word & 0x7fff : undefined)),
      }),
    ),
    item('fuel', 2, body({ fuelL: per(u16, 10) })),
  ],
  3: [item('recorder speed', 2, body({ recorderSpeedKmh: per(u16, 10) }))],
  4: [item('alarm to confirm', 2, body({ alarmToConfirm: u16 }))],
  5: [item('tyre pressures', 30, body({ tyrePressuresRaw: hexRest }))],
  6: [
    item('cargo temperature', 2, body({ temperaturesC: cargoTemperature })),
    item('battery', 1, body({ batteryPercent: u8 })),
  ],
  7: [item('satellites', (length) => length >= 4, satelliteState)],
  0x11: [
    item(
      'overspeed',
      [1, 5],
      body({
        overspeedAt: oneOf(u8, ['anywhere', 'circle', 'rectangle', 'polygon', 'segment']),
        overspeedAreaId: u32,
      }),
    ),
  ],
  0x12: [
    item(
      'area',
      6,
      body({
        alarms: areaDirection,
        areaKind: oneOf(u8, areaKinds),
        areaId: u32,
        areaDirection: oneOf(u8, ['in', 'out']),
      }),
    ),
  ],
  0x13: [
    item(
      'segment time',
      7,
      body({
        segmentId: u32,
        segmentS: u16,
        segmentTime: oneOf(u8, ['tooShort', 'tooLong']),
      }),
    ),
  ],
  0x14: [
    item(
      'video alarms',
      4,
      body({
        videoAlarms: bitNames(u32, [
          'signalLost',
          'covered',
          'storageFault',
          'otherFault',
          'overload',
          'abnormalDriving',
          'storageThreshold',
        ]),
      }),
    ),
  ],
  0x15: [item('channels lost', 4, body({ channelsLost: as(bitNames(u32, []), channels) }))],
  0x16: [item('channels covered', 4, body({ channelsCovered: as(bitNames(u32, []), channels) }))],
  0x17: [item('storage faults', 2, body({ storageFaults: bitNames(u16, []) }))],
  0x18: [
    item(
      'abnormal driving',
      [2, 3],
      body({
        alarms: { read: ({ bytes, offset }) => (bytes[offset + 1]! & 1 ? [alarm.driverFatigue] : []) },
        abnormalDriving: bitNames(u16, ['fatigue', 'phone', 'smoking']),
        fatigueLevel: u8,
      }),
    ),
  ],
  0x25: [item('vehicle signals', 4, body({ vehicleSignals: bitNames(u32, vehicleSignals) }))],
  0x2a: [item('IO', 2, body({ io: bitNames(u16, ['deepSleep', 'sleep']) }))],
  0x2b: [item('analogue inputs', 4, body({ ad1: u16, ad0: u16 }))],
  0x30: [item('signal', 1, body({ gsmLevel: signal, csq: u8 }))],
  0x31: [item('satellites', 1, body({ satellites: u8 }))],
  0x64: [item('ADAS', isSafety, body({ adas: nested(adas) }))],
  0x65: [item('DSM', isSafety, body({ alarms: dsmAlarms, dsm: nested(dsm) }))],
  0x66: [
    item(
      'tyre alarm',
      (length) => length >= wheelsAt + 1 && (length - wheelsAt - 1) % 9 === 0,
      body({
        alarms: wheelsAlarms,
        tyreAlarm: nested(body({ alarmId: u32, flag: flags, ...place, vehicleState: u16, label })),
        tyres: counted(u8, wheel),
      }),
    ),
  ],
  0x67: [
    item(
      'blind spot',
      isSafety,
      body({
        blindSpot: nested(
          body({
            alarmId: u32,
            flag: flags,
            kind: oneOf(u8, [null, 'rear', 'left', 'right']),
            ...place,
            vehicleState: u16,
            label,
            rest: hexRest,
          }),
        ),
      }),
    ),
  ],
  0x70: [
    item(
      'driving behaviour',
      isSafety,
      body({
        alarms: drivingAlarms,
        drivingBehaviour: nested(
          body({
            alarmId: u32,
            flag: flags,
            kind: oneOf(u8, { 1: 'acceleration', 2: 'braking', 3: 'cornering', 0x16: 'accident' }),
            rest: hexRest,
          }),
        ),
      }),
    ),
  ],
  0xe0: [
    item('length of custom data', (length) => length >= 1 && length <= 4, body({ customLength: anyWidth })),
  ],
}

/** Bit 0 is channel 1. */
function channels(bits: Extra[] | undefined): Extra[] | undefined {
  return bits?.map((bit) => Number(bit) + 1)
}
