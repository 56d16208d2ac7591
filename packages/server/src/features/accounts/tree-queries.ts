import type { AccountName, AccountNode } from '@trackway/core/features/accounts/calls.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { likePattern } from '../../platform/database/like-pattern.ts'
import type { Page, Paging } from '../../platform/database/read-page.ts'
import type { Scope } from '../../platform/http/session.ts'
import { findAccountRow } from '../../platform/scope/find-account.ts'
import { accountsIn, pathEnd } from '../../platform/scope/scope-sql.ts'
import { type NodeRow, toNode } from './account-rows.ts'
import { type CountContext, countStates } from './counts/subtree-counts.ts'

/** The tree of accounts, each with the counts of all devices at and below it. */

/** The accounts directly below one, in order of their names. */
export async function childrenOf(context: CountContext, scope: Scope, id: number): Promise<AccountNode[]> {
  const { db } = context
  const parent = await findAccountRow(db, scope, id)
  // One pass over the subtree: the path of an account has the child that it counts for.
  const childAt = parent.path.split('/').length
  const { rows } = await sql<NodeRow>`
    with counts as (
      select split_part(owner.path, '/', ${sql.lit(childAt)})::integer as id,
        sum(devices)::integer as total, sum(unactivated)::integer as unactivated
      from accounts as owner join device_counts on account_id = owner.id
      where owner.path > ${parent.path} and owner.path < ${pathEnd(parent.path)}
      group by 1
    )
    select ${nodeColumns}, coalesce(counts.total, 0) as total, coalesce(counts.unactivated, 0) as unactivated
    from accounts as node left join counts on counts.id = node.id
    where node.parent_id = ${parent.id}
    order by lower(node.username)`.execute(db)
  return toNodes(context, scope, rows)
}

/** A page of the accounts at or below one whose user name or nickname contains a text. */
export async function findAccountsLike(
  context: CountContext,
  scope: Scope,
  search: { id: number; text: string } & Paging,
): Promise<Page<AccountNode>> {
  const { db } = context
  const root = await findAccountRow(db, scope, search.id)
  const pattern = likePattern(search.text)
  const found = sql`from accounts where path >= ${root.path} and path < ${pathEnd(root.path)}
    and (username ilike ${pattern} or nickname ilike ${pattern})`
  const counted = await sql<{ total: number }>`select count(*)::integer as total ${found}`.execute(db)
  const { rows } = await sql<NodeRow>`
    with node as materialized (
      select * ${found} order by lower(username)
      limit ${search.pageSize} offset ${(search.pageNum - 1) * search.pageSize}
    )
    select ${nodeColumns}, under.*
    from node ${joinDevicesUnder}
    order by lower(node.username)`.execute(db)
  return { list: await toNodes(context, scope, rows), total: counted.rows[0]?.total ?? 0 }
}

async function toNodes(context: CountContext, scope: Scope, rows: NodeRow[]): Promise<AccountNode[]> {
  const states = await countStates(context, rows)
  return rows.map((row) => toNode(row, states(row), scope))
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

export const nodeColumns = sql`node.id, node.path, node.username, node.nickname, node.role,
  exists (select from accounts as child where child.parent_id = node.id) as has_children`

/** To join to the table `node`: the devices at and below each of its accounts, as `under`. */
export const joinDevicesUnder = sql`cross join lateral (
    select coalesce(sum(devices), 0)::integer as total, coalesce(sum(unactivated), 0)::integer as unactivated
    from accounts as owner join device_counts on account_id = owner.id
    where owner.path >= node.path and owner.path < left(node.path, -1) || '0'
  ) as under`
