import { useQuery } from '@tanstack/react-query'
import type { OutputOf } from '@trackway/core/api/call.ts'
import { limits } from '@trackway/core/codes/limits.ts'
import { fenceCalls } from '@trackway/core/features/fences/calls.ts'
import { useMemo } from 'react'
import { api } from '../../base/api.ts'
import { useCall } from '../../base/queries/use-call.ts'
import type { NamedArea } from '../../map/drawing/AreasLayer.tsx'
import { maxChosenDevices } from '../../ui/vehicles/vehicle-list.ts'
import type { ZoneScope } from '../zones/url-state.ts'

/** A fence with the accounts that it is assigned to. */
export type FenceDetail = OutputOf<typeof fenceCalls.get>

/** First parts of the keys of all that is read of fences: what a change makes old. */
export const fenceQueries = ['list', 'fence', 'fenceAreas', 'fenceDevices'] as const

/** The areas of all fences of an account and those below it. */
export function useFenceAreas({ userId, withSubAccounts }: ZoneScope): readonly NamedArea[] {
  const scope = { userId, withSubAccounts }
  const { data } = useCall(['fenceAreas', scope], fenceCalls.map, scope, { staleTime: 60_000 })
  return useMemo(
    () =>
      (data?.list ?? []).map(({ fenceId, state, ...fence }) => ({
        ...fence,
        id: fenceId,
        isOff: state === 'closed',
      })),
    [data],
  )
}

export function useFence(fenceId: number | undefined) {
  return useCall(['fence', fenceId], fenceCalls.get, fenceId === undefined ? null : { fenceId })
}

export function useFenceDevices(fenceId: number, pageNum: number, search: string, pageSize: number) {
  const input = { fenceId, pageNum, pageSize, ...(search && { search }) }
  return useCall(['fenceDevices', input], fenceCalls.devices, input, {
    placeholderData: (before) => (before?.list.length === 0 ? undefined : before),
  })
}

/**
 * The ids of all devices that are assigned themselves, as far as a form can hold them.
 * @returns null where there are more: only others can then be added
 */
export function useAssignedDevices(fenceId: number | undefined) {
  return useQuery({
    queryKey: ['fenceDevices', 'assigned', fenceId],
    queryFn: async ({ signal }) => {
      const ids: string[] = []
      for (let pageNum = 1; ; pageNum++) {
        const input = { fenceId: fenceId!, isAssigned: true, pageNum, pageSize: limits.maxPageSize }
        const { list, total } = await api(fenceCalls.devices, input, { signal })
        if (total > maxChosenDevices) return null
        ids.push(...list.map(({ terminalID }) => terminalID))
        if (list.length === 0 || ids.length >= total) return ids
      }
    },
    enabled: fenceId !== undefined,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
}
