import { lazy, Suspense } from 'react'
import type { FleetDevice } from './fleet/fleet-store.ts'
import type { LocationsUrlState } from './fleet/url-state.ts'
import { LocationsMap } from './map/LocationsMap.tsx'
import type { Monitor } from './use-monitor.ts'

const SplitMaps = lazy(async () => ({ default: (await import('./map/SplitMaps.tsx')).SplitMaps }))

interface MonitorMapsProps {
  monitor: Monitor
  url: LocationsUrlState
  /** Part of the map at its lower edge that something covers, 0 to 1. */
  coveredShare: number
  onMenu: (device: FleetDevice, x: number, y: number) => void
  /** The devices of a cluster are to be listed. */
  onList: (devices: readonly FleetDevice[]) => void
}

/** The map of all devices, or one for each of those that are followed together. */
export function MonitorMaps({ monitor, url, coveredShare, onMenu, onList }: MonitorMapsProps) {
  const { live, isLoading, hasDevices, actions, selected, select, selectFromList } = monitor
  const { followedId, lastFollowed, follow, stopFollowing, split, setSplit } = monitor
  const isNarrowed = Boolean(url.terminalID ?? url.q ?? url.show)
  if (split.length > 1)
    return (
      <Suspense>
        <SplitMaps
          live={live}
          ids={split}
          onSelect={selectFromList}
          onEnd={(id) => setSplit(split.filter((other) => other !== id))}
          onEndAll={() => setSplit([])}
        />
      </Suspense>
    )
  return (
    <LocationsMap
      live={live}
      userId={url.userId}
      selected={selected}
      followedId={followedId}
      lastFollowed={lastFollowed}
      mayFit={selected !== null || !isLoading || (!isNarrowed && hasDevices)}
      coveredShare={coveredShare}
      onReady={(ready) => {
        actions.current = ready
      }}
      onSelect={(device) => (device ? live.withTexts(device, (known) => select(known)) : select(null))}
      onFollow={follow}
      onFollowEnd={stopFollowing}
      onMenu={onMenu}
      onList={onList}
    />
  )
}
