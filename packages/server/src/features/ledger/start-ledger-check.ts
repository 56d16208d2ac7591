import { recordEvent } from '../../platform/audit.ts'
import { startRecurringJob } from '../../platform/jobs/recurring-job.ts'
import type { Platform } from '../../platform/platform.ts'
import { checkLedger } from './check.ts'

/**
 * Checks the ledger every night, and tells the administrators in the audit log what does not add up.
 * @returns how to stop
 */
export function startLedgerCheck({ database: { db }, log }: Omit<Platform, 'bus'>): () => Promise<void> {
  return startRecurringJob({
    name: 'ledger-check',
    cron: '41 2 * * *',
    db,
    log,
    work: async (now) => {
      const faults = await checkLedger(db)
      if (faults.length === 0) return
      log.error({ faults: faults.slice(0, 10), count: faults.length }, 'the ledger does not add up')
      const after = { faults: faults.length, first: JSON.stringify(faults[0]) }
      await recordEvent(db, { kind: 'ledgerFault', time: now, accountId: null, after })
    },
  })
}
