import { connectionStates } from '@trackway/core/codes/states.ts'
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
  /** Only the account's own devices, not those of the accounts below it. */
  own: z.literal(true).optional().catch(undefined),
  sort: z
    .enum(['terminalID', 'displayName', 'state', 'stateTime', 'createTime', 'deviceType', 'username'])
    .optional()
    .catch(undefined),
  isRising: z.literal(true).optional().catch(undefined),
})

export type DeviceListSearch = z.output<typeof search>

export function deviceListSearch(raw: Record<string, unknown>): DeviceListSearch {
  return search.parse(raw)
}
