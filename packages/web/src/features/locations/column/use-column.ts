import { useState } from 'react'
import { z } from 'zod'
import { recall, remember } from '../../../base/stored.ts'
import { listSorts } from '../fleet/list-order.ts'

/** How wide the column may be, and is at first. */
export const columnPx = { min: 320, max: 560, usual: 384 } as const

const column = z.object({
  width: z
    .number()
    .catch(columnPx.usual)
    .transform((px) => Math.max(columnPx.min, Math.min(columnPx.max, px))),
  isOpen: z.boolean().catch(true),
  isRich: z.boolean().catch(true),
  sort: z.literal(listSorts).catch('state'),
  isGrouped: z.boolean().catch(false),
})
type Column = z.output<typeof column>

/** Width, fold, density and order of the list column, as the user left them. */
export function useColumn() {
  const [state, setState] = useState(() => readColumn(recall('homeColumn')))
  const change = (part: Partial<Column>) => {
    const next = { ...state, ...part }
    setState(next)
    remember('homeColumn', next)
  }
  return { ...state, change }
}

export function readColumn(stored: unknown): Column {
  return column.safeParse(stored).data ?? column.parse({})
}
