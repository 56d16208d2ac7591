import type { riskPointList } from '@trackway/core/features/risk-points/calls.ts'
import { z } from 'zod'
import { type ListUrl, readAccount } from '../../ui/list/list-url.ts'

const search = z.object({
  /** The risk point whose details are shown. */
  chosen: z.int().positive().optional().catch(undefined),
  /** The one that is edited, or a new one. */
  edit: z
    .union([z.literal('new'), z.int().positive()])
    .optional()
    .catch(undefined),
})

export type RiskPointsUrlState = ListUrl<typeof riskPointList> & z.output<typeof search>

/** What the address of the screen says: the list, and the risk point that is chosen or edited. */
export function readRiskPointsUrl(raw: Record<string, unknown>): RiskPointsUrlState {
  return { ...readAccount(raw), ...search.parse(raw) }
}
