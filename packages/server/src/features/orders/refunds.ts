import { sql } from 'kysely'
import { Refusal } from '../../platform/errors.ts'
import type { Trx } from '../devices/changes/lock-devices.ts'
import type { OrderRow, PaymentRow, RefundRow } from './book-sale.ts'
import { addRefund, claimLines, finishRefund, isLate, setAside } from './refund-rows.ts'

/** What a refund shall be of. */
interface RefundRequest {
  /** Devices of it; left out: all that is left. */
  terminalIDs?: readonly string[] | undefined
  reason?: string | null | undefined
  takesBack: boolean
  isByHand: boolean
}

interface Decider {
  accountId: number
  isAdministrator: boolean
  now: number
}

interface Refundable {
  payment: PaymentRow | null
  deviceIds: number[]
  amount: number
  /** Of money that came late, whatever is left goes back. */
  isLate: boolean
}

/** What can be refunded of an order: its lines that are not, of a top-up what is left, and money that came late. */
async function findRefundable(
  trx: Trx,
  order: OrderRow,
  terminalIDs: readonly string[] | undefined,
): Promise<Refundable> {
  const running = await trx
    .selectFrom('refunds')
    .select('id')
    .where('order_id', '=', order.id)
    .where('state', 'in', ['requested', 'sending', 'sent'])
    .executeTakeFirst()
  if (running !== undefined) throw new Refusal('refundRunning')
  const captured = await trx
    .selectFrom('payments')
    .selectAll()
    .where('order_id', '=', order.id)
    .where('state', '=', 'captured')
    .orderBy('id')
    .forUpdate()
    .execute()
  let payment: PaymentRow | null = null
  for (const each of captured)
    if (!(await isLate(trx, each.id))) payment = each
    else if (terminalIDs === undefined && leftOf(each) > 0)
      return { payment: each, deviceIds: [], amount: leftOf(each), isLate: true }
  if (order.status !== 2 && order.status !== 3) throw new Refusal('refundNotPossible')
  const left = payment === null ? Infinity : leftOf(payment)
  if (order.kind === 'topUp') {
    const amount = order.amount - order.refunded_amount
    // The balance that it would come from is gone with its account.
    if (order.buyer_id === null || amount === 0 || amount > left) throw new Refusal('refundNotPossible')
    return { payment, deviceIds: [], amount, isLate: false }
  }
  const lines = await trx
    .selectFrom('order_lines')
    .selectAll()
    .where('order_id', '=', order.id)
    .where('refund_id', 'is', null)
    .execute()
  const chosen = terminalIDs ? lines.filter(({ terminal_id }) => terminalIDs.includes(terminal_id)) : lines
  if (chosen.length === 0 || (terminalIDs && chosen.length < new Set(terminalIDs).size))
    throw new Refusal('refundNotPossible')
  const amount = chosen.reduce((sum, line) => sum + line.amount, 0)
  // What the provider gave back already is left out: of these devices the time is still to be taken.
  const back = Math.min(amount, left)
  return { payment, deviceIds: chosen.map(({ device_id }) => device_id), amount: back, isLate: false }
}

const leftOf = ({ amount, refunded_amount, refunding_amount }: PaymentRow): number =>
  amount - refunded_amount - refunding_amount

/** A buyer requests a refund: nothing moves until his seller decides. */
export async function requestRefund(
  trx: Trx,
  order: OrderRow,
  { terminalIDs, reason = null, takesBack }: RefundRequest,
  { accountId, now }: Decider,
): Promise<RefundRow> {
  const { payment, deviceIds, amount, isLate } = await findRefundable(trx, order, terminalIDs)
  // It goes back by itself, or its seller sends it again.
  if (isLate || order.status !== 2) throw new Refusal('refundNotPossible')
  return trx
    .insertInto('refunds')
    .values({
      order_id: order.id,
      payment_id: payment?.id ?? null,
      state: 'requested',
      device_ids: deviceIds,
      amount,
      currency: order.currency,
      takes_back: takesBack,
      cause: 'buyer',
      reason,
      requested_by: accountId,
      create_time: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/**
 * Only administrators decide where it costs the platform: that cards come back, or that devices keep what is refunded.
 */
export const mayDecide = (order: OrderRow, { isAdministrator }: Pick<Decider, 'isAdministrator'>): boolean =>
  isAdministrator || order.pay_type !== 'card'

/** A refund by who sells: of lines at once; a payment's is sent to the provider once this is committed. */
export async function makeRefund(
  trx: Trx,
  order: OrderRow,
  request: RefundRequest,
  decider: Decider,
): Promise<{ refund: RefundRow; deviceIds: number[] }> {
  const { payment, deviceIds, amount, isLate } = await findRefundable(trx, order, request.terminalIDs)
  if (!isLate) await assertMay(trx, order, { ...request, deviceIds }, decider)
  const refund = await addRefund(trx, order, {
    payment,
    deviceIds,
    amount,
    cause: isLate ? 'late' : 'seller',
    takesBack: request.takesBack && !isLate,
    isByHand: request.isByHand,
    reason: request.reason ?? null,
    decidedBy: decider.accountId,
    now: decider.now,
  })
  return begin(trx, order, refund, decider.now)
}

/** Devices that went to somebody else since are administrators' to decide on: their owner paid for nothing of it. */
async function assertMay(
  trx: Trx,
  order: OrderRow,
  { takesBack, deviceIds }: { takesBack: boolean; deviceIds: readonly number[] },
  decider: Decider,
): Promise<void> {
  if (decider.isAdministrator) return
  const elsewhere = await trx
    .selectFrom('devices')
    .innerJoin('accounts', 'accounts.id', 'devices.account_id')
    .select('devices.id')
    .where('devices.id', 'in', [0, ...deviceIds])
    .where(
      sql<boolean>`not starts_with(accounts.path, (select path from accounts where id = ${decider.accountId}))`,
    )
    .limit(1)
    .executeTakeFirst()
  const keepsTime = !takesBack && order.kind === 'renewal'
  if (!mayDecide(order, decider) || keepsTime || elsewhere !== undefined)
    throw new Refusal('refundNotPossible')
}

async function begin(
  trx: Trx,
  order: OrderRow,
  refund: RefundRow,
  now: number,
): Promise<{ refund: RefundRow; deviceIds: number[] }> {
  await setAside(trx, order, refund, now)
  if (refund.payment_id !== null && refund.amount > 0) return { refund, deviceIds: [] }
  const deviceIds = await finishRefund(trx, order, refund, { providerRefund: null, now })
  return { refund: { ...refund, state: 'done' }, deviceIds }
}

/** Makes or refuses the refund that the buyer requested. @throws {Refusal} `notFound` where he requested none */
export async function decideRefund(
  trx: Trx,
  order: OrderRow,
  decision: { approve: boolean; answer?: string | null | undefined; takesBack: boolean; isByHand: boolean },
  decider: Decider,
): Promise<{ refund: RefundRow; deviceIds: number[] }> {
  const { approve, answer = null, takesBack, isByHand } = decision
  const requested = await trx
    .selectFrom('refunds')
    .selectAll()
    .where('order_id', '=', order.id)
    .where('state', '=', 'requested')
    .forUpdate()
    .executeTakeFirst()
  if (requested === undefined) throw new Refusal('notFound')
  if (approve) {
    await assertMay(trx, order, { takesBack, deviceIds: requested.device_ids }, decider)
    await assertLeft(trx, order, requested)
  }
  const { now } = decider
  const refund = await trx
    .updateTable('refunds')
    .set({
      state: approve ? 'sending' : 'refused',
      answer,
      takes_back: takesBack,
      is_by_hand: isByHand,
      decided_by: decider.accountId,
      decide_time: now,
      ...(approve ? { ask_time: now } : { end_time: now }),
    })
    .where('id', '=', requested.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  if (!approve) return { refund, deviceIds: [] }
  await claimLines(trx, refund)
  return begin(trx, order, refund, now)
}

/** Since it was requested, the provider may have given back what it is of. @throws {Refusal} `refundNotPossible` */
async function assertLeft(trx: Trx, order: OrderRow, refund: RefundRow): Promise<void> {
  const lines = await trx
    .selectFrom('order_lines')
    .select('device_id')
    .where('order_id', '=', order.id)
    .where('device_id', 'in', [0, ...refund.device_ids])
    .where('refund_id', 'is not', null)
    .execute()
  const payment = await trx
    .selectFrom('payments')
    .selectAll()
    .where('id', '=', refund.payment_id ?? 0)
    .forUpdate()
    .executeTakeFirst()
  const isLess = payment !== undefined && leftOf(payment) < refund.amount
  const isGone = order.kind === 'topUp' && order.buyer_id === null
  if (order.status !== 2 || lines.length > 0 || isLess || isGone) throw new Refusal('refundNotPossible')
}
