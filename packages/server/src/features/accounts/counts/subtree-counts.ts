import { type RawBuilder, sql } from 'kysely'
import type { Bus } from '../../../platform/bus/bus.ts'
import type { Db } from '../../../platform/database/database.ts'
import { idsOf } from '../../../platform/scope/scope-sql.ts'
import { connectionStateSql } from '../../devices/state-sql.ts'

/** The device counts of the tree. */

/** The part of a call's context that counting needs. */
export interface CountContext {
  db: Db
  bus: Bus
  now: number
}

/** An account with the devices at and below it: all of them, and those that never reported. */
export interface CountedRow {
  id: number
  path: string
  total: number
  unactivated: number
}

export interface StateCounts {
  online: number
  offline: number
  inactive: number
}

/** Of the devices of an account, how many are in the states that time or a connection alone changes. */
interface Changing {
  online: number
  expired: number
  /** Of the expired ones, those that never reported. */
  expiredUnactivated: number
}

/** Up to so many devices are counted in every request, which takes 2 ms for a thousand. */
const lookedAt = 5_000
/** What was found of more is good for so long, */
const freshMs = 5_000
/** and for so long while it is found anew. */
const keptMs = 30_000

/** How many devices at and below each of these accounts are in which state; of great fleets, as it was some seconds ago. */
export async function countStates(
  { db, bus, now }: CountContext,
  rows: readonly CountedRow[],
  atMost = lookedAt,
): Promise<(row: CountedRow) => StateCounts> {
  const devices = rows.reduce((sum, { total }) => sum + total, 0)
  const changing =
    devices === 0
      ? new Map<number, Changing>()
      : devices <= atMost
        ? await findChanging(db, now, rows)
        : await largeFleetOf(db, bus).find(now)
  return (row) => statesOf(row, changing.get(row.id))
}

/** The counts were found at different instants: none is more than is left by those before it. */
function statesOf({ total, unactivated }: CountedRow, changing: Changing | undefined): StateCounts {
  const { online = 0, expired = 0, expiredUnactivated = 0 } = changing ?? {}
  let left = total
  const take = (count: number) => {
    const taken = Math.min(Math.max(count, 0), left)
    left -= taken
    return taken
  }
  const inactive = take(unactivated - expiredUnactivated)
  take(expired)
  return { inactive, online: take(online), offline: left }
}

/**
 * By account, with all that is below it, as far as devices are looked at.
 * @param under only those at and below these accounts; left out: all
 */
async function findChanging(
  db: Db,
  now: number,
  under?: readonly { path: string }[],
): Promise<Map<number, Changing>> {
  const { rows } = await sql<Changing & { path: string }>`
    select path, online, expired, "expiredUnactivated" from (
      select account_id, (count(*) filter (where state = 'online'))::integer as online,
        (count(*) filter (where state = 'expired'))::integer as expired,
        (count(*) filter (where state = 'expired' and activate_time is null))::integer as "expiredUnactivated"
      from (
        select devices.account_id, devices.activate_time, ${connectionStateSql(now)} as state
        from devices join device_types on device_types.id = devices.device_type_id
        left join device_states on device_states.device_id = devices.id
        where ${isUnder(under)}
      ) as device group by account_id
    ) as own join accounts on accounts.id = account_id
    where online > 0 or expired > 0`.execute(db)
  const sums = new Map<number, Changing>()
  for (const { path, ...own } of rows)
    for (const id of idsOf(path)) {
      const sum = sums.get(id) ?? { online: 0, expired: 0, expiredUnactivated: 0 }
      sum.online += own.online
      sum.expired += own.expired
      sum.expiredUnactivated += own.expiredUnactivated
      sums.set(id, sum)
    }
  return sums
}

function isUnder(under: readonly { path: string }[] | undefined): RawBuilder<boolean> {
  if (under === undefined) return sql<boolean>`true`
  // One look at the index of paths for each, and an array of what is found: as a join of ranges, the planner takes a
  // thousand accounts with five thousand devices for millions of rows.
  return sql<boolean>`devices.account_id = any(array(
    select owner.id from unnest(${under.map(({ path }) => path)}::text[]) as top, lateral (
      select id from accounts where path >= top and path < left(top, -1) || '0' offset 0
    ) as owner))`
}

/** What was last found of all accounts of a database. */
class LargeFleet {
  readonly #db: Db
  #found: { counts: Map<number, Changing>; time: number } | null = null
  #finding: Promise<Map<number, Changing>> | null = null

  constructor(db: Db, bus: Bus) {
    this.#db = db
    const forget = () => {
      this.#found = null
      this.#finding = null
    }
    // A user who moved devices or accounts sees that with the next request.
    bus.subscribe('device.edited', forget)
    bus.subscribe('account.edited', forget)
    bus.subscribe('messages.missed', forget)
  }

  async find(now: number): Promise<Map<number, Changing>> {
    const found = this.#found
    if (found === null || now - found.time > keptMs) return this.#findAnew(now)
    if (now - found.time > freshMs) this.#findAnew(now).catch(() => {}) // a failure shows at the next call after `keptMs`
    return found.counts
  }

  #findAnew(now: number): Promise<Map<number, Changing>> {
    if (this.#finding !== null) return this.#finding
    const finding = findChanging(this.#db, now)
      .then((counts) => {
        // Else something was edited meanwhile.
        if (this.#finding === finding) this.#found = { counts, time: now }
        return counts
      })
      .finally(() => {
        if (this.#finding === finding) this.#finding = null
      })
    this.#finding = finding
    return finding
  }
}

const fleets = new WeakMap<Db, LargeFleet>()

function largeFleetOf(db: Db, bus: Bus): LargeFleet {
  const fleet = fleets.get(db) ?? new LargeFleet(db, bus)
  fleets.set(db, fleet)
  return fleet
}
