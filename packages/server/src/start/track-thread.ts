import { parentPort, workerData } from 'node:worker_threads'
import { runEpisodeRounds } from '../features/episodes/processing/episode-rounds.ts'
import { runPackingRounds } from '../features/track-storage/packing-rounds.ts'
import { openDatabase } from '../platform/database/database.ts'
import { createLog } from '../platform/log.ts'
import type { TrackMessage, TrackWork } from './track-jobs.ts'

/** The thread that packs days and finds episodes, until there has been nothing to do for a while. */
const removalMs = 3_600_000

const work = workerData as TrackWork
const log = createLog(work.logLevel)
const { pool } = openDatabase(work.databaseUrl, 2)
const post = (message: TrackMessage) => parentPort?.postMessage(message)

let removedTime = work.removedTime
const removesOld = () => {
  if (Date.now() < removedTime + removalMs) return false
  removedTime = Date.now()
  post({ removedTime })
  return true
}
const idle = new AbortController()
await Promise.all([
  runEpisodeRounds(pool, log, (processed) => post({ processed })).finally(() => idle.abort()),
  runPackingRounds(pool, {
    log,
    daysKept: work.daysKept,
    removesOld,
    onPacked: (packed) => post({ packed }),
    signal: idle.signal,
  }),
])
await pool.end()
