import { mailText } from '@trackway/core/codes/mail-texts.ts'
import { wallTime } from '@trackway/core/rules/wall-time.ts'
import type { Db } from '../../platform/database/database.ts'
import { recoverSteps, retryTime, settleStep, takeStep } from '../../platform/jobs/batches.ts'
import type { Log } from '../../platform/log.ts'
import { type Mailer, MailFailure } from '../../platform/mail/mail.ts'
import { MailHeld, sendMail } from '../../platform/mail/send-mail.ts'
import { publicUrl } from '../../platform/mail/stored-mail.ts'
import { endMailQueue } from './announce-expiries.ts'
import { type Contact, findContact, findMailedEnds, type MailedEnd, type MailReader } from './queries.ts'

const minuteMs = 60_000
/** After the first try, the second, and so on; then it is given up. */
const backoffMs = [1, 5, 15, 60, 240, 480].map((minutes) => minutes * minuteMs)
/** No mail takes so long: its process died while it was sent. */
const deadAfterMs = 15 * minuteMs
/** Lines of a mail; the others are counted. */
const maxLines = 50

/** Sends the next mail that waits. @returns false when there was none */
export async function sendNextEndMail(
  db: Db,
  mailer: Mailer,
  { log, now }: { log: Log; now: () => number },
): Promise<boolean> {
  const step = await takeStep(db, endMailQueue, now())
  if (step === null) return false
  const found = await findMailedEnds(db, step.job_id, now())
  try {
    if (found !== undefined) {
      const { reader, ends } = found
      const text = textOf(reader, ends, await findContact(db, reader.id))
      const messageId = `<service-ends-${step.job_id}@trackway>`
      const mail = { to: step.target, subject: subjectOf(reader, ends), text, messageId }
      const { id: accountId, language } = reader
      await sendMail(
        { db, mailer, publicUrl: publicUrl(), now: now() },
        { kind: 'notices', accountId, language, ...mail },
      )
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
    log.warn({ err: error, jobId: step.job_id }, 'a mail about ends of service did not go out')
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
export async function tidyEndMails(db: Db, now: number): Promise<void> {
  await recoverSteps(db, endMailQueue, deadAfterMs, now)
}

function subjectOf({ language }: MailReader, ends: readonly MailedEnd[]): string {
  const devices = ends.filter(({ what }) => what === 'device').length
  const kind = devices > 0 ? 'endsDevicesSubject' : 'endsAccountsSubject'
  return mailText(kind, language, { count: String(devices || ends.length) })
}

function textOf(reader: MailReader, ends: readonly MailedEnd[], contact: Contact): string {
  const { language, timeZone, username } = reader
  const text = (name: Parameters<typeof mailText>[0], values: Record<string, string> = {}) =>
    mailText(name, language, values)
  const lineOf = ({ what, end_time, name, terminalId }: MailedEnd) => {
    const time = wallTime(end_time, timeZone).replace('T', ' ').slice(0, 16)
    const shown = terminalId === null || terminalId === name ? name : `${name} (${terminalId})`
    return `${shown}: ${what === 'device' ? time : text(what === 'expired' ? 'endsExpired' : 'endsSuspended', { time })}`
  }
  const part = (name: 'endsDevices' | 'endsAccounts', of: readonly MailedEnd[]) => {
    if (of.length === 0) return []
    const more = of.length - maxLines
    const lines = of.slice(0, maxLines).map(lineOf)
    return [
      text(name),
      [...lines, ...(more > 0 ? [text('endsMore', { count: String(more) })] : [])].join('\n'),
    ]
  }
  const devices = ends.filter(({ what }) => what === 'device')
  const whom = [contact.name, contact.telephone, contact.email].filter((each) => each !== null)
  const parts = [
    text('endsHello', { username }),
    ...part('endsDevices', devices),
    ...part(
      'endsAccounts',
      ends.filter(({ what }) => what !== 'device'),
    ),
    ...(devices.length > 0 && whom.length > 0 ? [text('endsRenew', { contact: whom.join(', ') })] : []),
    ...(publicUrl() === null ? [] : [`${publicUrl()}/index`]),
  ]
  return `${parts.join('\n\n')}\n`
}
