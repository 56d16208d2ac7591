import { isDeepStrictEqual } from 'node:util'
import { limits } from '@trackway/core/codes/limits.ts'
import { zoneBounds } from '@trackway/core/features/zones/zone-calls.ts'
import type { FenceArea } from '@trackway/core/geo/area.ts'
import { displayName } from '@trackway/core/rules/device-order.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { snakeRow } from '../../platform/database/camel-row.ts'
import type { Db } from '../../platform/database/database.ts'
import { ensureRoom } from '../../platform/database/ensure-room.ts'
import type { Page } from '../../platform/database/read-page.ts'
import { Refusal } from '../../platform/errors.ts'
import type { Scope } from '../../platform/http/session.ts'
import { findAccountRow } from '../../platform/scope/find-account.ts'
import { pathEnd } from '../../platform/scope/scope-sql.ts'
import { findFormer, shownThroughout } from '../devices/former-devices.ts'
import { displayNameSql } from '../devices/state-sql.ts'

/** Fences and risk points: each kind has a table, and both have owner, name, area and times in columns of one name. */
export type ZoneTable = 'fences' | 'risk_points'

/** An account has so many zones of a kind at most. */
const maxZonesOfAccount = 20_000

/** Whose zones: those of the account with this path, and of all below it. */
export interface ZoneOwners {
  accountId: number
  path: string
  withSubAccounts: boolean
}

/** @throws {Refusal} `notFound` for an account outside the scope */
export async function findOwners(
  db: Db,
  scope: Scope,
  { userId, withSubAccounts }: { userId?: number | undefined; withSubAccounts: boolean },
): Promise<ZoneOwners> {
  const { id, path } = await findAccountRow(db, scope, userId ?? scope.accountId)
  return { accountId: id, path, withSubAccounts }
}

/** Those of an account and below; the query joins the accounts of zones. */
export function ownedBy({ accountId, path, withSubAccounts }: ZoneOwners): RawBuilder<SqlBool> {
  return withSubAccounts
    ? sql`accounts.path >= ${path} and accounts.path < ${pathEnd(path)}`
    : sql`accounts.id = ${accountId}`
}

/**
 * The areas of zones by name.
 * @param columns of the row beside name and area
 */
export async function findMapZones<Row extends object>(
  db: Db,
  table: ZoneTable,
  owners: ZoneOwners,
  columns: RawBuilder<unknown>,
  condition: RawBuilder<unknown> = sql`true`,
): Promise<Page<Row>> {
  const { rows } = await sql<Row & { total: number }>`
    select name, area, ${columns}, count(*) over ()::int4 as total
    from ${sql.table(table)} zone join accounts on accounts.id = zone.account_id
    where ${ownedBy(owners)} and ${condition} order by lower(name), zone.id limit ${zoneBounds.map}`.execute(
    db,
  )
  return { list: rows.map(({ total: _, ...zone }) => zone as unknown as Row), total: rows[0]?.total ?? 0 }
}

/** @throws {Refusal} `notFound` where one of those named is not in the scope */
export async function findZoneIds(
  db: Db,
  table: ZoneTable,
  scope: Scope,
  ids: readonly number[] | undefined,
): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    select zone.id from ${sql.table(table)} zone join accounts on accounts.id = zone.account_id
    where ${ownedBy({ ...scope, withSubAccounts: true })}
      and (${ids === undefined} or zone.id = any(${ids ?? []}::int4[]))`.execute(db)
  const found = new Set(rows.map(({ id }) => id))
  if (ids?.some((id) => !found.has(id))) throw new Refusal('notFound')
  return found
}

/** The columns that values fill: objects are kept as JSON, and what is not given is left out. */
function columnsOf(values: object) {
  const given = Object.entries<unknown>(snakeRow(values)).filter(([, value]) => value !== undefined)
  return Object.fromEntries(
    given.map(([name, value]) => [
      name,
      typeof value === 'object' && value !== null && !Array.isArray(value) ? JSON.stringify(value) : value,
    ]),
  )
}

/** @throws {Refusal} `tooManyFences`. @returns the ids in the order of the zones */
export async function insertZones(
  db: Db,
  table: ZoneTable,
  accountId: number,
  zones: readonly { name: string; area: FenceArea }[],
  now: number,
): Promise<number[]> {
  await ensureRoom(db, table, accountId, maxZonesOfAccount, 'tooManyFences', zones.length)
  if (zones.length === 0) return []
  const times = { account_id: accountId, create_time: now, change_time: now, since_time: now }
  const inserted = await db
    .insertInto(table)
    .values(zones.map((zone) => ({ ...columnsOf(zone), ...times })) as never)
    .returning('id')
    .execute()
  return inserted.map(({ id }) => id)
}

/** @param isDeciding it changes where a vehicle is taken to be: the zone counts as it is from now on */
export async function updateZone(
  db: Db,
  table: ZoneTable,
  id: number,
  values: object,
  isDeciding: boolean,
  now: number,
): Promise<void> {
  const times = { change_time: now, ...(isDeciding && { since_time: now }) }
  await db
    .updateTable(table as 'fences')
    .set({ ...columnsOf(values), ...times } as never)
    .where('id', '=', id)
    .execute()
}

/**
 * Of what is sent, what is not so already: forms send all their fields, and an area that stays as it is must not begin
 * anew for the vehicles inside.
 */
export function changesOf<Values extends object>(values: Values, present: object): Values {
  const isChanged = ([name, value]: [string, unknown]) =>
    value !== undefined && !isDeepStrictEqual(value, (present as Record<string, unknown>)[name])
  return Object.fromEntries(Object.entries(values).filter(isChanged)) as Values
}

/** A device whose tracks are searched for stays. */
export interface SearchedDevice {
  id: number
  terminalID: string
  displayName: string
  userId: number
  username: string
}

/**
 * Devices of the scope whose tracks are shown between two instants.
 * @param condition on `devices` and the `accounts` that they belong to
 * @throws {Refusal} `tooManyDevices`
 */
export async function findSearchedDevices(
  db: Db,
  scope: Scope,
  { from, to }: { from: number; to: number },
  condition: RawBuilder<unknown>,
): Promise<SearchedDevice[]> {
  const rows = await db
    .selectFrom('devices')
    .innerJoin('accounts', 'accounts.id', 'devices.account_id')
    .select(['devices.id', 'devices.terminal_id as terminalID', displayNameSql.as('displayName')])
    .select(['accounts.id as userId', 'accounts.username'])
    .where(shownThroughout(scope, { from, to }))
    .where(condition as RawBuilder<SqlBool>)
    .limit(limits.devicesPerReport + 1)
    .execute()
  if (rows.length > limits.devicesPerReport)
    throw new Refusal('tooManyDevices', { count: limits.devicesPerReport })
  const former = await findFormer(
    db,
    scope,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => {
    const known = former.get(row.terminalID)
    if (known === undefined) return row
    const { userId, username } = known
    return { ...row, displayName: displayName({ ...known, terminalID: row.terminalID }), userId, username }
  })
}
