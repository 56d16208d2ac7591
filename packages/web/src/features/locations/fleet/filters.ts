import type { Location } from '@trackway/core/api/locations.ts'
import { carIconStates, runStates } from '@trackway/core/codes/states.ts'

/** The pills above the list. S1's device menu (online, offline, inactive, all) is among them. */
export const deviceFilters = [
  'all',
  'online',
  'moving',
  'stopped',
  'noPosition',
  'overspeed',
  'offline',
  'inactive',
  'expired',
] as const
export type DeviceFilter = (typeof deviceFilters)[number]

type Judged = Pick<Location, 'state' | 'runState' | 'carIconState'>

const tests: Record<DeviceFilter, (device: Judged) => boolean> = {
  all: () => true,
  online: (device) => device.state === 'online',
  moving: (device) => device.state === 'online' && device.runState === runStates.moving,
  stopped: (device) => device.state === 'online' && device.runState === runStates.stopped,
  noPosition: (device) => device.state === 'online' && device.runState === runStates.noPosition,
  overspeed: (device) => device.carIconState === carIconStates.overspeed,
  offline: (device) => device.state === 'offline',
  inactive: (device) => device.state === 'inactive',
  expired: (device) => device.state === 'expired',
}

export function passesFilter(filter: DeviceFilter, device: Judged): boolean {
  return tests[filter](device)
}

export type FilterCounts = Record<DeviceFilter, number>

export function countByFilter(devices: readonly Judged[]): FilterCounts {
  const counts = Object.fromEntries(deviceFilters.map((filter) => [filter, 0])) as FilterCounts
  for (const device of devices) {
    for (const filter of deviceFilters) if (tests[filter](device)) counts[filter]++
  }
  return counts
}

type Searched = Pick<Location, 'displayName' | 'carNumber' | 'nickname' | 'terminalID' | 'iccid' | 'sim'>

/**
 * A search: part of a name, plate, terminal id, ICCID or SIM; or a pasted list of them, of which each has to
 * match whole. Null: nothing is searched.
 */
export function makeMatcher(text: string): ((device: Searched) => boolean) | null {
  const entries = text
    .split(/[\n\r,;，；、\t]+/)
    .map((entry) => entry.trim().toLowerCase())
    .filter((entry) => entry !== '')
  if (entries.length === 0) return null
  if (entries.length === 1) {
    const [part] = entries
    return (device) => wordsOf(device).some((word) => word.toLowerCase().includes(part!))
  }
  const wanted = new Set(entries)
  return (device) => wordsOf(device).some((word) => wanted.has(word.toLowerCase()))
}

function wordsOf(device: Searched): string[] {
  const { displayName, carNumber, nickname, terminalID, iccid, sim } = device
  return [displayName, carNumber, nickname, terminalID, iccid, sim].filter((word) => word !== null)
}
