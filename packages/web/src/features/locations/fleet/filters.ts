import { carIconStates, connectionStates, type RunState, runStates } from '@trackway/core/codes/states.ts'
import type { Location } from '@trackway/core/features/locations/calls.ts'
import { orderRank } from '@trackway/core/rules/device-order.ts'

/** The pills above the list. Online, offline, inactive and all are among them. */
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
  'alarm',
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
  // Not part of the state: the store knows which devices have alarms.
  alarm: () => true,
}

/** A state as a number below `kindCount`. */
export function kindOf({ state, runState, carIconState }: Judged): number {
  return (connectionStates.indexOf(state) << 5) | ((runState - 1) << 3) | carIconState
}
const kindCount = 128

/** Where the list has those of a kind. */
export const rankOfKind = Uint8Array.from({ length: kindCount }, (_, kind) =>
  orderRank({ state: connectionStates[kind >> 5]!, runState: (((kind >> 3) & 3) + 1) as RunState }),
)

/** For each filter by `kindOf` a state: 1 where it passes. */
const passes = Object.fromEntries(
  deviceFilters.map((filter) => [
    filter,
    Uint8Array.from({ length: kindCount }, (_, kind) => passesAs(filter, kind)),
  ]),
) as Record<DeviceFilter, Uint8Array>

function passesAs(filter: DeviceFilter, kind: number): number {
  const state = connectionStates[kind >> 5]!
  return tests[filter]({ state, runState: ((kind >> 3) & 3) + 1, carIconState: kind & 7 }) ? 1 : 0
}

export function passesFilter(filter: DeviceFilter, kind: number): boolean {
  return passes[filter][kind] === 1
}

export type FilterCounts = Record<DeviceFilter, number>

/** @param groups kinds, each with how many devices are of it */
export function countByFilter(groups: Iterable<readonly [kind: number, count: number]>): FilterCounts {
  const counts = Object.fromEntries(deviceFilters.map((filter) => [filter, 0])) as FilterCounts
  for (const [kind, count] of groups) {
    for (const filter of deviceFilters) counts[filter] += passes[filter][kind]! * count
  }
  return counts
}

/** @param kinds of the devices, one each */
export function countKinds(kinds: readonly number[]): FilterCounts {
  const counts = new Uint32Array(kindCount)
  for (const kind of kinds) counts[kind]!++
  return countByFilter(counts.entries())
}
