import { z } from 'zod'
import { limits } from '../codes/limits.ts'
import { groupings } from '../reports/reports.ts'
import { call, line, page, pageInput, rowId, time } from './call.ts'
import { dueStates, terminalID, withinDays } from './devices.ts'
import { episode } from './episodes.ts'

/**
 * Figures of many vehicles over days. Days are those of the caller's time zone. Everything is derived from
 * episodes, cut at midnight, so that days add up to the period and the figures are those of the replay.
 */

/** Older than every track, and early enough for every instant of the day to be one. */
const firstDay = '1971-01-01'
const lastDay = '2999-12-31'

export const localDay = z.iso.date().refine((day) => day >= firstDay && day <= lastDay, 'outOfRange')

const filter = {
  /** The account asked about; left out: the caller's own. */
  userId: rowId.optional(),
  withSubAccounts: z.boolean().default(true),
  /** At most 1,000; an account's may be more. */
  terminalIDs: z.array(terminalID).max(limits.rowsPerImport).optional(),
  deviceType: z.int().optional(),
  /** First and last day, both included, `YYYY-MM-DD` in the caller's time zone. */
  first: localDay,
  last: localDay,
}
const wholeDays = { path: ['last'], error: 'before_from' }

/** Which vehicles and which days: what every report is asked with. */
export const reportFilter = z.object(filter)
export type ReportFilter = z.output<typeof reportFilter>

/** Which devices are due: those that have expired, those that will within some days, or both. */
export const pastDueFilter = z.object({
  state: z.enum(dueStates),
  withinDays,
  search: line(100),
})

/** What is summed. Counts are of episodes that begin in the time; lengths are of the parts within it. */
export const sums = z.object({
  distanceM: z.number(),
  drivingMs: z.number(),
  idleMs: z.number(),
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
  /** Distance by driving time. */
  meanSpeedKmh: z.number().nullable(),
  /** By the consumption set for the vehicle; null where none is set. */
  fuelL: z.number().nullable(),
  /** Of days that are not those of the owner, from the ends of what charged or discharged in them. */
  batteryMinPercent: z.number().nullable(),
  batteryMaxPercent: z.number().nullable(),
})
export type Sums = z.output<typeof sums>

/** Of a row, what the grouping leaves. */
export const sumRow = sums.extend({
  terminalID: z.string().nullable(),
  displayName: z.string().nullable(),
  userId: rowId.nullable(),
  username: z.string().nullable(),
  day: localDay.nullable(),
  /** Vehicles in this row. */
  devices: z.int(),
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
] as const

/** What is said of every answer: whose days, and how much of the question had data. */
const coverage = {
  timeZone: z.string(),
  /** Vehicles asked about, those that had data, and those whose figures are still being found. */
  devices: z.int(),
  devicesWithData: z.int(),
  pendingDevices: z.int(),
}

export const statisticsCalls = {
  sums: call({
    path: '/api/statistics/sums',
    permission: ['main:stat_mileage', 'main:stat_stop_points'],
    demo: true,
    help: 'Mileage, times and counts by device and day, device, day or account, a page of rows and the sum of all of them; at most 31 days.',
    input: pageInput
      .extend({
        ...filter,
        groupBy: z.enum(groupings).default('deviceDay'),
        sort: z.enum(sumSorts).default('day'),
        isDescending: z.boolean().default(false),
        /** Also the sum of as many days before the first. */
        withPrevious: z.boolean().default(false),
      })
      .refine(({ first, last }) => first <= last, wholeDays),
    output: page(sumRow).extend({
      total: z.int(),
      sum: sums,
      previous: sums.nullable(),
      /** A row for each day of the period, all vehicles together: what the chart shows. */
      byDay: z.array(sums.extend({ day: localDay })),
      ...coverage,
    }),
    refusals: ['notFound', 'rangeTooLong', 'tooManyDevices'],
  }),
  episodes: call({
    path: '/api/statistics/episodes',
    permission: ['main:stat_mileage', 'main:stat_stop_points'],
    demo: true,
    help: 'Trips, stops, overspeed, idling, ignition, offline times or battery charges of many vehicles, a page of them and their sum; at most 31 days.',
    input: pageInput
      .extend({
        ...filter,
        kind: episode.shape.kind,
        minDurationMs: z.int().min(0).optional(),
        minDistanceM: z.number().min(0).optional(),
        sort: z.enum(['from', 'name', 'duration', 'distanceM', 'maxSpeedKmh', 'idleMs']).default('from'),
        isDescending: z.boolean().default(false),
      })
      .refine(({ first, last }) => first <= last, wholeDays),
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
    path: '/api/statistics/pastDue',
    permission: ['main:stat_past_due'],
    demo: true,
    help: 'Devices whose service has ended, or ends within some days, the earliest first.',
    input: pageInput.extend({
      userId: rowId.optional(),
      withSubAccounts: z.boolean().default(true),
      state: pastDueFilter.shape.state.default('both'),
      withinDays: pastDueFilter.shape.withinDays.default(30),
      search: pastDueFilter.shape.search.default(''),
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
