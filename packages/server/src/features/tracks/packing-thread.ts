import { setTimeout as sleep } from 'node:timers/promises'
import { workerData } from 'node:worker_threads'
import { openDatabase } from '../../platform/database.ts'
import { createLog } from '../../platform/log.ts'
import { packRound } from './packer.ts'
import type { PackingWork } from './start-packing.ts'

/** The thread that packs, round after round, until it is ended. */
const firstRoundMs = 10_000
const roundMs = 300_000

const { databaseUrl, daysKept, logLevel } = workerData as PackingWork
const log = createLog(logLevel)
const { pool } = openDatabase(databaseUrl, 1)

for (let waitMs = firstRoundMs; ; waitMs = roundMs) {
  await sleep(waitMs)
  try {
    const client = await pool.connect()
    try {
      const begin = performance.now()
      const round = await packRound(client, { log, daysKept })
      if (round?.deviceDays || round?.dropped.length) {
        log.info({ ...round, ms: Math.round(performance.now() - begin) }, 'track days packed')
      }
      client.release()
    } catch (error) {
      client.release(true)
      throw error
    }
  } catch (error) {
    // Nothing is lost by it: what was not committed is packed in the next round.
    log.warn({ err: error }, 'packing was interrupted')
  }
}
