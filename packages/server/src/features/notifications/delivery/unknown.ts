import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database.ts'
import type { TextCarrier } from '../channels/text-carrier.ts'
import { haltMs, repeated } from './settle.ts'

/**
 * SMS and calls whose response was lost. The provider is queried; what it does not know either is sent once more if
 * somebody may be in danger, and else closed as unknown: two messages cost more trust than one that is missing.
 */

interface Unknown {
  id: number
  channel: 'sms' | 'phone'
  target: string
  text: string | null
  code: number | null
  tries: number
  attemptId: number
  startTime: number
}

const atOnce = 20
/** An SMS is sent at most twice. */
const mostTries = 2

export async function settleUnknown(db: Db, texts: TextCarrier | null, now: number): Promise<void> {
  // Claimed for a while rather than locked while the provider is queried.
  const { rows } = await sql<Unknown>`
    with taken as (
      update notification_deliveries set due_time = ${now + haltMs}
      where id in (
        select id from notification_deliveries
        where state = 'unknown' and finish_time is null and due_time <= ${now}
        order by due_time limit ${atOnce} for update skip locked)
      returning id, channel, target, text, code, tries)
    select t.*, a.id as "attemptId", a.start_time as "startTime"
    from taken t join notification_attempts a on a.delivery_id = t.id and a.number = t.tries`.execute(db)
  for (const row of rows) {
    const found = await ask(row, texts)
    if (found === null || found === undefined) await close(db, row, now)
    else await take(db, row, found, now)
  }
}

async function ask({ channel, target, text, startTime }: Unknown, texts: TextCarrier | null) {
  if (channel !== 'sms' || text === null) return undefined
  return await texts?.findSms?.({ to: target, text, sinceTime: startTime })
}

async function take(db: Db, { id, attemptId }: Unknown, providerId: string, now: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`
      update notification_attempts set outcome = 'sent', provider_id = ${providerId} where id = ${attemptId}`.execute(
      tx,
    )
    await sql`
      update notification_deliveries set state = 'sent', sent_time = ${now} where id = ${id} and state = 'unknown'`.execute(
      tx,
    )
  })
}

async function close(db: Db, { id, code, tries }: Unknown, now: number): Promise<void> {
  const isRepeated = code !== null && repeated.includes(code) && tries < mostTries
  await sql`
    update notification_deliveries set state = ${isRepeated ? 'due' : 'unknown'}, due_time = ${now},
      finish_time = ${isRepeated ? null : now}::int8
    where id = ${id} and state = 'unknown'`.execute(db)
}
