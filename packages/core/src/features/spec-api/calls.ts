import { z } from 'zod'
import { call, instant, named, page, rowId, time } from '../../api/call.ts'
import { limits } from '../../codes/limits.ts'
import { type RoleId, roleIds } from '../../codes/roles.ts'
import { connectionStates, trackStates } from '../../codes/states.ts'
import { terminalID } from '../devices/calls.ts'
import { localDay, sums } from '../statistics/calls.ts'
import { trackRange } from '../tracks/calls.ts'

/**
 * The specification's own names for outside tools: the data of the product's calls, in the shapes that
 * tools written for it expect. `docs/OUTSIDE-TOOLS.md` explains them.
 */

const text = z.string().nullable()

/** An item of the device list. */
export const specApiDevice = named('OutsideDevice', {
  id: rowId,
  displayName: z.string(),
  address: text.describe('Where it is, in words of the language asked for; null: not known.'),
  ancestors: z.string(),
  idCard: text.describe('Id card of the owner, masked; null without the permission for owner records.'),
  carNumber: text,
  username: z.string(),
  role: z.literal(roleIds as [RoleId, ...RoleId[]]),
  realname: text.describe('Name of the owner, masked; null without the permission for owner records.'),
  nickname: text,
  telephone: text.describe('Telephone of the owner, masked; null without the permission for owner records.'),
  terminalID: z.string(),
  user_id: rowId,
  state: z.literal(connectionStates),
  expire: time.nullable(),
  carIconState: z.int(),
  markerIcon: z.string().describe('Icon type and number of the icon state, such as `car-1`.'),
  runState: z
    .string()
    .describe(
      'What the vehicle does, in the caller’s language: stopped, driving, online, offline and how long.',
    ),
  device: z
    .object({ deviceType: z.int(), iconType: z.string() })
    .describe('What kind of device it is and how it is drawn.'),
  location: z
    .object({
      lat: z.number().nullable(),
      lon: z.number().nullable(),
      speed: z.number().nullable(),
      stateTime: time.nullable().describe('Last contact, epoch ms.'),
      utcTime: time.nullable().describe('Device time of the position, epoch ms.'),
      deviceProtocol: z.string(),
    })
    .describe('Where it is, degrees WGS-84.'),
})
export type SpecApiDevice = z.output<typeof specApiDevice>

const devices = {
  terminalIDs: z.array(terminalID).max(limits.devicesPerOperation).optional().describe('Of these devices.'),
  userId: rowId.optional().describe('Of this account and its sub-accounts; default: the caller’s.'),
}
const parts = {
  pageNum: z.int32().min(1).default(1),
  pageSize: z.int().min(1).max(1_000).default(limits.defaultPageSize),
}

/** Points of one answer. */
export const maxTrackPoints = 10_000

export const specApiCalls = {
  devices: call({
    path: '/api/outside/devices',
    permission: ['main:monitor'],
    demo: true,
    help: 'Device list items, in list order: those named, or all of an account and its sub-accounts.',
    input: z.object({ ...devices, ...parts }),
    output: page(specApiDevice),
    refusals: ['notFound'],
  }),
  updates: call({
    path: '/api/outside/updates',
    permission: ['main:monitor'],
    demo: true,
    help: 'Device list items that changed since a time, earliest first, at most 1,000, for tools that poll. Pass the `time` of the previous answer; items that changed at that moment come again.',
    input: z.object({
      ...devices,
      since: instant.describe('`time` of the answer before, epoch ms; 0 at first.'),
    }),
    output: z.object({
      list: z.array(specApiDevice),
      time: time.describe('Value for the next request, epoch ms.'),
      hasMore: z.boolean().describe('More have changed: request again at once.'),
    }),
    refusals: ['notFound'],
  }),
  trackUsers: call({
    path: '/api/outside/trackUsers',
    isHeavy: true,
    permission: ['main:track'],
    demo: true,
    help: 'Terminal id, account, nickname and plate of each device.',
    input: z.object({ ...devices, ...parts }),
    output: page(
      named('TrackUser', {
        terminalID: z.string(),
        userId: rowId,
        nickname: text,
        carNumber: text,
      }),
    ),
    refusals: ['notFound'],
  }),
  track: call({
    path: '/api/outside/track',
    isHeavy: true,
    permission: ['main:track'],
    demo: true,
    help: 'The points of one device between two instants, oldest first, at most 90 days and 10,000 points per answer; `next` is where to continue.',
    input: trackRange,
    output: z.object({
      list: z.array(
        named('OutsideTrackPoint', {
          terminalID: z.string(),
          utcTime: time.describe('When the device was there, epoch ms.'),
          lat: z.number().nullable(),
          lon: z.number().nullable(),
          speed: z.number().nullable(),
          course: z.number().nullable().describe('Degrees clockwise from north.'),
          state: z
            .literal(Object.values(trackStates))
            .describe(
              '1 normal, 2 fast (over 60 km/h), 3 overspeed (over 120 km/h), 4 stop, 5 abnormal: counts for nothing.',
            ),
        }),
      ),
      next: time.nullable().describe('Where to continue, epoch ms; null: complete.'),
    }),
    refusals: ['notFound', 'rangeTooLong'],
  }),
  stayPoints: call({
    path: '/api/outside/stayPoints',
    isHeavy: true,
    permission: ['main:track', 'main:stat_stop_points'],
    demo: true,
    help: 'The stay points of one device between two instants, at most 90 days, in order of time, cut at both ends.',
    input: trackRange,
    output: z.object({
      list: z.array(
        named('StayPoint', {
          terminalID: z.string(),
          lat: z.number().nullable(),
          lon: z.number().nullable(),
          startTime: time.describe('Since when it stood there, epoch ms.'),
          endTime: time.describe('Until when, epoch ms.'),
          stayTime: z.number().describe('How long, ms.'),
        }),
      ),
    }),
    refusals: ['notFound', 'rangeTooLong'],
  }),
  statistics: call({
    path: '/api/outside/statistics',
    isHeavy: true,
    permission: ['main:stat_mileage', 'main:stat_stop_points'],
    demo: true,
    help: `A row per device and day, at most ${limits.statisticsDays} days; days of the caller’s time zone.`,
    input: z
      .object({ ...devices, ...parts, first: localDay, last: localDay })
      .refine(({ first, last }) => first <= last, { path: ['last'], error: 'before_from' }),
    output: page(
      named('OutsideStatistics', {
        id: z.string().describe('Terminal id and day.'),
        terminalID: z.string(),
        statsticDate: localDay.describe('Day, YYYY-MM-DD.'),
        statsticState: z.int().describe('1: the day is over, 2: it is not, its figures still grow.'),
        ...sums.shape,
      }),
    ),
    refusals: ['notFound', 'rangeTooLong', 'tooManyDevices'],
  }),
  tire: call({
    path: '/api/outside/tire',
    permission: ['main:taiya'],
    demo: true,
    help: 'The wheels of one device as they are now: leak, pressure and temperature.',
    input: z.object({ terminalID }),
    output: z.object({
      list: z.array(
        named('OutsideTire', {
          terminalID: z.string(),
          tireId: z.int().describe('Number of the wheel, from 1, the front left, from left to right.'),
          pressure: z.number().nullable().describe('kPa.'),
          temperature: z.number().nullable().describe('°C.'),
          leakState: z.enum(['normal', 'leak']),
          pressureState: z.enum(['normal', 'high', 'low']),
          temperatureState: z.enum(['normal', 'high']),
          utcTime: time.nullable().describe('Time of its newest sensor reading, epoch ms.'),
        }),
      ),
    }),
    refusals: ['notFound'],
  }),
  battery: call({
    method: 'GET',
    path: '/api/outside/battery',
    permission: ['main:monitor'],
    demo: true,
    help: 'The battery packs of one device as they are now, by the id of the device.',
    input: z.object({ id: rowId }),
    output: z.object({
      list: z.array(
        named('OutsideBattery', {
          terminalID: z.string(),
          batteryId: z.int().describe('Number of the pack, from 1.'),
          voltage: z.number().nullable().describe('V.'),
          current: z.number().nullable().describe('A, positive while it is charged.'),
          temperature: z.number().nullable().describe('°C.'),
          percent: z.number().nullable(),
          usageCount: z.number().nullable().describe('Charge cycles so far.'),
          state: z.enum(['charging', 'discharging', 'idle']).nullable(),
          utcTime: time.nullable().describe('Time of the newest reading, epoch ms.'),
        }),
      ),
    }),
    refusals: ['notFound'],
  }),
  countBattery: call({
    method: 'GET',
    path: '/api/outside/countBattery',
    permission: ['main:stat_mileage'],
    demo: true,
    help: `A row per battery pack and day, at most ${limits.statisticsDays} days; days of the caller’s time zone.`,
    input: z
      .object({ userId: devices.userId, ...parts, first: localDay, last: localDay })
      .refine(({ first, last }) => first <= last, { path: ['last'], error: 'before_from' }),
    output: page(
      named('OutsideBatteryStatistics', {
        id: z.string().describe('Terminal id, day and pack.'),
        terminalID: z.string(),
        statsticDate: localDay.describe('Day, YYYY-MM-DD.'),
        statsticState: z.int().describe('1: the day is over, 2: it is not, its figures still change.'),
        batteryId: z.int().describe('Number of the pack, from 1.'),
        minPercent: z.number().nullable(),
        maxPercent: z.number().nullable(),
        minVoltage: z.number().nullable().describe('V.'),
        maxVoltage: z.number().nullable().describe('V.'),
        maxTemperature: z.number().nullable().describe('°C.'),
        usageCount: z.number().nullable().describe('Charge cycles at the end of the day.'),
      }),
    ),
    refusals: ['notFound', 'rangeTooLong', 'tooManyDevices'],
  }),
}
