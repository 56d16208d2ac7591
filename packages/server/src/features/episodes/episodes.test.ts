import { episodeCalls } from '@trackway/core/api/episodes.ts'
import { roles } from '@trackway/core/codes/roles.ts'
import { segmentsOf } from '@trackway/core/track/segments.ts'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aDevice, anAccount, signIn, type TestAccount, type TestDevice } from '../../testing/builders.ts'
import { aPosition, type PositionRow, storePositions, trackOfPositions } from '../../testing/position-rows.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { episodeRound } from './round.ts'

const dayMs = 86_400_000
const now = Date.UTC(2026, 10, 20, 12)
const midnight = Date.UTC(2026, 10, 18)

let server: TestServer
let owner: TestAccount
let token: string

beforeAll(async () => {
  server = await startTestServer({ now: () => now })
  const admin = await anAccount(server.database, { role: roles.admin })
  owner = await anAccount(server.database, { parent: admin, role: roles.superUser, time_zone: 'UTC' })
  token = await signIn(server.database, owner)
})
afterAll(() => server.stop())

/** [seconds, km/h] one after the other, a report every 10 s, moved by its speed. */
function drive(from: number, ...parts: [seconds: number, speedKmh: number, more?: Partial<PositionRow>][]) {
  const rows: PositionRow[] = []
  let [time, north] = [from, 0]
  for (const [seconds, speedKmh, more] of parts) {
    for (let s = 0; s < seconds; s += 10) {
      const place = { latitude_e7: 310_000_000 + Math.round(north * 89.932), longitude_e7: 1_210_000_000 }
      rows.push(aPosition({ fix_time: time, speed_kmh: speedKmh, odometer_m: null, ...place, ...more }))
      time += 10_000
      north += speedKmh / 0.36
    }
  }
  return rows
}

async function aTracked(rows: readonly PositionRow[], account = owner): Promise<TestDevice> {
  const device = await aDevice(server.database, account, {}, { state_time: now })
  await storePositions(server.database, device.id, rows)
  return device
}

async function find(device: TestDevice, from: number, to: number, kinds?: ('trip' | 'stop')[]) {
  const input = { terminalID: device.terminalID, from, to, ...(kinds ? { kinds } : {}) }
  const { meta, data } = await server.call(episodeCalls.find, input, token)
  expect(meta.code).toBe(200)
  return data!
}

async function round(): Promise<void> {
  const client = await server.database.pool.connect()
  await episodeRound(client, { log: pino({ level: 'error' }, pino.destination(2)), now: () => now })
  client.release()
}

const sumsOf = async (device: TestDevice) =>
  (
    await server.database.pool.query<{ from_time: number; distance_m: number; trips: number }>(
      'select * from day_sums where device_id = $1 order by from_time',
      [device.id],
    )
  ).rows

const workday = (from: number) =>
  drive(from, [600, 0, { acc_on: false }], [1200, 50], [600, 0, { acc_on: false }], [1200, 40], [900, 0])

test('what was just stored is in the answer, as the model of core finds it', async () => {
  const rows = workday(midnight + 8 * 3_600_000)
  const device = await aTracked(rows)
  const { episodes, until } = await find(device, midnight, midnight + dayMs)
  const expected = segmentsOf(trackOfPositions(rows))
  expect(episodes).toMatchObject(
    expected.map(({ kind, from, to, began, ended }) => ({ kind, from, to, began, ended })),
  )
  expect(until).toBe(rows.at(-1)!.fix_time)
  for (const [n, { distanceM }] of expected.entries())
    expect(episodes[n]?.distanceM).toBeCloseTo(distanceM, -1)
})

test('days sum up to the trips, also over midnight and in pieces as they come', async () => {
  const rows = drive(midnight + 22 * 3_600_000, [900, 0], [9_000, 60], [900, 0], [1_800, 30], [900, 0])
  const device = await aTracked(rows.slice(0, 300))
  await find(device, midnight, now)
  await storePositions(server.database, device.id, rows.slice(300))
  await server.database.pool.query('update device_states set state_time = $2 where device_id = $1', [
    device.id,
    now + 1,
  ])
  await round()
  const { episodes } = await find(device, midnight - dayMs, now, ['trip'])
  const driven = episodes.reduce((sum, { distanceM }) => sum + Math.round(distanceM * 10), 0)
  const sums = await sumsOf(device)
  expect(sums.map(({ trips }) => trips)).toEqual([1, 1])
  expect(sums.reduce((sum, { distance_m }) => sum + Math.round(distance_m * 10), 0)).toBe(driven)
  const first = await find(device, midnight, midnight + dayMs, ['trip'])
  expect(first.episodes[0]).toMatchObject({ distanceM: sums[0]!.distance_m, ended: 'range' })
})
