import { startRecurringJob } from '../../platform/jobs/recurring-job.ts'
import type { Platform } from '../../platform/platform.ts'
import { nbPlatforms } from './providers/nb-platforms.ts'
import { renewSubscriptions } from './subscriptions.ts'

/** Asks each platform hourly for its subscriptions, and renews those that are kept. */
export function startNbSubscriptions({ database: { db }, log }: Omit<Platform, 'bus'>): () => Promise<void> {
  return startRecurringJob({
    name: 'nb-subscriptions',
    cron: '23 * * * *',
    db,
    log,
    async work(now) {
      for (const { name } of nbPlatforms) {
        try {
          const types = await renewSubscriptions(db, name, now)
          if (types.length > 0) log.info({ platform: name, types }, 'subscriptions were renewed')
        } catch (error) {
          log.warn({ err: error, platform: name }, 'subscriptions were not looked after')
        }
      }
    },
  })
}
