import { useSearch } from '@tanstack/react-router'
import type { AlarmEpisode } from '@trackway/core/features/alarms/calls.ts'
import { useState } from 'react'
import { useUrlChange } from '../../base/history-steps.ts'
import { useUser } from '../../base/session.ts'
import type { AlarmSelection } from './list/use-alarm-selection.ts'
import type { useHandling } from './live/use-handling.tsx'
import type { AlarmsUrl } from './url-state.ts'
import { useAlarmKeys } from './use-alarm-keys.ts'

interface AlarmsOfScreen {
  rows: readonly AlarmEpisode[]
  selection: AlarmSelection
  handle: ReturnType<typeof useHandling>['handle']
  onHelp: () => void
}

/** The alarm whose details are open, and the keys by which one walks the list and handles alarms. */
export function useOpenAlarm({ rows, selection, handle, onHelp }: AlarmsOfScreen) {
  const user = useUser()
  const { alarm: currentId }: AlarmsUrl = useSearch({ strict: false })
  const changeUrl = useUrlChange<AlarmsUrl>()
  const [isMuteOpen, setMuteOpen] = useState(false)
  const [isMapLarge, setMapLarge] = useState(false)
  const currentAt = rows.findIndex(({ id }) => id === currentId)
  const current = rows[currentAt]
  const open = (alarm: AlarmEpisode | undefined) => {
    setMuteOpen(false)
    changeUrl({ alarm: alarm?.id })
  }
  const step = (by: 1 | -1) => {
    const next = rows[currentAt < 0 ? 0 : Math.max(0, Math.min(rows.length - 1, currentAt + by))]
    if (next) open(next)
  }
  /** Those selected, else the open one. */
  const handleChosen = (action: 'acknowledge' | 'resolve') => {
    if (user.isDemo) return
    if (selection.ids.length > 0) void handle(action, selection.ids as number[])
    else if (currentId !== undefined) void handle(action, [currentId])
  }
  useAlarmKeys({
    onStep: step,
    onAcknowledge: () => handleChosen('acknowledge'),
    onResolve: () => handleChosen('resolve'),
    onMute: () => currentId !== undefined && setMuteOpen(true),
    onSelect: (isRange) => current && selection.toggle(current.id, isRange),
    onMap: () => currentId !== undefined && setMapLarge(!isMapLarge),
    onEscape: () => {
      if (isMapLarge) setMapLarge(false)
      else if (selection.count > 0) selection.replace([])
      else open(undefined)
    },
    onHelp,
  })
  return { currentId, current, open, isMuteOpen, setMuteOpen, isMapLarge, setMapLarge }
}
