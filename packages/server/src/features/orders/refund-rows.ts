import { cardAsset } from '@trackway/core/codes/ledger.ts'
import type { RefundCause } from '@trackway/core/codes/orders.ts'
import { sql } from 'kysely'
import { recordEvent } from '../../platform/audit.ts'
import type { Trx } from '../devices/changes/lock-devices.ts'
import { accountPlace, move, type Place } from '../ledger/ledger.ts'
import type { PaymentFacts } from '../pay-accounts/providers/pay-provider.ts'
import {
  book,
  feeBearer,
  type LineRow,
  type OrderRow,
  type PaymentRow,
  type RefundRow,
  receivedBy,
  sellerPlace,
  sharesOf,
} from './book-sale.ts'
import { takeBackTime } from './take-back-time.ts'

interface NewRefund {
  /** Null: it was paid by cards or a balance. */
  payment: PaymentRow | null
  /** Devices whose lines are refunded; none: another amount, which the seller bears. */
  deviceIds: readonly number[]
  amount: number
  cause: RefundCause
  takesBack: boolean
  isByHand?: boolean
  reason?: string | null
  requestedBy?: number | null
  decidedBy?: number | null
  now: number
}

/**
 * Adds a refund that is to be sent to the provider, before anything is sent: what it reports of it later is known to be
 * ours.
 */
export async function addRefund(trx: Trx, order: OrderRow, refund: NewRefund): Promise<RefundRow> {
  const { payment, deviceIds, amount, cause, takesBack, reason = null, now } = refund
  const row = await trx
    .insertInto('refunds')
    .values({
      order_id: order.id,
      payment_id: payment?.id ?? null,
      state: 'sending',
      device_ids: [...deviceIds],
      amount,
      currency: payment?.currency ?? order.currency,
      takes_back: takesBack,
      cause,
      reason,
      is_by_hand: refund.isByHand ?? false,
      requested_by: refund.requestedBy ?? null,
      decided_by: refund.decidedBy ?? null,
      create_time: now,
      decide_time: now,
      ask_time: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await claimLines(trx, row)
  return row
}

/** Its lines are refunded by no other one, and its amount is on its way. */
export async function claimLines(trx: Trx, refund: RefundRow): Promise<void> {
  await trx
    .updateTable('order_lines')
    .set({ refund_id: refund.id })
    .where('order_id', '=', refund.order_id)
    .where('device_id', 'in', [0, ...refund.device_ids])
    .execute()
  if (refund.payment_id !== null)
    await trx
      .updateTable('payments')
      .set({ refunding_amount: sql`refunding_amount + ${refund.amount}` })
      .where('id', '=', refund.payment_id)
      .execute()
}

/** A refund that failed: its lines may be refunded anew. */
export async function failRefund(
  trx: Trx,
  order: OrderRow,
  refund: RefundRow,
  failure: string,
  now: number,
): Promise<void> {
  await trx
    .updateTable('refunds')
    .set({ state: 'failed', failure, end_time: now, ask_time: null, lease_time: null })
    .where('id', '=', refund.id)
    .execute()
  await trx.updateTable('order_lines').set({ refund_id: null }).where('refund_id', '=', refund.id).execute()
  if (refund.payment_id !== null)
    await trx
      .updateTable('payments')
      .set({ refunding_amount: sql`refunding_amount - ${refund.amount}`, ask_time: now })
      .where('id', '=', refund.payment_id)
      .execute()
  // What a top-up's refund had set aside is the buyer's again.
  if (order.kind === 'topUp' && refund.cause !== 'late')
    await book(
      trx,
      { order, kind: 'refund', cause: { name: 'refundUndone', id: refund.id }, operatorId: null, now },
      [
        { place: 'suspense', amount: -refund.amount },
        { place: order.buyer_id === null ? 'income' : { held: order.buyer_id }, amount: refund.amount },
      ],
    )
  const after = { orderNo: order.order_no, amount: refund.amount, failure }
  await recordEvent(trx, { kind: 'refundFailed', time: now, accountId: order.seller_id, after })
}

/** Of a top-up: takes the money from the balance before it is sent back. @throws {Refusal} `balanceInsufficient` */
export async function setAside(trx: Trx, order: OrderRow, refund: RefundRow, now: number): Promise<void> {
  if (order.kind !== 'topUp' || order.buyer_id === null || refund.cause === 'late') return
  await book(
    trx,
    {
      order,
      kind: 'refund',
      cause: { name: 'refundHeld', id: refund.id },
      operatorId: refund.decided_by,
      now,
    },
    [
      { place: { held: order.buyer_id }, amount: -refund.amount },
      { place: 'suspense', amount: refund.amount },
    ],
  )
}

/**
 * The money is back with the buyer: the books, the order, and the time of the devices follow.
 * @returns the devices that changed
 */
export async function finishRefund(
  trx: Trx,
  order: OrderRow,
  refund: RefundRow,
  { providerRefund, now }: { providerRefund: string | null; now: number },
): Promise<number[]> {
  await trx
    .updateTable('refunds')
    .set({
      state: 'done',
      end_time: now,
      ask_time: null,
      lease_time: null,
      failure: null,
      ...(providerRefund && { provider_refund: providerRefund }),
    })
    .where('id', '=', refund.id)
    .execute()
  if (refund.payment_id !== null)
    await trx
      .updateTable('payments')
      .set({
        refunding_amount: sql`refunding_amount - ${refund.amount}`,
        refunded_amount: sql`refunded_amount + ${refund.amount}`,
        // What others gave back while it was on its way could not be told from it.
        ...(refund.cause !== 'provider' && { ask_time: now }),
      })
      .where('id', '=', refund.payment_id)
      .execute()
  const lines = await trx
    .selectFrom('order_lines')
    .selectAll()
    .where('refund_id', '=', refund.id)
    .orderBy('line_no')
    .execute()
  // Devices are locked before balances, as a sale does.
  const deviceIds = refund.takes_back
    ? await takeBackTime(
        trx,
        order,
        lines.filter(({ result }) => result === 'renewed').map(({ device_id }) => device_id),
        now,
      )
    : []
  await bookRefund(trx, order, refund, lines, now)
  // Late money was never part of the order.
  if (refund.cause !== 'late') await addRefunded(trx, order, refund.amount)
  const after = {
    orderNo: order.order_no,
    amount: refund.amount,
    currency: refund.currency,
    cause: refund.cause,
  }
  await recordEvent(trx, {
    kind: 'orderRefunded',
    time: now,
    accountId: order.buyer_id,
    ...(refund.decided_by !== null && { actorId: refund.decided_by }),
    after,
  })
  return deviceIds
}

async function addRefunded(trx: Trx, order: OrderRow, amount: number): Promise<void> {
  const lines = await trx
    .selectFrom('order_lines as l')
    .leftJoin('refunds as r', 'r.id', 'l.refund_id')
    .select(sql<number>`count(*) filter (where r.state is distinct from 'done')`.as('left'))
    .where('l.order_id', '=', order.id)
    .executeTakeFirstOrThrow()
  const refunded = order.refunded_amount + amount
  const isWhole =
    order.kind === 'renewal' && order.pay_type === 'card' ? lines.left === 0 : refunded === order.amount
  await trx
    .updateTable('orders')
    .set({ refunded_amount: refunded, ...(isWhole && order.status === 2 && { status: 3 as const }) })
    .where('id', '=', order.id)
    .execute()
  order.refunded_amount = refunded
}

async function bookRefund(
  trx: Trx,
  order: OrderRow,
  refund: RefundRow,
  lines: readonly LineRow[],
  now: number,
): Promise<void> {
  const cause = { name: 'refund', id: refund.id }
  const operatorId = refund.decided_by
  if (order.pay_type === 'card') {
    if (order.buyer_id === null) return
    const to = await accountPlace(trx, order.buyer_id)
    const amount = lines.filter(({ result }) => result === 'renewed').length
    if (amount === 0) return
    const what = { asset: cardAsset(order.duration!), kind: 'refund', operatorId, cause, now } as const
    await move(trx, { ...what, amount, from: 'used', to, reference: order.order_no })
    return
  }
  const { amount } = refund
  // Time that is taken back of money that is back already.
  if (amount === 0) return
  const payment =
    refund.payment_id === null
      ? null
      : await trx
          .selectFrom('payments')
          .select('pay_account_id')
          .where('id', '=', refund.payment_id)
          .executeTakeFirstOrThrow()
  const back: Place = payment ? 'provider' : order.buyer_id === null ? 'income' : { held: order.buyer_id }
  const from =
    refund.cause === 'late' || order.kind === 'topUp'
      ? [{ place: 'suspense' as const, amount: -amount }]
      : lines.length > 0 && lines.reduce((sum, line) => sum + line.amount, 0) === amount
        ? [
            ...(await sharesBack(
              trx,
              order,
              refund,
              lines.filter(({ result }) => result === 'renewed'),
            )),
            ...(await sharesBack(
              trx,
              order,
              null,
              lines.filter(({ result }) => result !== 'renewed'),
            )),
          ]
        : [{ place: await sellerPlace(trx, order), amount: -amount }]
  await book(trx, { order, currency: refund.currency, kind: 'refund', cause, operatorId, now }, [
    ...from,
    { place: back, amount },
    // By hand the holder of the account paid it otherwise: for the books it is the same.
    ...(payment ? await receivedBy(trx, payment.pay_account_id, -amount) : []),
  ])
}

/**
 * Who bears a refund: whoever had a part of the sale, up to who decided it; the parts of those above him stay theirs,
 * and he pays for them. Else who sells could have service time used up and get back what it cost him.
 * @param decision null: of what was never sold, of which nobody keeps a part
 */
async function sharesBack(
  trx: Trx,
  order: OrderRow,
  decision: Pick<RefundRow, 'decided_by'> | null,
  lines: readonly LineRow[],
): Promise<{ place: Place; amount: number }[]> {
  const shares = (await sharesOf(trx, order, lines)).map((share) => ({ ...share, amount: -share.amount }))
  const decider = decision?.decided_by ?? null
  const own = decider === null ? -1 : order.share_account_ids.indexOf(decider)
  if (own < 0) return shares
  const above = shares.slice(own + 1).reduce((sum, { amount }) => sum + amount, 0)
  return [...shares.slice(0, own + 1), { place: shares[own]!.place, amount: above }]
}

/** Did the money of this payment come when its order was no more to be paid? Then it is no part of the order. */
export async function isLate(trx: Trx, paymentId: number): Promise<boolean> {
  const late = await trx
    .selectFrom('refunds')
    .select('id')
    .where('payment_id', '=', paymentId)
    .where('cause', '=', 'late')
    .executeTakeFirst()
  return late !== undefined
}

/**
 * Money that went back without us: refunded from the provider's own pages, or taken back by it for a dispute. Refunds of
 * ours that are on their way may be part of what it says.
 */
export async function refundAtProvider(
  trx: Trx,
  order: OrderRow,
  payment: PaymentRow,
  facts: PaymentFacts,
  now: number,
): Promise<void> {
  const said = (facts.refundedAmount ?? 0) + (facts.reversedAmount ?? 0)
  const amount = Math.min(
    said - payment.refunded_amount - payment.refunding_amount,
    payment.amount - payment.refunded_amount - payment.refunding_amount,
  )
  if (amount <= 0) return
  const isReversal = (facts.reversedAmount ?? 0) > 0
  if (await isLate(trx, payment.id)) {
    const late = { payment, deviceIds: [], amount, cause: 'late', takesBack: false, now } as const
    const refund = await addRefund(trx, order, { ...late, reason: isReversal ? 'reversal' : null })
    await finishRefund(trx, order, refund, { providerRefund: null, now })
    return
  }
  const refund = await addRefund(trx, order, {
    payment,
    // Nobody decided what becomes of the devices: their lines stay open for that.
    deviceIds: [],
    amount,
    cause: 'provider',
    takesBack: false,
    reason: isReversal ? 'reversal' : null,
    now,
  })
  if (order.kind === 'topUp') {
    // What the buyer has spent already is the loss of whose account it was, who could have given it back himself; on the
    // platform's account of who sold to the buyer.
    const holder = await feeBearer(trx, order, payment.pay_account_id)
    const loser = holder === 'income' ? await sellerPlace(trx, order) : holder
    const held = await trx
      .selectFrom('ledger_balances')
      .select('balance')
      .where('account_id', '=', order.buyer_id ?? 0)
      .where('asset', '=', order.currency)
      .forUpdate()
      .executeTakeFirst()
    const taken = Math.min(held?.balance ?? 0, amount)
    await book(
      trx,
      { order, kind: 'reversal', cause: { name: 'refundHeld', id: refund.id }, operatorId: null, now },
      [
        { place: order.buyer_id === null ? 'income' : { held: order.buyer_id }, amount: -taken },
        { place: loser, amount: taken - amount },
        { place: 'suspense', amount },
      ],
    )
  }
  await finishRefund(trx, order, refund, { providerRefund: null, now })
}
