import { useMutation } from '@tanstack/react-query'
import type { InputOf } from '@trackway/core/api/call.ts'
import { exportCalls } from '@trackway/core/features/exports/calls.ts'
import { api } from '../../base/api.ts'
import { reread } from '../../base/queries/query-client.ts'
import { useCall } from '../../base/queries/use-call.ts'
import { underWayMs, watch } from './export-watch.ts'

/** Ready files that a menu names. */
const mostReady = 5

/** The caller's latest files that are ready, for where there is no list of them. */
export function useReadyFiles(isEnabled: boolean) {
  return useCall(
    ['list', 'exports', 'ready'],
    exportCalls.find,
    { pageNum: 1, pageSize: 20 },
    {
      select: ({ list }) => list.filter(({ state }) => state === 'done').slice(0, mostReady),
      enabled: isEnabled,
    },
  )
}

/** Files under way, by their ids. */
export function useExportProgress(ids: readonly number[]) {
  return useCall(
    ['list', 'exports', 'watched', ids],
    exportCalls.find,
    { ids: [...ids], pageSize: 100 },
    { refetchInterval: underWayMs, enabled: ids.length > 0 },
  )
}

type FileRequest = InputOf<typeof exportCalls.create> | InputOf<typeof exportCalls.createList>

/** Requests a file of a report or a list, which is watched until it is ready. */
export function useCreateExport() {
  return useMutation({
    mutationFn: async (input: FileRequest) => {
      const job = 'list' in input ? api(exportCalls.createList, input) : api(exportCalls.create, input)
      const { id } = await job
      watch(id)
      return id
    },
    onSettled: () => reread(['list', 'exports']),
  })
}
