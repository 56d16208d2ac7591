import { fenceAreaLimits } from '@trackway/core/api/area.ts'
import { fenceList } from '@trackway/core/features/fences/calls.ts'
import { z } from 'zod'
import { areaOfText } from '../../map/drawing/area-text.ts'
import { type ListUrl, readListUrl } from '../../ui/list/list-url.ts'
import { zoneSearch } from '../zones/url-state.ts'

const search = zoneSearch.extend({
  /** What a new one begins with, as `textOfArea` writes it, and whose vehicle it is for. */
  area: z
    .string()
    .refine((text) => areaOfText(text, fenceAreaLimits) !== null)
    .optional()
    .catch(undefined),
  forDevice: z.coerce.string().max(20).optional().catch(undefined),
})

export type FencesUrlState = ListUrl<typeof fenceList> & z.output<typeof search>

/** URL parameters of the screen: the list, the fence that is chosen, and what is edited. */
export function readFencesUrl(raw: Record<string, unknown>): FencesUrlState {
  return { ...readListUrl(fenceList, raw), ...search.parse(raw) }
}
