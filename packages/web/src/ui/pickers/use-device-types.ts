import { useQuery } from '@tanstack/react-query'
import { deviceCalls } from '@trackway/core/api/devices.ts'
import { api } from '../../base/api.ts'

/** The device types of the platform, for whoever lets one be chosen. */
export function useDeviceTypes() {
  return useQuery({
    queryKey: ['deviceTypes'],
    queryFn: ({ signal }) => api(deviceCalls.types, {}, { signal }),
    staleTime: 5 * 60_000,
    select: (types) => types.list,
  })
}
