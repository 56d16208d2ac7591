import { useQuery } from '@tanstack/react-query'
import { trackSettingCalls } from '@trackway/core/api/tracks/track-settings.ts'
import { api } from '../../base/api.ts'
import type { Level } from '../../ui/levels/level.ts'

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
