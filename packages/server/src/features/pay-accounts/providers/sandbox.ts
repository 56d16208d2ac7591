import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import { currencyCodes } from '@trackway/core/codes/currencies.ts'
import type { SandboxOutcome } from '@trackway/core/codes/orders.ts'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../../../platform/database/database.ts'
import { publicUrl } from '../../../platform/mail/stored-mail.ts'
import { signatureOf } from '../../../platform/secrets.ts'
import { PayFailure, type PaymentFacts, type PostedEvent, payProvider } from './pay-provider.ts'

/**
 * A payment provider without money: it has its own books, page and signed events, as a real one does, and its payers say
 * what becomes of a payment.
 */
export const sandbox = payProvider({
  name: 'sandbox',
  label: 'Test mode',
  isSandbox: true,
  currencies: currencyCodes,
  settings: z.object({}),
  destination: [],
  connect: (_settings, { db: books, payAccountId = 0, now }) => {
    // Without a database it is only checked whether all is set.
    const db = books as Db
    const find = async (number: string): Promise<PaymentFacts> => {
      const row = await db
        .selectFrom('sandbox_payments')
        .selectAll()
        .where('number', '=', number)
        .executeTakeFirst()
      if (row === undefined) return { state: 'unknown' }
      return {
        state: row.state,
        providerPayment: number,
        ...(row.state === 'paid' && { providerCapture: `${number}C` }),
        amount: row.amount,
        currency: row.currency,
        refundedAmount: row.refunded_amount,
        ...(row.state === 'open' && { payPage: { url: `/paySandbox?orderNo=${number.split('P')[0]}` } }),
      }
    }
    return {
      create: async ({ number, amount, currency, returnUrl }) => {
        await db
          .insertInto('sandbox_payments')
          .values({
            number,
            pay_account_id: payAccountId,
            amount,
            currency,
            state: 'open',
            create_time: now(),
            paid_time: null,
          })
          .onConflict((conflict) => conflict.doNothing())
          .execute()
        const facts = await find(number)
        if (facts.amount !== amount || facts.currency !== currency)
          throw new PayFailure('refused', 'the number was used for another amount')
        const page = new URL(returnUrl)
        page.pathname = page.pathname.replace(/payResult$/, 'paySandbox')
        // Where the platform's own address is not set, the page is at whatever address the buyer has it.
        const url = publicUrl() === null ? page.pathname + page.search : page.href
        return facts.payPage ? { ...facts, payPage: { url } } : facts
      },
      find: ({ number }) => find(number),
      // Approval moves the money here.
      capture: ({ number }) => find(number),
      close: async ({ number }) => {
        await db
          .updateTable('sandbox_payments')
          .set({ state: 'closed' })
          .where('number', '=', number)
          .where('state', '=', 'open')
          .execute()
        return find(number)
      },
      refund: async ({ number, amount, payment }) => {
        const { rows } = await sql<{ number: string }>`
          update sandbox_payments set refunded_amount = refunded_amount + case when refunds ? ${number} then 0 else ${amount}::bigint end,
            refunds = refunds || case when refunds ? ${number} then '{}'
              else jsonb_build_object(${number}::text, jsonb_build_object('amount', ${amount}::bigint, 'time', ${now()}::bigint)) end
          where number = ${payment.number} and state = 'paid'
            and (refunds ? ${number} or refunded_amount + ${amount}::bigint <= amount) returning number`.execute(
          db,
        )
        return rows.length > 0
          ? { state: 'done', providerRefund: number }
          : { state: 'failed', failure: 'more than was paid' }
      },
      findRefund: async ({ number, payment }) => {
        const row = await db
          .selectFrom('sandbox_payments')
          .select('refunds')
          .where('number', '=', payment.number)
          .executeTakeFirst()
        return row && number in row.refunds ? { state: 'done', providerRefund: number } : { state: 'unknown' }
      },
      readEvent: async (posted) => readEvent(posted, payAccountId),
      report: async (day) => {
        const { rows } = await sql<{ number: string; isBack: boolean; amount: number; currency: string }>`
          select number, false as "isBack", amount, currency from sandbox_payments
            where pay_account_id = ${payAccountId} and state = 'paid' and ${isOf(sql`paid_time`, day)}
          union all
          select back.key, true, -(back.value->>'amount')::bigint, currency
            from sandbox_payments cross join jsonb_each(refunds) as back
            where pay_account_id = ${payAccountId} and ${isOf(sql`(back.value->>'time')::bigint`, day)}`.execute(
          db,
        )
        return rows.map(({ number, isBack, ...moved }) => ({
          reference: isBack ? number : `${number}C`,
          number,
          ...moved,
          feeAmount: null,
        }))
      },
    }
  },
})

/** Was it on this day of UTC? */
const isOf = (time: RawBuilder<unknown>, day: string) =>
  sql`(to_timestamp(${time} / 1000.0) at time zone 'UTC')::date = ${day}::date`

const signature = (body: Buffer, payAccountId: number): string =>
  createHmac('sha256', signatureOf(String(payAccountId), 'paySandbox'))
    .update(body)
    .digest('hex')

function readEvent({ headers, body }: PostedEvent, payAccountId: number) {
  const none = { id: null, kind: null, numbers: [] }
  const given = headers['sandbox-signature']
  if (typeof given !== 'string') return { ...none, refusal: 'headerMissing' }
  const right = Buffer.from(signature(body, payAccountId))
  const sent = Buffer.from(given)
  if (sent.length !== right.length || !timingSafeEqual(sent, right)) return { ...none, refusal: 'signature' }
  const { id, kind, number } = JSON.parse(body.toString('utf8')) as Record<string, string>
  return { refusal: null, id: id!, kind: kind!, numbers: [number!] }
}

/**
 * Has a payment come to an outcome, as its payer chose.
 * @returns the events that the sandbox posts about it, the same twice for `twice`; null: it can no longer come to this
 */
export async function chooseOutcome(
  db: Db,
  {
    number,
    payAccountId,
    outcome,
    now,
  }: { number: string; payAccountId: number; outcome: SandboxOutcome; now: number },
): Promise<PostedEvent[] | null> {
  const state = outcome === 'refused' ? 'failed' : outcome === 'pending' ? 'pending' : 'paid'
  const changed = await db
    .updateTable('sandbox_payments')
    .set({ state, ...(state === 'paid' && { paid_time: now }) })
    .where('number', '=', number)
    .where('state', 'in', ['open', 'pending'])
    .returning('number')
    .executeTakeFirst()
  if (changed === undefined) return null
  if (outcome === 'never') return []
  const body = Buffer.from(JSON.stringify({ id: randomUUID(), kind: `payment.${state}`, number }))
  const event = { headers: { 'sandbox-signature': signature(body, payAccountId) }, body }
  return outcome === 'twice' ? [event, event] : [event]
}
