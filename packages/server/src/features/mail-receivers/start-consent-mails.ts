import { randomUUID } from 'node:crypto'
import type { Language } from '@trackway/core/codes/languages.ts'
import { mailText } from '@trackway/core/codes/mail-texts.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { startIntervalJob } from '../../platform/jobs/interval-job.ts'
import { startRecurringJob } from '../../platform/jobs/recurring-job.ts'
import type { Log } from '../../platform/log.ts'
import { currentMailer, MailFailure } from '../../platform/mail/mail.ts'
import { consentMs } from '../../platform/mail/mail-receivers.ts'
import { agreeUrl } from '../../platform/mail/receiver-links.ts'
import { MailHeld, type MailWay, sendMail } from '../../platform/mail/send-mail.ts'
import { publicUrl } from '../../platform/mail/stored-mail.ts'
import { forgetBudgets } from '../../platform/outbound/send-budgets.ts'
import type { Platform } from '../../platform/platform.ts'
import { senderName } from './sender-name.ts'

const pollMs = 5_000
const atOnce = 20
/** A mail that the server did not take, or whose process died, is sent again after this time. */
const retryMs = 15 * 60_000

/** Mails addresses outside accounts to ask for their consent. @returns how to stop */
export function startConsentMails({ database: { db }, log }: Omit<Platform, 'bus'>): () => Promise<void> {
  const stops = [
    startIntervalJob(pollMs, () =>
      // What is due stays due.
      poll().catch((error) => log.warn({ err: error }, 'mails that ask for consent were not looked at')),
    ),
    startRecurringJob({
      name: 'tidy-send-budgets',
      cron: '35 3 * * *',
      db,
      log,
      work: (time) => forgetBudgets(db, time),
    }),
  ]
  return async () => {
    for (const stop of stops) await stop()
  }

  async function poll(): Promise<void> {
    const mailer = currentMailer()
    if (mailer === null || publicUrl() === null) return
    await sendConsentMails({ db, mailer, publicUrl: publicUrl(), now: Date.now() }, log)
  }
}

interface DueRequest {
  accountId: number
  username: string
  nickname: string | null
  email: string
  language: Language
}

/** Sends what is due. @param way with a public address: without one nobody could agree */
export async function sendConsentMails(way: MailWay, log: Log): Promise<void> {
  const { db, now } = way
  for (;;) {
    const due = await takeDue(db, now)
    if (due.length === 0) return
    for (const request of due) await settle(db, request, await send(way, request, log), now)
  }
}

/** Nothing of accounts that may not sign in: it waits until they may. */
async function takeDue(db: Db, now: number): Promise<DueRequest[]> {
  const { rows } = await sql<DueRequest>`
    update mail_receivers r set ask_due_time = ${now + retryMs} from (
      select m.account_id, m.email, a.username, a.nickname from mail_receivers m join accounts a on a.id = m.account_id
      where m.ask_due_time <= ${now} and a.suspend_time is null and not a.is_demo
        and (a.expire_time is null or a.expire_time > ${now})
      order by m.ask_due_time limit ${atOnce} for update of m skip locked) due
    where r.account_id = due.account_id and r.email = due.email
    returning r.account_id as "accountId", due.username, due.nickname, r.email, r.language`.execute(db)
  return rows
}

/** When the mail is sent again, and whether it went out. */
interface Outcome {
  isSent: boolean
  againTime: number | null
}

async function send(way: MailWay, request: DueRequest, log: Log): Promise<Outcome> {
  const { now, publicUrl } = way
  const { accountId, email, language } = request
  const account = senderName(request)
  const link = agreeUrl(publicUrl!, { accountId, email, expireTime: now + consentMs })
  try {
    await sendMail(way, {
      kind: 'consent',
      accountId,
      language,
      to: email,
      subject: mailText('consentSubject', language, { account }),
      text: mailText('consentText', language, { account, link }),
      messageId: `<${randomUUID()}@trackway>`,
    })
    return { isSent: true, againTime: null }
  } catch (error) {
    if (error instanceof MailHeld) return { isSent: false, againTime: error.untilTime }
    if (!(error instanceof MailFailure)) throw error
    log.warn({ err: error, accountId }, 'a mail that asks for consent did not go out')
    return { isSent: error.isFinal, againTime: error.isFinal ? null : now + retryMs }
  }
}

async function settle(
  db: Db,
  { accountId, email }: DueRequest,
  { isSent, againTime }: Outcome,
  now: number,
): Promise<void> {
  await db
    .updateTable('mail_receivers')
    .set({ ask_due_time: againTime })
    .$if(isSent, (query) => query.set({ ask_time: now }))
    .where('account_id', '=', accountId)
    .where('email', '=', email)
    .where('agree_time', 'is', null)
    .execute()
}
