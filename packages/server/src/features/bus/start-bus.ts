import { startIntervalJob } from '../../platform/jobs/interval-job.ts'
import { startRecurringJob } from '../../platform/jobs/recurring-job.ts'
import type { Platform } from '../../platform/platform.ts'
import { followLateFixes } from './late-passages.ts'
import { type LineCache, trackBuses } from './track-buses.ts'

const pollMs = 3_000
/** Passages of stops are kept for so long. */
const keptMs = 400 * 86_400_000

/** Follows the vehicles of bus lines along them. @returns how to stop */
export function startBus({ database, bus, log }: Platform): () => Promise<void> {
  let isStopped = false
  const cache: LineCache = new Map()
  const follow = async () => {
    try {
      while (!isStopped && (await trackBuses(database, cache, Date.now())));
      while (!isStopped && (await followLateFixes(database, bus, cache, Date.now())));
    } catch (error) {
      // They are where they are: the next turn finds them.
      log.warn({ err: error }, 'vehicles of bus lines were not followed')
    }
  }
  const stopFollowing = startIntervalJob(pollMs, follow)
  const stopForgetting = startRecurringJob({
    name: 'bus-passages',
    cron: '17 3 * * *',
    db: database.db,
    log,
    work: (now) =>
      database.db
        .deleteFrom('bus_passages')
        .where('pass_time', '<', now - keptMs)
        .execute(),
  })
  return async () => {
    isStopped = true
    await stopFollowing()
    await stopForgetting()
  }
}
