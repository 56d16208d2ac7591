import { useQuery } from '@tanstack/react-query'
import { locationCalls } from '@trackway/core/api/locations.ts'
import { useMemo } from 'react'
import { api } from '../../base/api.ts'

/** As many devices as one choice list holds; beyond it the search of the monitoring screen leads here. */
const listedDevices = 10_000

export interface ListedDevice {
  /** The terminal id. */
  value: string
  label: string
  detail: string
  /** What a search looks through. */
  words: string
}

/** The devices that can be chosen, by name. */
export function useListedDevices(): { listed: ListedDevice[]; isLoading: boolean } {
  const { data, isLoading } = useQuery({
    queryKey: ['track', 'devices'],
    queryFn: ({ signal }) => api(locationCalls.find, { pageSize: listedDevices }, { signal }),
    staleTime: 60_000,
  })
  const listed = useMemo(
    () =>
      (data?.list ?? [])
        .map((device) => ({
          value: device.terminalID,
          label: device.displayName,
          detail: device.displayName === device.terminalID ? device.username : device.terminalID,
          words: [device.displayName, device.terminalID, device.nickname, device.iccid, device.sim]
            .join(' ')
            .toLowerCase(),
        }))
        .sort((a, b) => a.label.localeCompare(b.label)),
    [data],
  )
  return { listed, isLoading }
}
