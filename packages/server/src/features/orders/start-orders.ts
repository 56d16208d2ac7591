import { startIntervalJob } from '../../platform/jobs/interval-job.ts'
import type { Platform } from '../../platform/platform.ts'
import { payClientOf } from '../pay-accounts/find-pay-account.ts'
import { runDue } from './run-payments.ts'

const everyMs = 1_000

/**
 * Asks payment providers about payments and refunds that are not over, and ends orders that nobody paid in time.
 * @returns how to stop
 */
export function startOrders({ database: { db }, bus, log }: Platform): () => Promise<void> {
  const clock = { now: Date.now }
  const tools = { db, bus, log, ...clock, clientOf: (id: number) => payClientOf(db, id, clock) }
  return startIntervalJob(everyMs, () =>
    runDue(tools).catch((error) => log.error({ err: error }, 'payments are not asked about')),
  )
}
