import { useQuery } from '@tanstack/react-query'
import type { InputOf } from '@trackway/core/api/call.ts'
import { deviceCalls } from '@trackway/core/api/devices.ts'
import { trackSettingCalls } from '@trackway/core/api/tracks/track-settings.ts'
import { api } from '../../base/api.ts'

/** Where settings are set: for an account, one type of its devices, or one device. */
export type Level = InputOf<typeof trackSettingCalls.find>

export function kindOf({ terminalID, deviceType }: Level): 'device' | 'type' | 'account' {
  return terminalID !== undefined ? 'device' : deviceType !== undefined ? 'type' : 'account'
}

export function useTrackSettings(level: Level, isEnabled: boolean) {
  return useQuery({
    queryKey: ['trackSettings', level],
    queryFn: ({ signal }) => api(trackSettingCalls.find, level, { signal }),
    staleTime: 0, // whoever opens the form changes what is there now
    refetchOnWindowFocus: false, // and what is entered does not go meanwhile
    refetchOnReconnect: false,
    enabled: isEnabled,
  })
}

/** Whose a device is and of which type: the levels above it. */
export function useDevice(terminalID: string | undefined) {
  return useQuery({
    queryKey: ['deviceDetail', terminalID],
    queryFn: ({ signal }) => api(deviceCalls.detail, { terminalID: terminalID ?? '' }, { signal }),
    enabled: terminalID !== undefined,
  })
}
