import type { Currency } from '@trackway/core/codes/currencies.ts'
import { dayAt } from '@trackway/core/rules/local-days.ts'
import { sql } from 'kysely'
import { recordEvent } from '../../platform/audit.ts'
import { providerNamed } from '../../platform/provider.ts'
import type { Trx } from '../devices/changes/lock-devices.ts'
import { payProviders } from '../pay-accounts/providers/pay-providers.ts'
import type { OrderRow, PaymentRow } from './book-sale.ts'
import { paymentNumber } from './numbers.ts'

interface OtherAmount {
  order: OrderRow
  /** As it was to be paid. */
  payment: PaymentRow
  /** What the provider calls the money; null: it did not say. */
  reference: string | null
  /** Null: in a currency that is not known here. */
  paid: { amount: number; currency: Currency } | null
  /** What was paid, for people. */
  words: string
  now: number
}

/** Lists a payment of another amount than its order's among the differences until somebody settles it, and records it. */
export async function noteOtherAmount(
  trx: Trx,
  { order, payment, reference, paid, words, now }: OtherAmount,
): Promise<void> {
  const isSameCurrency = paid === null || paid.currency === payment.currency
  const timeZone = providerNamed(payProviders, payment.provider)?.booksTimeZone ?? 'UTC'
  await sql`
    insert into payment_differences
      (pay_account_id, day, kind, reference, payment_id, currency, our_amount, their_amount, note, create_time)
    values (${payment.pay_account_id}, ${dayAt(now, timeZone)}::date, 'otherAmount',
      ${reference ?? paymentNumber(order.order_no, payment.id)}, ${payment.id}, ${paid?.currency ?? payment.currency},
      -- Amounts of two currencies are not to be compared: the order says what it was of.
      ${isSameCurrency ? payment.amount : null}, ${paid?.amount ?? null}, ${paid === null ? words : null}, ${now})
    on conflict do nothing`.execute(trx)
  const after = { orderNo: order.order_no, paid: words }
  await recordEvent(trx, { kind: 'paymentStrange', time: now, accountId: order.seller_id, after })
}
