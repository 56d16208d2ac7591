import type pg from 'pg'

export type Client = Pick<pg.ClientBase, 'query'>

/** A device as facts are put together for it. */
export interface FactDevice {
  id: number
  accountId: number
  deviceTypeId: number
  /** Of its account: `/1/7/42/`. */
  path: string
}

/**
 * One kind of what people set for devices and rules ask for: at accounts, where it counts for all devices below, and
 * for single devices. What is set at an account is read once and shared by all its devices.
 */
export interface FactSource<Own, Fact> {
  /** By account; those that set nothing are left out. One query, however many accounts. */
  ofAccounts(client: Client, accountIds: readonly number[]): Promise<ReadonlyMap<number, Own>>
  /** The same by device. */
  ofDevices(client: Client, deviceIds: readonly number[]): Promise<ReadonlyMap<number, Own>>
  /** @param levels what is set, the furthest account first, the device's own last */
  combine(levels: readonly Own[], device: FactDevice): Fact
  /** Of a device for which nothing is set. */
  none: Fact
}

/** Facts that are found for each device as a whole. */
export function factsByDevice<Fact>(
  ofDevices: FactSource<Fact, Fact>['ofDevices'],
  none: Fact,
): FactSource<Fact, Fact> {
  return { ofAccounts: async () => new Map(), ofDevices, combine: ([fact = none]) => fact, none }
}
