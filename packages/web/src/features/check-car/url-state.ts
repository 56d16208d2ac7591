import { areaLimits } from '@trackway/core/api/area.ts'
import { isMinute } from '@trackway/core/rules/local-minutes.ts'
import { z } from 'zod'
import { areaOfText } from '../../map/drawing/area-text.ts'

const minute = z.string().refine(isMinute).optional().catch(undefined)

/** The search as URL parameters, so that a link repeats it. Nonsense counts as absent. */
const search = z.object({
  area: z
    .string()
    .refine((text) => areaOfText(text, areaLimits) !== null)
    .optional()
    .catch(undefined),
  /** Minutes of the account's clock, both included. */
  from: minute,
  to: minute,
  userId: z.int().positive().optional().catch(undefined),
  /** For `readDevices`. */
  devices: z.coerce.string().optional().catch(undefined),
  confirmSeconds: z.int().min(0).max(86_400).optional().catch(undefined),
})

export type CheckCarUrlState = z.output<typeof search>

export function readCheckCarUrl(raw: Record<string, unknown>): CheckCarUrlState {
  return search.parse(raw)
}
