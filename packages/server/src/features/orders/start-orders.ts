import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { startIntervalJob } from '../../platform/jobs/interval-job.ts'
import { startMails } from '../../platform/mail/queued-mails.ts'
import type { Platform } from '../../platform/platform.ts'
import { payAccountMails } from '../pay-accounts/mails.ts'
import { eraseLeftSecrets } from '../pay-accounts/queries.ts'
import { payToolsOf } from './pay-tools.ts'
import { runDue } from './run-payments.ts'

const everyMs = 1_000
const hourMs = 3_600_000
/** What providers posted is kept so long; what proved nothing, which anybody may post, only for people to look at. */
const keptMs = { proved: 2 * 365 * 24 * hourMs, refused: 14 * 24 * hourMs }

/**
 * Polls payment providers for payments and refunds that are not over, and ends orders that nobody paid in time.
 * @returns how to stop
 */
export function startOrders({ database: { db }, bus, log }: Platform): () => Promise<void> {
  const tools = payToolsOf({ db, bus, log }, Date.now)
  const stops = [
    startIntervalJob(everyMs, () =>
      runDue(tools).catch((error) => log.error({ err: error }, 'payments were not polled')),
    ),
    startIntervalJob(hourMs, () =>
      forgetEvents(db, Date.now()).catch((error) => log.error({ err: error }, 'old payment events stay')),
    ),
    startIntervalJob(hourMs, () =>
      eraseLeftSecrets(db, Date.now()).catch((error) =>
        log.error({ err: error }, 'secrets of accounts that are gone stay'),
      ),
    ),
    startMails({ db, log }, payAccountMails),
  ]
  return async () => {
    await Promise.all(stops.map((stop) => stop()))
  }
}

async function forgetEvents(db: Db, now: number): Promise<void> {
  await sql`delete from provider_events where receive_time < ${now - keptMs.proved}
    or refusal is not null and receive_time < ${now - keptMs.refused}`.execute(db)
}
