import { episodeKinds } from '@trackway/core/codes/episodes.ts'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aDevice, anAccount } from '../../../testing/builders.ts'
import { aPosition, storePositions } from '../../../testing/position-rows.ts'
import { openTestDatabase, type TestDatabase } from '../../../testing/test-database.ts'
import { packRound } from '../../track-storage/packer.ts'
import { runEpisodeJob } from './episode-job.ts'

const [minute, hour, dayMs] = [60_000, 3_600_000, 86_400_000]
const midnight = Date.UTC(2026, 9, 1)
const now = midnight + 21 * dayMs

let database: TestDatabase

beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.drop())

test('heartbeats of long ago count in a track that is looked at piece by piece', async () => {
  const { id } = await aDevice(database, await anAccount(database), {}, { state_time: now })
  const parked = (from: number, to: number, stepMs: number) =>
    Array.from({ length: (to - from) / stepMs + 1 }, (_, n) =>
      aPosition({ fix_time: from + n * stepMs, speed_kmh: 0, acc_on: false }),
    )
  await storePositions(database, id, [
    ...parked(midnight, midnight + hour, 5 * minute),
    ...parked(midnight + 6 * hour, now, 30 * minute),
  ])
  await database.pool.query('insert into contact_spans (device_id, from_time, to_time) values ($1, $2, $3)', [
    id,
    midnight + hour,
    midnight + 5 * hour + 50 * minute,
  ])
  const client = await database.pool.connect()
  const log = pino({ level: 'error' }, pino.destination(2))
  await packRound(client, { log, now: () => now, graceMs: 0, quietMs: 0 })
  await runEpisodeJob(client, { log, now: () => now })
  client.release()
  const { rows } = await database.pool.query(
    `select kind, count(*)::int4 from track_episodes where device_id = $1 and kind in ($2, $3) group by kind`,
    [id, episodeKinds.offline, episodeKinds.stop],
  )
  expect(rows).toEqual([{ kind: episodeKinds.stop, count: 1 }])
})
