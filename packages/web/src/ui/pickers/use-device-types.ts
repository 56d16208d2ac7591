import { type DeviceType, deviceCalls } from '@trackway/core/features/devices/calls.ts'
import { useCall } from '../../base/queries/use-call.ts'

/** The device types of the platform, for whoever lets one be chosen. */
export function useDeviceTypes() {
  return useCall(
    ['deviceTypes'],
    deviceCalls.types,
    {},
    { staleTime: 5 * 60_000, select: (types) => types.list },
  )
}

/** The type of one device; undefined while it is not known, or without a device. */
export function useModelOf(terminalID: string | null): DeviceType | undefined {
  const types = useDeviceTypes()
  const { data: device } = useCall(
    ['list', 'device', terminalID],
    deviceCalls.detail,
    terminalID === null ? null : { terminalID },
  )
  return types.data?.find(({ id }) => id === device?.deviceType)
}
