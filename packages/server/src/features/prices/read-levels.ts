import type { Currency } from '@trackway/core/codes/currencies.ts'
import type { DurationId } from '@trackway/core/codes/durations.ts'
import { type RoleId, roles } from '@trackway/core/codes/roles.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { mayHold } from '../ledger/ledger.ts'
import type { OwnPrice } from './resolve-prices.ts'

/** Who has prices: the platform, whose id is null, or an agent. */
export interface Level {
  id: number | null
  name: string
}

/** What the platform is called as a seller until it has a profile. */
const platformName = 'Trackway'

/**
 * The levels of an account: the platform, and the agents from the one right below an administrator down to the account
 * itself, where it is one. Of an account that is not there, and of null, the platform alone.
 */
export async function readLevels(db: Db, accountId: number | null): Promise<[Level, ...Level[]]> {
  const { rows } = await sql<{ id: number | null; role: RoleId | null; name: string }>`
    select account.id, account.role, coalesce(profile.name, account.nickname, account.username) as name, account.path
    from accounts as own
    join accounts as account on account.id = any(string_to_array(trim('/' from own.path), '/')::integer[])
    left join seller_profiles as profile on profile.account_id = account.id
    where own.id = ${accountId}::integer
    union all select null, null, name, '' from seller_profiles where account_id is null
    order by path`.execute(db)
  const platform = { id: null, name: rows.find(({ id }) => id === null)?.name ?? platformName }
  const nearestAdmin = rows.findLastIndex(({ role }) => role === roles.admin)
  const agents = rows.slice(nearestAdmin + 1).filter(({ role }) => role !== null && mayHold(role))
  return [platform, ...agents.map(({ id, name }) => ({ id, name }))]
}

/** Own prices by level: of a type of devices, or where that has none, of all types. */
export interface OwnPrices {
  currencies: Currency[]
  /** What is set for this type; for a type of null what is set for all. */
  exact(level: Level, deviceTypeId: number | null, duration: DurationId, currency: Currency): OwnPrice
  /** What counts for this type at each level. */
  ofType(deviceTypeId: number | null, duration: DurationId, currency: Currency): OwnPrice[]
}

/** @param only of one duration and these types, along with what is set for all types */
export async function readOwnPrices(
  db: Db,
  levels: readonly Level[],
  only?: { duration: DurationId; deviceTypeIds: readonly number[] },
): Promise<OwnPrices> {
  const ids = levels.flatMap(({ id }) => id ?? [])
  let query = db
    .selectFrom('renew_prices')
    .select(['account_id', 'device_type_id', 'duration', 'currency', 'amount', 'floor_amount'])
    .where(sql<boolean>`(account_id = any(${ids}::integer[]) or account_id is null)`)
  if (only)
    query = query
      .where('duration', '=', only.duration)
      .where(sql<boolean>`(device_type_id = any(${only.deviceTypeIds}::integer[]) or device_type_id is null)`)
  const rows = await query.execute()
  const keyOf = (...parts: (number | string | null)[]) => parts.join(' ')
  const prices = new Map(
    rows.map((row) => [
      keyOf(row.account_id, row.device_type_id, row.duration, row.currency),
      { amount: row.amount, floor: row.floor_amount },
    ]),
  )
  const exact: OwnPrices['exact'] = (level, deviceTypeId, duration, currency) =>
    prices.get(keyOf(level.id, deviceTypeId, duration, currency)) ?? { amount: null, floor: null }
  return {
    currencies: [...new Set(rows.map(({ currency }) => currency))],
    exact,
    ofType: (deviceTypeId, duration, currency) =>
      levels.map((level) => {
        const own = exact(level, deviceTypeId, duration, currency)
        const ofAll = exact(level, null, duration, currency)
        return { amount: own.amount ?? ofAll.amount, floor: own.floor ?? ofAll.floor }
      }),
  }
}
