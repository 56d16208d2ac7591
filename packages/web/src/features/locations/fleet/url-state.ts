import { limits } from '@trackway/core/codes/limits.ts'
import { z } from 'zod'
import { sheetHeights } from '../../../ui/phone-sheet/sheet-heights.ts'
import { deviceFilters } from './filters.ts'

/** URL parameters of the home screen: a link brings back the same view. Nonsense counts as absent. */
const search = z.object({
  /** The device selected. */
  terminalID: z.coerce.string().max(20).optional().catch(undefined),
  /** Whose devices; absent: one's own and all below. */
  userId: z.int().positive().optional().catch(undefined),
  /** The group whose vehicles are shown alone. */
  group: z.int().positive().optional().catch(undefined),
  show: z.literal(deviceFilters).optional().catch(undefined),
  q: z.coerce.string().max(4000).optional().catch(undefined),
  /** Row ids of the devices that are shown alone, with commas between; at most 400. */
  only: z.coerce
    .string()
    .regex(/^\d+(,\d+)*$/)
    .optional()
    .catch(undefined),
  /** How far the list is drawn up on a phone. */
  sheet: z.literal(sheetHeights).optional().catch(undefined),
})

export type LocationsUrlState = z.output<typeof search>

export function readLocationsUrl(raw: Record<string, unknown>): LocationsUrlState {
  return search.parse(raw)
}

/** The devices that an address shows alone; null: all. */
export function watchedOf({ only }: Pick<LocationsUrlState, 'only'>): ReadonlySet<number> | null {
  return only === undefined ? null : new Set(only.split(',').slice(0, limits.monitoredDevices).map(Number))
}
