import { z } from 'zod'
import { area, areaLimits, place } from '../../api/area.ts'
import { call, instant, linesType, named, rowId, time } from '../../api/call.ts'
import { ofGroups } from '../../api/group-filter.ts'
import { limits } from '../../codes/limits.ts'
import { terminalID } from '../devices/calls.ts'

/** Who was there? Devices by the places they were at. */

/** Visits in one answer; there may be more, and the answer has their total. */
export const maxVisits = 10_000

export const visit = named('Visit', {
  enterTime: time,
  leaveTime: time,
  enterPlace: place,
  leavePlace: place,
  isEntrySeen: z
    .boolean()
    .describe(
      'It was seen outside just before and after; if not, the range or its reports begin or end inside.',
    ),
  isExitSeen: z.boolean(),
  distanceM: z.number().describe('Metres driven inside.'),
  nearestM: z
    .number()
    .nullable()
    .describe('How near it came to the centre of a circle, metres; null for other areas.'),
  nearestTime: time.nullable(),
})
export type VisitFound = z.output<typeof visit>

/** A device that was there. */
export const visitor = named('Visitor', {
  terminalID: z.string(),
  displayName: z.string(),
  username: z.string(),
  iconType: z.string(),
  total: z.int().describe('Of this device; `visits` has fewer where the answer is full.'),
  visits: z.array(visit),
})
export type Visitor = z.output<typeof visitor>

const visitors = z.object({
  list: z.array(visitor).describe('In the order of names.'),
  total: z.int().describe('Visits of all devices, those left out because the answer is full included.'),
  devices: z.int().describe('Devices searched.'),
  /**
   * Places, from 0, in the question's `terminalIDs` of those that none of the caller's devices has; a stranger's is
   * as unknown as any, and not repeated here.
   */
  notFoundAt: z.array(z.int()),
})
export type Visitors = z.output<typeof visitors>

/** Which vehicles in which period; the period is at most as long as in statistics. */
const vehicles = z.object({
  terminalIDs: z
    .array(terminalID)
    .max(limits.devicesPerOperation)
    .optional()
    .describe('These devices, or all of an account and its sub-accounts (default: the caller).'),
  userId: rowId.optional(),
  ...ofGroups,
  from: instant,
  to: instant,
  confirmSeconds: z
    .int()
    .min(0)
    .max(86_400)
    .default(60)
    .describe('A device that returns within this time counts as not having left.'),
})

const isForward = ({ from, to }: { from: number; to: number }) => from <= to
const backwards = { path: ['to'], error: 'before_from' }

/** A line of the answer as lines. Without the last one the answer was cut. */
export type VisitorLine =
  | { progress: { devices: number; of: number } }
  | { visitor: Visitor }
  | { end: Pick<Visitors, 'total' | 'devices' | 'notFoundAt'> }

const lines = `With \`Accept: ${linesType}\` the answer comes line by line while it is found.`

export const checkCarCalls = {
  area: call({
    path: '/api/checkCar/area',
    permission: ['main:check_car'],
    demo: true,
    help: `Which devices were in an area between two times, at most ${limits.searchDays} days, ${limits.devicesPerSearch} devices, and ${limits.deviceDaysPerSearch} devices times days, with enter and leave times. ${lines}`,
    input: vehicles.extend({ area }).refine(isForward, backwards),
    output: visitors,
    files: [linesType],
    refusals: ['notFound', 'rangeTooLong', 'tooManyDevices', 'unavailable'],
  }),
  point: call({
    path: '/api/checkCar/point',
    permission: ['main:check_car'],
    demo: true,
    help: `Which devices came within a given distance of a place between two times, how near and when. ${lines}`,
    input: vehicles
      .extend({
        ...place.shape,
        radiusM: z.number().min(areaLimits.radiusMinM).max(areaLimits.radiusMaxM),
      })
      .refine(isForward, backwards),
    output: visitors,
    files: [linesType],
    refusals: ['notFound', 'rangeTooLong', 'tooManyDevices', 'unavailable'],
  }),
}
