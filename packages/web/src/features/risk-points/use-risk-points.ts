import { useQuery } from '@tanstack/react-query'
import { riskPointCalls } from '@trackway/core/features/risk-points/calls.ts'
import { useMemo } from 'react'
import { api } from '../../base/api.ts'
import { useCall } from '../../base/queries/use-call.ts'
import type { NamedArea } from '../../map/drawing/AreasLayer.tsx'
import type { ZoneScope } from '../zones/url-state.ts'

/** First parts of the keys of all that is read of risk points: what a change makes old. */
export const riskPointQueries = ['list', 'riskPoint', 'riskAreas', 'riskInside'] as const

/** Risk points look alike whoever owns them, and like no fence. */
export const riskColour = '#d4380d'
const refetchMs = 60_000

/** The areas of all risk points of an account and those below it. */
export function useRiskAreas({ userId, withSubAccounts }: ZoneScope): readonly NamedArea[] {
  const scope = { userId, withSubAccounts }
  const { data } = useCall(['riskAreas', scope], riskPointCalls.map, scope, { staleTime: 60_000 })
  return useMemo(
    () => (data?.list ?? []).map(({ id, name, area }) => ({ id, name, area, colour: riskColour })),
    [data],
  )
}

export function useRiskPoint(id: number | undefined) {
  return useQuery({
    queryKey: ['riskPoint', id],
    queryFn: async ({ signal }) =>
      (await api(riskPointCalls.find, { id: id!, pageSize: 1 }, { signal })).list[0] ?? null,
    enabled: id !== undefined,
  })
}

/** The devices that are inside now; without an id those in any risk point. */
export function useInside(id: number | undefined, userId: number | undefined, pageNum: number) {
  const input = { pageNum, id, userId }
  return useCall(['riskInside', input], riskPointCalls.inside, input, { refetchInterval: refetchMs })
}
