import { currencyCodes } from '@trackway/core/codes/currencies.ts'
import { owedAsset } from '@trackway/core/codes/ledger.ts'
import { openPaymentStates } from '@trackway/core/codes/orders.ts'
import { type RoleId, roles } from '@trackway/core/codes/roles.ts'
import type { payAccountCalls, Seller } from '@trackway/core/features/pay-accounts/calls.ts'
import { type Selectable, sql } from 'kysely'
import type { z } from 'zod'
import type { Db } from '../../platform/database/database.ts'
import { likePattern } from '../../platform/database/like-pattern.ts'
import type { Page } from '../../platform/database/read-page.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { refusal } from '../../platform/errors.ts'
import type { Scope } from '../../platform/http/session.ts'
import { accountsIn, pathEnd } from '../../platform/scope/scope-sql.ts'
import { findBalances } from '../ledger/queries.ts'

export type PayAccountRow = Selectable<Tables['pay_accounts']> & {
  username: string
  /** May its owner have such accounts? */
  mayOwn: boolean
  ownerRole: RoleId
  /** Of who switched it off; null: nobody did, or he is gone. */
  blockerPath: string | null
}

/** The accounts at providers in the caller's scope, the caller's own first. */
export async function findPayAccounts(db: Db, scope: Scope): Promise<PayAccountRow[]> {
  return await payAccountsIn(db, scope).orderBy('accounts.path').orderBy('pay_accounts.id').execute()
}

/** Locks one of them: a payment that is begun this instant is seen, or finds the account changed. */
export async function lockPayAccount(trx: Db, scope: Scope, id: number): Promise<PayAccountRow> {
  return await payAccountsIn(trx, scope)
    .where('pay_accounts.id', '=', id)
    .forUpdate('pay_accounts')
    .executeTakeFirstOrThrow(refusal('notFound'))
}

/** One of them as it is. @throws {Refusal} `notFound` */
export async function findPayAccountRow(db: Db, scope: Scope, id: number): Promise<PayAccountRow> {
  return await payAccountsIn(db, scope)
    .where('pay_accounts.id', '=', id)
    .executeTakeFirstOrThrow(refusal('notFound'))
}

const payAccountsIn = (db: Db, scope: Scope) =>
  db
    .selectFrom('pay_accounts')
    .innerJoin('accounts', 'accounts.id', 'pay_accounts.account_id')
    .selectAll('pay_accounts')
    .leftJoin('accounts as blocker', 'blocker.id', 'pay_accounts.blocked_by')
    .select(({ eb }) => [
      'accounts.username',
      'accounts.role as ownerRole',
      'blocker.path as blockerPath',
      eb
        .or([eb('accounts.role', '=', roles.admin), eb('accounts.own_pay_accounts', '=', true)])
        .$castTo<boolean>()
        .as('mayOwn'),
    ])
    .where('pay_accounts.deleted_time', 'is', null)
    .where(accountsIn(scope))

/** Is money under way there: payments that are not over, refunds that are not there yet? */
export async function isInUse(trx: Db, payAccountId: number): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`select exists (
    select from payments left join refunds on refunds.payment_id = payments.id and refunds.state in ('sending', 'sent')
    where payments.pay_account_id = ${payAccountId}
      and (payments.state = any(${openPaymentStates}::text[]) or refunds.id is not null)) as found`.execute(
    trx,
  )
  return rows[0]!.found
}

/**
 * Erases the secrets of accounts at providers whose holders are gone, once nothing needs them: no payment that is not
 * over or may still turn out to be paid, no refund that is not there yet.
 */
export async function eraseLeftSecrets(db: Db, now: number): Promise<void> {
  await sql`
    update pay_accounts pay set secret = null, is_enabled = false, deleted_time = coalesce(deleted_time, ${now}),
      change_time = ${now}
    where account_id is null and (secret is not null or deleted_time is null) and not exists (
      select from payments left join refunds on refunds.payment_id = payments.id
        and refunds.state in ('requested', 'sending', 'sent')
      where payments.pay_account_id = pay.id and (payments.state = any(${openPaymentStates}::text[])
        or payments.ask_time is not null or refunds.id is not null))`.execute(db)
}

/** A page of the agents at and below an account, those first with whom the platform is not even. */
export async function findSellers(
  db: Db,
  root: Pick<Scope, 'path'>,
  { search = '', pageNum, pageSize }: z.output<typeof payAccountCalls.sellers.input>,
): Promise<Page<Seller>> {
  const pattern = likePattern(search)
  const found = sql`from accounts
    where path >= ${root.path} and path < ${pathEnd(root.path)} and role in (${roles.agent}, ${roles.superAgent})
      and (username ilike ${pattern} or nickname ilike ${pattern})`
  const counted = await sql<{ total: number }>`select count(*) as total ${found}`.execute(db)
  const { rows } = await sql<Omit<Seller, 'owed'>>`
    select id, username, nickname, own_pay_accounts as "isAllowed" ${found}
    order by exists (select from ledger_balances where account_id = accounts.id and asset like 'owed%' and balance <> 0) desc,
      lower(username), id
    limit ${pageSize} offset ${(pageNum - 1) * pageSize}`.execute(db)
  const balances = await findBalances(
    db,
    rows.map(({ id }) => id),
  )
  const list = rows.map((row) => ({
    ...row,
    owed: currencyCodes.flatMap((currency) => {
      const amount = balances.get(row.id)?.[owedAsset(currency)] ?? 0
      return amount === 0 ? [] : [{ currency, amount }]
    }),
  }))
  return { list, total: counted.rows[0]?.total ?? 0 }
}

type Profile = z.output<typeof payAccountCalls.profile.output>

/** The details of a seller on its receipts, where they were ever set. @param sellerId null: the platform */
export async function findProfile(db: Db, sellerId: number | null): Promise<Profile | null> {
  const row = await db
    .selectFrom('seller_profiles')
    .selectAll()
    .where('account_id', sellerId === null ? 'is' : '=', sellerId)
    .executeTakeFirst()
  if (!row) return null
  const { name, address, tax_label: taxLabel, tax_number: taxNumber, tax_basis_points } = row
  return { name, address, taxLabel, taxNumber, taxRate: tax_basis_points / 100 }
}

export async function saveProfile(
  db: Db,
  sellerId: number | null,
  { name, address, taxLabel, taxNumber, taxRate }: z.output<typeof payAccountCalls.saveProfile.input>,
  now: number,
): Promise<void> {
  const columns = {
    name,
    address: address ?? null,
    tax_label: taxLabel ?? null,
    tax_number: taxNumber ?? null,
    tax_basis_points: Math.round(taxRate * 100),
    change_time: now,
  }
  await db
    .insertInto('seller_profiles')
    .values({ account_id: sellerId, ...columns })
    .onConflict((conflict) => conflict.constraint('seller_profiles_account').doUpdateSet(columns))
    .execute()
}
