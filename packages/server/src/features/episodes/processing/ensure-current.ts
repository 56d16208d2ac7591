import type pg from 'pg'
import { dueOf } from './due-devices.ts'
import { processTracks } from './process-track.ts'

/**
 * The job leaves a device for this long after it was processed: finding what one more report adds costs as much as what
 * twenty add. `ensureCurrent` does not wait for it.
 */
export const episodeRestMs = 60_000
/** Longer than this a caller does not wait for tracks to be processed. */
const maxWaitMs = 1_000
/** Devices a transaction. */
export const devicesAtOnce = 16

/**
 * Processes what is new in the tracks of these devices, so that what was just reported is in their episodes.
 * @param budget devices at most
 * @returns how many are still due; the jobs process them
 */
export async function ensureCurrent(
  pool: pg.Pool,
  deviceIds: readonly number[],
  { budget = devicesAtOnce, now = Date.now() }: { budget?: number; now?: number } = {},
): Promise<{ pending: number }> {
  const begin = performance.now()
  let due = await dueOf(pool, deviceIds, now)
  for (let processed = 0; due.length > 0 && processed < budget && performance.now() - begin < maxWaitMs; ) {
    const some = due.slice(0, Math.min(devicesAtOnce, budget - processed))
    processed += some.length
    const client = await pool.connect()
    try {
      await processTracks(client, some, { now, isWaiting: true })
    } finally {
      client.release()
    }
    due = await dueOf(pool, due, now)
    // The track of one device may take several pages; of many devices, each has one.
    if (deviceIds.length === 1) processed = 0
  }
  return { pending: due.length }
}
