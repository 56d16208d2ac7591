import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database.ts'
import type { MailReceiver } from '../../../platform/mail/mail-receivers.ts'

/** Mails that wait for the consent of their receiver are looked at again after this time: the address may be the account's own by then. */
export const consentCheckMs = 3_600_000

/** Sends what waited for the consent of an address, as far as it is news still. */
export async function releaseDeliveries(
  db: Db,
  { accountId, email }: MailReceiver,
  now: number,
): Promise<void> {
  await sql`
    update notification_deliveries set due_time = ${now}, reason = null
    where account_id = ${accountId} and state = 'due' and channel = 'email' and reason = 'noConsent'
      and lower(target) = ${email}`.execute(db)
}
