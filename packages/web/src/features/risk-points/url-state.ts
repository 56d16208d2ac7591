import type { riskPointList } from '@trackway/core/features/risk-points/calls.ts'
import { type ListUrl, readAccount } from '../../ui/list/list-url.ts'
import { type ZoneUrlState, zoneSearch } from '../zones/url-state.ts'

/** URL parameters of the screen: the list, and the risk point that is chosen or edited. */
export function readRiskPointsUrl(
  raw: Record<string, unknown>,
): ListUrl<typeof riskPointList> & ZoneUrlState {
  return { ...readAccount(raw), ...zoneSearch.parse(raw) }
}
