import { z } from 'zod'
import { call, named, page, rowId, time } from '../../api/call.ts'
import { ofGroups } from '../../api/group-filter.ts'
import { limits } from '../../codes/limits.ts'
import { connectionStates } from '../../codes/states.ts'
import { silentDays, terminalID } from '../devices/calls.ts'
import { liveReadings } from './live-readings.ts'

/** Where devices are now: the list and the map of the home screen, and the live changes. */

/** A device with its live state. Unknown is null. */
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
  // Facts and states that change: the part `live` sends.
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
  stateTime: time.nullable().describe('Last contact with the device, epoch ms.'),
  utcTime: time.nullable().describe('Device time of the position shown, epoch ms.'),
  accOn: z.boolean().nullable(),
  accSince: time.nullable().describe('Since when the ignition has been as it is, epoch ms.'),
  gsmLevel: z.int().nullable(),
  batteryPercent: z.number().nullable(),
  batteryVoltageV: z.number().nullable(),
  externalVoltageV: z.number().nullable(),
  charging: z.boolean().nullable(),
  oilCut: z.boolean().nullable(),
  armed: z.boolean().nullable(),
  doorOpen: z.boolean().nullable(),
  odometerM: z.number().nullable(),
  todayM: z
    .number()
    .nullable()
    .describe(
      'Metres since midnight in the owner’s time zone: what statistics says of today, and what was driven since.',
    ),
  stoppedSince: time.nullable().describe('Stopped since, epoch ms; null while moving.'),
  lastAlarm: z.int().nullable(),
  lastAlarmTime: time.nullable(),
  /** The other readings of the device, of `readings/readings.ts`. */
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
export const listedLocation = named('Location', {
  ...location.shape,
  fuelPercent: z
    .number()
    .nullable()
    .describe('The reading of this name once more, %; of several sensors the first.'),
  temperatureC: z
    .number()
    .nullable()
    .describe('The reading of this name once more, °C; of several sensors the first.'),
})
export type ListedLocation = z.output<typeof listedLocation>

/** More than any list shows; further devices are left out. */
export const maxOrderedDevices = 200_000

export const locationCalls = {
  find: call({
    path: '/api/location/find',
    permission: ['main:monitor'],
    demo: true,
    deviceSession: true,
    help: 'Live states of devices: those named, or all of an account and its sub-accounts, in list order.',
    input: z.object({
      terminalIDs: z.array(terminalID).max(limits.devicesPerOperation).optional(),
      ids: z
        .array(rowId)
        .max(limits.devicesPerOperation)
        .optional()
        .describe('Devices by their row ids, as the live connection names them.'),
      userId: rowId.optional(),
      ...ofGroups,
      pageNum: z.int32().min(1).default(1),
      pageSize: z
        .int()
        .min(1)
        .max(10_000)
        .default(limits.defaultPageSize)
        .describe('Up to 10,000, so that a whole fleet comes in one reply.'),
    }),
    output: page(listedLocation).extend({
      /** Server time of the snapshot: what the live connection resumes from. */
      time,
    }),
    refusals: ['notFound'],
  }),
  search: call({
    path: '/api/location/search',
    permission: ['main:monitor'],
    demo: true,
    deviceSession: true,
    help: 'Finds ids of devices by part of their name, plate, terminal id, ICCID or SIM, or by a list of complete ones.',
    input: z.object({
      text: z
        .string()
        .max(4000)
        .describe('One part, or several whole ones with commas, semicolons or line breaks between them.'),
      userId: rowId.optional(),
    }),
    output: z.object({ ids: z.array(rowId) }),
    refusals: ['notFound'],
  }),
  order: call({
    path: '/api/location/order',
    permission: ['main:monitor'],
    demo: true,
    deviceSession: true,
    help: 'Ids of all devices of an account and its sub-accounts, ordered by name, each with its account; at most 200,000.',
    input: z.object({
      userId: rowId.optional(),
      ...ofGroups,
      silentDays: silentDays
        .optional()
        .describe('Only those that have reported before, and not for so many days.'),
    }),
    output: z.object({
      ids: z.array(rowId),
      owners: z.array(z.int()).describe('Of each device the place of its account in `accounts`, from 0 on.'),
      accounts: z
        .array(z.object({ id: rowId, name: z.string() }))
        .describe('The accounts of these devices in the order of their names.'),
    }),
    refusals: ['notFound'],
  }),
}
