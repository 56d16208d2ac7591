import { type Expression, type ExpressionBuilder, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '../database/database.ts'
import type { Tables } from '../database/tables.ts'
import type { Scope } from '../http/session.ts'

/**
 * The caller's scope as SQL. Paths are compared as a range over the prefix (`/1/7/` ≤ path < `/1/70`, since
 * `0` follows `/`), which one index answers also in a prepared statement, where `like` cannot.
 */

/** `where(accountsIn(scope))` on a query of `accounts`: the caller's account and all below it. */
export function accountsIn(scope: Pick<Scope, 'path'>) {
  return (eb: ExpressionBuilder<Tables, 'accounts'>): Expression<SqlBool> =>
    eb.and([eb('accounts.path', '>=', scope.path), eb('accounts.path', '<', pathEnd(scope.path))])
}

/** `where(accountsBelow(scope))` on a query of `accounts`: all below the caller, without itself. */
export function accountsBelow(scope: Pick<Scope, 'path'>) {
  return (eb: ExpressionBuilder<Tables, 'accounts'>): Expression<SqlBool> =>
    eb.and([eb('accounts.path', '>', scope.path), eb('accounts.path', '<', pathEnd(scope.path))])
}

/** `where(devicesIn(scope))` on a query of `devices`, joined to whatever else. */
export function devicesIn(scope: Scope): RawBuilder<SqlBool> {
  return sql<SqlBool>`(devices.account_id in (
    select id from accounts where path >= ${scope.path} and path < ${pathEnd(scope.path)})
    and ${devicesShown(scope)})`
}

/**
 * What bounds the devices of a scope beside the account that they belong to, for queries of `devices` that keep to
 * its accounts by themselves.
 */
export function devicesShown({ deviceId, isOfFactoryTypes, groupIds }: Scope): RawBuilder<SqlBool> {
  const conditions: RawBuilder<SqlBool>[] = []
  if (deviceId !== null) conditions.push(sql`devices.id = ${deviceId}`)
  if (isOfFactoryTypes)
    conditions.push(sql`devices.device_type_id in (select id from device_types where factory_visible)`)
  if (groupIds !== undefined) conditions.push(inGroups(groupIds))
  return conditions.length > 0 ? sql.join(conditions, sql` and `) : sql<SqlBool>`true`
}

/** Of `devices`, those in one of these groups, whoever's they are. */
export function inGroups(groupIds: readonly number[]): RawBuilder<SqlBool> {
  return sql<SqlBool>`devices.id in (
    select device_id from vehicle_group_members where group_id = any(${groupIds}::int4[]))`
}

/**
 * `where(ownersIn(scope))` on `device_owners` joined to `devices`: the times in which a device was the account's own or
 * of one below. Who has been let at one device sees what it does, not what it did for others.
 */
export function ownersIn(scope: Scope): RawBuilder<SqlBool> {
  return sql<SqlBool>`(device_owners.account_id in (
    select id from accounts where path >= ${scope.path} and path < ${pathEnd(scope.path)})
    and ${scope.deviceId === null ? sql`true` : sql`device_owners.to_time is null`} and ${devicesShown(scope)})`
}

/** The account whose devices the caller's factory makes: staff look after those of the account above them. */
export const factoryOf = ({ path }: Pick<Scope, 'path'>): number => idsOf(path).at(-1)!

/** The condition on rows that accounts of the scope keep, by what a query calls their table. */
export type KeptIn = (alias: string) => RawBuilder<SqlBool>

/**
 * Rows of a table that are kept by few accounts, such as those of factories: finds which of the scope keep any, so that
 * a page is read in the order of an index.
 */
export async function keptIn(
  db: Db,
  { path }: Pick<Scope, 'path'>,
  table:
    | 'stock_items'
    | 'jig_results'
    | 'jig_units'
    | 'expected_values'
    | 'quality_results'
    | 'quality_criteria',
): Promise<KeptIn> {
  const { rows } = await sql<{ id: number }>`
    select id from accounts where path >= ${path} and path < ${pathEnd(path)}
      and exists (select from ${sql.table(table)} as kept where kept.account_id = accounts.id)`.execute(db)
  const ids = rows.map(({ id }) => id)
  return (alias) => {
    const keeper = sql.ref(`${alias}.account_id`)
    return ids.length === 1
      ? sql<SqlBool>`${keeper} = ${ids[0]}`
      : sql<SqlBool>`${keeper} = any(${ids}::int4[])`
  }
}

/** The first path that is no longer at or below this one. */
export function pathEnd(path: string): string {
  return `${path.slice(0, -1)}0`
}

/**
 * The chain of an account's superiors as the caller may know it: from the caller's own account down, comma
 * delimited, without the account itself.
 */
export function ancestorsWithin(scope: Pick<Scope, 'path'>, path: string): string {
  const own = scope.path.split('/').length - 3
  return path.split('/').slice(1, -2).slice(own).join(',')
}

/** The ids that a path holds, from the root down. */
export function idsOf(path: string): number[] {
  return path.split('/').slice(1, -1).map(Number)
}

/** How many devices a group holds, for queries with `vehicle_groups`. */
export const groupSizeSql = sql<number>`(
  select count(*)::int4 from vehicle_group_members m where m.group_id = vehicle_groups.id)`
