import { startRecurringJob } from '../../platform/jobs/recurring-job.ts'
import { currentMailer } from '../../platform/mail/mail.ts'
import { startMails } from '../../platform/mail/queued-mails.ts'
import type { Platform } from '../../platform/platform.ts'
import { failureMails } from './mails.ts'
import { forgetOldResults } from './queries.ts'
import { renewDue } from './renew-due.ts'

/** Renews devices by themselves each hour, and sends the mails about those that could not be. @returns how to stop */
export function startAutoRenewals({ database: { db }, bus, log }: Platform): () => Promise<void> {
  const stopRenewing = startRecurringJob({
    name: 'auto-renewals',
    cron: '11 * * * *',
    db,
    log,
    work: async (now) => {
      await renewDue({ db, bus, log, canMail: currentMailer() !== null }, now)
      await forgetOldResults(db, now)
    },
  })
  const stopMails = startMails({ db, log }, failureMails)
  return async () => {
    await stopRenewing()
    await stopMails()
  }
}
