import { sql } from 'kysely'
import { recordEvent } from '../../platform/audit.ts'
import type { PostedEvent, ProviderEvent } from '../pay-accounts/providers/pay-provider.ts'
import { readNumber } from './numbers.ts'
import type { PayTools } from './pay-tools.ts'
import { runPayment, runRefund } from './run-payments.ts'

/** Kept of what proves nothing, an account and minute: more is counted in the log alone. */
const maxRefusedPerMinute = 30
const maxRefusedBytes = 2_000
const minuteMs = 60_000

/**
 * Takes what a provider posted: stores it, once, and polls the provider for what it names. It proves nothing itself; one
 * without proof is stored for people to look at, and changes nothing.
 * @returns was it proved?
 */
export async function receiveEvent(
  tools: PayTools,
  { provider, payAccountId }: { provider: string; payAccountId: number },
  posted: PostedEvent,
): Promise<boolean> {
  const client = await tools.clientOf(payAccountId)
  if (client === null) return false
  const event = await client.readEvent(posted)
  const { id: eventId } = event
  if (event.refusal !== null || eventId === null) {
    await keepRefused(tools, { provider, payAccountId }, posted, event)
    return false
  }
  const { db, now } = tools
  const ids = await findNamed(tools, payAccountId, event.numbers)
  await db.transaction().execute(async (trx) => {
    const stored = await trx
      .insertInto('provider_events')
      .values({
        provider,
        pay_account_id: payAccountId,
        event_id: eventId,
        kind: event.kind,
        body: posted.body.toString('utf8'),
        refusal: null,
        payment_id: ids.payments[0] ?? null,
        receive_time: now(),
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('event_id')
      .executeTakeFirst()
    tools.step?.('eventStoring')
    if (stored === undefined) return
    // With the event: should this process end now, they are polled all the same. Refunds before their payments, as
    // what ends a refund locks them.
    await trx
      .updateTable('refunds')
      .set({ ask_time: now() })
      .where('id', 'in', [0, ...ids.refunds])
      .where('state', 'in', ['sending', 'sent'])
      .execute()
    await trx
      .updateTable('payments')
      .set({ ask_time: now() })
      .where('id', 'in', [0, ...ids.payments])
      .execute()
  })
  tools.step?.('eventStored')
  return true
}

/** Polls the provider for what is due because of an event; the answer to it does not wait for that. */
export async function askAbout(tools: PayTools, payAccountId: number): Promise<void> {
  const { db, now } = tools
  const due = await db
    .selectFrom('payments')
    .select('id')
    .where('pay_account_id', '=', payAccountId)
    .where('ask_time', '<=', now())
    .limit(20)
    .execute()
  for (const { id } of due) await runPayment(tools, id)
  const refunds = await db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .select('refunds.id')
    .where('pay_account_id', '=', payAccountId)
    .where('refunds.ask_time', '<=', now())
    .limit(20)
    .execute()
  for (const { id } of refunds) await runRefund(tools, id)
}

async function findNamed({ db }: PayTools, payAccountId: number, numbers: readonly string[]) {
  const ours = numbers.map(readNumber).filter((read) => read !== null)
  const texts = [...numbers]
  const { rows } = await sql<{ payment: number; refund: number | null }>`
    select p.id as payment, r.id as refund from payments p left join refunds r on r.payment_id = p.id
      and (r.provider_refund = any(${texts}::text[]) or r.id = any(${idsOf('refund')}::bigint[]))
    where p.pay_account_id = ${payAccountId} and (p.id = any(${idsOf('payment')}::bigint[])
      or p.provider_payment = any(${texts}::text[]) or p.provider_capture = any(${texts}::text[]) or r.id is not null)
    limit 20`.execute(db)
  return {
    payments: [...new Set(rows.map(({ payment }) => payment))],
    refunds: rows.flatMap(({ refund }) => refund ?? []),
  }

  function idsOf(kind: 'payment' | 'refund'): number[] {
    return ours.filter((each) => each.kind === kind).map(({ id }) => id)
  }
}

async function keepRefused(
  { db, log, now }: PayTools,
  { provider, payAccountId }: { provider: string; payAccountId: number },
  posted: PostedEvent,
  { refusal, kind }: ProviderEvent,
): Promise<void> {
  const time = now()
  const { rows } = await sql<{ count: number }>`select count(*) as count from (
    select from provider_events where pay_account_id = ${payAccountId} and refusal is not null
      and receive_time > ${time - minuteMs} limit ${maxRefusedPerMinute}) as recent`.execute(db)
  log.warn({ provider, payAccountId, refusal }, 'a payment event without proof')
  const before = Number(rows[0]?.count ?? 0)
  if (before >= maxRefusedPerMinute) return
  const body = posted.body.toString('utf8', 0, maxRefusedBytes).replaceAll('\0', '')
  const row = { provider, pay_account_id: payAccountId, kind, body, receive_time: time, payment_id: null }
  await sql`insert into provider_events (provider, pay_account_id, event_id, kind, body, refusal, receive_time)
    values (${row.provider}, ${row.pay_account_id}, 'refused ' || gen_random_uuid(), ${row.kind}, ${row.body},
      ${refusal ?? 'body'}, ${row.receive_time})`.execute(db)
  // Some providers send a wrong one now and then to see whether it is noticed; of many in a minute one is recorded.
  if (refusal === 'probe' || before > 0) return
  await recordEvent(db, { kind: 'paymentEventRefused', time, accountId: null, after: { provider, refusal } })
}
