import { useQueries } from '@tanstack/react-query'
import { deviceCalls } from '@trackway/core/api/devices.ts'
import { useMemo } from 'react'
import { api } from '../../../base/api.ts'
import { useDeviceTypes } from '../../../ui/pickers/use-device-types.ts'

/** Those of a replay's devices whose types have their lines smoothed; none while that is not known. */
export function useSmoothed(terminalIDs: readonly string[]): ReadonlySet<string> {
  const types = useDeviceTypes()
  const smoothed = useQueries({
    queries: terminalIDs.map((terminalID) => ({
      queryKey: ['list', 'device', terminalID],
      queryFn: ({ signal }: { signal: AbortSignal }) => api(deviceCalls.detail, { terminalID }, { signal }),
    })),
    combine: (found) =>
      found
        .flatMap(({ data }) => {
          const type = types.data?.find(({ id }) => id === data?.deviceType)
          return data && type?.trackOptimisation ? data.terminalID : []
        })
        .join(),
  })
  return useMemo(() => new Set(smoothed.split(',')), [smoothed])
}
