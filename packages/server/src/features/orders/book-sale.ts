import type { Currency } from '@trackway/core/codes/currencies.ts'
import type { LedgerKind } from '@trackway/core/codes/ledger.ts'
import { roles } from '@trackway/core/codes/roles.ts'
import type { Selectable } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { type Place, post } from '../ledger/ledger.ts'

export type OrderRow = Selectable<Tables['orders']>
export type LineRow = Selectable<Tables['order_lines']>
export type PaymentRow = Selectable<Tables['payments']>
export type RefundRow = Selectable<Tables['refunds']>

interface Entry {
  place: Place
  amount: number
}

/** Money that came for an order, or goes back, in the ledger: who has which part of it. */
interface Booking {
  order: OrderRow
  /** Left out: that of the order. */
  currency?: Currency
  kind: LedgerKind
  /** There is one movement only for it. */
  cause: { name: string; id: number }
  operatorId: number | null
  now: number
}

export async function book(
  trx: Db,
  { order, currency = order.currency, kind, cause, operatorId, now }: Booking,
  entries: readonly Entry[],
): Promise<void> {
  const reference = order.order_no
  await post(trx, { asset: currency, kind, operatorId, reference, cause, now }, entries)
}

/** The parts of these lines, as they were agreed when the order was placed. Of an account that is gone: the platform's. */
export async function sharesOf(trx: Db, order: OrderRow, lines: readonly LineRow[]): Promise<Entry[]> {
  const ids = order.share_account_ids
  const there = await trx
    .selectFrom('accounts')
    .select('id')
    .where('id', 'in', [0, ...ids.filter((id) => id !== null)])
    .execute()
  const isThere = new Set(there.map(({ id }) => id))
  return ids.map((id, n) => ({
    place: id !== null && isThere.has(id) ? { owed: id } : 'income',
    amount: lines.reduce((sum, { share_amounts }) => sum + Number(share_amounts[n] ?? 0), 0),
  }))
}

/** Whom the seller's part goes to. */
export async function sellerPlace(trx: Db, order: OrderRow): Promise<Place> {
  const [first] = await sharesOf(trx, order, [])
  return first?.place ?? 'income'
}

/**
 * Where a provider account's holder is an agent, money that came or went there is already with him: what is owed to him
 * is less by it.
 */
export async function receivedBy(trx: Db, payAccountId: number, amount: number): Promise<Entry[]> {
  const owner = await ownerOf(trx, payAccountId)
  return owner === null
    ? []
    : [
        { place: { owed: owner }, amount: -amount },
        { place: 'received', amount },
      ]
}

async function ownerOf(trx: Db, payAccountId: number): Promise<number | null> {
  const owner = await trx
    .selectFrom('pay_accounts as p')
    .innerJoin('accounts as a', 'a.id', 'p.account_id')
    .select(['a.id', 'a.role'])
    .where('p.id', '=', payAccountId)
    .executeTakeFirst()
  return owner === undefined || owner.role === roles.admin ? null : owner.id
}

/** Who bears the provider's fee of a payment: the seller; of a top-up whose account it was. */
export async function feeBearer(trx: Db, order: OrderRow, payAccountId: number): Promise<Place> {
  if (order.kind === 'renewal') return sellerPlace(trx, order)
  const owner = await ownerOf(trx, payAccountId)
  return owner === null ? 'income' : { owed: owner }
}
