import { createHash } from 'node:crypto'
import type { ExportRequest } from '@trackway/core/features/exports/calls.ts'
import { type Selectable, sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { recoverSteps, retryTime, type StepRow, settleStep, takeStep } from '../../platform/jobs/batches.ts'
import type { Log } from '../../platform/log.ts'
import { type Mailer, MailFailure } from '../../platform/mail/mail.ts'
import { MailHeld, sendMail } from '../../platform/mail/send-mail.ts'
import { publicUrl } from '../../platform/mail/stored-mail.ts'
import { openFile } from '../exports/files.ts'
import { exportForm } from '../exports/queries.ts'
import { canView, findRequester, namesOf } from '../exports/requester.ts'
import { type MailedReport, maxAttachmentBytes, subjectOf, textOf } from './mail-text.ts'
import { mailQueue } from './queries.ts'

const minuteMs = 60_000
/** After the first try, the second, and so on; then it is given up. */
const backoffMs = [1, 5, 15, 60, 240, 480].map((minutes) => minutes * minuteMs)
/** No mail takes so long: its process died while it was sent. */
const deadAfterMs = 15 * minuteMs

/** Sends what is ready: its file made, its time come. @returns false when there was nothing */
export async function sendNext(
  db: Db,
  mailer: Mailer,
  { log, now }: { log: Log; now: () => number },
): Promise<boolean> {
  const step = await takeStep(db, mailQueue, now())
  if (step === null) return false
  const mail = await findMail(db, step)
  // The schedule was deleted meanwhile.
  if (mail === undefined) return true
  try {
    const account = await findRequester(db, mail.account_id)
    const question = exportForm.read(mail.question)
    if (account === undefined || question === null || !canView(account, question, now())) {
      await giveUp(db, mail, 'noPermission', now())
      return true
    }
    await send(db, mailer, { ...mail, question }, account.username, now())
    await settleStep(db, step, { state: 'done' }, now())
    await sql`
      update report_schedules set last_time = ${now()},
        last_failure = case when last_failure = any(${Object.values(holdFailures)}::text[]) then null else last_failure end
      where id = ${mail.schedule_id}`.execute(db)
  } catch (error) {
    if (error instanceof MailHeld) {
      await hold(db, mail, error, now())
      return true
    }
    // Whatever else fails leaves the mail as one that may have been sent.
    if (!(error instanceof MailFailure)) throw error
    log.warn({ err: error, scheduleId: mail.schedule_id }, 'a mail did not go out')
    const dueTime = error.isFinal ? null : retryTime(step, backoffMs, now())
    if (dueTime === null) await giveUp(db, mail, `${step.target}: ${error.message}`, now())
    else await settleStep(db, step, { state: 'waiting', dueTime }, now())
  }
  return true
}

/** Gives up what cannot be sent any more. */
export async function tidyMails(db: Db, now: number): Promise<void> {
  for (const { jobId, failure } of await recoverSteps(db, mailQueue, deadAfterMs, now)) {
    const mailing = await db
      .selectFrom('report_mailings')
      .select('schedule_id')
      .where('id', '=', jobId)
      .executeTakeFirst()
    if (mailing !== undefined)
      await recordFailure(db, mailing.schedule_id, failure === 'unknown' ? 'mailUncertain' : failure)
  }
}

interface ReadyMail
  extends Pick<Selectable<Tables['report_schedules']>, 'account_id' | 'name'>,
    Pick<
      Selectable<Tables['exports']>,
      'question' | 'language' | 'time_zone' | 'summary' | 'file_name' | 'bytes'
    > {
  step: StepRow
  schedule_id: number
  export_id: number
  finish_time: number | null
  expire_time: number | null
}

async function findMail(db: Db, step: StepRow): Promise<ReadyMail | undefined> {
  const row = await db
    .selectFrom('report_mailings as g')
    .innerJoin('report_schedules as s', 's.id', 'g.schedule_id')
    .innerJoin('exports as e', 'e.id', 'g.export_id')
    .innerJoin('jobs as j', 'j.id', 'e.id')
    .select(['g.schedule_id', 'g.export_id', 's.account_id', 's.name', 'j.finish_time', 'j.expire_time'])
    .select(['e.question', 'e.language', 'e.time_zone', 'e.summary', 'e.file_name', 'e.bytes'])
    .where('g.id', '=', step.job_id)
    .executeTakeFirst()
  return row && { ...row, step }
}

async function send(db: Db, mailer: Mailer, mail: ReadyMail, username: string, now: number): Promise<void> {
  const { question, language, time_zone: timeZone } = mail
  const mailed: MailedReport = {
    name: mail.name,
    username,
    request: {
      // A schedule queues reports, never lists.
      question: question as ExportRequest,
      language,
      timeZone,
      ...(await namesOf(db, mail.account_id, question)),
      now: mail.finish_time ?? now,
    },
    summary: mail.summary!,
    file: { name: mail.file_name!, bytes: mail.bytes!, expireTime: mail.expire_time! },
  }
  const isAttached = mail.bytes! <= maxAttachmentBytes
  const file = isAttached ? await openFile(db, mail.account_id, mail.export_id) : null
  await sendMail(
    { db, mailer, publicUrl: publicUrl(), now },
    {
      kind: 'reports',
      accountId: mail.account_id,
      language,
      to: mail.step.target,
      subject: subjectOf(mailed),
      text: textOf(mailed),
      messageId: messageIdOf(mail.step),
      ...(file === null
        ? {}
        : { attachment: { fileName: file.fileName, contentType: file.contentType, content: file.body } }),
    },
  )
}

/** The same for every try, so that a mailbox that got it twice after all shows it once. */
function messageIdOf({ job_id, target }: StepRow): string {
  const digest = createHash('sha256').update(target).digest('hex').slice(0, 16)
  return `<report-${job_id}-${digest}@trackway>`
}

/** What the owner reads while a mail is held; nothing once it has gone out. */
const holdFailures = { tooMany: 'mailsTooMany', noConsent: 'mailNoConsent' } as const
/** Before the file is gone. */
const lastCheckMs = 60 * minuteMs

async function hold(db: Db, mail: ReadyMail, { reason, untilTime }: MailHeld, now: number): Promise<void> {
  if (reason === 'unsubscribed') return giveUp(db, mail, 'mailUnsubscribed', now)
  const lastTime = (mail.expire_time ?? now) - lastCheckMs
  const dueTime = untilTime ?? lastTime
  if (dueTime <= now || dueTime > lastTime) return giveUp(db, mail, holdFailures[reason], now)
  await settleStep(db, mail.step, { state: 'waiting', dueTime }, now)
  await recordFailure(db, mail.schedule_id, holdFailures[reason])
}

async function giveUp(db: Db, mail: ReadyMail, failure: string, now: number): Promise<void> {
  await settleStep(db, mail.step, { state: 'failed', failure }, now)
  await recordFailure(db, mail.schedule_id, failure)
}

async function recordFailure(db: Db, scheduleId: number, failure: string): Promise<void> {
  await db
    .updateTable('report_schedules')
    .set({ last_failure: failure })
    .where('id', '=', scheduleId)
    .execute()
}
