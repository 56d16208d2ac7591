import { z } from 'zod'

/** URL parameters of a list of zones beside those of the list. */
export const zoneSearch = z.object({
  /** The one whose details are shown. */
  chosen: z.int().positive().optional().catch(undefined),
  /** The one that is edited, or a new one. */
  edit: z
    .union([z.literal('new'), z.int().positive()])
    .optional()
    .catch(undefined),
})

export type ZoneUrlState = z.output<typeof zoneSearch>

/** Whose zones are shown. */
export interface ZoneScope {
  userId?: number | undefined
  withSubAccounts?: boolean | undefined
}
