import { roles } from '@trackway/core/codes/roles.ts'
import type {
  AgentDeviceCount,
  agentDeviceCountCalls,
  ImportNumber,
  importCountCalls,
} from '@trackway/core/features/import-counts/calls.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Db } from '../../platform/database/database.ts'
import { likePattern } from '../../platform/database/like-pattern.ts'
import type { Page } from '../../platform/database/read-page.ts'
import { isUniqueViolation, Refusal } from '../../platform/errors.ts'
import type { Scope } from '../../platform/http/session.ts'
import { devicesUnderSql } from '../../platform/scope/device-counts.ts'
import { accountsBelow, ancestorsWithin, pathEnd } from '../../platform/scope/scope-sql.ts'

type Root = Pick<Scope, 'path'>

/** A page of the agents below the caller, or at and below one of them. */
export async function findImportNumbers(
  db: Db,
  scope: Scope,
  root: Root,
  filter: z.output<typeof importCountCalls.findNumbers.input>,
): Promise<Page<ImportNumber>> {
  const pattern = likePattern(filter.search ?? '')
  const found = sql`from accounts left join ledger_balances on account_id = accounts.id and asset = 'import'
    where path >= ${root.path} and path < ${pathEnd(root.path)} and accounts.id <> ${scope.accountId}
      and role in (${roles.agent}, ${roles.superAgent}) and (username ilike ${pattern} or nickname ilike ${pattern})`
  const key = filter.sort === 'importCount' ? sql`coalesce(balance, 0)` : sql`lower(username)`
  const counted = await sql<{ total: number }>`select count(*) as total ${found}`.execute(db)
  const { rows } = await sql<Omit<ImportNumber, 'ancestors'> & { path: string }>`
    with page as (
      select accounts.id, path, username, nickname, coalesce(balance, 0) as "importCount", ${key} as key ${found}
      order by key ${sql.raw(filter.isDescending ? 'desc' : 'asc')}, accounts.id
      limit ${filter.pageSize} offset ${(filter.pageNum - 1) * filter.pageSize}
    )
    select page.id, path, username, nickname, "importCount", coalesce(used, 0) as "usedCount", last_time as "lastTime"
    from page left join lateral (
      select (-sum(entry.amount) filter (where movement.kind in ('use', 'undo')))::integer as used, max(movement.time) as last_time
      from ledger_entries as entry join ledger_movements as movement on movement.id = entry.movement_id
      where entry.account_id = page.id and movement.asset = 'import'
    ) as history on true
    order by key ${sql.raw(filter.isDescending ? 'desc' : 'asc')}, page.id`.execute(db)
  const list = rows.map(({ path, ...row }) => ({
    id: row.id,
    ancestors: ancestorsWithin(scope, path),
    username: row.username,
    nickname: row.nickname,
    importCount: row.importCount,
    usedCount: row.usedCount,
    lastTime: row.lastTime,
  }))
  return { list, total: counted.rows[0]?.total ?? 0 }
}

/** A page of the device limits of accounts below the caller, with how many devices each has now. */
export async function findDeviceLimits(
  db: Db,
  scope: Scope,
  filter: z.output<typeof agentDeviceCountCalls.list.input>,
): Promise<Page<AgentDeviceCount>> {
  const pattern = likePattern(filter.search ?? '')
  const found = sql`from device_limits join accounts on accounts.id = device_limits.account_id
    where path > ${scope.path} and path < ${pathEnd(scope.path)} and (username ilike ${pattern} or nickname ilike ${pattern})`
  const counted = await sql<{ total: number }>`select count(*) as total ${found}`.execute(db)
  const { rows } = await sql<AgentDeviceCount>`
    with page as (
      select device_limits.id, accounts.id as account_id, path, username, nickname, total_device_count ${found}
      order by lower(username) limit ${filter.pageSize} offset ${(filter.pageNum - 1) * filter.pageSize}
    )
    select page.id, account_id as "userId", username, nickname, total_device_count as "totalDeviceCount",
      ${devicesUnderSql(sql`page.path`)} as "deviceCount"
    from page order by lower(username)`.execute(db)
  return { list: rows, total: counted.rows[0]?.total ?? 0 }
}

/**
 * @param accountId found below the caller before
 * @throws {Refusal} `deviceLimitTaken`
 */
export async function insertDeviceLimit(
  db: Db,
  accountId: number,
  totalDeviceCount: number,
): Promise<number> {
  try {
    const { id } = await db
      .insertInto('device_limits')
      .values({ account_id: accountId, total_device_count: totalDeviceCount })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  } catch (error) {
    if (isUniqueViolation(error)) throw new Refusal('deviceLimitTaken', { cause: error })
    throw error
  }
}

/** @throws {Refusal} `notFound` */
export async function updateDeviceLimit(
  db: Db,
  scope: Scope,
  id: number,
  totalDeviceCount: number,
): Promise<{ accountId: number; before: number }> {
  const { rows } = await sql<{ accountId: number; before: number }>`
    update device_limits set total_device_count = ${totalDeviceCount}
    from device_limits as old join accounts on accounts.id = old.account_id
    where device_limits.id = ${id} and old.id = device_limits.id
      and path > ${scope.path} and path < ${pathEnd(scope.path)}
    returning device_limits.account_id as "accountId", old.total_device_count as before`.execute(db)
  if (rows[0] === undefined) throw new Refusal('notFound')
  return rows[0]
}

/**
 * @param trx a transaction, which is rolled back where it refuses
 * @throws {Refusal} `notFound` where one of them is not there
 */
export async function deleteDeviceLimits(trx: Db, scope: Scope, ids: readonly number[]) {
  const removed = await trx
    .deleteFrom('device_limits')
    .where('id', 'in', ids)
    .where('account_id', 'in', (query) =>
      query.selectFrom('accounts').select('id').where(accountsBelow(scope)),
    )
    .returning(['account_id as accountId', 'total_device_count as before'])
    .execute()
  if (removed.length < new Set(ids).size) throw new Refusal('notFound')
  return removed
}
