import type { Language } from '@trackway/core/codes/languages.ts'
import type { Db } from '../database/database.ts'
import { addSteps, recoverSteps, retryTime, settleStep, takeStep } from '../jobs/batches.ts'
import { startIntervalJob } from '../jobs/interval-job.ts'
import { addJob } from '../jobs/job-queue.ts'
import type { Log } from '../log.ts'
import { currentMailer, type Mailer, MailFailure } from './mail.ts'
import { MailHeld, sendMail } from './send-mail.ts'
import { publicUrl } from './stored-mail.ts'

/** Notices to accounts by mail: each is a job of one step, written when it is sent, by what holds then. */

const minuteMs = 60_000
/** After the first try, the second, and so on; then it is given up. */
const backoffMs = [1, 5, 15, 60, 240, 480].map((minutes) => minutes * minuteMs)
/** No mail takes so long: its process died while it was sent. */
const deadAfterMs = 15 * minuteMs
/** A mail that nobody could send by then is not sent any more. */
const keptMs = 7 * 24 * 60 * minuteMs
const lookMs = 5_000

export interface NoticeMail {
  accountId: number
  language: Language
  subject: string
  text: string
}

export interface MailQueue {
  /** Of its jobs. */
  name: string
  /** Null: there is nothing to announce any more. */
  mailOf(db: Db, jobId: number, now: number): Promise<NoticeMail | null>
}

/** Whom a mail is to. */
export interface MailReader {
  accountId: number
  username: string
  language: Language
  timeZone: string
  path: string
}

/** Whom the mail of a job is to; undefined: the account is gone, suspended or expired. */
export async function findReader(db: Db, jobId: number, now: number): Promise<MailReader | undefined> {
  const reader = await db
    .selectFrom('jobs')
    .innerJoin('accounts', 'accounts.id', 'jobs.account_id')
    .select(['accounts.id as accountId', 'username', 'language', 'time_zone as timeZone', 'path'])
    .where('jobs.id', '=', jobId)
    .where('suspend_time', 'is', null)
    .where((eb) => eb.or([eb('accounts.expire_time', 'is', null), eb('accounts.expire_time', '>', now)]))
    .executeTakeFirst()
  return reader && { ...reader, language: (reader.language as Language | null) ?? 'en' }
}

/**
 * Sends an account one mail, at the address that it confirmed.
 * @returns the job whose mail it is; null: the account has no such address
 */
export async function queueMail(
  trx: Db,
  { name }: MailQueue,
  accountId: number,
  now: number,
): Promise<number | null> {
  const bound = await trx
    .selectFrom('bound_emails')
    .select('email')
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  if (bound === undefined) return null
  const jobId = await addJob(trx, { queue: name, accountId, expireTime: now + keptMs }, now)
  await addSteps(trx, jobId!, [bound.email], now)
  return jobId
}

/** Sends the next mail that waits. @returns false when there was none */
export async function sendNextMail(
  db: Db,
  mailer: Mailer,
  queue: MailQueue,
  { log, now }: { log: Log; now: () => number },
): Promise<boolean> {
  const step = await takeStep(db, queue.name, now())
  if (step === null) return false
  try {
    const mail = await queue.mailOf(db, step.job_id, now())
    if (mail !== null) {
      const messageId = `<${queue.name}-${step.job_id}@trackway>`
      const way = { db, mailer, publicUrl: publicUrl(), now: now() }
      await sendMail(way, { kind: 'notices', to: step.target, messageId, ...mail })
    }
    await settleStep(db, step, { state: 'done' }, now())
  } catch (error) {
    if (error instanceof MailHeld) {
      const { reason, untilTime: dueTime } = error
      const outcome =
        dueTime === null
          ? ({ state: 'failed', failure: reason } as const)
          : ({ state: 'waiting', dueTime } as const)
      await settleStep(db, step, outcome, now())
      return true
    }
    // Whatever else fails leaves the mail as one that may have been sent.
    if (!(error instanceof MailFailure)) throw error
    log.warn({ err: error, jobId: step.job_id, queue: queue.name }, 'a notice did not go out by mail')
    const dueTime = error.isFinal ? null : retryTime(step, backoffMs, now())
    const outcome =
      dueTime === null
        ? ({ state: 'failed', failure: `${step.target}: ${error.message}` } as const)
        : ({ state: 'waiting', dueTime } as const)
    await settleStep(db, step, outcome, now())
  }
  return true
}

/** Gives up mails whose process died while it sent them: they may have gone out. */
export async function tidyMails(db: Db, { name }: MailQueue, now: number): Promise<void> {
  await recoverSteps(db, name, deadAfterMs, now)
}

/** Sends the mails of a queue as they come. @returns how to stop */
export function startMails({ db, log }: { db: Db; log: Log }, queue: MailQueue): () => Promise<void> {
  let isStopped = false
  const stop = startIntervalJob(lookMs, () =>
    // What waits goes on waiting.
    send().catch((error) => log.warn({ err: error, queue: queue.name }, 'mails were not looked at')),
  )
  return async () => {
    isStopped = true
    await stop()
  }

  async function send(): Promise<void> {
    await tidyMails(db, queue, Date.now())
    for (let mailer = currentMailer(); mailer !== null && !isStopped; mailer = currentMailer())
      if (!(await sendNextMail(db, mailer, queue, { log, now: Date.now }))) return
  }
}
