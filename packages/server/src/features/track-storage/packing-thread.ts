import { setTimeout as sleep } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { openDatabase } from '../../platform/database/database.ts'
import { createLog } from '../../platform/log.ts'
import { packRound } from './packer.ts'
import type { Packed, PackingWork } from './start-packing.ts'

/** The thread that packs, round after round, until it is ended. */
const firstRoundMs = 10_000
const roundMs = 300_000
/** What is old is looked for in the first round and then every so many. */
const roundsPerRemoval = 12

const { databaseUrl, daysKept, logLevel } = workerData as PackingWork
const log = createLog(logLevel)
const { pool } = openDatabase(databaseUrl, 1)

for (let rounds = 0; ; rounds++) {
  await sleep(rounds === 0 ? firstRoundMs : roundMs)
  try {
    const client = await pool.connect()
    try {
      const begin = performance.now()
      const round = await packRound(client, {
        log,
        daysKept,
        removesOld: rounds % roundsPerRemoval === 0,
        onPacked: ({ count: deviceDays, bytes, backlog, ms }) =>
          parentPort?.postMessage({ deviceDays, bytes, backlog, ms } satisfies Packed),
      })
      if (round?.deviceDays || round?.dropped.length || round?.removed) {
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
