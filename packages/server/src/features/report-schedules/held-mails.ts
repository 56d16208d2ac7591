import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import type { MailReceiver } from '../../platform/mail/mail-receivers.ts'
import { mailQueue } from './queries.ts'

/** Sends the reports that waited for the consent of an address. */
export async function releaseReports(db: Db, { accountId, email }: MailReceiver, now: number): Promise<void> {
  await sql`
    update job_steps s set due_time = ${now} from jobs j
    where j.id = s.job_id and j.queue = ${mailQueue} and j.account_id = ${accountId} and s.state = 'waiting'
      and lower(s.target) = ${email}`.execute(db)
}
