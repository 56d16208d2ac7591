import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { Log } from '../../../platform/log.ts'
import { episodeRestMs } from './ensure-current.ts'
import { runEpisodeJob } from './episode-job.ts'
import type { ProcessedBatch } from './episode-metrics.ts'

const firstRunMs = 3_000
const pauseMs = 10_000
/** Longer than a device that reports is left alone. */
const idleMs = 3 * episodeRestMs

/** Runs the episode job again and again. @returns once there has been nothing to do for a while */
export async function runEpisodeRounds(
  pool: pg.Pool,
  log: Log,
  onProcessed: (processed: ProcessedBatch) => void,
): Promise<void> {
  let busyTime = 0
  for (let waitMs = firstRunMs; ; waitMs = pauseMs) {
    await sleep(waitMs)
    const processed = await runOnce(pool, log, onProcessed)
    if (processed === null || processed > 0) busyTime = Date.now()
    else if (Date.now() > busyTime + idleMs) return
  }
}

/** @returns how many devices were processed; null: it was interrupted */
async function runOnce(
  pool: pg.Pool,
  log: Log,
  onProcessed: (processed: ProcessedBatch) => void,
): Promise<number | null> {
  try {
    const client = await pool.connect()
    try {
      const processed = await runEpisodeJob(client, { log, restMs: episodeRestMs, onProcessed })
      client.release()
      return processed
    } catch (error) {
      client.release(true)
      throw error
    }
  } catch (error) {
    // Nothing is lost: the next run processes what this one did not commit.
    log.warn({ err: error }, 'episode job interrupted')
    return null
  }
}
