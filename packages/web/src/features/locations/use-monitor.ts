import { type Location, locationCalls } from '@trackway/core/features/locations/calls.ts'
import { App } from 'antd'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../base/queries/use-call.ts'
import { useIsPhone } from '../../base/use-is-phone.ts'
import { useColumn } from './column/use-column.ts'
import type { FleetDevice } from './fleet/fleet-store.ts'
import { type LocationsUrlState, watchedOf } from './fleet/url-state.ts'
import { useFleet, useFleetView } from './fleet/use-fleet.ts'
import type { FleetActions } from './map/fleet-actions.ts'
import { promptFor } from './prompts.ts'

/** The devices that are listed, the selected one, and those that the map follows. */
export function useMonitor(url: LocationsUrlState, changeUrl: (part: Partial<LocationsUrlState>) => void) {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const isPhone = useIsPhone()
  const column = useColumn()
  const { sort, isGrouped } = column
  const [folded, setFolded] = useState<ReadonlySet<number>>(new Set())
  const arrangement = useMemo(() => ({ sort, isGrouped, folded }), [sort, isGrouped, folded])
  /** Devices of a cluster that the list is restricted to. */
  const [listed, setListed] = useState<ReadonlySet<number> | null>(null)
  const ofGroup = useVehiclesOfGroup(url.group)
  const watched = useMemo(
    () => listed ?? watchedOf({ only: url.only }) ?? ofGroup,
    [listed, url.only, ofGroup],
  )
  const live = useFleet(url, arrangement, watched)
  const { store } = live
  const isLoading = useFleetView(store, (view) => view.isLoading)
  const hasDevices = useFleetView(store, (view) => view.total > 0)
  const actions = useRef<FleetActions | null>(null)
  const [followedId, setFollowedId] = useState<number | null>(null)
  const [lastFollowed, setLastFollowed] = useState<Location | null>(null)
  /** More than one: each has a map of its own. */
  const [split, setSplit] = useState<readonly number[]>([])
  const selected = useFleetView(store, () => store.findByTerminal(url.terminalID ?? '') ?? null)

  // What was listed in one account means nothing in another.
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the account changes
  useEffect(() => {
    setListed(null)
    setSplit([])
  }, [url.userId])

  const watchAll = () => {
    setListed(null)
    if (url.only !== undefined || url.group !== undefined) changeUrl({ only: undefined, group: undefined })
  }
  const stopFollowing = useCallback(() => setFollowedId(null), [])
  const select = (device: Location | null, sheet?: LocationsUrlState['sheet']) => {
    changeUrl({ terminalID: device?.terminalID, ...(sheet && { sheet }) })
    setLastFollowed(null)
    if (device?.id !== followedId) setFollowedId(null)
    const prompt = device && promptFor(device)
    if (prompt) message.info(t(`locations.prompts.${prompt}`))
  }
  const selectFromList = (listed: FleetDevice) =>
    live.withTexts(listed, (device) => {
      select(device, isPhone ? 'half' : undefined)
      actions.current?.show(device, false)
    })
  const follow = (listed: FleetDevice) =>
    live.withTexts(listed, (device) => {
      if (device.lat === null) {
        message.info(t('locations.prompts.noPosition'))
        return
      }
      if (device.terminalID !== url.terminalID) select(device)
      actions.current?.show(device, true)
      setSplit([])
      setFollowedId(device.id)
      setLastFollowed(device)
    })
  const step = (by: 1 | -1) => {
    const view = store.getView()
    const at = selected ? view.rows.findIndex((row) => view.devices[row]!.id === selected.id) : -1
    const row = view.rows[at < 0 ? 0 : (at + by + view.rows.length) % view.rows.length]
    if (row !== undefined) selectFromList(view.devices[row]!)
  }
  const toggleFollow = (device: Location) => (followedId === device.id ? stopFollowing() : follow(device))

  return {
    column,
    arrangement,
    setFolded,
    watched,
    setListed,
    watchAll,
    live,
    isLoading,
    hasDevices,
    actions,
    selected,
    select,
    selectFromList,
    step,
    followedId,
    lastFollowed,
    follow,
    toggleFollow,
    stopFollowing,
    split,
    setSplit,
  }
}

/** The ids of the vehicles in a group; null: no group is chosen, or they are not known yet. */
function useVehiclesOfGroup(group: number | undefined): ReadonlySet<number> | null {
  const { data } = useCall(
    ['groupVehicles', group],
    locationCalls.order,
    group === undefined ? null : { groupIds: [group] },
    { refetchInterval: 60_000 },
  )
  return useMemo(() => (group === undefined || !data ? null : new Set(data.ids)), [group, data])
}

export type Monitor = ReturnType<typeof useMonitor>
