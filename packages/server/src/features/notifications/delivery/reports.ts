import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database.ts'
import type { Report } from '../channels/text-carrier.ts'
import { decide, optOut } from './settle.ts'

/**
 * What the provider reports of an SMS or a call later: perhaps twice, in any order, and before it has answered the
 * request itself. A state is never followed by an earlier one.
 */

interface Reported {
  deliveryId: number
  episodeId: number | null
  accountId: number
  channel: 'sms' | 'phone'
  target: string
  tries: number
  expire_time: number
  providerId: string | null
}

/**
 * Writes a report down.
 * @param attemptId which the provider was given with the request
 * @returns the episode of the attempt, and the account of its rule; null: the attempt is unknown
 */
export async function noteReport(
  db: Db,
  { attemptId, providerId, report }: { attemptId: number; providerId: string; report: Report | null },
  now: number,
): Promise<{ episodeId: number | null; accountId: number } | null> {
  return await db.transaction().execute(async (tx) => {
    const { rows } = await sql<Reported>`
      select d.id as "deliveryId", d.episode_id as "episodeId",
        d.account_id as "accountId", d.channel, d.target, d.tries, d.expire_time,
        a.provider_id as "providerId"
      from notification_attempts a join notification_deliveries d on d.id = a.delivery_id and d.tries = a.number
      where a.id = ${attemptId} and d.channel in ('sms', 'phone') for update of d`.execute(tx)
    const [row] = rows
    // Of an attempt before the last, or of something that is none of ours.
    if (row === undefined || (row.providerId !== null && row.providerId !== providerId)) return null
    await sql`
      update notification_attempts set provider_id = ${providerId},
        outcome = case when outcome in ('started', 'unknown') then 'sent' else outcome end
      where id = ${attemptId}`.execute(tx)
    if (report !== null) await apply(tx, row, report, now)
    return { episodeId: row.episodeId, accountId: row.accountId }
  })
}

async function apply(tx: Db, row: Reported, report: Report, now: number): Promise<void> {
  const write = (
    state: string,
    from: string[],
    more: { reason?: string | null; dueTime?: number; isOver?: boolean },
  ) =>
    sql`
      update notification_deliveries set state = ${state}, reason = ${more.reason ?? null}, claim_until = null,
        due_time = ${more.dueTime ?? now}, sent_time = coalesce(sent_time, ${now}),
        finish_time = case when ${more.isOver ?? false} then ${now}::int8 end
      where id = ${row.deliveryId} and state = any(${from}::text[]) and finish_time is null`.execute(tx)
  switch (report.kind) {
    case 'taken':
      await write('sent', ['sending', 'unknown'], {})
      return
    case 'delivered':
      await write('delivered', ['sending', 'unknown', 'sent'], { isOver: true })
      return
    case 'ended': {
      const state = report.reason === null ? 'sent' : 'failed'
      await write(state, ['sending', 'unknown', 'sent'], { reason: report.reason, isOver: true })
      return
    }
    case 'failed': {
      const { outcome } = report
      const { state, reason, dueTime, isOver } = decide(row, outcome, now)
      await write(state, ['sending', 'unknown', 'sent'], { reason, dueTime, isOver })
      const { code = null, answer } = outcome as { code?: string; answer: string }
      await sql`
        update notification_attempts set code = ${code}, answer = ${answer}
        where delivery_id = ${row.deliveryId} and number = ${row.tries}`.execute(tx)
      if (outcome.kind === 'refused' && outcome.reason === 'optedOut') await optOut(tx, row.target, now)
    }
  }
}
