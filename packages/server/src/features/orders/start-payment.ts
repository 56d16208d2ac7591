import { Refusal } from '../../platform/errors.ts'
import type { Trx } from '../devices/changes/lock-devices.ts'
import type { OrderRow } from './book-sale.ts'
import { leaseMs } from './pay-tools.ts'

const maxAttempts = 20

/**
 * Notes an attempt to pay an order, before the provider is told of it: whatever becomes of this process, the attempt is
 * known. Whoever notes it makes the first request himself.
 * @throws {Refusal} `paymentRunning` where another attempt is not over, `tooManyRequests` after many
 */
export async function startPayment(
  trx: Trx,
  order: OrderRow,
  payAccountId: number,
  now: number,
): Promise<number> {
  const tried = await trx
    .selectFrom('payments')
    .select('id')
    .where('order_id', '=', order.id)
    .limit(maxAttempts)
    .execute()
  if (tried.length >= maxAttempts) throw new Refusal('tooManyRequests')
  const { provider } = await trx
    .selectFrom('pay_accounts')
    .select('provider')
    .where('id', '=', payAccountId)
    .executeTakeFirstOrThrow()
  const row = {
    order_id: order.id,
    provider,
    pay_account_id: payAccountId,
    state: 'creating' as const,
    amount: order.amount,
    currency: order.currency,
    create_time: now,
    ask_time: now + leaseMs,
  }
  const added = await trx
    .insertInto('payments')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (added === undefined) throw new Refusal('paymentRunning')
  return added.id
}
