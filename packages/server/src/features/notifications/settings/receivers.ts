import type {
  NotificationReceiver,
  notificationReceiverCalls,
} from '@trackway/core/features/notifications/receiver-calls.ts'
import { isTimeZone } from '@trackway/core/rules/wall-time.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Db } from '../../../platform/database/database.ts'
import { ensureRoom } from '../../../platform/database/ensure-room.ts'
import { type Page, type Paging, readPage } from '../../../platform/database/read-page.ts'
import { Refusal } from '../../../platform/errors.ts'
import type { Scope } from '../../../platform/http/session.ts'
import { findConsents, requestConsent } from '../../../platform/mail/mail-receivers.ts'
import {
  lockSettings,
  requestedAccount,
  requestedAccounts,
  type SettingsRequest,
} from './requested-accounts.ts'
import { findEntryAccount } from './rules.ts'

/** People who are notified of alarms. */

type ReceiverInput = z.output<typeof notificationReceiverCalls.save.input>

const maxReceivers = 200

export async function findReceivers(
  db: Db,
  scope: Scope,
  { pageNum, pageSize, ...request }: Paging & SettingsRequest,
  now: number,
): Promise<Page<NotificationReceiver>> {
  const found = db
    .selectFrom('notification_receivers as r')
    .innerJoin('accounts', 'accounts.id', 'r.account_id')
    .where(await requestedAccounts(db, scope, request))
    .leftJoin('opted_out_numbers as o', 'o.telephone', 'r.telephone')
    .select(['r.id', 'r.account_id as userId', 'username', 'r.name', 'r.telephone', 'r.email', 'r.language'])
    .select(['r.time_zone as timeZone', 'quiet_from as quietFrom', 'quiet_to as quietTo'])
    .select(['quiet_days as quietDays', 'quiet_holds as quietHolds'])
    .select(sql<boolean>`o.telephone is not null`.as('isOptedOut'))
    .orderBy('accounts.path')
    .orderBy('r.name')
    .orderBy('r.id')
  const { list: rows, total } = await readPage(found, { pageNum, pageSize })
  const mailed = rows.filter(({ email }) => email !== null)
  const consents = await findConsents(
    db,
    mailed.map(({ userId: accountId, email }) => ({ accountId, email: email! })),
    'alarms',
    now,
  )
  const consentOf = new Map(mailed.map(({ id }, at) => [id, consents[at]!]))
  const list = rows.map((row) => {
    const mailConsent = consentOf.get(row.id) ?? null
    return { ...row, mailConsent, isUnsubscribed: mailConsent === 'unsubscribed' }
  })
  return { list, total }
}

/**
 * Adds a receiver, or changes the one named.
 * @throws {Refusal} `notFound`, also for a stranger's receiver or account; `invalidTimeZone`; `tooManyEntries`
 */
export async function saveReceiver(
  db: Db,
  scope: Scope,
  { id, userId, ...input }: ReceiverInput,
  now: number,
): Promise<{ id: number }> {
  if (!isTimeZone(input.timeZone)) throw new Refusal('invalidTimeZone')
  const columns = {
    name: input.name,
    telephone: toE164(input.telephone),
    email: input.email,
    language: input.language,
    time_zone: input.timeZone,
    quiet_from: input.quietFrom,
    quiet_to: input.quietTo,
    quiet_days: [...new Set(input.quietDays)],
    quiet_holds: input.quietHolds,
  }
  return await db.transaction().execute(async (tx) => {
    if (id !== undefined) {
      const accountId = await findEntryAccount(tx, scope, 'notification_receivers', id)
      await askForConsent(tx, accountId, input, now)
      await tx.updateTable('notification_receivers').set(columns).where('id', '=', id).execute()
      return { id }
    }
    const account = await requestedAccount(tx, scope, userId)
    await lockSettings(tx, account.id)
    await ensureRoom(tx, 'notification_receivers', account.id, maxReceivers, 'tooManyEntries')
    await askForConsent(tx, account.id, input, now)
    return await tx
      .insertInto('notification_receivers')
      .values({ ...columns, account_id: account.id, create_time: now })
      .returning('id')
      .executeTakeFirstOrThrow()
  })
}

async function askForConsent(
  tx: Db,
  accountId: number,
  { email, language }: Pick<ReceiverInput, 'email' | 'language'>,
  now: number,
): Promise<void> {
  if (email !== null) await requestConsent(tx, [{ accountId, email, language }], now)
}

/** Deletes a receiver, also from the rules that name it. @throws {Refusal} `notFound`, also for a stranger's */
export async function deleteReceiver(db: Db, scope: Scope, id: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const accountId = await findEntryAccount(tx, scope, 'notification_receivers', id)
    await lockSettings(tx, accountId)
    await sql`
      update notification_rules set receiver_ids = array_remove(receiver_ids, ${id}::int4),
        escalate_to = array_remove(escalate_to, ${id}::int4)
      where account_id = ${accountId}`.execute(tx)
    await tx.deleteFrom('notification_receivers').where('id', '=', id).execute()
  })
}

/** A mobile of the mainland gets its country code; blanks and hyphens go. */
function toE164(telephone: string | null): string | null {
  if (telephone === null) return null
  return telephone.startsWith('+') ? telephone.replace(/[ -]/g, '') : `+86${telephone}`
}
