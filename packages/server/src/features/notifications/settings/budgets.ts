import { defaultBudget } from '@trackway/core/codes/notifications.ts'
import { roles } from '@trackway/core/codes/roles.ts'
import type { NotificationBudget } from '@trackway/core/features/notifications/budget-calls.ts'
import { dayAt } from '@trackway/core/rules/local-days.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/database/database.ts'
import { type Page, type Paging, readPage } from '../../../platform/database/read-page.ts'
import type { Scope } from '../../../platform/http/session.ts'
import { findAccountBelow } from '../../../platform/scope/find-account.ts'
import { idsOf } from '../../../platform/scope/scope-sql.ts'
import { requestedAccounts, type SettingsRequest } from './requested-accounts.ts'

/** What accounts may spend on SMS and calls in a month, and have. */

export type BudgetChannel = 'sms' | 'phone'

/** What holds where nobody set a budget: administrators of the platform pay for it themselves. */
const limitSql = (channel: BudgetChannel): RawBuilder<number | null> => {
  const column = sql.ref(`b.${channel}_limit`)
  return sql<number | null>`case when b.account_id is not null then ${column}
    when accounts.role = ${roles.admin} then null else ${defaultBudget[channel]}::int4 end`
}

export async function findBudgets(
  db: Db,
  scope: Scope,
  { pageNum, pageSize, ...request }: Paging & SettingsRequest,
  now: number,
): Promise<Page<NotificationBudget>> {
  const found = db
    .selectFrom('accounts')
    .where(await requestedAccounts(db, scope, request))
    .leftJoin('notification_budgets as b', 'b.account_id', 'accounts.id')
    .select(['accounts.id as userId', 'username', 'time_zone as timeZone'])
    .select([limitSql('sms').as('smsLimit'), limitSql('phone').as('phoneLimit')])
    .orderBy('accounts.path')
  const { list: rows, total } = await readPage(found, { pageNum, pageSize })
  const months = rows.map(({ userId, timeZone }) => ({ userId, month: monthOf(now, timeZone) }))
  const { rows: spent } = await sql<{ userId: number; channel: BudgetChannel; used: number }>`
    select account_id as "userId", channel, used
    from notification_usage u join jsonb_to_recordset(${JSON.stringify(months)}::jsonb) as m ("userId" int4, month text)
      on u.account_id = m."userId" and u.month = m.month`.execute(db)
  const used = new Map(spent.map((each) => [`${each.userId} ${each.channel}`, each.used]))
  return {
    list: rows.map(({ timeZone: _, ...row }) => ({
      ...row,
      smsUsed: used.get(`${row.userId} sms`) ?? 0,
      phoneUsed: used.get(`${row.userId} phone`) ?? 0,
    })),
    total,
  }
}

interface Limits {
  userId: number
  smsLimit: number | null
  phoneLimit: number | null
}

/** @throws {Refusal} `notFound`, also for a stranger's account, and for one's own where somebody is above it */
export async function saveBudget(
  db: Db,
  scope: Scope,
  { userId, smsLimit, phoneLimit }: Limits,
  { mayOwn }: { mayOwn: boolean },
): Promise<void> {
  if (userId !== scope.accountId || !mayOwn) await findAccountBelow(db, scope, userId)
  const columns = { sms_limit: smsLimit, phone_limit: phoneLimit }
  await db
    .insertInto('notification_budgets')
    .values({ account_id: userId, ...columns })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(columns))
    .execute()
}

/**
 * Takes from the budgets of an account and of all above it, in the caller's transaction: from each, or from none.
 * @param path of the account
 * @returns false when one of them has too little left
 */
export async function spend(
  tx: Db,
  path: string,
  { channel, count }: { channel: BudgetChannel; count: number },
  now: number,
): Promise<boolean> {
  const ids = idsOf(path)
  const accounts = await tx
    .selectFrom('accounts')
    .leftJoin('notification_budgets as b', 'b.account_id', 'accounts.id')
    .select(['accounts.id', 'time_zone as timeZone', limitSql(channel).as('limit')])
    .select(sql<number | null>`${sql.ref(`b.${channel}_limit`)}`.as('set'))
    .where('accounts.id', 'in', ids)
    .execute()
  const rows = accounts.map(({ id, timeZone, limit, set }) => ({
    account_id: id,
    month: monthOf(now, timeZone),
    // The default bounds the account itself, not what those below it may.
    limit: id === ids.at(-1) ? limit : set,
  }))
  const months = JSON.stringify(rows)
  const given = sql`jsonb_to_recordset(${months}::jsonb) as g (account_id int4, month text)`
  await sql`
    insert into notification_usage (account_id, month, channel, used)
    select account_id, month, ${channel}, 0 from ${given} order by account_id on conflict do nothing`.execute(
    tx,
  )
  const { rows: used } = await sql<{ account_id: number; used: number }>`
    select u.account_id, u.used from notification_usage u join ${given}
      on u.account_id = g.account_id and u.month = g.month and u.channel = ${channel}
    order by u.account_id for update of u`.execute(tx)
  const usedBy = new Map(used.map((each) => [each.account_id, each.used]))
  const hasRoom = rows.every(
    ({ account_id, limit }) => limit === null || (usedBy.get(account_id) ?? 0) + count <= limit,
  )
  if (!hasRoom) return false
  await addUsed(tx, months, channel, count)
  return true
}

/** Gives back what a refusal did not cost. */
export async function refund(
  tx: Db,
  path: string,
  { channel, count }: { channel: BudgetChannel; count: number },
  now: number,
): Promise<void> {
  const accounts = await tx
    .selectFrom('accounts')
    .select(['id', 'time_zone as timeZone'])
    .where('id', 'in', idsOf(path))
    .execute()
  const rows = accounts.map(({ id, timeZone }) => ({ account_id: id, month: monthOf(now, timeZone) }))
  await addUsed(tx, JSON.stringify(rows), channel, -count)
}

async function addUsed(tx: Db, months: string, channel: BudgetChannel, count: number): Promise<void> {
  await sql`
    update notification_usage u set used = greatest(0, u.used + ${count}::int4)
    from jsonb_to_recordset(${months}::jsonb) as g (account_id int4, month text)
    where u.account_id = g.account_id and u.month = g.month and u.channel = ${channel}`.execute(tx)
}

const monthOf = (time: number, timeZone: string) => dayAt(time, timeZone).slice(0, 7)
