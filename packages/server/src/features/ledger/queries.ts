import { type BalanceAsset, currencyOf } from '@trackway/core/codes/ledger.ts'
import type { LedgerRecord, ledgerCalls } from '@trackway/core/features/ledger/calls.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Db } from '../../platform/database/database.ts'
import { likePattern } from '../../platform/database/like-pattern.ts'
import type { Page } from '../../platform/database/read-page.ts'
import type { Scope } from '../../platform/http/session.ts'
import { pathEnd } from '../../platform/scope/scope-sql.ts'

/** Pages go no further; accounts and times narrow the query. */
const maxCounted = 10_000

/** A page of what moved; the names of people outside the scope are not shown. */
export async function findLedgerRecords(
  db: Db,
  scope: Scope,
  filter: z.output<typeof ledgerCalls.find.input>,
): Promise<Page<LedgerRecord>> {
  const {
    id = null,
    asset = null,
    kind = null,
    search = '',
    from = null,
    to = null,
    pageNum,
    pageSize,
  } = filter
  const moved = asset && (currencyOf(asset) ?? asset)
  const book = asset === null || asset === moved ? 'held' : 'owed'
  const inside = (table: string) =>
    sql`${sql.ref(`${table}.path`)} >= ${scope.path} and ${sql.ref(`${table}.path`)} < ${pathEnd(scope.path)}`
  // A join of nothing but its row, which is left out where nothing of it is read.
  const found = sql`from ledger_entries as entry
    left join ledger_movements as movement on movement.id = entry.movement_id
    join accounts as holder on holder.id = entry.account_id
    where entry.book in ('held', 'owed') and ${inside('holder')}
      and (${asset}::text is null or movement.asset = ${moved}::text and entry.book = ${book})
      and (${id}::integer is null or holder.id = ${id}::integer)
      and (${kind}::text is null or movement.kind = ${kind}::text)
      and (${from}::bigint is null or movement.time >= ${from}::bigint)
      and (${to}::bigint is null or movement.time <= ${to}::bigint)
      and holder.username ilike ${likePattern(search)}`
  // As an index has them: what is filtered by its movement by the time of that.
  const isOfMovements = [asset, kind, from, to].some((value) => value !== null)
  const order = isOfMovements ? sql`movement.time desc, entry.id desc` : sql`entry.id desc`
  const counted = await sql<{ total: number }>`
    select count(*) as total from (select ${found} limit ${maxCounted}) as counted`.execute(db)
  const total = counted.rows[0]?.total ?? 0
  if (total === 0) return { list: [], total }
  const columns = sql`entry.id, movement.id as movement_id, time,
    case entry.book when 'owed' then 'owed' else '' end || movement.asset as asset, kind, operator_id, reference, movement.remark,
    holder.username, amount, before_balance, after_balance`
  const page = sql`limit ${pageSize} offset ${(pageNum - 1) * pageSize}`
  // Few are sorted when they are found; in their order, all that is not meant would be passed by.
  const isFew = total < maxCounted
  const paged = isFew
    ? sql`found as materialized (select ${columns} ${found}),
      page as (select * from found order by ${isOfMovements ? sql`time desc, id desc` : sql`id desc`} ${page})`
    : sql`page as (select ${columns} ${found} order by ${order} ${page})`
  const { rows } = await sql<LedgerRecord>`
    with ${paged}
    select page.id, page.time, page.username, page.asset, page.kind, page.amount, page.before_balance as before,
      page.after_balance as after, operator.username as operator, other.username as other, page.reference, page.remark
    from page left join accounts as operator on operator.id = page.operator_id and ${inside('operator')}
      left join lateral (select account_id from ledger_entries as counter
        where counter.movement_id = page.movement_id and counter.id <> page.id
        order by account_id nulls last limit 1) as counter on true
      left join accounts as other on other.id = counter.account_id and ${inside('other')}
    order by ${isOfMovements ? sql`page.time desc, page.id desc` : sql`page.id desc`}`.execute(db)
  return { list: rows, total }
}

/** What each of these accounts holds, by asset; what it has none of is left out. */
export async function findBalances(
  db: Db,
  accountIds: readonly number[],
): Promise<Map<number, Partial<Record<BalanceAsset, number>>>> {
  const rows = await db
    .selectFrom('ledger_balances')
    .select(['account_id', 'asset', 'balance'])
    .where('account_id', '=', sql<number>`any(${accountIds}::int[])`)
    .execute()
  const balances = new Map<number, Partial<Record<BalanceAsset, number>>>()
  for (const { account_id, asset, balance } of rows)
    balances.set(account_id, Object.assign(balances.get(account_id) ?? {}, { [asset]: balance }))
  return balances
}
