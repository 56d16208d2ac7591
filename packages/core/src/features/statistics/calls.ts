import { z } from 'zod'
import { call, line, linesType, named, page, pageInput, rowId, time } from '../../api/call.ts'
import { ofGroups } from '../../api/group-filter.ts'
import { limits } from '../../codes/limits.ts'
import { account, given, groups, search } from '../../lists/filters.ts'
import { list } from '../../lists/list.ts'
import { dueStates, terminalID, withinDays } from '../devices/calls.ts'
import { episode } from '../episodes/calls.ts'
import { groupings, reports } from './reports.ts'

/**
 * Figures of many vehicles over days. Days are those of the caller's time zone. Everything is derived from
 * episodes, cut at midnight, so that days add up to the period and the figures are those of the replay.
 */

/** Older than every track, and early enough for every instant of the day to be one. */
const firstDay = '1971-01-01'
const lastDay = '2999-12-31'

export const localDay = z.iso.date().refine((day) => day >= firstDay && day <= lastDay, 'outOfRange')

const filter = {
  userId: rowId.optional().describe('The account; left out: the caller’s own.'),
  withSubAccounts: z.boolean().default(true),
  terminalIDs: z
    .array(terminalID)
    .max(limits.devicesPerReport)
    .optional()
    .describe('At most 1,000; an account’s may be more.'),
  deviceType: z.int32().optional(),
  ...ofGroups,
  /** First and last day, both included, `YYYY-MM-DD` in the caller's time zone. */
  first: localDay,
  last: localDay,
}
export const isForward = ({ first, last }: { first?: unknown; last?: unknown }) =>
  String(first) <= String(last)
export const wholeDays = { path: ['last'], error: 'before_from' }

/** Which vehicles and which days: the filter of every report. */
export const reportFilter = z.object(filter)
export type ReportFilter = z.output<typeof reportFilter>

/** Which devices are due: those that have expired, those that will within some days, or both. */
export const pastDueFilter = z.object({
  state: z.enum(dueStates),
  withinDays,
  search: line(100),
})

/** What is summed. Counts are of episodes that begin in the time; lengths are of the parts within it. */
export const sums = named('Sums', {
  distanceM: z.number(),
  drivingMs: z.number(),
  idleMs: z
    .number()
    .describe('Standing with the ignition on in trips and stops, ms, also for less than an idling lasts.'),
  stoppedMs: z.number(),
  ignitionMs: z.number(),
  offlineMs: z.number(),
  overspeedMs: z.number(),
  trips: z.int(),
  stops: z.int(),
  idlings: z.int(),
  ignitions: z.int(),
  offlines: z.int(),
  overspeeds: z.int(),
  charges: z.int(),
  maxSpeedKmh: z.number().nullable(),
  meanSpeedKmh: z.number().nullable().describe('Distance by driving time, km/h.'),
  fuelL: z.number().nullable(),
  fuelLPer100Km: z
    .number()
    .nullable()
    .describe('Of the vehicles whose consumption is set; null below a kilometre.'),
  batteryMinPercent: z
    .number()
    .nullable()
    .describe(
      'Lowest charge; of days that are not those of the owner, from the ends of what charged or discharged in them.',
    ),
  batteryMaxPercent: z.number().nullable(),
})
export type Sums = z.output<typeof sums>

/** Of a row, what the grouping leaves. */
export const sumRow = named('SumRow', {
  ...sums.shape,
  terminalID: z.string().nullable(),
  displayName: z.string().nullable(),
  userId: rowId.nullable(),
  username: z.string().nullable(),
  day: localDay.nullable(),
  devices: z.int().describe('Vehicles in this row.'),
})
export type SumRow = z.output<typeof sumRow>

export const sumSorts = [
  'name',
  'day',
  'distanceM',
  'drivingMs',
  'idleMs',
  'stoppedMs',
  'ignitionMs',
  'offlineMs',
  'overspeedMs',
  'trips',
  'stops',
  'overspeeds',
  'offlines',
  'charges',
  'maxSpeedKmh',
  'meanSpeedKmh',
  'fuelL',
  'fuelLPer100Km',
] as const

export const episodeSorts = ['from', 'name', 'duration', 'distanceM', 'maxSpeedKmh', 'idleMs'] as const

/** Part of every answer: whose days it has, and for how many vehicles there was data. */
const coverage = {
  timeZone: z.string(),
  devices: z.int().describe('Vehicles asked about.'),
  devicesWithData: z.int(),
  pendingDevices: z.int(),
}

export const statisticsCalls = {
  sums: call({
    path: '/api/statistics/sums',
    isHeavy: true,
    permission: ['main:stat_mileage', 'main:stat_stop_points'],
    demo: true,
    help: `Mileage, times, counts and fuel (L, L/100 km) by device and day, device, day or account, a page of rows with totals; at most ${limits.statisticsDays} days.`,
    input: pageInput
      .extend({
        ...filter,
        groupBy: z.enum(groupings).default('deviceDay'),
        sort: z.enum(sumSorts).default('day'),
        isDescending: z.boolean().default(false),
        withEmpty: z.boolean().default(true).describe('Also rows in which nothing drove or idled.'),
        withPrevious: z.boolean().default(false).describe('Also the totals of the preceding period.'),
      })
      .refine(isForward, wholeDays),
    output: page(sumRow).extend({
      total: z.int(),
      sum: sums,
      previous: sums.nullable(),
      byDay: z
        .array(sums.extend({ day: localDay }))
        .describe('A row for each day of the period, all vehicles together: what the chart shows.'),
      ...coverage,
    }),
    refusals: ['notFound', 'rangeTooLong', 'tooManyDevices'],
  }),
  episodes: call({
    path: '/api/statistics/episodes',
    isHeavy: true,
    permission: ['main:stat_mileage', 'main:stat_stop_points'],
    demo: true,
    help: `Trips, stops, speeding, idling, ignition, offline times or battery charges of many vehicles, a page with totals; at most ${limits.statisticsDays} days. With \`Accept: ${linesType}\` all of them come line by line, \`{episode}\` each, the last line \`{end}\` with how many; without that the answer was cut.`,
    files: [linesType],
    input: pageInput
      .extend({
        ...filter,
        kind: episode.shape.kind,
        minDurationMs: z.int().min(0).optional(),
        minDistanceM: z.number().min(0).optional(),
        sort: z.enum(episodeSorts).default('from'),
        isDescending: z.boolean().default(false),
      })
      .refine(isForward, wholeDays),
    output: page(
      episode.extend({
        terminalID: z.string(),
        displayName: z.string(),
        userId: rowId,
        username: z.string(),
        meanSpeedKmh: z.number().nullable(),
        fuelL: z.number().nullable(),
      }),
    ).extend({
      /** Of all rows, not of the page. */
      sum: z.object({
        begun: z
          .int()
          .describe('Rows that began in the period, as `sums` counts them; the others reach into it.'),
        durationMs: z.number(),
        distanceM: z.number(),
        idleMs: z.number(),
        maxSpeedKmh: z.number().nullable(),
        fuelL: z.number().nullable(),
      }),
      ...coverage,
    }),
    refusals: ['notFound', 'rangeTooLong', 'tooManyDevices'],
  }),
  pastDue: call({
    method: 'GET',
    path: '/api/statistics/pastDue',
    isHeavy: true,
    permission: ['main:stat_past_due'],
    demo: true,
    help: 'Devices whose service has ended or ends within some days, earliest first.',
    input: pageInput.extend({
      userId: rowId.optional(),
      withSubAccounts: z.boolean().default(true),
      state: pastDueFilter.shape.state.default('both'),
      withinDays: pastDueFilter.shape.withinDays.default(30),
      search: pastDueFilter.shape.search.default(''),
      ...ofGroups,
    }),
    output: page(
      z.object({
        terminalID: z.string(),
        displayName: z.string(),
        deviceTypeName: z.string(),
        userId: rowId,
        username: z.string(),
        iccid: z.string().nullable(),
        sim: z.string().nullable(),
        activateTime: time.nullable(),
        expireTime: time,
        stateTime: time.nullable(),
      }),
    ).extend({ expired: z.int(), expiring: z.int() }),
    refusals: ['notFound'],
  }),
}

/** The report of the same name as a list, which it is on the screen. */
export const pastDueList = list(statisticsCalls.pastDue, {
  name: 'pastDue',
  rowId: 'terminalID',
  columns: reports.pastDue.columns,
  filters: [given('state'), given('withinDays'), account(), groups(), search()],
})
