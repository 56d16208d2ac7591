import type pg from 'pg'
import { dueOf } from './due-devices.ts'
import { processTracks } from './process-track.ts'

/** Longer than this a caller does not wait for tracks to be looked through. */
const patienceMs = 1_000
/** Devices a transaction. */
const devicesAtOnce = 16

/**
 * Looks at what is new in the tracks of these devices, so that what was just reported is in their episodes.
 * @param budget devices at most
 * @returns how many are still behind; the jobs bring them up
 */
export async function ensureCurrent(
  pool: pg.Pool,
  deviceIds: readonly number[],
  { budget = devicesAtOnce, now = Date.now() }: { budget?: number; now?: number } = {},
): Promise<{ pending: number }> {
  const begin = performance.now()
  let due = await dueOf(pool, deviceIds, now)
  for (let looked = 0; due.length > 0 && looked < budget && performance.now() - begin < patienceMs; ) {
    const some = due.slice(0, Math.min(devicesAtOnce, budget - looked))
    looked += some.length
    const client = await pool.connect()
    try {
      await processTracks(client, some, { now, isWaiting: true })
    } finally {
      client.release()
    }
    due = await dueOf(pool, due, now)
    // One device may need several looks; of many, each has one.
    if (deviceIds.length === 1) looked = 0
  }
  return { pending: due.length }
}
