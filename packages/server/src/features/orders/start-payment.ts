import type { Language } from '@trackway/core/codes/languages.ts'
import { Refusal } from '../../platform/errors.ts'
import type { Trx } from '../devices/changes/lock-devices.ts'
import { isSandboxProvider } from '../pay-accounts/stored-accounts.ts'
import type { OrderRow } from './book-sale.ts'
import { leaseMs } from './pay-tools.ts'

const maxAttempts = 20

/** What the provider is told of who pays, kept with the payment: a repeat of the request says the same. */
export interface Payer {
  /** Of the payer in the WeChat mini program; null: on another screen. */
  openId: string | null
  /** In which the provider's page, and the seller's statement there, name what is paid. */
  language: Language
  /** The platform's public address, else that of the page the payer came from; null: neither is known. */
  origin: string | null
}

/** Who pays from cards or a balance, of which no provider is told. */
export const noPayer: Payer = { openId: null, origin: null, language: 'en' }

/**
 * Notes an attempt to pay an order, before the provider is told of it: whatever becomes of this process, the attempt is
 * known. Whoever notes it makes the first request himself.
 * @throws {Refusal} `paymentRunning` where another attempt is not over, `tooManyRequests` after many,
 *   `publicUrlMissing` where nobody knows where the payer would come back to
 */
export async function startPayment(
  trx: Trx,
  order: OrderRow,
  payAccountId: number,
  { openId, origin, language }: Payer,
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
  // The sandbox is a page of this platform.
  if (origin === null && !isSandboxProvider(provider)) throw new Refusal('publicUrlMissing')
  const row = {
    order_id: order.id,
    provider,
    pay_account_id: payAccountId,
    state: 'creating' as const,
    amount: order.amount,
    currency: order.currency,
    open_id: openId,
    origin,
    language,
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
