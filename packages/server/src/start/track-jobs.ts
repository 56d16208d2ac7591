import type pg from 'pg'
import { isAnyDue } from '../features/episodes/processing/due-devices.ts'
import { episodeRestMs } from '../features/episodes/processing/ensure-current.ts'
import { countProcessed, type ProcessedBatch } from '../features/episodes/processing/episode-metrics.ts'
import { countPacked, type Packed } from '../features/track-storage/packing-metrics.ts'
import { packingRoundMs } from '../features/track-storage/packing-rounds.ts'
import type { Log } from '../platform/log.ts'
import type { Config } from '../platform/settings/config.ts'
import { superviseWorker } from '../platform/workers/supervised-worker.ts'

/** What the thread is given. */
export interface TrackWork {
  databaseUrl: string
  daysKept: number
  logLevel: Config['logLevel']
  /** When what is old was removed; 0: not since the start. */
  removedTime: number
}

export type TrackMessage = { processed: ProcessedBatch } | { packed: Packed } | { removedTime: number }

const heapMb = 512

/**
 * Packs finished days and finds episodes, in a thread of its own: a day of one fix a second is 50 ms of work, for which
 * connections would wait otherwise. The thread ends when nothing reports, and is started again for what comes.
 * @returns how to stop; a transaction under way is undone
 */
export function startTrackThread(
  work: Omit<TrackWork, 'removedTime'>,
  { pool, log }: { pool: pg.Pool; log: Log },
): () => Promise<void> {
  let removedTime = 0
  let startTime = 0
  const [countEpisodes, countDays] = [countProcessed(), countPacked()]
  return superviseWorker(new URL('track-thread.ts', import.meta.url), {
    work: (): TrackWork => {
      startTime = Date.now()
      return { ...work, removedTime }
    },
    log,
    heapMb,
    onMessage: (message: TrackMessage) => {
      if ('processed' in message) countEpisodes(message.processed)
      else if ('packed' in message) countDays(message.packed)
      else removedTime = message.removedTime
    },
    isNeeded: async () => {
      const now = Date.now()
      if (now > startTime + packingRoundMs) return true
      try {
        return await isAnyDue(pool, now - episodeRestMs, now)
      } catch {
        // The database is away; there is time.
        return false
      }
    },
  })
}
