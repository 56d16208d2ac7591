import { startIntervalJob } from '../../platform/jobs/interval-job.ts'
import { currentMailer } from '../../platform/mail/mail.ts'
import type { Platform } from '../../platform/platform.ts'
import { queueDue } from './due.ts'
import { sendNext, tidyMails } from './mails.ts'

const pollMs = 5_000
/** Mails under way at once: one slow receiver does not hold up the others. */
const senders = 3
/** A mail under way when the server stops has so long to be done with. */
const stopMs = 4_000

/**
 * Queues scheduled reports when their time comes, and mails them once their files are made.
 * @returns how to stop
 */
export function startReportMails({ database: { db }, log }: Omit<Platform, 'bus'>): () => Promise<void> {
  let isStopped = false
  const stopPolling = startIntervalJob(pollMs, () =>
    // What is due stays due.
    poll().catch((error) => log.warn({ err: error }, 'scheduled reports were not looked at')),
  )
  return async () => {
    isStopped = true
    await Promise.race([stopPolling(), new Promise((resolve) => setTimeout(resolve, stopMs).unref())])
  }

  async function poll(): Promise<void> {
    const mailer = currentMailer()
    await queueDue(db, Date.now(), mailer !== null)
    await tidyMails(db, Date.now())
    if (mailer === null) return
    const send = async () => {
      while (!isStopped && (await sendNext(db, mailer, { log, now: Date.now }))) {
        // Until none is ready.
      }
    }
    await Promise.all(Array.from({ length: senders }, send))
  }
}
