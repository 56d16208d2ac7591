import { type CarIconState, carIconStates, runStates } from '@trackway/core/codes/states.ts'
import type { Location } from '@trackway/core/features/locations/calls.ts'

/** Key of the word for what a device is doing. */
export function runStateKey(device: Pick<Location, 'state' | 'runState' | 'carIconState'>): string {
  if (device.state === 'expired' || device.state === 'inactive') return `reports.state.${device.state}`
  if (device.runState === runStates.offline) return 'reports.state.offline'
  if (device.runState === runStates.noPosition) return 'locations.run.noPosition'
  if (device.runState === runStates.stopped) return 'locations.run.stopped'
  if (device.carIconState === carIconStates.overspeed) return 'locations.run.overspeed'
  return device.carIconState === carIconStates.fast ? 'locations.run.fast' : 'locations.run.moving'
}

/** Since when a device is in the state shown; null: not known. */
export function stateSince(device: Pick<Location, 'runState' | 'stoppedSince' | 'stateTime'>): number | null {
  return device.runState === runStates.stopped ? (device.stoppedSince ?? device.stateTime) : device.stateTime
}

export function isMoving(state: CarIconState): boolean {
  return state === carIconStates.moving || state === carIconStates.fast || state === carIconStates.overspeed
}
