import { z } from 'zod'
import { pageInput, rowId, time } from '../../api/call.ts'
import { ofGroups } from '../../api/group-filter.ts'
import { limits } from '../../codes/limits.ts'
import { terminalID } from '../devices/calls.ts'
import { localDay } from '../statistics/calls.ts'

/** Stays of devices in fences or risk points, as a report asks for them and shows them. */

export const visitSorts = ['from', 'name', 'zone', 'duration'] as const

/** Whose visits, and when; which fences or risk points, each call adds. */
export const visitsQuery = pageInput.extend({
  userId: rowId.optional(),
  withSubAccounts: z.boolean().default(true),
  terminalIDs: z.array(terminalID).max(limits.devicesPerOperation).optional(),
  ...ofGroups,
  first: localDay,
  last: localDay,
  minDurationMs: z.int().min(0).optional(),
  sort: z.enum(visitSorts).default('from').describe('`zone`: by the name of the fence or risk point.'),
  isDescending: z.boolean().default(false),
})
export type VisitsQuery = z.output<typeof visitsQuery>

export const visit = {
  id: z.string().describe('Distinguishes it from the other rows.'),
  terminalID: z.string(),
  displayName: z.string(),
  userId: rowId,
  username: z.string(),
  from: time.describe('When it entered, or the start of what was asked.'),
  to: time.describe('When it left, or the end of what is known.'),
  fromLat: z.number(),
  fromLon: z.number(),
  isEntrySeen: z.boolean().describe('It was seen outside before.'),
  isExitSeen: z.boolean().describe('It was seen outside after.'),
}
