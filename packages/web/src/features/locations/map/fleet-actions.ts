import type { Location } from '@trackway/core/features/locations/calls.ts'
import type { FleetDevice } from '../fleet/fleet-store.ts'
import type { LiveFleet } from '../fleet/use-fleet.ts'
import type { OpeningBox } from './use-opening-box.ts'

/** A device under the pointer, and where that is on the map. */
export interface Hovered {
  device: FleetDevice
  x: number
  y: number
}

/** What the rest of the screen makes the map do. */
export interface FleetActions {
  fitAll(): void
  /** Fills the map with a box whose streets are drawn. */
  fillWith(box: OpeningBox): void
  /** Moves to a device; `isClose` zooms in to where streets are. */
  show(device: Location, isClose: boolean): void
}

export interface FleetOverlayProps {
  live: LiveFleet
  selected: Location | null
  followedId: number | null
  isClustered: boolean
  /** Part of the map at its lower edge that something covers, 0 to 1. */
  coveredShare: number
  /** Clicks mean something else at present. */
  isIdle?: boolean
  onReady?: (actions: FleetActions) => void
  onSelect: (device: FleetDevice | null) => void
  onFollow: (device: FleetDevice) => void
  onFollowEnd: () => void
  /** The pointer rests on a device, at a place of the map; null: on none. */
  onHover?: (hovered: Hovered | null) => void
  /** Opens the menu of a device at a place of the page. */
  onMenu?: (device: FleetDevice, x: number, y: number) => void
  /** The devices of a cluster are to be listed. */
  onList?: (devices: readonly FleetDevice[]) => void
}
