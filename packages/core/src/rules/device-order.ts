import { type ConnectionState, type RunState, runStates } from '../codes/states.ts'

interface Ordered {
  state: ConnectionState
  runState: RunState
  /** Last time anything was heard of the device, epoch ms. */
  stateTime: number | null
}

const stateRank: Record<ConnectionState, number> = { online: 0, offline: 1, inactive: 2, expired: 1 }

/**
 * Compares two devices for the list (S1 section 4): online first, then offline, then not activated; online
 * ones by run-state code, then by age; offline ones by most recent contact first.
 */
export function compareDevices(a: Ordered, b: Ordered): number {
  const rank = rankOf(a) - rankOf(b)
  if (rank !== 0) return rank
  if (rankOf(a) === 0 && a.runState !== b.runState) return a.runState - b.runState
  return (b.stateTime ?? 0) - (a.stateTime ?? 0)
}

// An expired device still has a connection behind it: it sorts where that puts it.
function rankOf(device: Ordered): number {
  return device.state === 'expired' && device.runState !== runStates.offline ? 0 : stateRank[device.state]
}

/** The name a device is shown by (S1 section 2): car number, else nickname, else terminal id. */
export function displayName(device: {
  carNumber: string | null
  nickname: string | null
  terminalID: string
}): string {
  return device.carNumber || device.nickname || device.terminalID
}
