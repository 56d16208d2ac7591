import type pg from 'pg'

export type Client = Pick<pg.ClientBase, 'query'>

/** A device as sources combine its configuration. */
export interface ConfiguredDevice {
  id: number
  accountId: number
  deviceTypeId: number
  /** Of its account: `/1/7/42/`. */
  path: string
}

/**
 * One kind of setting that rules need, set at accounts, where it counts for all devices below, and for single
 * devices. What is set at an account is read once and shared by all its devices.
 */
export interface ConfigSource<Own, Value> {
  /** By account; those that set nothing are left out. One query, however many accounts. */
  ofAccounts(client: Client, accountIds: readonly number[]): Promise<ReadonlyMap<number, Own>>
  /** The same by device. */
  ofDevices(client: Client, deviceIds: readonly number[]): Promise<ReadonlyMap<number, Own>>
  /** @param levels what is set, the furthest account first, the device's own last */
  combine(levels: readonly Own[], device: ConfiguredDevice): Value
  /** Of a device for which nothing is set. */
  none: Value
}

/** A source that is read for each device as a whole. */
export function sourceByDevice<Value>(
  ofDevices: ConfigSource<Value, Value>['ofDevices'],
  none: Value,
): ConfigSource<Value, Value> {
  return { ofAccounts: async () => new Map(), ofDevices, combine: ([value = none]) => value, none }
}
