import { deviceCalls } from '@trackway/core/features/devices/calls.ts'
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
