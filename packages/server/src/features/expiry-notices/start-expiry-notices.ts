import { startRecurringJob } from '../../platform/jobs/recurring-job.ts'
import { currentMailer } from '../../platform/mail/mail.ts'
import { startMails } from '../../platform/mail/queued-mails.ts'
import type { Platform } from '../../platform/platform.ts'
import { announceExpiries, forgetOldEnds } from './announce-expiries.ts'
import { endMails } from './mails.ts'

/** Announces ends of service to accounts, and sends the mails about them. @returns how to stop */
export function startServiceEnds({ database: { db }, log }: Omit<Platform, 'bus'>): () => Promise<void> {
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
  const stopMails = startMails({ db, log }, endMails)
  return async () => {
    await stopNotices()
    await stopMails()
  }
}
