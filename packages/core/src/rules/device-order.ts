import { type ConnectionState, type RunState, runStates } from '../codes/states.ts'

interface Ordered {
  state: ConnectionState
  runState: RunState
  /** Last time the device sent anything, epoch ms. */
  stateTime: number | null
}

/** After the online ones, which rank by their run state, 1 to 4. */
export const offlineRank = 5
const stateRank: Record<Exclude<ConnectionState, 'online'>, number> = {
  offline: offlineRank,
  inactive: 6,
  expired: offlineRank,
}

/**
 * Compares two devices for the list: online first, then offline, then not activated; online
 * ones by run-state code, then by age; offline ones by most recent contact first.
 */
export function compareDevices(a: Ordered, b: Ordered): number {
  return orderRank(a) - orderRank(b) || (b.stateTime ?? 0) - (a.stateTime ?? 0)
}

/**
 * What the list is ordered by before the time of the last contact, 1 to 6. An expired device may still
 * be connected: it sorts by its run state.
 */
export function orderRank({ state, runState }: Omit<Ordered, 'stateTime'>): number {
  const isOnline = state === 'online' || (state === 'expired' && runState !== runStates.offline)
  return isOnline ? runState : stateRank[state]
}

interface Named {
  carNumber: string | null
  nickname: string | null
  terminalID: string
}

/** The name a device is shown by: car number, else nickname, else terminal id. */
export function displayName(device: Named): string {
  return device.carNumber || device.nickname || device.terminalID
}

/** The same for strangers: a terminal id is what a device logs in with, so they see its end at most. */
export function publicName(device: Named): string {
  return displayName({ ...device, terminalID: `…${device.terminalID.slice(-4)}` })
}
