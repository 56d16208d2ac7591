import { deviceCalls } from '@trackway/core/features/devices/calls.ts'
import { useCall } from '../../base/queries/use-call.ts'

/** Where settings are set: for an account and all below, for one type of its devices, for a group, or for one device. */
export interface Level {
  userId?: number | undefined
  deviceType?: number | undefined
  groupId?: number | undefined
  terminalID?: string | undefined
}

export function kindOf({ terminalID, groupId, deviceType }: Level): 'device' | 'group' | 'type' | 'account' {
  if (groupId !== undefined) return 'group'
  return terminalID !== undefined ? 'device' : deviceType !== undefined ? 'type' : 'account'
}

/** Whose a device is and of which type: the levels above it. */
export function useDevice(terminalID: string | undefined) {
  return useCall(
    ['deviceDetail', terminalID],
    deviceCalls.detail,
    { terminalID: terminalID ?? '' },
    { enabled: terminalID !== undefined },
  )
}
