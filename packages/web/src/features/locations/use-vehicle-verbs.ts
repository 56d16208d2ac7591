import { limits } from '@trackway/core/codes/limits.ts'
import type { Location } from '@trackway/core/features/locations/calls.ts'
import { App } from 'antd'
import { useEffect, useState } from 'react'
import { copyText } from '../../base/copy-text.ts'
import { useTexts } from '../../base/use-texts.ts'
import type { VehicleMenuAt } from './actions/VehicleMenu.tsx'
import type { MonitorVerbs } from './actions/vehicle-actions.tsx'
import { toggled } from './column/use-row-choice.ts'
import type { FleetDevice } from './fleet/fleet-store.ts'
import type { LiveFleet } from './fleet/use-fleet.ts'

interface VehicleVerbsProps {
  accountId: number | undefined
  live: LiveFleet
  toggleFollow: (device: Location) => void
  onSplit: (ids: readonly number[]) => void
  onWatchOnly: (ids: readonly number[]) => void
}

/** The vehicles that are chosen together, their menu, and what the monitor itself does with them. */
export function useVehicleVerbs({ accountId, live, toggleFollow, onSplit, onWatchOnly }: VehicleVerbsProps) {
  const { t, format } = useTexts()
  const { message } = App.useApp()
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const [menu, setMenu] = useState<VehicleMenuAt | null>(null)
  const [shared, setShared] = useState<readonly string[] | null>(null)
  // What was chosen in one account means nothing in another.
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the account changes
  useEffect(() => setChosen(new Set()), [accountId])

  const openMenu = (ids: readonly number[], x: number, y: number) => {
    if (ids.length > limits.devicesPerOperation)
      message.info(t('lists.tooMany', { most: format.number(limits.devicesPerOperation) }))
    else live.withTextsOf(ids, (devices) => devices.length > 0 && setMenu({ devices, x, y }))
  }
  /** Of a device among several that are chosen the menu is that of all of them. */
  const openMenuOf = (device: FleetDevice, x: number, y: number) =>
    openMenu(chosen.has(device.id) ? [...chosen] : [device.id], x, y)
  const verbs: MonitorVerbs = {
    follow: (devices) => {
      onSplit(devices.length > 1 ? devices.map(({ id }) => id) : [])
      if (devices.length === 1) toggleFollow(devices[0]!)
    },
    share: (devices) => setShared(devices.map(({ terminalID }) => terminalID)),
    copyIds: async (devices) => {
      const isCopied = await copyText(devices.map(({ terminalID }) => terminalID).join('\n'))
      if (isCopied) message.success(t('ui.copy.done'))
      else message.warning(t('ui.copy.failed'))
    },
    watchOnly: (devices) => {
      setChosen(new Set())
      onWatchOnly(devices.map(({ id }) => id))
    },
    choose: ([device]) => setChosen(toggled(chosen, device!.id)),
  }

  return { chosen, setChosen, menu, setMenu, shared, setShared, openMenu, openMenuOf, verbs }
}
