import { setTimeout as sleep } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { openDatabase } from '../../../platform/database/database.ts'
import { createLog } from '../../../platform/log.ts'
import { episodeRestMs } from './ensure-current.ts'
import { runEpisodeJob } from './episode-job.ts'
import type { EpisodeWork, ProcessedBatch } from './start-episodes.ts'

/** The thread that runs the episode job again and again until it is ended. */
const firstRunMs = 3_000
const pauseMs = 10_000

const { databaseUrl, logLevel } = workerData as EpisodeWork
const log = createLog(logLevel)
const { pool } = openDatabase(databaseUrl, 1)

for (let waitMs = firstRunMs; ; waitMs = pauseMs) {
  await sleep(waitMs)
  try {
    const client = await pool.connect()
    try {
      await runEpisodeJob(client, {
        log,
        restMs: episodeRestMs,
        onProcessed: (processed) => parentPort?.postMessage(processed satisfies ProcessedBatch),
      })
      client.release()
    } catch (error) {
      client.release(true)
      throw error
    }
  } catch (error) {
    // Nothing is lost: the next run processes what this one did not commit.
    log.warn({ err: error }, 'episode job interrupted')
  }
}
