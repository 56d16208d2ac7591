import { alarms } from '@trackway/core/codes/alarms.ts'
import type { DeliveryReason, DeliveryState, NotifyChannel } from '@trackway/core/codes/notifications.ts'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database.ts'
import type { Outcome } from '../channels/outcome.ts'
import { type BudgetChannel, refund } from '../settings/budgets.ts'
import type { Claimed } from './claim.ts'
import { isSenderGone } from './presence.ts'

/** What becomes of a delivery after an attempt: over, again later, or nobody knows. */

const secondMs = 1_000
const minuteMs = 60 * secondMs
const hourMs = 60 * minuteMs

/** After the first attempt, the second, and so on; the last one again and again until it is no news any more. */
const waits: Record<NotifyChannel, readonly number[]> = {
  // Standard Webhooks, with two more at the begin: an alarm is news at once or not at all.
  webhook: [
    ...[5, 30, 120, 300, 1_800].map((seconds) => seconds * secondMs),
    ...[2, 5, 10, 14, 20, 24].map((hours) => hours * hourMs),
  ],
  webPush: [5, 30, 120, 300, 900].map((seconds) => seconds * secondMs),
  email: [1, 5, 15, 30, 60].map((minutes) => minutes * minuteMs),
  sms: [0.5, 2, 5, 15, 30].map((minutes) => minutes * minuteMs),
  phone: [2, 5, 15].map((minutes) => minutes * minuteMs),
}
/** A call that nobody takes is not made for ever. */
const mostTries: Partial<Record<NotifyChannel, number>> = { phone: 4, webhook: 12 }
/** Until a way of which nothing was taken is tried again. */
export const haltMs = minuteMs
/** Wait before querying the provider for an SMS whose response was lost. */
const queryAfterMs = 90 * secondMs
/** Sent twice rather than not at all where the outcome is unknown. */
export const repeated: readonly number[] = [alarms.sos, alarms.collision, alarms.driverFatigue]

interface Decision {
  state: DeliveryState
  reason: DeliveryReason | null
  dueTime: number
  isOver: boolean
}

/** @param random from 0 to 1: receivers of one outage do not all come back at once */
export function decide(
  { channel, tries, expire_time }: Pick<Claimed, 'channel' | 'tries' | 'expire_time'>,
  outcome: Outcome,
  now: number,
  random = Math.random(),
): Decision {
  const over = (state: DeliveryState, reason: DeliveryReason | null = null): Decision => ({
    state,
    reason,
    dueTime: now,
    isOver: true,
  })
  const again = (afterMs: number | undefined): Decision => {
    const steps = waits[channel]
    const waitMs = steps[Math.min(tries, steps.length) - 1] ?? minuteMs
    const dueTime = Math.round(now + Math.max(afterMs ?? 0, waitMs * (0.8 + 0.4 * random)))
    const isOver = dueTime >= expire_time || tries >= (mostTries[channel] ?? Infinity)
    return isOver ? over('failed', 'givenUp') : { state: 'due', reason: null, dueTime, isOver: false }
  }
  switch (outcome.kind) {
    case 'sent':
      // Providers of SMS and calls report their delivery; for the others there is nothing more to come.
      if (channel === 'sms' || channel === 'phone')
        return outcome.isDelivered ? over('delivered') : { ...over('sent'), isOver: false }
      return over(outcome.isDelivered ? 'delivered' : 'sent')
    case 'later':
      return again(outcome.afterMs)
    case 'refused':
      return over('failed', outcome.reason)
    case 'halted':
      return now + haltMs >= expire_time
        ? over('failed', 'givenUp')
        : { state: 'due', reason: null, dueTime: now + haltMs, isOver: false }
    case 'held':
      // Mails to one receiver go out as one then. An SMS that comes late is worth less than it costs: the next one counts it.
      if (channel !== 'email') return over('dropped', outcome.reason)
      return outcome.untilTime >= expire_time
        ? over('failed', outcome.reason)
        : { state: 'due', reason: outcome.reason, dueTime: outcome.untilTime, isOver: false }
    case 'unknown':
      // The same again does no harm where the other side knows it by its id.
      if (channel !== 'sms' && channel !== 'phone') return again(undefined)
      return { state: 'unknown', reason: null, dueTime: now + queryAfterMs, isOver: false }
  }
}

/**
 * Stores the outcome of an attempt. A report that came meanwhile has precedence; an attempt that was given up for dead
 * changes nothing any more.
 */
export async function settle(db: Db, claimed: Claimed, outcome: Outcome, now: number): Promise<void> {
  const decision = decide(claimed, outcome, now)
  const { code = null, answer = null } = outcome as { code?: string; answer?: string }
  const { providerId = null, segments = null } = outcome.kind === 'sent' ? outcome : {}
  const all = [claimed, ...claimed.others]
  await db.transaction().execute(async (tx) => {
    await sql`
      update notification_attempts set finish_time = ${now}, outcome = ${outcome.kind}, code = ${code},
        answer = ${answer}, provider_id = coalesce(${providerId}, provider_id)
      where id = any(${all.map(({ attemptId }) => attemptId)}::int8[])`.execute(tx)
    const { numAffectedRows } = await sql`
      update notification_deliveries set state = ${decision.state}, reason = ${decision.reason},
        due_time = ${decision.dueTime}, claim_until = null, text = coalesce(text, ${claimed.text}),
        segments = coalesce(${segments}::int2, segments),
        sent_time = case when ${outcome.kind === 'sent'} then ${now}::int8 else sent_time end,
        finish_time = case when ${decision.isOver} then ${now}::int8 end
      where id = any(${all.map(({ id }) => id)}::int8[]) and state = 'sending'
        and claim_until = ${claimed.claim_until}`.execute(tx)
    // A report came before the answer, or the lease was over.
    if (numAffectedRows === 0n) return
    if (claimed.channel !== 'sms' && claimed.channel !== 'phone') return
    if (outcome.kind !== 'sent' && outcome.kind !== 'unknown')
      await refund(tx, claimed.path, budgetOf(claimed), now)
    if (outcome.kind === 'refused' && outcome.reason === 'optedOut') await optOut(tx, claimed.target, now)
  })
}

const budgetOf = ({ channel, segments }: Pick<Claimed, 'channel' | 'segments'>) => ({
  channel: channel as BudgetChannel,
  count: segments ?? 1,
})

export async function optOut(tx: Db, telephone: string, now: number): Promise<void> {
  await tx
    .insertInto('opted_out_numbers')
    .values({ telephone, time: now })
    .onConflict((conflict) => conflict.column('telephone').doNothing())
    .execute()
}

/**
 * Attempts whose sender died: what they sent may have been accepted. What does no harm twice is sent again with its id;
 * for SMS and calls the provider is queried first.
 */
export async function recoverDead(db: Db, now: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ id: number }>`
      update notification_deliveries set claim_until = null,
        state = case when channel in ('sms', 'phone') then 'unknown' else 'due' end,
        -- The provider knows of it only after a while.
        due_time = case when channel in ('sms', 'phone') then ${now + queryAfterMs}::int8 else ${now}::int8 end
      where id in (
        select id from notification_deliveries where state = 'sending' and (claim_until < ${now} or ${isSenderGone('claimed_by')})
        for update skip locked)
      returning id`.execute(tx)
    if (rows.length === 0) return
    await sql`
      update notification_attempts set outcome = 'unknown', finish_time = ${now}
      where delivery_id = any(${rows.map(({ id }) => id)}::int8[]) and outcome = 'started'`.execute(tx)
  })
}
