import { startRecurringJob } from '../../platform/jobs/recurring-job.ts'
import type { Platform } from '../../platform/platform.ts'
import { RatesFailed } from './providers/rate-provider.ts'
import { fetchRates } from './rate-source.ts'

/**
 * Takes the rates of each day from the source, where one is switched on: hourly from when they are published, so that
 * an hour without an answer does not cost the day.
 * @returns how to stop
 */
export function startDailyRates({ database: { db }, log }: Omit<Platform, 'bus'>): () => Promise<void> {
  return startRecurringJob({
    name: 'exchange-rates',
    cron: '20 16-23 * * *',
    timeZone: 'Europe/Berlin',
    db,
    log,
    work: async (now) => {
      try {
        await fetchRates(db, now)
      } catch (error) {
        if (!(error instanceof RatesFailed)) throw error
        log.warn({ reason: error.message }, 'no exchange rates were fetched')
      }
    },
  })
}
