import { startIntervalJob } from '../../platform/jobs/interval-job.ts'
import { startRecurringJob } from '../../platform/jobs/recurring-job.ts'
import { currentMailer } from '../../platform/mail/mail.ts'
import type { Platform } from '../../platform/platform.ts'
import { announceExpiries, forgetOldEnds } from './announce-expiries.ts'
import { sendNextEndMail, tidyEndMails } from './mails.ts'

const lookMs = 5_000

/** Announces ends of service to accounts, and sends the mails about them. @returns how to stop */
export function startServiceEnds({ database: { db }, log }: Omit<Platform, 'bus'>): () => Promise<void> {
  let isStopped = false
  const stopNotices = startRecurringJob({
    name: 'service-ends',
    cron: '*/20 * * * *',
    db,
    log,
    work: async (now) => {
      await announceExpiries(db, { canMail: currentMailer() !== null, now })
      await forgetOldEnds(db, now)
    },
  })
  const stopLooking = startIntervalJob(lookMs, () =>
    // What waits goes on waiting.
    send().catch((error) => log.warn({ err: error }, 'mails about ends of service were not looked at')),
  )
  return async () => {
    isStopped = true
    await stopNotices()
    await stopLooking()
  }

  async function send(): Promise<void> {
    await tidyEndMails(db, Date.now())
    for (let mailer = currentMailer(); mailer !== null && !isStopped; mailer = currentMailer())
      if (!(await sendNextEndMail(db, mailer, { log, now: Date.now }))) return
  }
}
