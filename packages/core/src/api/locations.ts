import { z } from 'zod'
import { limits } from '../codes/limits.ts'
import { connectionStates } from '../codes/states.ts'
import { call, page, rowId, time } from './call.ts'
import { terminalID } from './devices.ts'
import { liveReadings } from './live-readings.ts'

/** Where devices are now: the list and the map of the home screen, and the live changes. */

/** A device with its live state (S1 section 3, device list item). Unknown is null. */
export const location = z.object({
  id: z.int(),
  terminalID: z.string(),
  displayName: z.string(),
  carNumber: z.string().nullable(),
  nickname: z.string().nullable(),
  user_id: z.int(),
  username: z.string(),
  ancestors: z.string(),
  deviceType: z.int(),
  deviceTypeName: z.string(),
  deviceProtocol: z.string(),
  iconType: z.string(),
  iccid: z.string().nullable(),
  sim: z.string().nullable(),
  expire: time.nullable(),
  activateTime: time.nullable(),
  /** Facts and states that change: the part `live` sends. */
  isConnected: z.boolean(),
  state: z.literal(connectionStates),
  runState: z.int(),
  carIconState: z.int(),
  lat: z.number().nullable(),
  lon: z.number().nullable(),
  speed: z.number().nullable(),
  courseDeg: z.number().nullable(),
  altitudeM: z.number().nullable(),
  satellites: z.int().nullable(),
  /** Last time anything was heard of the device. */
  stateTime: time.nullable(),
  /** Device time of the position shown. */
  utcTime: time.nullable(),
  accOn: z.boolean().nullable(),
  /** Since when the ignition has been as it is. */
  accSince: time.nullable(),
  gsmLevel: z.int().nullable(),
  batteryPercent: z.number().nullable(),
  batteryVoltageV: z.number().nullable(),
  externalVoltageV: z.number().nullable(),
  charging: z.boolean().nullable(),
  oilCut: z.boolean().nullable(),
  armed: z.boolean().nullable(),
  doorOpen: z.boolean().nullable(),
  odometerM: z.number().nullable(),
  /** Metres since midnight in the owner's time zone: what statistics says of today, and what was driven since. */
  todayM: z.number().nullable(),
  /** Since when it has been standing; null while it moves. */
  stoppedSince: time.nullable(),
  lastAlarm: z.int().nullable(),
  lastAlarmTime: time.nullable(),
  /** What else the device said, of `readings/readings.ts`. */
  readings: liveReadings,
})
export type Location = z.output<typeof location>

/** The changing part of a location, sent over the live connection. */
export const liveState = location.pick({
  id: true,
  isConnected: true,
  state: true,
  runState: true,
  carIconState: true,
  lat: true,
  lon: true,
  speed: true,
  courseDeg: true,
  altitudeM: true,
  satellites: true,
  stateTime: true,
  utcTime: true,
  activateTime: true,
  accOn: true,
  accSince: true,
  gsmLevel: true,
  batteryPercent: true,
  batteryVoltageV: true,
  externalVoltageV: true,
  charging: true,
  oilCut: true,
  armed: true,
  doorOpen: true,
  odometerM: true,
  todayM: true,
  stoppedSince: true,
  lastAlarm: true,
  lastAlarmTime: true,
  readings: true,
})
export type LiveState = z.output<typeof liveState>

/** A location in the list. */
export const listedLocation = location.extend({
  /** The readings of these names once more, of several sensors the first, for callers that need no others. */
  fuelPercent: z.number().nullable(),
  temperatureC: z.number().nullable(),
})
export type ListedLocation = z.output<typeof listedLocation>

export const locationCalls = {
  find: call({
    path: '/api/location/find',
    permission: ['main:monitor'],
    demo: true,
    deviceSession: true,
    help: 'Live states of devices: those named, or all at and below an account, in the order of the list.',
    input: z.object({
      terminalIDs: z.array(terminalID).max(limits.devicesPerOperation).optional(),
      userId: rowId.optional(),
      pageNum: z.int32().min(1).default(1),
      /** Up to 10,000, so that a whole fleet comes in one reply. */
      pageSize: z.int().min(1).max(10_000).default(limits.defaultPageSize),
    }),
    output: page(listedLocation).extend({
      /** Server time of the snapshot: what the live connection resumes from. */
      time,
    }),
    refusals: ['notFound'],
  }),
}
