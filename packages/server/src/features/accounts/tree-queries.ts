import type { AccountName, AccountNode } from '@trackway/core/api/accounts.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { likePattern } from '../../platform/database/like-pattern.ts'
import type { Scope } from '../../platform/http/session.ts'
import { findAccountRow } from '../../platform/scope/find-account.ts'
import { accountsIn, pathEnd } from '../../platform/scope/scope-sql.ts'
import { connectionStateSql } from '../devices/state-sql.ts'
import { type NodeRow, toNode } from './account-rows.ts'

/** The tree of accounts, each with the counts of all devices at and below it. */

/** The accounts directly below one, in order of their names. */
export async function childrenOf(db: Db, scope: Scope, id: number, now: number): Promise<AccountNode[]> {
  const parent = await findAccountRow(db, scope, id)
  // One pass over the subtree's devices: which child an account counts for stands in its path.
  const childAt = parent.path.split('/').length
  const subtree = sql`owner.path > ${parent.path} and owner.path < ${pathEnd(parent.path)}`
  const { rows } = await sql<NodeRow>`
    with counts as (
      select split_part(owner.path, '/', ${sql.lit(childAt)})::integer as id, ${sums}
      from (${ownCounts(subtree, now)}) as own join accounts as owner on owner.id = own.account_id
      group by 1
    )
    select ${nodeColumns}
    from accounts as node left join counts on counts.id = node.id
    where node.parent_id = ${parent.id}
    order by lower(node.username)`.execute(db)
  return rows.map((row) => toNode(row, scope))
}

/** A page of the accounts at or below one whose user name or nickname contains a text. */
export async function findAccountsLike(
  db: Db,
  scope: Scope,
  search: { id: number; text: string; pageNum: number; pageSize: number },
  now: number,
): Promise<{ list: AccountNode[]; total: number }> {
  const root = await findAccountRow(db, scope, search.id)
  const pattern = likePattern(search.text)
  const found = sql`from accounts where path >= ${root.path} and path < ${pathEnd(root.path)}
    and (username ilike ${pattern} or nickname ilike ${pattern})`
  const counted = await sql<{ total: number }>`select count(*)::integer as total ${found}`.execute(db)
  const { rows } = await sql<NodeRow>`
    with node as materialized (
      select * ${found} order by lower(username)
      limit ${search.pageSize} offset ${(search.pageNum - 1) * search.pageSize}
    ), ${countsBelow(now)}
    select ${nodeColumns}
    from node left join counts on counts.id = node.id
    order by lower(node.username)`.execute(db)
  return { list: rows.map((row) => toNode(row, scope)), total: counted.rows[0]?.total ?? 0 }
}

/** What those of these accounts are called that are within the scope. */
export function namesOf(db: Db, scope: Scope, ids: readonly number[]): Promise<AccountName[]> {
  if (ids.length === 0) return Promise.resolve([])
  return db
    .selectFrom('accounts')
    .select(['id', 'username', 'nickname'])
    .where('id', 'in', ids)
    .where(accountsIn(scope))
    .execute()
}

/** After the table `node`: the device counts of the subtrees of its accounts, as `counts`. */
export function countsBelow(now: number): RawBuilder<unknown> {
  return sql`below as (
      select node.id as node_id, owner.id
      from node join accounts as owner on owner.path >= node.path and owner.path < left(node.path, -1) || '0'
    ), own as materialized (${ownCounts(sql`owner.id in (select id from below)`, now)}),
    counts as (
      select below.node_id as id, ${sums} from below join own on own.account_id = below.id group by 1
    )`
}

/** Counts of the devices that accounts own themselves, by account. */
function ownCounts(owners: RawBuilder<unknown>, now: number): RawBuilder<unknown> {
  return sql`
    select account_id, count(*) as total, count(*) filter (where state = 'online') as online,
      count(*) filter (where state = 'offline') as offline, count(*) filter (where state = 'inactive') as inactive
    from (
      select devices.account_id, ${connectionStateSql(now)} as state
      from accounts as owner join devices on devices.account_id = owner.id
      join device_types on device_types.id = devices.device_type_id
      left join device_states on device_states.device_id = devices.id
      where ${owners} offset 0
    ) as device
    group by account_id`
}

const sums = sql`sum(total)::integer as total, sum(online)::integer as online,
  sum(offline)::integer as offline, sum(inactive)::integer as inactive`

export const nodeColumns = sql`node.id, node.path, node.username, node.nickname, node.role,
  exists (select from accounts as child where child.parent_id = node.id) as has_children,
  coalesce(counts.total, 0) as total, coalesce(counts.online, 0) as online,
  coalesce(counts.offline, 0) as offline, coalesce(counts.inactive, 0) as inactive`
