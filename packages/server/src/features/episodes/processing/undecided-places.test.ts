import { episodeKinds } from '@trackway/core/codes/episodes.ts'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aDevice, anAccount } from '../../../testing/builders.ts'
import { aPosition, storePositions } from '../../../testing/position-rows.ts'
import { openTestDatabase, type TestDatabase } from '../../../testing/test-database.ts'
import { setTrackSettings } from '../../track-settings/queries.ts'
import { runEpisodeJob } from './episode-job.ts'

const minute = 60_000
const begin = Date.UTC(2026, 10, 18, 8)

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.drop())

async function runJob(now: number): Promise<void> {
  const client = await database.pool.connect()
  try {
    await runEpisodeJob(client, { log: pino({ level: 'silent' }), now: () => now })
  } finally {
    client.release()
  }
}

/** For ten minutes at a frozen place, then a minute and a half at 54 km/h from 600 m north of it, then silent. */
async function frozenThenDriven() {
  const owner = await anAccount(database, { time_zone: 'UTC' })
  const rows = Array.from({ length: 70 }, (_, n) =>
    aPosition({
      fix_time: begin + n * 10_000,
      latitude_e7: 480_000_000 + (n < 60 ? 0 : Math.round((600 + (n - 60) * 150) * 89.93)),
      longitude_e7: 113_000_000,
      speed_kmh: n < 60 ? 0 : 54,
      acc_on: n >= 60,
      odometer_m: null,
    }),
  )
  const last = rows.at(-1)!.fix_time
  const device = await aDevice(database, owner, {}, { state_time: last, fix_time: last })
  await storePositions(database, device.id, rows)
  const drivenM = async () => {
    const { rows } = await database.pool.query<{ metres: number }>(
      `select coalesce(sum(distance_m), 0)::float8 as metres from track_episodes
       where device_id = $1 and kind = ${episodeKinds.trip}`,
      [device.id],
    )
    return rows[0]!.metres
  }
  return { device, last, drivenM }
}

test('a leap behind which nothing more comes is decided by the clock', async () => {
  const { last, drivenM } = await frozenThenDriven()
  await runJob(last + minute)
  expect(await drivenM()).toBe(0)
  await runJob(last + 11 * minute)
  expect(await drivenM()).toBeCloseTo(1_350, -2)
})

test('it is, where a silence of a minute counts as offline', async () => {
  const { device, last, drivenM } = await frozenThenDriven()
  await setTrackSettings(database.db, { deviceId: device.id }, { offlineMs: minute }, begin)
  await runJob(last + 2 * minute)
  expect(await drivenM()).toBe(0)
  await runJob(last + 13 * minute)
  expect(await drivenM()).toBeCloseTo(1_350, -2)
})
