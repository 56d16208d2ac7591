import { deviceSorts, dueStates } from '@trackway/core/api/devices.ts'
import { limits } from '@trackway/core/codes/limits.ts'
import { connectionStates } from '@trackway/core/codes/states.ts'
import { terminalIdPattern } from '@trackway/core/rules/validation.ts'
import { z } from 'zod'

/** What the address of the device list says: a link brings back the same list. Nonsense counts as absent. */
const search = z.object({
  tab: z.literal('waiting').optional().catch(undefined),
  pageNum: z.int().min(1).optional().catch(undefined),
  pageSize: z.int().min(1).max(100).optional().catch(undefined),
  search: z.coerce.string().max(64).optional().catch(undefined),
  state: z.literal(connectionStates).optional().catch(undefined),
  deviceType: z.int().optional().catch(undefined),
  userId: z.int().positive().optional().catch(undefined),
  /** Whose service has ended, or ends within so many days. */
  due: z.enum(dueStates).optional().catch(undefined),
  within: z.int().min(1).max(366).optional().catch(undefined),
  /** Terminal ids with `_` between them. */
  devices: z.coerce.string().optional().catch(undefined),
  /** Only the account's own devices, not those of the accounts below it. */
  own: z.literal(true).optional().catch(undefined),
  sort: z.enum(deviceSorts).optional().catch(undefined),
  isRising: z.literal(true).optional().catch(undefined),
})

export type DeviceListSearch = z.output<typeof search>

export function deviceListSearch(raw: Record<string, unknown>): DeviceListSearch {
  return search.parse(raw)
}

/** The devices that a link has chosen. */
export function chosenDevices({ devices }: DeviceListSearch): string[] {
  const ids = devices?.split('_').filter((id) => terminalIdPattern.test(id)) ?? []
  return [...new Set(ids)].slice(0, limits.devicesPerOperation)
}

/** Without its filters: the page size and the order stay. */
export const noFilters = {
  search: undefined,
  state: undefined,
  deviceType: undefined,
  due: undefined,
  within: undefined,
  devices: undefined,
  userId: undefined,
  own: undefined,
} as const satisfies Partial<DeviceListSearch>

/** How many filters narrow the list; how far ahead one of them looks is not another. */
export function countFilters(search: DeviceListSearch): number {
  const { within: _, ...filters } = noFilters
  return (Object.keys(filters) as (keyof typeof filters)[]).filter((name) => search[name] !== undefined)
    .length
}
