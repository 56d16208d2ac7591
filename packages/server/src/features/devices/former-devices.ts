import type { FormerDevice as ListedFormer } from '@trackway/core/features/devices/one-device-calls.ts'
import type { TimeSpan } from '@trackway/core/rules/time-spans.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { likePattern } from '../../platform/database/like-pattern.ts'
import type { Scope } from '../../platform/http/session.ts'
import { devicesIn, ownersIn, pathEnd } from '../../platform/scope/scope-sql.ts'
import { ownerViewEndSql, viewEndSql } from './state-sql.ts'

/**
 * `where(devicesNamed(scope, search))` on `devices`: those of the scope, and those that were, by a part of their names;
 * of those that were, the names of that time.
 */
export function devicesNamed(scope: Scope, search = ''): RawBuilder<SqlBool> {
  const pattern = likePattern(search)
  const isFound = search === '' ? sql`true` : sql`devices.search_text like lower(${pattern})`
  const wasFound =
    search === ''
      ? sql`true`
      : sql`lower(concat_ws(e'\n', devices.terminal_id, device_owners.car_number, device_owners.nickname))
          like lower(${pattern})`
  return sql<SqlBool>`(${devicesIn(scope)} and ${isFound} or devices.id in (
    select device_owners.device_id from device_owners join devices on devices.id = device_owners.device_id
    where device_owners.to_time is not null and ${ownersIn(scope)} and ${wasFound}))`
}

/**
 * `where(shownThroughout(scope, range))` on `devices`: all that happened between two instants is shown, to an account
 * that had the device then. What a former owner had is looked for once, not for each device.
 */
export function shownThroughout(scope: Scope, { from, to }: TimeSpan): RawBuilder<SqlBool> {
  const former = sql`select device_owners.device_id from device_owners
    join devices on devices.id = device_owners.device_id
    where device_owners.to_time is not null and ${ownersIn(scope)}`
  return sql<SqlBool>`(${devicesIn(scope)} and coalesce(devices.history_from_time <= ${from}, true)
      and coalesce(${viewEndSql(scope)} >= ${to}, true)
    or devices.id in (
      select device_owners.device_id from device_owners join devices on devices.id = device_owners.device_id
      where device_owners.device_id in (${former}) and ${ownersIn(scope)}
      group by device_owners.device_id
      having range_agg(int8range(device_owners.from_time, device_owners.to_time)) @> int8range(${from}, ${to})
        and bool_and(coalesce(${ownerViewEndSql(scope)} >= least(${to}, device_owners.to_time), true))))`
}

/** A device that the scope had before. */
export interface FormerDevice {
  device: number
  carNumber: string | null
  nickname: string | null
  userId: number
  username: string
}

/** So many at most: who changes so many vehicles finds others by their ids. */
const maxFormer = 10_000

/** The devices that the scope has no more, the last first, under the names that they had. */
export async function listFormer(db: Db, scope: Scope): Promise<ListedFormer[]> {
  const { rows } = await sql<ListedFormer>`
    select * from (
      select distinct on (devices.id) devices.terminal_id as "terminalID", device_owners.car_number as "carNumber",
        device_owners.nickname, accounts.id as "userId", accounts.username, device_owners.to_time as "untilTime"
      from device_owners join devices on devices.id = device_owners.device_id
        join accounts on accounts.id = device_owners.account_id
      where device_owners.to_time > device_owners.from_time and ${ownersIn(scope)} and not ${devicesIn(scope)}
      order by devices.id, device_owners.to_time desc) as former
    order by "untilTime" desc, "terminalID" limit ${maxFormer}`.execute(db)
  return rows
}

/** Those of these devices that the scope has no more, by terminal id, under the names that they had. */
export async function findFormer(
  db: Db,
  scope: Scope,
  devices: readonly number[],
): Promise<Map<string, FormerDevice>> {
  const rows = await db
    .selectFrom('device_owners')
    .innerJoin('devices', 'devices.id', 'device_owners.device_id')
    .innerJoin('accounts', 'accounts.id', 'device_owners.account_id')
    .distinctOn('devices.id')
    .select(['devices.id as device', 'devices.terminal_id as terminalID', 'accounts.username'])
    .select(['device_owners.car_number as carNumber', 'device_owners.nickname', 'accounts.id as userId'])
    .where('devices.id', '=', sql<number>`any(${devices}::int4[])`)
    .where('device_owners.to_time', 'is not', null)
    .where(ownersIn(scope))
    .where(sql<boolean>`not ${devicesIn(scope)}`)
    .orderBy('devices.id')
    .orderBy('device_owners.to_time', 'desc')
    .execute()
  return new Map(rows.map(({ terminalID, ...former }) => [terminalID, former]))
}

/**
 * Until when a device was somebody's whom the scope does not see, for queries of `devices`: what is logged of it begins
 * there. 0: it never was, or it came with its history.
 */
export function hiddenUntilSql({ path }: Pick<Scope, 'path'>): RawBuilder<number> {
  return sql<number>`(
    select coalesce(max(former.to_time), 0)::float8 from device_owners former
    where former.device_id = devices.id and former.to_time <= devices.history_from_time
      and former.account_id not in (
        select id from accounts where accounts.path >= ${path} and accounts.path < ${pathEnd(path)}))`
}
