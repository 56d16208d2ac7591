import { startRecurringJob } from '../../platform/jobs/recurring-job.ts'
import type { Platform } from '../../platform/platform.ts'
import { payToolsOf } from '../orders/pay-tools.ts'
import { reconcile } from './reconcile.ts'

/**
 * Compares the daily reports of payment providers with the books. Days end in the zone of each provider's books, and
 * reports are ready hours later: each hour those are fetched that are not there yet.
 * @returns how to stop
 */
export function startReconciliation({ database: { db }, bus, log }: Platform): () => Promise<void> {
  const tools = payToolsOf({ db, bus, log }, Date.now)
  return startRecurringJob({
    name: 'reconciliation',
    cron: '23 * * * *',
    db,
    log,
    work: () => reconcile(tools),
  })
}
