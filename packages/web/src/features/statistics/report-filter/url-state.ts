import { limits } from '@trackway/core/codes/limits.ts'
import { alarmCountSorts } from '@trackway/core/features/alarms/statistics-calls.ts'
import { punctualityGroups, punctualitySorts } from '@trackway/core/features/bus/calls.ts'
import { sumSorts } from '@trackway/core/features/statistics/calls.ts'
import { reportGroupings, reportKeys } from '@trackway/core/features/statistics/reports.ts'
import { visitSorts } from '@trackway/core/features/zones/zone-visits.ts'
import { z } from 'zod'
import { readPeriod } from '../../../ui/period/period.ts'

const day = z.string().optional().catch(undefined)

/**
 * URL parameters of the statistics: a link brings back the same figures. The first group is kept from
 * tab to tab, the second belongs to the tab. Nonsense counts as absent.
 */
const search = z.object({
  userId: z.int().positive().optional().catch(undefined),
  /** Only the account's own devices, not those of the accounts below it. */
  withSubAccounts: z.literal(false).optional().catch(undefined),
  /** For `readDevices`. */
  devices: z.coerce.string().optional().catch(undefined),
  deviceType: z.int().optional().catch(undefined),
  /** Of groups, with `_` between them. */
  groups: z
    .preprocess(String, z.string().regex(/^\d{1,10}(_\d{1,10}){0,49}$/))
    .optional()
    .catch(undefined),
  first: day,
  last: day,
  /** Compares with the previous period of the same length. */
  compare: z.literal(true).optional().catch(undefined),

  report: z.enum(reportKeys).optional().catch(undefined),
  /** Of bus punctuality. */
  busGroup: z.enum(punctualityGroups).optional().catch(undefined),
  /** Of alarms, with `_` between them. */
  codes: z
    .preprocess(String, z.string().regex(/^\d{1,5}(_\d{1,5}){0,99}$/))
    .optional()
    .catch(undefined),
  group: z.enum(reportGroupings).optional().catch(undefined),
  sort: z
    .enum([...sumSorts, ...punctualitySorts, ...alarmCountSorts, ...visitSorts])
    .optional()
    .catch(undefined),
  isDescending: z.literal(true).optional().catch(undefined),
  /** Also rows of mileage in which nothing drove or idled. */
  empty: z.literal(true).optional().catch(undefined),
  pageNum: z.int().min(1).optional().catch(undefined),
  pageSize: z.int().min(1).max(limits.maxPageSize).optional().catch(undefined),
  /** Shorter ones are left out. */
  minMinutes: z.int().min(1).max(10_000).optional().catch(undefined),
  minKm: z.int().min(1).max(10_000).optional().catch(undefined),
  state: z.enum(['expired', 'expiring']).optional().catch(undefined),
  withinDays: z.int().min(1).max(366).optional().catch(undefined),
  search: z.coerce.string().max(100).optional().catch(undefined),
  part: z.literal('schedules').optional().catch(undefined),
})

export type StatisticsUrlState = z.output<typeof search>

export function readStatisticsUrl(raw: Record<string, unknown>): StatisticsUrlState {
  const { first, last, ...rest } = search.parse(raw)
  const period = readPeriod(first, last, limits.statisticsDays)
  // Named also where there is none: the router keeps the parameters of keys that are not.
  return { ...rest, first: period?.first, last: period?.last }
}

const keptKeys = [
  ...(['userId', 'withSubAccounts', 'devices', 'deviceType', 'groups', 'first', 'last'] as const),
  'compare',
] as const

/** What stays when another tab is opened. */
export function keptUrlState(search: StatisticsUrlState): StatisticsUrlState {
  return Object.fromEntries(
    keptKeys.flatMap((key) => (search[key] === undefined ? [] : [[key, search[key]]])),
  )
}

/** How many filters, other than the period, narrow the figures. */
export function countFilters(search: StatisticsUrlState): number {
  return [search.userId, search.withSubAccounts, search.devices, search.deviceType, search.groups].filter(
    (value) => value !== undefined,
  ).length
}
