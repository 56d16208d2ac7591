import type { Language } from '@trackway/core/codes/languages.ts'
import { type RawBuilder, sql } from 'kysely'
import { recordEvent } from '../../platform/audit.ts'
import { inTransaction } from '../../platform/http/serve.ts'
import { publicUrl } from '../../platform/mail/stored-mail.ts'
import type { Trx } from '../devices/changes/lock-devices.ts'
import {
  type KnownPayment,
  type NewPayment,
  type NewRefund,
  type PayClient,
  PayFailure,
  type PaymentFacts,
  type RefundFacts,
} from '../pay-accounts/providers/pay-provider.ts'
import type { OrderRow, PaymentRow, RefundRow } from './book-sale.ts'
import { paymentNumber, refundNumber } from './numbers.ts'
import { leaseMs, nextAskTime, type PayTools } from './pay-tools.ts'
import { receiptTexts } from './receipt-texts.ts'
import { failRefund, finishRefund } from './refund-rows.ts'
import { type Closing, cancel, lockOrder, settle } from './settle.ts'

/** Asking providers: each request is made by one process, outside of any transaction, and what it answers is settled. */

const batch = 20
/** Of the sandbox's payments alone, whose page is at whatever address the buyer has it. */
const unknownOrigin = 'http://localhost'

/** Where people have the platform open: as it was known when the payment was begun, for repeats say the same. */
const originOf = ({ origin }: PaymentRow): string | null => origin ?? publicUrl()

/** Where the provider posts to. @returns null: the platform's own address is not known */
function hookUrlOf(payment: PaymentRow): string | null {
  const origin = originOf(payment)
  return origin && `${origin}/hooks/${payment.provider}/${payment.pay_account_id}`
}

/** Where the payer comes back to, and where the provider posts to. */
function pagesOf(payment: PaymentRow, orderNo: string) {
  const origin = originOf(payment) ?? unknownOrigin
  const result = `${origin}/payResult?orderNo=${orderNo}`
  return {
    returnUrl: result,
    cancelUrl: `${result}&cancelled=1`,
    hookUrl: hookUrlOf(payment) ?? `${unknownOrigin}/hooks`,
  }
}

/**
 * Takes the lease of a payment: until it ends no other process asks about it.
 * @returns null: another one has it, or there is none
 */
async function leasePayment({ db, now }: PayTools, which: RawBuilder<boolean>): Promise<PaymentRow | null> {
  const time = now()
  const { rows } = await sql<PaymentRow>`
    update payments set lease_time = ${time + leaseMs}, asks = asks + 1 where id = (
      select id from payments where (lease_time is null or lease_time < ${time}) and ${which}
      order by ask_time nulls last limit 1 for update skip locked)
    returning *`.execute(db)
  return rows[0] ?? null
}

/** Asks about one payment now, unless another process does. @returns was it asked about? */
export async function runPayment(tools: PayTools, id: number, closing: Closing = null): Promise<boolean> {
  const payment = await leasePayment(tools, sql`id = ${id}`)
  if (payment === null) return false
  await ask(tools, payment, closing)
  return true
}

/** Asks about the payments and refunds that are due, and ends the orders whose time is over. */
export async function runDue(tools: PayTools): Promise<void> {
  const { db, log, now } = tools
  for (let n = 0; n < batch; n++) {
    const payment = await leasePayment(tools, sql`ask_time <= ${now()}`)
    if (payment === null) break
    await ask(tools, payment).catch((error) => log.warn({ err: error, payment: payment.id }, 'payment'))
  }
  for (let n = 0; n < batch; n++) {
    const id = await leaseRefund(tools, sql`ask_time <= ${now()}`)
    if (id === null) break
    await sendRefund(tools, id).catch((error) => log.warn({ err: error, refund: id }, 'refund'))
  }
  // Those with a payment end when it is asked about.
  const over = await sql<{ id: number }>`select id from orders where status = 1 and expire_time <= ${now()}
    and not exists (select from payments p where p.order_id = orders.id
      and p.state in ('creating', 'created', 'capturing', 'pending'))
    order by expire_time limit ${batch}`.execute(db)
  for (const { id } of over.rows)
    await cancelOrder(tools, id, 'expired').catch((error) => log.warn({ err: error, order: id }, 'order'))
}

/**
 * Cancels an order that is to be paid, at the provider first: where it turns out to be paid, it is completed instead.
 * @returns its status afterwards; null where a payment of it is under way, whose outcome nobody knows yet
 * @throws {PayFailure} where the provider does not answer
 */
export async function cancelOrder(
  tools: PayTools,
  orderId: number,
  cause: NonNullable<OrderRow['cancel_cause']>,
): Promise<OrderRow['status'] | null> {
  const { db, bus, now } = tools
  const open = await db
    .selectFrom('payments')
    .select(['id', 'state'])
    .where('order_id', '=', orderId)
    .where('state', 'in', ['creating', 'created', 'capturing', 'pending'])
    .executeTakeFirst()
  if (open !== undefined) {
    if (!(await runPayment(tools, open.id, cause))) return null
  } else
    await inTransaction({ db, bus }, async ({ db: trx }) => {
      const order = await lockOrder(trx, orderId)
      const isPaying = await trx
        .selectFrom('payments')
        .select('id')
        .where('order_id', '=', orderId)
        .where('state', 'in', ['creating', 'created', 'capturing', 'pending'])
        .executeTakeFirst()
      if (order !== null && isPaying === undefined) await cancel(trx, order, cause, now())
    })
  const { status } = await db
    .selectFrom('orders')
    .select('status')
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  return status === 1 ? null : status
}

async function ask(tools: PayTools, payment: PaymentRow, cause: Closing = null): Promise<void> {
  const { db, now } = tools
  const order = await db
    .selectFrom('orders')
    .selectAll()
    .where('id', '=', payment.order_id)
    .executeTakeFirstOrThrow()
  // An attempt at an order that another one paid is closed, lest it is paid twice.
  const closing = cause ?? (order.status !== 1 ? 'again' : order.expire_time <= now() ? 'expired' : null)
  const client = await tools.clientOf(payment.pay_account_id)
  try {
    if (client === null) throw new PayFailure('unreached', 'the account at the provider is gone')
    const facts = await factsOf(tools, client, { order, payment, closing })
    tools.step?.('answered')
    await settle(tools, payment.id, facts, { closing })
    if (facts.sellerMustAct) await recordRefused(facts.failure)
  } catch (error) {
    if (!(error instanceof PayFailure)) throw error
    await note(tools, order, payment, error)
    // A request that the provider refuses for good makes no payment.
    if (error.kind === 'refused' && payment.state === 'creating')
      await settle(tools, payment.id, { state: 'failed', failure: error.message }, { closing })
    else if (closing !== null && cause === null && client === null)
      await settle(tools, payment.id, { state: 'closed', failure: error.message }, { closing })
    if (error.kind === 'refused') await recordRefused(error.message)
    throw error
  }

  /** What the seller has to look at: a fault of the request, or something at the seller's account there. */
  async function recordRefused(failure: string | undefined): Promise<void> {
    const after = { orderNo: order.order_no, provider: payment.provider, failure }
    await recordEvent(db, { kind: 'paymentRefused', time: now(), accountId: order.seller_id, after })
  }
}

/** The provider did not answer, or not now: it is asked again later. */
async function note(
  { db, now }: PayTools,
  order: OrderRow,
  payment: PaymentRow,
  error: PayFailure,
): Promise<void> {
  const time = now()
  const later = error.retryAfterMs ?? 0
  const next = nextAskTime(payment, { now: time, isPending: payment.state === 'pending', order })
  await db
    .updateTable('payments')
    .set({
      failure: error.message,
      lease_time: null,
      ask_time: next === null ? null : Math.max(next, time + later),
    })
    .where('id', '=', payment.id)
    .execute()
}

const known = ({ order_no }: OrderRow, payment: PaymentRow): KnownPayment => ({
  id: payment.id,
  number: paymentNumber(order_no, payment.id),
  amount: payment.amount,
  currency: payment.currency,
  providerPayment: payment.provider_payment,
  providerCapture: payment.provider_capture,
})

async function factsOf(
  tools: PayTools,
  client: PayClient,
  { order, payment, closing }: { order: OrderRow; payment: PaymentRow; closing: Closing },
): Promise<PaymentFacts> {
  const ref = known(order, payment)
  const isWanted = order.status === 1 && closing === null
  if (payment.state === 'creating' && isWanted && payment.provider_payment === null) {
    tools.step?.('creating')
    return client.create(newPayment(order, payment, ref))
  }
  // What the buyer approved just now is his order: it is taken before anything is closed.
  tools.step?.('asking')
  const facts = await client.find(ref)
  const isOpen = ['creating', 'created', 'capturing', 'pending'].includes(payment.state)
  if (facts.state === 'approved' && isWanted && isOpen) {
    await settle(tools, payment.id, facts, { leaseTime: tools.now() + leaseMs })
    tools.step?.('capturing')
    return client.capture({ ...ref, providerPayment: facts.providerPayment ?? ref.providerPayment })
  }
  if (closing === null || !['unknown', 'open', 'approved'].includes(facts.state)) return facts
  if (facts.state === 'unknown') return { ...facts, state: 'closed' }
  tools.step?.('closing')
  return client.close(ref)
}

function newPayment(order: OrderRow, payment: PaymentRow, ref: KnownPayment): NewPayment {
  // Kept with the payment: a provider takes a repeat in another language for another request.
  const language = (payment.language ?? 'en') as Language
  const t = receiptTexts(language)
  return {
    ...ref,
    ...pagesOf(payment, order.order_no),
    description: `Trackway: ${order.kind === 'topUp' ? t.topUp : `${t.renewal} × ${order.device_count}`}`,
    expireTime: order.expire_time,
    language,
    openId: payment.open_id,
  }
}

async function leaseRefund({ db, now }: PayTools, which: RawBuilder<boolean>): Promise<number | null> {
  const time = now()
  const { rows } = await sql<{ id: number }>`
    update refunds set lease_time = ${time + leaseMs}, asks = asks + 1 where id = (
      select id from refunds where state in ('sending', 'sent') and (lease_time is null or lease_time < ${time}) and ${which}
      order by ask_time nulls last limit 1 for update skip locked)
    returning id`.execute(db)
  return rows[0]?.id ?? null
}

/** Sends one refund now, or asks how it is, unless another process does. */
export async function runRefund(tools: PayTools, id: number): Promise<void> {
  const leased = await leaseRefund(tools, sql`id = ${id}`)
  if (leased !== null) await sendRefund(tools, leased)
}

async function sendRefund(tools: PayTools, id: number): Promise<void> {
  const { db, now } = tools
  const refund = await db.selectFrom('refunds').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const order = await db
    .selectFrom('orders')
    .selectAll()
    .where('id', '=', refund.order_id)
    .executeTakeFirstOrThrow()
  if (refund.is_by_hand || refund.payment_id === null) return settleRefund(tools, id, { state: 'done' })
  const payment = await db
    .selectFrom('payments')
    .selectAll()
    .where('id', '=', refund.payment_id)
    .executeTakeFirstOrThrow()
  const client = await tools.clientOf(payment.pay_account_id)
  const request = {
    ...refundRequest(order, refund, known(order, payment)),
    hookUrl: hookUrlOf(payment),
  }
  try {
    if (client === null) throw new PayFailure('unreached', 'the account at the provider is gone')
    tools.step?.('refunding')
    const facts = refund.state === 'sending' ? await send(client, request) : await client.findRefund(request)
    tools.step?.('refundAnswered')
    await settleRefund(tools, id, facts)
  } catch (error) {
    if (!(error instanceof PayFailure)) throw error
    if (error.kind === 'refused') return settleRefund(tools, id, { state: 'failed', failure: error.message })
    await db
      .updateTable('refunds')
      .set({ failure: error.message, lease_time: null, ask_time: nextAskTime(refund, { now: now() }) })
      .where('id', '=', id)
      .execute()
  }
}

/** A request whose answer was lost may have been accepted: only then a refusal of its repeat says nothing of it. */
async function send(client: PayClient, request: NewRefund): Promise<RefundFacts> {
  try {
    return await client.refund(request)
  } catch (error) {
    if (!(error instanceof PayFailure) || error.kind !== 'refused') throw error
    const known = await client.findRefund(request)
    if (known.state === 'unknown') throw error
    return known
  }
}

const refundRequest = (
  order: OrderRow,
  refund: RefundRow,
  payment: KnownPayment,
): Omit<NewRefund, 'hookUrl'> => ({
  id: refund.id,
  number: refundNumber(order.order_no, refund.id),
  amount: refund.amount,
  currency: refund.currency,
  reason: refund.reason,
  payment,
  providerRefund: refund.provider_refund,
})

async function settleRefund(tools: PayTools, id: number, facts: RefundFacts): Promise<void> {
  const { db, bus, now, step } = tools
  const deviceIds = await inTransaction({ db, bus }, async ({ db: trx }) => {
    const changed = await settleRefundLocked(trx, id, facts, now())
    step?.('refundSettling')
    return changed
  })
  step?.('refundSettled')
  if (deviceIds.length > 0) bus.publish('device.edited', { deviceIds: Int32Array.from(deviceIds) })
}

async function settleRefundLocked(trx: Trx, id: number, facts: RefundFacts, now: number): Promise<number[]> {
  const found = await trx
    .selectFrom('refunds')
    .select('order_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const order = await lockOrder(trx, found.order_id)
  const refund = await trx
    .selectFrom('refunds')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (order === null || (refund.state !== 'sending' && refund.state !== 'sent')) return []
  if (facts.state === 'done')
    return finishRefund(trx, order, refund, { providerRefund: facts.providerRefund ?? null, now })
  if (facts.state === 'failed') await failRefund(trx, order, refund, facts.failure ?? 'refused', now)
  else
    await trx
      .updateTable('refunds')
      .set({
        state: facts.state === 'pending' ? 'sent' : 'sending',
        provider_refund: facts.providerRefund ?? refund.provider_refund,
        lease_time: null,
        ask_time: nextAskTime(refund, { now, isPending: refund.asks > 8 }),
      })
      .where('id', '=', id)
      .execute()
  return []
}
