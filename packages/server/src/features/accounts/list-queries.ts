import { type RoleId, roleIds, roles } from '@trackway/core/codes/roles.ts'
import type { AccountName } from '@trackway/core/features/accounts/calls.ts'
import type {
  AccountDetail,
  SubAccount,
  subAccountCalls,
} from '@trackway/core/features/accounts/sub-account-calls.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { z } from 'zod'
import type { Db } from '../../platform/database/database.ts'
import { likePattern } from '../../platform/database/like-pattern.ts'
import { type Page, type Paging, readPage } from '../../platform/database/read-page.ts'
import type { Scope } from '../../platform/http/session.ts'
import type { AccountRow } from '../../platform/scope/find-account.ts'
import { accountsIn, ancestorsWithin, idsOf, pathEnd } from '../../platform/scope/scope-sql.ts'
import { accountStateOf, type NodeRow, toAccount, toNode } from './account-rows.ts'
import { type CountContext, countStates, type StateCounts } from './counts/subtree-counts.ts'
import { joinDevicesUnder, nodeColumns } from './tree-queries.ts'

/** The lists of accounts: a page of the table, names, and rows for older tools. */

type SubAccountFilter = z.output<typeof subAccountCalls.findByPage.input>
interface ListedRow extends NodeRow {
  parent_id: number
  parent_name: string
  telephone: string | null
  remark: string | null
  suspend_time: number | null
  expire_time: number | null
  create_time: number
  import_count: number | null
}

/** A page of the accounts below one that the caller has found in its scope. */
export async function findSubAccounts(
  context: CountContext,
  scope: Scope,
  root: AccountRow,
  filter: SubAccountFilter,
): Promise<Page<SubAccount>> {
  const { db, now } = context
  const { pageNum, pageSize, isDescending } = filter
  const found = sql`from accounts as node where ${isFound(root, filter, now)}`
  const order = sql`${sortKeys[filter.sort]} ${sql.raw(isDescending ? 'desc' : 'asc')} nulls last, node.id`
  const counted = await sql<{ total: number }>`select count(*) as total ${found}`.execute(db)
  const { rows } = await sql<ListedRow>`
    with node as materialized (select * ${found} order by ${order} limit ${pageSize} offset ${(pageNum - 1) * pageSize})
    select ${nodeColumns}, under.*, node.parent_id, parent.username as parent_name, node.telephone, node.remark,
      node.suspend_time, node.expire_time, node.create_time, balance as import_count
    from node ${joinDevicesUnder} join accounts as parent on parent.id = node.parent_id
      left join ledger_balances on ledger_balances.account_id = node.id and asset = 'import'
    order by ${order}`.execute(db)
  const states = await countStates(context, rows)
  return {
    list: rows.map((row) => toSubAccount(row, states(row), scope, now)),
    total: counted.rows[0]?.total ?? 0,
  }
}

const sortKeys: Record<SubAccountFilter['sort'], RawBuilder<unknown>> = {
  username: sql`lower(node.username)`,
  createTime: sql`node.create_time`,
  expireTime: sql`node.expire_time`,
}

function isFound(root: AccountRow, filter: SubAccountFilter, now: number): RawBuilder<SqlBool> {
  const { withSubAccounts, search, roleName, state } = filter
  const isDeep = withSubAccounts || Boolean(search)
  const conditions = [
    isDeep
      ? sql<SqlBool>`node.path > ${root.path} and node.path < ${pathEnd(root.path)}`
      : sql<SqlBool>`node.parent_id = ${root.id}`,
  ]
  if (search) {
    const pattern = likePattern(search)
    conditions.push(
      sql`(node.username ilike ${pattern} or node.nickname ilike ${pattern} or node.telephone ilike ${pattern})`,
    )
  }
  if (roleName) conditions.push(sql`node.role = ${roles[roleName]}`)
  const isExpired = sql`coalesce(node.expire_time <= ${now}, false)`
  if (state === 'suspended') conditions.push(sql`node.suspend_time is not null`)
  if (state === 'expired') conditions.push(sql`node.suspend_time is null and ${isExpired}`)
  if (state === 'active') conditions.push(sql`node.suspend_time is null and not ${isExpired}`)
  return sql.join(conditions, sql` and `)
}

function toSubAccount(row: ListedRow, states: StateCounts, scope: Scope, now: number): SubAccount {
  return {
    ...toNode(row, states, scope),
    parentId: row.parent_id,
    parentName: row.parent_name,
    telephone: row.telephone,
    remark: row.remark,
    state: accountStateOf(row, now),
    expireTime: row.expire_time,
    createTime: row.create_time,
    importCount: row.import_count,
  }
}

/** One account as its superior changes it. */
export async function findDetail(db: Db, scope: Scope, row: AccountRow, now: number): Promise<AccountDetail> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from accounts where path > ${row.path} and path < ${pathEnd(row.path)}`.execute(db)
  return {
    ...toAccount(row, scope),
    parentId: row.id === scope.accountId ? null : row.parent_id,
    state: accountStateOf(row, now),
    region: row.region,
    freeTerms: row.free_terms,
    group: row.customer_group,
    accountsBelow: rows[0]?.count ?? 0,
  }
}

export async function findNames(
  db: Db,
  root: AccountRow,
  { pageNum, pageSize }: Paging,
): Promise<Page<AccountName>> {
  const within = db
    .selectFrom('accounts')
    .where(accountsIn(root))
    .select(['id', 'username', 'nickname'])
    .orderBy('path')
  return readPage(within, { pageNum, pageSize })
}

type AgentRow = z.output<typeof subAccountCalls.findAllV2.output>['list'][number]

/** Rows by position, as outside tools read them. What accounts below own counts as sold. */
export async function findAgentRows(
  db: Db,
  scope: Scope,
  root: AccountRow,
  { pageNum, pageSize, onlyAgents = false }: Paging & { onlyAgents?: boolean },
): Promise<Page<AgentRow>> {
  const roleFilter = onlyAgents ? [roles.agent, roles.superAgent] : roleIds
  const found = sql`from accounts where path >= ${root.path} and path < ${pathEnd(root.path)}
    and role in (${sql.join(roleFilter)})`
  const counted = await sql<{ total: number }>`select count(*) as total ${found}`.execute(db)
  const { rows } = await sql<{
    id: number
    parent_id: number | null
    path: string
    username: string
    nickname: string | null
    role: RoleId
    devices: number
    own: number
  }>`
    with own as materialized (
      select owner.id, string_to_array(trim(both '/' from owner.path), '/')::integer[] as chain, sum(devices)::integer as devices
      from accounts as owner join device_counts on account_id = owner.id
      where owner.path >= ${root.path} and owner.path < ${pathEnd(root.path)} group by owner.id
    ), below as (select above as id, sum(devices)::integer as devices from own, unnest(chain) as above group by above)
    select page.id, page.parent_id, page.path, page.username, page.nickname, page.role,
      coalesce(below.devices, 0) as devices, coalesce(own.devices, 0) as own
    from (select * ${found} order by path limit ${pageSize} offset ${(pageNum - 1) * pageSize}) as page
      left join below on below.id = page.id left join own on own.id = page.id
    order by page.path`.execute(db)
  const list = rows.map(
    (row): AgentRow => [
      row.id,
      row.id === scope.accountId ? null : row.parent_id,
      ancestorsWithin(scope, row.path),
      row.username,
      row.nickname,
      row.role,
      row.devices,
      row.devices - row.own,
    ],
  )
  return { list, total: counted.rows[0]?.total ?? 0 }
}

/** The chain from the caller's account down, and the other accounts of the same superior. */
export async function findFamily(db: Db, scope: Scope, account: AccountRow) {
  const names = db.selectFrom('accounts').select(['id', 'username', 'nickname'])
  const chain = await names
    .where('id', 'in', idsOf(account.path))
    .where(accountsIn(scope))
    .orderBy((eb) => eb.fn('length', ['path']))
    .execute()
  // The caller may not see the other accounts of its superior.
  if (account.id === scope.accountId) return { chain, siblings: [], siblingsTotal: 0 }
  const siblings = db
    .selectFrom('accounts')
    .where('parent_id', '=', account.parent_id)
    .where('id', '!=', account.id)
  const { total } = await siblings
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const list = await siblings
    .select(['id', 'username', 'nickname'])
    .orderBy((eb) => eb.fn('lower', ['username']))
    .limit(100)
    .execute()
  return { chain, siblings: list, siblingsTotal: total }
}
