import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { InputOf } from '@trackway/core/api/call.ts'
import { deviceCalls } from '@trackway/core/api/devices.ts'
import { episodeCalls } from '@trackway/core/api/episodes.ts'
import { odometerCalls } from '@trackway/core/api/odometer.ts'
import { trackSettingCalls } from '@trackway/core/api/track-settings.ts'
import { api } from '../../base/api.ts'

/** Where settings are set: for an account, one type of its devices, or one device. */
export type Level = InputOf<typeof trackSettingCalls.find>

export function kindOf({ terminalID, deviceType }: Level): 'device' | 'type' | 'account' {
  return terminalID !== undefined ? 'device' : deviceType !== undefined ? 'type' : 'account'
}

export function useTrackSettings(level: Level, isEnabled = true) {
  return useQuery({
    queryKey: ['trackSettings', level],
    queryFn: ({ signal }) => api(trackSettingCalls.find, level, { signal }),
    staleTime: 0, // whoever opens the form changes what is there now
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

export function useTrackSettingChanges() {
  const client = useQueryClient()
  const set = useMutation({
    mutationFn: (input: InputOf<typeof trackSettingCalls.set>) => api(trackSettingCalls.set, input),
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: ['trackSettings'] }),
        client.invalidateQueries({ queryKey: ['statistics'] }),
        client.invalidateQueries({ queryKey: ['track'] }),
      ]),
  })
  const recompute = useMutation({
    mutationFn: (input: InputOf<typeof episodeCalls.recompute>) => api(episodeCalls.recompute, input),
    onSuccess: () => client.invalidateQueries({ queryKey: ['statistics'] }),
  })
  return { set: set.mutateAsync, recompute: recompute.mutateAsync }
}

export function useOdometerCorrections(terminalID: string) {
  return useQuery({
    queryKey: ['odometerCorrections', terminalID],
    queryFn: ({ signal }) => api(odometerCalls.corrections, { terminalID, pageSize: 20 }, { signal }),
  })
}

export function useOdometerChange() {
  const client = useQueryClient()
  const correct = useMutation({
    mutationFn: (input: InputOf<typeof odometerCalls.correct>) => api(odometerCalls.correct, input),
    onSuccess: (_, { terminalID }) =>
      Promise.all([
        client.invalidateQueries({ queryKey: ['odometerCorrections', terminalID] }),
        client.invalidateQueries({ queryKey: ['odometerNow', terminalID] }),
      ]),
  })
  return correct.mutateAsync
}
