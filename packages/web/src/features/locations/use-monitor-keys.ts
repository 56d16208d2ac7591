import { App } from 'antd'
import { useTranslation } from 'react-i18next'
import { useLocationsKeys } from './use-locations-keys.ts'
import type { Monitor } from './use-monitor.ts'
import type { useVehicleVerbs } from './use-vehicle-verbs.ts'

/** Escape ends one thing at a time: maps side by side, the choice, following, the selection. */
export function useMonitorKeys(monitor: Monitor, vehicles: ReturnType<typeof useVehicleVerbs>): void {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const { column, selected, select, step, split, setSplit, followedId, stopFollowing, toggleFollow } = monitor
  const { chosen, setChosen } = vehicles
  useLocationsKeys({
    onStep: step,
    onFollow: () => (selected ? toggleFollow(selected) : message.info(t('locations.prompts.selectDevice'))),
    onToggleList: () => column.change({ isOpen: !column.isOpen }),
    onEscape: () => {
      if (split.length > 1) setSplit([])
      else if (chosen.size > 0) setChosen(new Set())
      else if (followedId === null) select(null)
      else stopFollowing()
    },
  })
}
