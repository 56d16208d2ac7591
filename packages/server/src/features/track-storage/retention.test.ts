import { roles } from '@trackway/core/codes/roles.ts'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aDevice, anAccount, type TestAccount } from '../../testing/builders.ts'
import { aPosition, storePositions } from '../../testing/position-rows.ts'
import { openTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { runEpisodeJob } from '../episodes/processing/episode-job.ts'
import { setTrackSettings } from '../track-settings/queries.ts'
import { packRound } from './packer.ts'

const dayMs = 86_400_000
const midnight = Date.UTC(2026, 10, 1)
const now = midnight + 20 * dayMs + 3 * 3_600_000

let database: TestDatabase
let owner: TestAccount
let customer: TestAccount

beforeAll(async () => {
  database = await openTestDatabase()
  owner = await anAccount(database, { role: roles.superUser, time_zone: 'UTC' })
  customer = await anAccount(database, { parent: owner, time_zone: 'UTC' })
})
afterAll(() => database.drop())

const log = pino({ level: 'silent' })

/** Twenty days, some positions on each, with an alarm, packed and looked through. */
async function aHistory(account: TestAccount): Promise<number> {
  const { id } = await aDevice(database, account, {}, { state_time: now })
  const rows = Array.from({ length: 20 * 24 }, (_, hour) =>
    aPosition({ fix_time: midnight + hour * 3_600_000 }),
  )
  await storePositions(database, id, rows)
  await database.pool.query(
    `insert into alarms (account_id, device_id, fix_time, code, server_time)
     select 1, $1, $2::int8 + n * ${dayMs}::int8, 1, 0 from generate_series(0, 19) as n`,
    [id, midnight],
  )
  return id
}

async function work(daysKept = 0): Promise<void> {
  const client = await database.pool.connect()
  await runEpisodeJob(client, { log, now: () => now })
  await packRound(client, { log, now: () => now, graceMs: 0, quietMs: 0, daysKept })
  client.release()
}

async function kept(deviceId: number) {
  const { rows } = await database.pool.query<Record<string, number>>(
    `select (select count(*)::int4 from track_days where device_id = $1) as days,
       (select count(*)::int4 from day_sums where device_id = $1) as sums,
       (select count(*)::int4 from alarms where device_id = $1) as alarms,
       (select count(*)::int4 from track_episodes where device_id = $1 and to_time <= $2) as old`,
    [deviceId, midnight + 15 * dayMs],
  )
  return rows[0]
}

/** What the customer sets for all of its devices. */
const keepFive = () =>
  setTrackSettings(
    database.db,
    { accountId: customer.id, path: customer.path, deviceTypeId: null },
    { daysKept: 5 },
    now,
  )

test('each device keeps what the nearest setting says', async () => {
  const [all, ofCustomer, own] = [await aHistory(owner), await aHistory(customer), await aHistory(customer)]
  await keepFive()
  await setTrackSettings(database.db, { deviceId: own }, { daysKept: 8 }, now)
  await work()
  await work()
  expect(await kept(all)).toMatchObject({ days: 20, alarms: 20 })
  // Today it has been silent: a sum more than days of its track.
  expect(await kept(ofCustomer)).toMatchObject({ days: 5, sums: 6, alarms: 5, old: 0 })
  expect(await kept(own)).toMatchObject({ days: 8, sums: 9, alarms: 8 })

  await work(10)
  expect(await kept(all)).toMatchObject({ days: 10, alarms: 10 })
  expect(await kept(own)).toMatchObject({ days: 8 })
})

test('nobody keeps what an account above does not', async () => {
  const below = await anAccount(database, { parent: customer, time_zone: 'UTC' })
  const [long, all] = [await aHistory(below), await aHistory(below)]
  await keepFive()
  await setTrackSettings(database.db, { deviceId: long }, { daysKept: 12 }, now)
  await setTrackSettings(database.db, { deviceId: all }, { daysKept: null }, now)
  await work()
  await work(10)
  for (const device of [long, all]) expect(await kept(device)).toMatchObject({ days: 5, alarms: 5 })
})

test('a clock that jumped ahead of all devices removes nothing', async () => {
  const id = await aHistory(owner)
  await database.pool.query('update device_states set fix_time = $2 where device_id = $1', [id, now])
  const before = await kept(id)
  const later = now + 400 * dayMs
  const client = await database.pool.connect()
  await packRound(client, { log, now: () => later, graceMs: 0, daysKept: 30 })
  client.release()
  expect(await kept(id)).toMatchObject({ alarms: before!.alarms, sums: before!.sums })
  expect(before!.alarms).toBe(20)
})
