import type { AlarmAction, AlarmEpisode } from '@trackway/core/features/alarms/calls.ts'
import type { useHandling } from '../live/use-handling.tsx'

export interface AlarmActionsProps {
  alarm: AlarmEpisode
  mutedUntil: number | null
  mutedUntilMoved: boolean
  isMuteOpen: boolean
  onMuteOpen: (isOpen: boolean) => void
  handle: (action: AlarmAction) => Promise<void>
  notify: ReturnType<typeof useHandling>['notify']
  onChanged: () => void
}
