import type { Currency } from '@trackway/core/codes/currencies.ts'
import type { OnlinePayType } from '@trackway/core/codes/orders.ts'
import type { differenceCalls, PaymentDifference } from '@trackway/core/features/reconciliation/calls.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Db } from '../../platform/database/database.ts'
import { likePattern } from '../../platform/database/like-pattern.ts'
import type { Page } from '../../platform/database/read-page.ts'
import { Refusal } from '../../platform/errors.ts'
import type { Scope } from '../../platform/http/session.ts'
import { pathEnd } from '../../platform/scope/scope-sql.ts'
import { paymentNumber, readNumber, refundNumber } from '../orders/numbers.ts'
import type { ReportLine } from '../pay-accounts/providers/pay-provider.ts'
import type { BookedMove, Difference } from './compare-report.ts'

/** Whose differences somebody sees: those of the accounts at providers in his scope; an administrator's are all. */
export interface Viewer {
  scope: Scope
  isAdministrator: boolean
}

const seen = ({ scope, isAdministrator }: Viewer) => sql<boolean>`(${isAdministrator}
  or holder.path >= ${scope.path} and holder.path < ${pathEnd(scope.path)})`

export async function findDifferences(
  db: Db,
  viewer: Viewer,
  { state, kind, search = '', pageNum, pageSize }: z.output<typeof differenceCalls.find.input>,
): Promise<Page<PaymentDifference>> {
  const found = sql`from payment_differences d join pay_accounts p on p.id = d.pay_account_id
    left join accounts holder on holder.id = p.account_id
    left join payments on payments.id = d.payment_id left join orders o on o.id = payments.order_id
    where ${seen(viewer)} and (${state ?? null}::text is null or d.state = ${state ?? null}::text)
      and (${kind ?? null}::text is null or d.kind = ${kind ?? null}::text)
      and (d.reference ilike ${likePattern(search)} or o.order_no ilike ${likePattern(search)})`
  const counted = await sql<{ total: number }>`select count(*)::int as total ${found}`.execute(db)
  const { rows: list } = await sql<PaymentDifference>`
    select d.id, to_char(d.day, 'YYYY-MM-DD') as day, p.provider, p.name as "payAccount", holder.username, d.kind,
      d.reference, o.order_no as "orderNo", d.currency, d.our_amount as "ourAmount", d.their_amount as "theirAmount",
      d.state, d.note, (select username from accounts settler where settler.id = d.settled_by
        and settler.path >= ${viewer.scope.path} and settler.path < ${pathEnd(viewer.scope.path)}) as "settledBy",
      d.create_time as "createTime", d.settle_time as "settleTime"
    ${found} order by d.state, d.id desc limit ${pageSize} offset ${(pageNum - 1) * pageSize}`.execute(db)
  return { list, total: counted.rows[0]?.total ?? 0 }
}

/**
 * Settles an open difference.
 * @returns whose account at the provider it is, and what it was
 * @throws {Refusal} `notFound`, also of one that is settled
 */
export async function settleDifference(
  trx: Db,
  viewer: Viewer,
  { id, note }: { id: number; note: string },
  now: number,
): Promise<{ accountId: number | null; reference: string; kind: string }> {
  const { rows } = await sql<{ accountId: number | null; reference: string; kind: string }>`
    update payment_differences d set state = 'settled', note = ${note}, settled_by = ${viewer.scope.accountId},
      settle_time = ${now}
    from pay_accounts p left join accounts holder on holder.id = p.account_id
    where d.id = ${id} and d.state = 'open' and p.id = d.pay_account_id and ${seen(viewer)}
    returning p.account_id as "accountId", d.reference, d.kind`.execute(trx)
  if (rows[0] === undefined) throw new Refusal('notFound')
  return rows[0]
}

export interface ReportedAccount {
  id: number
  provider: OnlinePayType
  name: string
  createTime: number
}

/** The accounts at providers whose days are compared. */
export async function findReportedAccounts(db: Db): Promise<ReportedAccount[]> {
  return await db
    .selectFrom('pay_accounts')
    .select(['id', 'provider', 'name', 'create_time as createTime'])
    .$castTo<ReportedAccount>()
    .where('deleted_time', 'is', null)
    .orderBy('id')
    .execute()
}

/** Days of an account's reports that are done with, from a day on. */
export async function findDoneDays(db: Db, payAccountId: number, fromDay: string): Promise<Set<string>> {
  const { rows } = await sql<{ day: string }>`
    select to_char(day, 'YYYY-MM-DD') as day from payment_reports
    where pay_account_id = ${payAccountId} and day >= ${fromDay}::date`.execute(db)
  return new Set(rows.map(({ day }) => day))
}

/** @returns false where another process was faster */
export async function noteReport(
  trx: Db,
  { payAccountId, day, lines }: { payAccountId: number; day: string; lines: number | null },
  now: number,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into payment_reports (pay_account_id, day, line_count, time)
    values (${payAccountId}, ${day}::date, ${lines}::integer, ${now}) on conflict do nothing`.execute(trx)
  return numAffectedRows === 1n
}

/** Keeps what a report says, each line once. */
export async function keepLines(
  db: Db,
  payAccountId: number,
  day: string,
  lines: readonly ReportLine[],
): Promise<void> {
  await sql`
    insert into payment_report_lines (pay_account_id, reference, is_back, day, number, amount, currency)
    select ${payAccountId}, l.reference, l.amount < 0, ${day}::date, l.number, l.amount, l.currency
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb)
      as l (reference text, number text, amount int8, currency text)
    on conflict do nothing`.execute(db)
}

/** What the reports of an account have said since a day, each line once. */
export async function findLines(db: Db, payAccountId: number, fromDay: string): Promise<ReportLine[]> {
  const { rows } = await sql<ReportLine>`
    select reference, number, amount, currency, null as "feeAmount" from payment_report_lines
    where pay_account_id = ${payAccountId} and day >= ${fromDay}::date`.execute(db)
  return rows
}

interface MoveRow extends Omit<BookedMove, 'number'> {
  orderNo: string
  currency: Currency
}

/**
 * Payments and refunds of an account in the books: those that lines of a report name, and those that moved in a time,
 * which are due in it.
 */
export async function findMoves(
  db: Db,
  payAccountId: number,
  lines: readonly ReportLine[],
  { from, to }: { from: number; to: number },
): Promise<BookedMove[]> {
  const references = lines.map(({ reference }) => reference)
  const ours = lines.flatMap(({ number }) => (number === null ? [] : (readNumber(number) ?? [])))
  const idsOf = (kind: 'payment' | 'refund') => ours.flatMap((each) => (each.kind === kind ? each.id : []))
  const { rows } = await sql<MoveRow>`
    select 'payment' as kind, p.id, p.id as "paymentId", p.provider_capture as reference, o.order_no as "orderNo",
      p.amount, p.currency, p.create_time as "createTime", p.state = 'captured' as "isDone",
      coalesce(p.end_time >= ${from} and p.end_time < ${to}, false) as "isDue"
    from payments p join orders o on o.id = p.order_id
    where p.pay_account_id = ${payAccountId} and (p.id = any(${idsOf('payment')}::int8[])
      or p.provider_capture = any(${references}::text[])
      or p.state = 'captured' and p.end_time >= ${from} and p.end_time < ${to})
    union all
    select 'refund', r.id, p.id, r.provider_refund, o.order_no, -r.amount, r.currency,
      r.create_time, r.state = 'done',
      coalesce(r.end_time >= ${from} and r.end_time < ${to}, false)
    from refunds r join payments p on p.id = r.payment_id join orders o on o.id = r.order_id
    where p.pay_account_id = ${payAccountId} and not r.is_by_hand and (r.id = any(${idsOf('refund')}::int8[])
      or p.id = any(${idsOf('payment')}::int8[]) or r.provider_refund = any(${references}::text[])
      or r.state = 'done' and r.end_time >= ${from} and r.end_time < ${to})
    order by 1, 2`.execute(db)
  return rows.map(({ orderNo, ...row }) => ({
    ...row,
    number: row.kind === 'payment' ? paymentNumber(orderNo, row.id) : refundNumber(orderNo, row.id),
  }))
}

/** Stores differences that are not known yet. @returns how many are new */
export async function addDifferences(
  trx: Db,
  { payAccountId, day }: { payAccountId: number; day: string },
  differences: readonly Difference[],
  now: number,
): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into payment_differences
      (pay_account_id, day, kind, reference, payment_id, currency, our_amount, their_amount, create_time)
    select ${payAccountId}, ${day}::date, d.kind, d.reference, d."paymentId", d.currency, d."ourAmount",
      d."theirAmount", ${now}
    from jsonb_to_recordset(${JSON.stringify(differences)}::jsonb) as d (kind text, reference text, "paymentId" int8,
      currency text, "ourAmount" int8, "theirAmount" int8)
    on conflict do nothing`.execute(trx)
  return Number(numAffectedRows ?? 0)
}

/** Settles what was open about these references: a later report, or answer of the provider, agrees with the books. */
export async function settleCleared(
  trx: Db,
  payAccountId: number,
  references: readonly string[],
  now: number,
): Promise<void> {
  await trx
    .updateTable('payment_differences')
    .set({ state: 'settled', settle_time: now })
    .where('pay_account_id', '=', payAccountId)
    .where('state', '=', 'open')
    // A report that agrees with what came says nothing of what was to be paid.
    .where('kind', '<>', 'otherAmount')
    .where('reference', '=', sql<string>`any(${references}::text[])`)
    .execute()
}
