import { roles } from '@trackway/core/codes/roles.ts'
import { episodeCalls } from '@trackway/core/features/episodes/calls.ts'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aDevice, anAccount, signIn, type TestAccount, type TestDevice } from '../../../testing/builders.ts'
import { aPosition, storePositions } from '../../../testing/position-rows.ts'
import { startTestServer, type TestServer } from '../../../testing/test-server.ts'
import { episodeRestMs } from './ensure-current.ts'
import { runEpisodeJob } from './episode-job.ts'

const morning = Date.UTC(2026, 10, 20, 8)
const minute = 60_000
let now = morning
let northE7 = 0
let server: TestServer
let owner: TestAccount
let token: string

beforeAll(async () => {
  server = await startTestServer({ now: () => now })
  owner = await anAccount(server.database, { role: roles.superUser, time_zone: 'UTC' })
  token = await signIn(server.database, owner)
})
afterAll(() => server.stop())

/** As the thread of the jobs does it. @returns how many devices each transaction processed */
async function round(): Promise<number[]> {
  const transactions: number[] = []
  const client = await server.database.pool.connect()
  const log = pino({ level: 'error' }, pino.destination(2))
  await runEpisodeJob(client, {
    log,
    now: () => now,
    restMs: episodeRestMs,
    onProcessed: ({ devices }) => transactions.push(devices),
  })
  client.release()
  return transactions
}

/** A report every ten seconds from `from` on: driving north, or standing. */
async function report(
  { id }: TestDevice,
  from: number,
  minutes: number,
  speedKmh: number,
  accOn = speedKmh > 0,
): Promise<void> {
  const rows = Array.from({ length: minutes * 6 }, (_, n) => {
    const state = { speed_kmh: speedKmh, acc_on: accOn, odometer_m: null }
    northE7 += Math.round((speedKmh / 0.36) * 89.932)
    const place = { latitude_e7: 310_000_000 + northE7, longitude_e7: 1_210_000_000 }
    return aPosition({ fix_time: from + n * 10_000, ...place, ...state })
  })
  await storePositions(server.database, id, rows)
  now = from + minutes * minute
  await server.database.pool.query('update device_states set state_time = $2 where device_id = $1', [id, now])
}

const aReporting = () => aDevice(server.database, owner, {}, { state_time: now })

async function untilOf({ id }: TestDevice): Promise<number> {
  const { rows } = await server.database.pool.query<{ until_time: number }>(
    'select until_time from episode_progress where device_id = $1',
    [id],
  )
  return rows[0]!.until_time
}

/** The transaction that wrote each row. */
async function writersOf({ id }: TestDevice): Promise<Map<string, string>> {
  const { rows } = await server.database.pool.query<{ key: string; xmin: string }>(
    `select concat(kind, '/', from_time) as key, xmin::text from track_episodes where device_id = $1`,
    [id],
  )
  return new Map(rows.map(({ key, xmin }) => [key, xmin]))
}

test('a device that was processed less than a minute ago is left until then, unless somebody asks', async () => {
  const device = await aReporting()
  await report(device, now, 10, 60)
  await round()
  const first = await untilOf(device)

  await report(device, now, 0.5, 60)
  await round()
  expect(await untilOf(device)).toBe(first)

  const range = { terminalID: device.terminalID, from: morning, to: now }
  const { data } = await server.call(episodeCalls.find, range, token)
  expect(data!.until).toBe(now - 10_000)

  const asked = now
  await report(device, now, 0.5, 60)
  await round()
  expect(await untilOf(device)).toBe(asked - 10_000)
  await report(device, now, 0.5, 60)
  await round()
  expect(await untilOf(device)).toBe(now - 10_000)
})

test('a device that reports after an hour is processed at once', async () => {
  const device = await aReporting()
  await report(device, now, 10, 60)
  await round()
  await report(device, now + 60 * minute, 0.5, 60)
  await round()
  expect(await untilOf(device)).toBe(now - 10_000)
})

test('hundreds of devices share a transaction', async () => {
  const devices = await Promise.all(Array.from({ length: 100 }, aReporting))
  const begin = now
  for (const device of devices) {
    now = begin
    await report(device, begin, 1, 60)
  }
  const transactions = await round()
  expect(Math.max(...transactions)).toBeGreaterThanOrEqual(devices.length)
  expect(new Set(await Promise.all(devices.map(untilOf)))).toEqual(new Set([now - 10_000]))
})

test('what has ended is not written again with what goes on', async () => {
  const device = await aReporting()
  await report(device, now, 20, 0)
  for (const speedKmh of [60, 150, 60, 150]) {
    await report(device, now, 5, speedKmh)
    await report(device, now, 4, 0, true)
  }
  await report(device, now, 5, 70)
  await round()
  const before = await writersOf(device)

  await report(device, now, 5, 70)
  await round()
  const after = await writersOf(device)
  expect([...after.keys()].sort()).toEqual([...before.keys()].sort())
  const rewritten = [...after].filter(([key, writer]) => before.get(key) !== writer)
  expect(before.size).toBeGreaterThan(4)
  // The trip and the ignition that go on.
  expect(rewritten).toHaveLength(2)
})

test('nothing is written of episodes where nothing is new of them', async () => {
  const device = await aReporting()
  await report(device, now, 20, 60)
  await round()
  const before = await writersOf(device)
  now += 2 * minute
  await server.database.pool.query('update device_states set state_time = $2 where device_id = $1', [
    device.id,
    now,
  ])
  await round()
  expect(await writersOf(device)).toEqual(before)
})
