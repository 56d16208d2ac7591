/**
 * The message of each command of the catalogue. Source: JT/T 808-2013 and -2019, 8; words 64 to 67 of 8105 are those of
 * G10LS and others: a type with other ones has them in `commandTexts`.
 */
import type { CommandCode, ParametersOf } from '@trackway/core/features/commands/commands.ts'
import {
  areaBody,
  callBody,
  controlBody,
  deleteAreasBody,
  doorBody,
  type ParameterToSet,
  photoBody,
  queryParametersBody,
  recordBody,
  setParametersBody,
  trackingBody,
} from './command-bodies.ts'

/** A message to a terminal. */
export interface Order {
  id: number
  body: Uint8Array
  /** Name of a message that answers it without naming its serial. */
  answer?: string
}

type Orders = { readonly [C in CommandCode]?: (parameters: ParametersOf<C>, is2019: boolean) => Order | null }

const nothing = new Uint8Array(0)
const control = (word: number): Order => ({ id: 0x8105, body: controlBody(word) })
const set = (...parameters: readonly ParameterToSet[]): Order => ({
  id: 0x8103,
  body: setParametersBody(parameters),
})
const word = (id: number, value: number): ParameterToSet => [id, { value, bytes: 4 }]

/** Access point with its user and password, server, spare server, port: answered by 0104. */
const networkParameters = [0x10, 0x11, 0x12, 0x13, 0x17, 0x18]

export const orders: Orders = {
  oilCut: () => control(0x64),
  oilRestore: () => control(0x65),
  defenceOn: () => control(0x66),
  defenceOff: () => control(0x67),
  reset: () => control(0x04),
  factory: () => control(0x05),
  shutdown: () => control(0x03),

  locate: () => ({ id: 0x8201, body: nothing }),
  settings: () => ({ id: 0x8104, body: nothing }),
  network: () => ({ id: 0x8106, body: queryParametersBody(networkParameters) }),
  version: () => ({ id: 0x8107, body: nothing, answer: '0107' }),
  track: ({ everyS, forS }) => ({ id: 0x8202, body: trackingBody(everyS, forS) }),

  timer: ({ movingS, parkedS }) =>
    set(word(0x29, movingS), ...(parkedS === undefined ? [] : [word(0x27, parkedS)])),
  // 0020 is the strategy: 0 by time, 1 by distance.
  distance: ({ distanceM }) =>
    distanceM === 0 ? set(word(0x20, 0)) : set(word(0x20, 1), word(0x2c, distanceM)),
  corner: ({ isOn, angleDeg }) => set(word(0x30, isOn ? angleDeg : 0)),
  heartbeat: ({ minutes }) => set(word(0x01, minutes * 60)),
  sleepInterval: ({ seconds }) => set(word(0x27, seconds)),
  movementAlarm: ({ isOn, radiusM }) => set([0x31, { value: isOn ? radiusM : 0, bytes: 2 }]),
  speedAlarm: ({ isOn, speedKmh, seconds }) =>
    isOn ? set(word(0x55, speedKmh), word(0x56, seconds)) : set(word(0x55, 0)),
  mileage: ({ mileageKm }) => set(word(0x80, mileageKm * 10)),
  centreNumber: ({ number }) => set([0x40, number]),
  centreNumberDelete: () => set([0x40, '']),
  // The port is that of the backup server, too.
  server: ({ host, port, backupHost }) =>
    set([0x13, host], ...(backupHost === undefined ? [] : ([[0x17, backupHost]] as const)), word(0x18, port)),
  apn: ({ name, user = '', password = '' }) => set([0x10, name], [0x11, user], [0x12, password]),

  fenceOn: ({ latitude, longitude, radiusM, alarmOn }, is2019) => ({
    id: 0x8600,
    body: areaBody({ alarmOn, latitude, longitude, rest: { radiusM } }, is2019),
  }),
  fenceRectangle: ({ north, west, south, east, alarmOn }, is2019) => ({
    id: 0x8602,
    body: areaBody(
      { alarmOn, latitude: north, longitude: west, rest: { latitude: south, longitude: east } },
      is2019,
    ),
  }),

  doorLock: ({ isOn }, is2019) => ({ id: 0x8500, body: doorBody(isOn, is2019) }),
  monitorCall: ({ number }) => ({ id: 0x8400, body: callBody(number, true) }),
  record: ({ length }) => ({
    id: 0x8804,
    body: recordBody(length === '0' ? null : length === '999' ? 0 : Number(length)),
  }),
  takePhoto: () => ({ id: 0x8801, body: photoBody() }),
}

/** All of one shape at a time can be deleted: two messages. */
export const deleteAllAreas = (): Order[] => [0x8601, 0x8603].map((id) => ({ id, body: deleteAreasBody() }))
