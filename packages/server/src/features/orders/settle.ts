import { type Currency, currencyCodes } from '@trackway/core/codes/currencies.ts'
import type { PaymentState } from '@trackway/core/codes/orders.ts'
import { inTransaction } from '../../platform/http/serve.ts'
import type { Trx } from '../devices/changes/lock-devices.ts'
import { releaseCode } from '../discount-codes/reserve-code.ts'
import type { PaymentFacts } from '../pay-accounts/providers/pay-provider.ts'
import { book, feeBearer, type OrderRow, type PaymentRow, receivedBy, sharesOf } from './book-sale.ts'
import { completeOrder } from './complete-order.ts'
import { noteOtherAmount } from './note-other-amount.ts'
import { nextAskTime, type PayTools } from './pay-tools.ts'
import { addRefund, refundAtProvider } from './refund-rows.ts'

/** What a payment that is not over yet goes through; a lower state never replaces a higher one. */
const ranks: Record<PaymentState, number> = {
  creating: 0,
  created: 1,
  capturing: 2,
  pending: 3,
  failed: 4,
  expired: 4,
  captured: 5,
}

/** Why a payment is closed: its order is cancelled for this cause, or paid by another attempt. */
export type Closing = NonNullable<OrderRow['cancel_cause']> | 'again' | null

/** Locks an order, then its payment, as everything that changes either does. */
async function lockPayment(
  trx: Trx,
  paymentId: number,
): Promise<{ order: OrderRow; payment: PaymentRow } | null> {
  const found = await trx
    .selectFrom('payments')
    .select('order_id')
    .where('id', '=', paymentId)
    .executeTakeFirst()
  if (found === undefined) return null
  const order = await lockOrder(trx, found.order_id)
  const payment = await trx
    .selectFrom('payments')
    .selectAll()
    .where('id', '=', paymentId)
    .forUpdate()
    .executeTakeFirst()
  return order === null || payment === undefined ? null : { order, payment }
}

export async function lockOrder(trx: Trx, orderId: number): Promise<OrderRow | null> {
  const order = await trx
    .selectFrom('orders')
    .selectAll()
    .where('id', '=', orderId)
    .forUpdate()
    .executeTakeFirst()
  return order ?? null
}

/**
 * Brings a payment and its order to what the provider says of it now. It is the only place where either changes: told
 * the same twice, or in another order, it comes to the same. What follows from money that came, the renewals and the
 * books included, is in one transaction with it.
 * @param closing what is not paid now never will be
 * @param leaseTime so long whoever asks goes on asking; null: he is done
 */
export async function settle(
  { db, bus, now, step }: PayTools,
  paymentId: number,
  facts: PaymentFacts,
  { closing = null, leaseTime = null }: { closing?: Closing; leaseTime?: number | null } = {},
): Promise<void> {
  const { deviceIds, buyerId } = await inTransaction({ db, bus }, async ({ db: trx }) => {
    const found = await lockPayment(trx, paymentId)
    if (found === null) return { deviceIds: [], buyerId: null }
    const { order, payment } = found
    const changed = await settleLocked(trx, order, payment, { facts, closing, leaseTime, now: now() })
    step?.('settling')
    return { deviceIds: changed, buyerId: order.buyer_id }
  })
  step?.('settled')
  if (deviceIds.length > 0) bus.publish('device.edited', { deviceIds: Int32Array.from(deviceIds) })
  if (buyerId !== null) bus.publish('account.edited', { accountId: buyerId })
}

async function settleLocked(
  trx: Trx,
  order: OrderRow,
  payment: PaymentRow,
  {
    facts,
    closing,
    leaseTime,
    now,
  }: { facts: PaymentFacts; closing: Closing; leaseTime: number | null; now: number },
): Promise<number[]> {
  const ids = {
    provider_payment: facts.providerPayment ?? payment.provider_payment,
    provider_capture: facts.providerCapture ?? payment.provider_capture,
  }
  if (payment.state === 'captured') {
    await update({ ...ids, ask_time: null })
    await refundAtProvider(trx, order, payment, facts, now)
    return []
  }
  if (facts.state === 'paid') return capture()
  const isOver = payment.state === 'failed' || payment.state === 'expired'
  if (isOver) {
    await update({ ...ids, ask_time: nextAskTime(payment, { now }) })
    return []
  }
  const pending = facts.state === 'pending'
  if (facts.state === 'failed') await end('failed')
  else if (facts.state === 'closed' || (closing !== null && !pending)) await end('expired')
  else {
    const state: PaymentState = pending
      ? 'pending'
      : facts.state === 'approved'
        ? 'capturing'
        : facts.state === 'open'
          ? 'created'
          : 'creating'
    await update({
      ...ids,
      state: ranks[state] > ranks[payment.state] ? state : payment.state,
      ...(facts.payPage && { pay_page: JSON.stringify(facts.payPage) }),
      failure: facts.failure ?? payment.failure,
      ask_time: nextAskTime(payment, { now, isPending: pending, order }),
    })
  }
  if (closing !== null && closing !== 'again' && !pending) await cancel(trx, order, closing, now)
  return []

  async function end(state: 'failed' | 'expired'): Promise<void> {
    // Money may come late all the same: it is asked about for a day.
    await update({
      ...ids,
      state,
      pay_page: null,
      failure: facts.failure ?? payment.failure,
      end_time: now,
      ask_time: nextAskTime(payment, { now }),
    })
  }

  async function capture(): Promise<number[]> {
    if (facts.amount !== payment.amount || facts.currency !== payment.currency) {
      const paid = paidMoney(facts)
      const words = `${facts.amount ?? ''} ${facts.currency}`.trim()
      await noteOtherAmount(trx, { order, payment, reference: ids.provider_capture, paid, words, now })
      await cancel(trx, order, 'otherAmount', now)
      if (paid === null) {
        // The ledger has no such currency: people see to this money.
        await update({
          ...ids,
          state: 'failed',
          pay_page: null,
          failure: `paid ${words}`,
          end_time: now,
          ask_time: null,
        })
        return []
      }
      // What came is what can go back.
      await trx.updateTable('payments').set(paid).where('id', '=', payment.id).execute()
      Object.assign(payment, paid)
    }
    const fee = facts.feeAmount ?? 0
    await update({
      ...ids,
      state: 'captured',
      fee_amount: facts.feeAmount ?? null,
      pay_page: null,
      failure: null,
      end_time: now,
      // Of what was given back there already the next answer tells, which finds the sale in the books.
      ask_time: (facts.refundedAmount ?? 0) + (facts.reversedAmount ?? 0) > 0 ? now : null,
    })
    // A balance that is gone takes no money.
    if (order.kind === 'topUp' && order.buyer_id === null) await cancel(trx, order, 'refused', now)
    const cause = { name: 'payment', id: payment.id }
    const booking = { order, currency: payment.currency, cause, operatorId: order.operator_id, now }
    const paid = [
      { place: 'provider' as const, amount: -payment.amount },
      { place: await feeBearer(trx, order, payment.pay_account_id), amount: -fee },
      { place: 'fee' as const, amount: fee },
      ...(await receivedBy(trx, payment.pay_account_id, payment.amount - fee)),
    ]
    if (order.status !== 1) {
      await book(trx, { ...booking, kind: 'sale' }, [...paid, { place: 'suspense', amount: payment.amount }])
      await addRefund(trx, order, {
        payment,
        deviceIds: [],
        amount: payment.amount,
        cause: 'late',
        takesBack: false,
        now,
      })
      return []
    }
    const { lines, deviceIds } = await completeOrder(trx, order, now)
    if (order.kind === 'topUp') {
      const place = { held: order.buyer_id! }
      await book(trx, { ...booking, kind: 'topUp' }, [...paid, { place, amount: payment.amount }])
      return []
    }
    await book(trx, { ...booking, kind: 'sale' }, [...paid, ...(await sharesOf(trx, order, lines))])
    const failed = lines.filter(({ result }) => result !== 'renewed')
    const back = failed.reduce((sum, line) => sum + line.amount, 0)
    if (back > 0)
      await addRefund(trx, order, {
        payment,
        deviceIds: failed.map(({ device_id }) => device_id),
        amount: back,
        cause: 'notRenewed',
        takesBack: false,
        now,
      })
    return deviceIds
  }

  async function update(values: Parameters<typeof setPayment>[2]): Promise<void> {
    await setPayment(trx, payment.id, { ...values, lease_time: leaseTime })
  }
}

/** @returns null: of a currency that is not known here */
function paidMoney({ amount, currency }: PaymentFacts): { amount: number; currency: Currency } | null {
  const isKnown =
    amount !== undefined && (currencyCodes as readonly (string | undefined)[]).includes(currency)
  return isKnown ? { amount, currency: currency as Currency } : null
}

async function setPayment(
  trx: Trx,
  id: number,
  values: Partial<
    Pick<
      PaymentRow,
      | 'state'
      | 'provider_payment'
      | 'provider_capture'
      | 'fee_amount'
      | 'failure'
      | 'end_time'
      | 'ask_time'
      | 'lease_time'
    > & { pay_page: string | null }
  >,
): Promise<void> {
  await trx.updateTable('payments').set(values).where('id', '=', id).execute()
}

/** Cancels an order that is to be paid; its discount code is free again. */
export async function cancel(
  trx: Trx,
  order: OrderRow,
  cause: NonNullable<OrderRow['cancel_cause']>,
  now: number,
): Promise<void> {
  if (order.status !== 1) return
  await trx
    .updateTable('orders')
    .set({ status: 4, cancel_time: now, cancel_cause: cause })
    .where('id', '=', order.id)
    .execute()
  order.status = 4
  await releaseCode(trx, order.id)
}
