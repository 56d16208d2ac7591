import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { exportCalls } from '@trackway/core/api/exports.ts'
import { api } from '../../base/api.ts'
import { createExport, isUnderWay, watch } from './export-watch.ts'

/** How often files under way are looked after. */
const underWayMs = 1_000
/** Ready files that a menu names. */
const mostReady = 5

/** The caller's files, those under way with their progress. */
export function useExports(part: { pageNum: number; pageSize: number }) {
  return useQuery({
    queryKey: ['exports', part],
    queryFn: ({ signal }) => api(exportCalls.find, part, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.list.some(isUnderWay) ? underWayMs : false),
  })
}

/** The caller's latest files that are ready, for where there is no list of them. */
export function useReadyFiles(isEnabled: boolean) {
  return useQuery({
    queryKey: ['exports', 'ready'],
    queryFn: ({ signal }) => api(exportCalls.find, { pageNum: 1, pageSize: 20 }, { signal }),
    select: ({ list }) => list.filter(({ state }) => state === 'done').slice(0, mostReady),
    enabled: isEnabled,
  })
}

/** Files under way, by their ids. */
export function useExportProgress(ids: readonly number[]) {
  return useQuery({
    queryKey: ['exports', 'watched', ids],
    queryFn: ({ signal }) => api(exportCalls.find, { ids: [...ids], pageSize: 100 }, { signal }),
    refetchInterval: underWayMs,
    enabled: ids.length > 0,
  })
}

export function useExportChanges() {
  const client = useQueryClient()
  const onSettled = () => client.invalidateQueries({ queryKey: ['exports'] })
  const create = useMutation({ mutationFn: createExport, onSettled })
  const cancel = useMutation({ mutationFn: (id: number) => api(exportCalls.cancel, { id }), onSettled })
  const retry = useMutation({
    mutationFn: async (id: number) => watch((await api(exportCalls.retry, { id })).id),
    onSettled,
  })
  return { create, cancel: cancel.mutateAsync, retry: retry.mutateAsync }
}
