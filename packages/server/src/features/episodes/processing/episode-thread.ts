import { setTimeout as sleep } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { openDatabase } from '../../../platform/database/database.ts'
import { createLog } from '../../../platform/log.ts'
import { runEpisodeJob } from './episode-job.ts'
import type { EpisodeWork, ProcessedBatch } from './start-episodes.ts'

/** The thread that looks at tracks, round after round, until it is ended. */
const firstRoundMs = 3_000
const roundMs = 10_000

const { databaseUrl, logLevel } = workerData as EpisodeWork
const log = createLog(logLevel)
const { pool } = openDatabase(databaseUrl, 1)

for (let waitMs = firstRoundMs; ; waitMs = roundMs) {
  await sleep(waitMs)
  try {
    const client = await pool.connect()
    try {
      await runEpisodeJob(client, {
        log,
        onProcessed: (looked) => parentPort?.postMessage(looked satisfies ProcessedBatch),
      })
      client.release()
    } catch (error) {
      client.release(true)
      throw error
    }
  } catch (error) {
    // Nothing is lost by it: what was not committed is looked at in the next round.
    log.warn({ err: error }, 'looking at tracks was interrupted')
  }
}
