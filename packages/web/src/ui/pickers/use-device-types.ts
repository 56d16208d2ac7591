import { type DeviceType, deviceCalls } from '@trackway/core/features/devices/calls.ts'
import { useCall } from '../../base/queries/use-call.ts'

/** The device types of the platform, for whoever lets one be chosen. @param isOpen false: nobody who may see them looks */
export function useDeviceTypes(isOpen = true) {
  return useCall(['deviceTypes'], deviceCalls.types, isOpen ? {} : null, {
    staleTime: 5 * 60_000,
    select: (types) => types.list,
  })
}

/** The type of one device; undefined while it is not known, or without a device. */
export function useModelOf(terminalID: string | null): DeviceType | undefined {
  const types = useDeviceTypes(terminalID !== null)
  const { data: device } = useCall(
    ['list', 'device', terminalID],
    deviceCalls.detail,
    terminalID === null ? null : { terminalID },
  )
  return types.data?.find(({ id }) => id === device?.deviceType)
}
