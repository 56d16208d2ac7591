import { createHash } from 'node:crypto'
import type { ExportQuestion } from '@trackway/core/api/exports.ts'
import { type Selectable, sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import type { Tables } from '../../platform/database/tables.ts'
import type { Log } from '../../platform/log.ts'
import { type Mailer, MailFailure } from '../../platform/mail/mail.ts'
import { openFile } from '../exports/files.ts'
import { canView, findRequester, namesOf } from '../exports/requester.ts'
import { type MailedReport, maxAttachmentBytes, subjectOf, textOf } from './mail-text.ts'

const minuteMs = 60_000
/** After the first try, the second, and so on; then it is given up. */
const backoffMinutes = [1, 5, 15, 60, 240, 480]
/** No mail takes so long: its process died while it was sent. */
const uncertainAfterMs = 15 * minuteMs
const mailingsKeptMs = 60 * 86_400_000

/** Sends what is ready: its file made, its time come. @returns false when there was nothing */
export async function sendNext(
  db: Db,
  mailer: Mailer,
  { log, now }: { log: Log; now: () => number },
): Promise<boolean> {
  const mail = await claim(db, now())
  if (mail === null) return false
  try {
    const account = await findRequester(db, mail.account_id)
    if (account === undefined || !canView(account, mail.question, now())) {
      await giveUp(db, mail, 'noPermission', now())
      return true
    }
    await send(db, mailer, mail, account.username, now())
    await settle(db, mail, { state: 'sent' }, now())
    await db
      .updateTable('report_schedules')
      .set({ last_time: now() })
      .where('id', '=', mail.schedule_id)
      .execute()
  } catch (error) {
    // Whatever else fails leaves the mail as one that may have been sent.
    if (!(error instanceof MailFailure)) throw error
    log.warn({ err: error, scheduleId: mail.schedule_id }, 'a mail did not go out')
    const waitMinutes = backoffMinutes[mail.tries - 1]
    if (error.isFinal || waitMinutes === undefined) {
      await giveUp(db, mail, `${mail.receiver}: ${error.message}`, now())
    } else {
      await settle(db, mail, { state: 'waiting', next_time: now() + waitMinutes * minuteMs }, now())
    }
  }
  return true
}

/** Gives up what can not be sent any more, and forgets what was long ago. */
export async function tidyMails(db: Db, now: number): Promise<void> {
  const uncertain = await sql<Given>`
    update report_mails m set state = 'failed', change_time = ${now}
    from report_mailings g
    where g.id = m.mailing_id and m.state = 'sending' and m.change_time < ${now - uncertainAfterMs}
    returning g.schedule_id, 'mailUncertain' as failure`.execute(db)
  const withoutFile = await sql<Given>`
    update report_mails m set state = 'failed', change_time = ${now}
    from report_mailings g left join exports e on e.id = g.export_id
    where g.id = m.mailing_id and m.state = 'waiting' and (e.id is null or e.state in ('failed', 'cancelled'))
    returning g.schedule_id, coalesce(e.failure, 'cancelled') as failure`.execute(db)
  for (const { schedule_id, failure } of [...uncertain.rows, ...withoutFile.rows])
    await recordFailure(db, schedule_id, failure)
  await db
    .deleteFrom('report_mailings')
    .where('create_time', '<', now - mailingsKeptMs)
    .execute()
}

interface Given {
  schedule_id: number
  failure: string
}

type ClaimedMail = Pick<Selectable<Tables['report_mails']>, 'mailing_id' | 'receiver' | 'tries'> &
  Pick<Selectable<Tables['report_schedules']>, 'account_id' | 'name'> &
  Pick<
    Selectable<Tables['exports']>,
    'question' | 'language' | 'time_zone' | 'summary' | 'file_name' | 'bytes' | 'finish_time' | 'expire_time'
  > & { schedule_id: number; export_id: number }

async function claim(db: Db, now: number): Promise<ClaimedMail | null> {
  const { rows } = await sql<ClaimedMail>`
    update report_mails m set state = 'sending', tries = m.tries + 1, change_time = ${now}
    from (
      select m.mailing_id, m.receiver, s.id as schedule_id, s.account_id, s.name, e.id as export_id,
        e.question, e.language, e.time_zone, e.summary, e.file_name, e.bytes, e.finish_time, e.expire_time
      from report_mails m
        join report_mailings g on g.id = m.mailing_id
        join report_schedules s on s.id = g.schedule_id
        join exports e on e.id = g.export_id
      where m.state = 'waiting' and m.next_time <= ${now} and e.state = 'done'
      order by m.next_time limit 1 for update of m skip locked
    ) next
    where m.mailing_id = next.mailing_id and m.receiver = next.receiver
    returning next.*, m.tries`.execute(db)
  return rows[0] ?? null
}

async function send(db: Db, mailer: Mailer, mail: ClaimedMail, username: string, now: number): Promise<void> {
  const { question, language, time_zone: timeZone } = mail
  const mailed: MailedReport = {
    name: mail.name,
    username,
    request: {
      // A schedule queues reports, never lists.
      ...{ question: question as ExportQuestion, language, timeZone },
      ...(await namesOf(db, mail.account_id, question)),
      now: mail.finish_time ?? now,
    },
    summary: mail.summary!,
    file: { name: mail.file_name!, bytes: mail.bytes!, expireTime: mail.expire_time! },
  }
  const isAttached = mail.bytes! <= maxAttachmentBytes
  const file = isAttached ? await openFile(db, mail.account_id, mail.export_id) : null
  await mailer.send({
    to: mail.receiver,
    subject: subjectOf(mailed),
    text: textOf(mailed),
    messageId: messageIdOf(mail),
    ...(file === null
      ? {}
      : { attachment: { fileName: file.fileName, contentType: file.contentType, content: file.body } }),
  })
}

/** The same for every try, so that a mailbox that got it twice after all shows it once. */
function messageIdOf({ mailing_id, receiver }: ClaimedMail): string {
  const digest = createHash('sha256').update(receiver).digest('hex').slice(0, 16)
  return `<report-${mailing_id}-${digest}@trackway>`
}

async function giveUp(db: Db, mail: ClaimedMail, failure: string, now: number): Promise<void> {
  await settle(db, mail, { state: 'failed' }, now)
  await recordFailure(db, mail.schedule_id, failure)
}

async function recordFailure(db: Db, scheduleId: number, failure: string): Promise<void> {
  await db
    .updateTable('report_schedules')
    .set({ last_failure: failure })
    .where('id', '=', scheduleId)
    .execute()
}

async function settle(
  db: Db,
  { mailing_id, receiver }: ClaimedMail,
  values: { state: 'sent' | 'failed' | 'waiting'; next_time?: number },
  now: number,
): Promise<void> {
  await db
    .updateTable('report_mails')
    .set({ ...values, change_time: now })
    .where('mailing_id', '=', mailing_id)
    .where('receiver', '=', receiver)
    .execute()
}
