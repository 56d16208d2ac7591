import type { RoleId } from '@trackway/core/codes/roles.ts'
import type { ConnectionState } from '@trackway/core/codes/states.ts'
import {
  accountSearchFields,
  deviceSearchFields,
  type FoundAccount,
  type FoundDevice,
  mostFound,
} from '@trackway/core/features/search/calls.ts'
import { displayName } from '@trackway/core/rules/device-order.ts'
import { isSearchable, isSoughtInNames } from '@trackway/core/rules/search-text.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { likePattern } from '../../platform/database/like-pattern.ts'
import type { Scope } from '../../platform/http/session.ts'
import { ancestorsWithin, devicesShown, pathEnd } from '../../platform/scope/scope-sql.ts'
import { connectionStateSql } from '../devices/state-sql.ts'

interface Found<T> {
  list: T[]
  hasMore: boolean
}

interface DeviceRow {
  id: number
  path: string
  terminalID: string
  carNumber: string | null
  nickname: string | null
  iccid: string | null
  sim: string | null
  state: ConnectionState
}

/** Devices within the scope of which a field is the text, then those of which one begins with it, then the others. */
export async function searchDevices(
  db: Db,
  scope: Scope,
  text: string,
  now: number,
): Promise<Found<FoundDevice>> {
  const lowered = text.toLowerCase()
  const best = mostFound + 1
  const parts = isSearchable(text) ? sql`union all (${devicesWithPart(scope, lowered, best)})` : sql``
  const { rows } = await sql<DeviceRow>`
    with found as materialized (
      select id, min(rank) as rank from (
        (select called.id, 0 as rank from (
           select id, account_id from devices
           where string_to_array(search_text, E'\n') && array[${lowered}] and ${devicesShown(scope)} offset 0
         ) as called join accounts on accounts.id = called.account_id
         where ${isWithin(scope, sql.ref('accounts.path'))})
        ${parts}
      ) as either group by id order by rank, id limit ${best}
    )
    select devices.id, accounts.path, devices.terminal_id as "terminalID", devices.car_number as "carNumber",
      devices.nickname, devices.iccid, devices.sim, ${connectionStateSql(now)} as state
    from found join devices using (id) join accounts on accounts.id = devices.account_id
    join device_types on device_types.id = devices.device_type_id
    left join device_states on device_states.device_id = devices.id
    order by found.rank, devices.id`.execute(db)
  const names = await namesAbove(db, scope, rows)
  return {
    hasMore: rows.length > mostFound,
    list: rows.slice(0, mostFound).map((row) => ({
      kind: 'device' as const,
      id: row.id,
      terminalID: row.terminalID,
      displayName: displayName(row),
      state: row.state,
      ...matchOf(row, deviceSearchFields, lowered),
      owners: names.chainOf(row.path, true),
    })),
  }
}

/**
 * A caller who sees all of the platform is answered by the index of parts; everybody else by looking through their own
 * devices and no others, so that the devices of others neither show nor cost time.
 */
function devicesWithPart(scope: Scope, lowered: string, best: number): RawBuilder<unknown> {
  const isWholePlatform = scope.path.split('/').length === 3
  const part = likePattern(lowered)
  const isNamed = sql`(lower(car_number) like ${part} or lower(nickname) like ${part})`
  const holds = isSoughtInNames(lowered)
    ? sql`search_text like ${part} and ${isNamed}`
    : sql`search_text like ${part}`
  const looked = isWholePlatform
    ? // Of what is found everywhere ("8600" in every IMEI) some will do.
      sql`(select id, search_text from devices where ${holds} and ${devicesShown(scope)} limit 1000) as seen`
    : sql`(select devices.id, search_text, car_number, devices.nickname from accounts join devices on devices.account_id = accounts.id
        where ${isWithin(scope, sql.ref('accounts.path'))} and ${devicesShown(scope)} offset 0) as own where ${holds}`
  return sql`
    select id, case when starts_with(search_text, ${lowered}) or strpos(search_text, ${`\n${lowered}`}) > 0 then 1 else 2 end as rank
    from ${looked} order by 2, 1 limit ${best}`
}

interface AccountRow {
  id: number
  path: string
  username: string
  nickname: string | null
  realname: string | null
  telephone: string | null
  email: string | null
  role: RoleId
}

/** The same of accounts. */
export async function searchAccounts(db: Db, scope: Scope, text: string): Promise<Found<FoundAccount>> {
  const lowered = text.toLowerCase()
  // Between line breaks, so that what is whole and what begins with it are parts, too.
  const whole = likePattern(`\n${lowered}\n`)
  const { rows } = await sql<AccountRow>`
    select id, path, username, nickname, realname, telephone, email, role
    from (
      select *, lower(concat_ws(E'\n', '', username, nickname, realname, telephone, email, '')) as called
      from accounts where ${isWithin(scope, sql.ref('path'))} offset 0
    ) as account
    where called like ${isSearchable(text) ? likePattern(lowered) : whole}
    order by called not like ${whole}, called not like ${likePattern(`\n${lowered}`)}, lower(username)
    limit ${mostFound + 1}`.execute(db)
  const names = await namesAbove(db, scope, rows)
  return {
    hasMore: rows.length > mostFound,
    list: rows.slice(0, mostFound).map((row) => ({
      kind: 'account' as const,
      id: row.id,
      username: row.username,
      nickname: row.nickname,
      role: row.role,
      ...matchOf(row, accountSearchFields, lowered),
      owners: names.chainOf(row.path, false),
    })),
  }
}

function isWithin({ path, deviceId }: Scope, column: RawBuilder<unknown>): RawBuilder<boolean> {
  if (deviceId !== null) return sql<boolean>`false`
  return sql<boolean>`(${column} >= ${path} and ${column} < ${pathEnd(path)})`
}

/** The field that is the text, else begins with it, else holds it. */
function matchOf<Field extends string>(
  row: Record<Field, string | null>,
  fields: readonly Field[],
  lowered: string,
): { field: Field; value: string; isExact: boolean } {
  const values = fields.flatMap((field) => {
    const value = row[field]
    return value === null ? [] : [{ field, value, at: value.toLowerCase() }]
  })
  const best =
    values.find(({ at }) => at === lowered) ??
    values.find(({ at }) => at.startsWith(lowered)) ??
    values.find(({ at }) => at.includes(lowered)) ??
    values[0]!
  return { field: best.field, value: best.value, isExact: best.at === lowered }
}

/** What the accounts on these paths are called, those above the caller left out. */
async function namesAbove(db: Db, scope: Scope, rows: readonly { path: string }[]) {
  const idsOn = (path: string) => [
    ...ancestorsWithin(scope, path).split(',').filter(Boolean).map(Number),
    Number(path.split('/').at(-2)),
  ]
  const ids = [...new Set(rows.flatMap(({ path }) => idsOn(path)))]
  const known =
    ids.length === 0
      ? []
      : await db
          .selectFrom('accounts')
          .select(['id', 'username', 'nickname'])
          .where('id', 'in', ids)
          .execute()
  const nameOf = new Map(known.map(({ id, username, nickname }) => [id, nickname || username]))
  return {
    chainOf(path: string, withLast: boolean) {
      const chain = idsOn(path).filter((id) => id !== scope.accountId)
      const last = Number(path.split('/').at(-2))
      return chain
        .filter((id) => withLast || id !== last)
        .map((id) => ({ id, name: nameOf.get(id) ?? String(id) }))
    },
  }
}
