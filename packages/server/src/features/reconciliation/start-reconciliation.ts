import { startRecurringJob } from '../../platform/jobs/recurring-job.ts'
import type { Platform } from '../../platform/platform.ts'
import { payClientOf } from '../pay-accounts/find-pay-account.ts'
import { reconcile } from './reconcile.ts'

/**
 * Compares the daily reports of payment providers with the books. Days end in the zone of each provider's books, and
 * reports are ready hours later: each hour those are asked for that are not there yet.
 * @returns how to stop
 */
export function startReconciliation({ database: { db }, bus, log }: Platform): () => Promise<void> {
  const clock = { now: Date.now }
  const tools = { db, bus, log, ...clock, clientOf: (id: number) => payClientOf(db, id, clock) }
  return startRecurringJob({
    name: 'reconciliation',
    cron: '23 * * * *',
    db,
    log,
    work: () => reconcile(tools),
  })
}
