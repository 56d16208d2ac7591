import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { InputOf } from '@trackway/core/api/call.ts'
import { deviceCalls, unknownDeviceCalls } from '@trackway/core/api/devices.ts'
import { limits } from '@trackway/core/codes/limits.ts'
import { api } from '../../base/api.ts'
import type { TablePart } from '../../ui/list/data-table.ts'
import { chosenDevices, type DeviceListSearch } from './search.ts'

/** How far ahead is looked for what ends, unless the address says. */
export const defaultWithinDays = 30
/** Newest first. */
export const defaultSort = 'createTime'

export function devicePart(search: DeviceListSearch): TablePart {
  return {
    pageNum: search.pageNum ?? 1,
    pageSize: search.pageSize ?? limits.defaultPageSize,
    sort: search.sort ?? defaultSort,
    isDescending: !search.isRising,
  }
}

export function useDevices(search: DeviceListSearch) {
  const { pageNum, pageSize, isDescending } = devicePart(search)
  const input: InputOf<typeof deviceCalls.find> = {
    pageNum,
    pageSize,
    sort: search.sort ?? defaultSort,
    isDescending,
    withSubAccounts: !search.own,
    ...(search.userId !== undefined && { userId: search.userId }),
    ...(search.state && { state: search.state }),
    ...(search.deviceType !== undefined && { deviceType: search.deviceType }),
    ...(search.due && { due: search.due, withinDays: search.within ?? defaultWithinDays }),
    ...(search.devices && { terminalIDs: chosenDevices(search) }),
    ...(search.search && { search: search.search }),
  }
  return useQuery({
    queryKey: ['devices', input],
    queryFn: ({ signal }) => api(deviceCalls.find, input, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: 30_000, // states change by themselves
  })
}

export function useUnknownDevices(
  part: { pageNum: number; pageSize: number; search: string },
  enabled: boolean,
) {
  return useQuery({
    queryKey: ['unknownDevices', part],
    queryFn: ({ signal }) => api(unknownDeviceCalls.find, part, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: 10_000, // somebody is switching on a new device and waits for it to show
    enabled,
  })
}

/** Adding, changing and deleting; the lists are read again afterwards. */
export function useDeviceChanges() {
  const client = useQueryClient()
  const onSuccess = () =>
    Promise.all([
      client.invalidateQueries({ queryKey: ['devices'] }),
      client.invalidateQueries({ queryKey: ['unknownDevices'] }),
    ])
  const add = useMutation({
    mutationFn: (input: InputOf<typeof deviceCalls.add>) => api(deviceCalls.add, input),
    onSuccess,
  })
  const update = useMutation({
    mutationFn: (input: InputOf<typeof deviceCalls.update>) => api(deviceCalls.update, input),
    onSuccess,
  })
  const remove = useMutation({
    mutationFn: (terminalID: string) => api(deviceCalls.delete, { terminalID }),
    onSuccess,
  })
  return { add: add.mutateAsync, update: update.mutateAsync, remove: remove.mutateAsync }
}
