import { sumSorts } from '@trackway/core/api/statistics.ts'
import { limits } from '@trackway/core/codes/limits.ts'
import { groupings, reportKeys } from '@trackway/core/reports/reports.ts'
import { terminalIdPattern } from '@trackway/core/rules/validation.ts'
import { z } from 'zod'
import { readPeriod } from '../../../ui/period/period.ts'
import { maxChosenDevices } from '../../../ui/vehicles/vehicle-list.ts'

const day = z.string().optional().catch(undefined)

/**
 * What the address of the statistics says: a link brings back the same figures. The first group is kept from
 * tab to tab, the second belongs to the tab. Nonsense counts as absent.
 */
const search = z.object({
  userId: z.int().positive().optional().catch(undefined),
  /** Only the account's own devices, not those of the accounts below it. */
  own: z.literal(true).optional().catch(undefined),
  /** Terminal ids with `_` between them, which an address need not escape. */
  devices: z.coerce.string().optional().catch(undefined),
  deviceType: z.int().optional().catch(undefined),
  first: day,
  last: day,
  /** Compared with as many days before. */
  compare: z.literal(true).optional().catch(undefined),

  report: z.enum(reportKeys).optional().catch(undefined),
  group: z.enum(groupings).optional().catch(undefined),
  sort: z
    .enum([...sumSorts, 'from', 'duration'])
    .optional()
    .catch(undefined),
  isDescending: z.literal(true).optional().catch(undefined),
  pageNum: z.int().min(1).optional().catch(undefined),
  pageSize: z.int().min(1).max(limits.maxPageSize).optional().catch(undefined),
  /** Shorter ones are left out. */
  minMinutes: z.int().min(1).max(10_000).optional().catch(undefined),
  minKm: z.int().min(1).max(10_000).optional().catch(undefined),
  state: z.enum(['expired', 'expiring']).optional().catch(undefined),
  within: z.int().min(1).max(366).optional().catch(undefined),
  search: z.coerce.string().max(100).optional().catch(undefined),
  part: z.literal('schedules').optional().catch(undefined),
})

export type StatisticsUrlState = z.output<typeof search>

export function readStatisticsUrl(raw: Record<string, unknown>): StatisticsUrlState {
  const { first, last, ...rest } = search.parse(raw)
  const period = readPeriod(first, last, limits.statisticsDays)
  // Named also where there is none: the router keeps what the address says of keys that are not.
  return { ...rest, first: period?.first, last: period?.last }
}

/** What stays when another tab is opened. */
export function keptUrlState({
  userId,
  own,
  devices,
  deviceType,
  first,
  last,
  compare,
}: StatisticsUrlState): StatisticsUrlState {
  return {
    ...(userId !== undefined && { userId }),
    ...(own && { own }),
    ...(devices && { devices }),
    ...(deviceType !== undefined && { deviceType }),
    ...(first && last && { first, last }),
    ...(compare && { compare }),
  }
}

export function devicesOf(search: StatisticsUrlState): string[] {
  const ids = search.devices?.split('_').filter((id) => terminalIdPattern.test(id)) ?? []
  return [...new Set(ids)].slice(0, maxChosenDevices)
}

/** How many filters, other than the period, narrow the question. */
export function countFilters(search: StatisticsUrlState): number {
  return [search.userId, search.own, search.devices, search.deviceType].filter((value) => value !== undefined)
    .length
}
