import { roles } from '@trackway/core/codes/roles.ts'
import { qualityBits } from '@trackway/core/codes/states.ts'
import { episodeCalls } from '@trackway/core/features/episodes/calls.ts'
import { trackSettingCalls } from '@trackway/core/features/track-settings/calls.ts'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aDevice, anAccount, signIn, type TestAccount, type TestDevice } from '../../testing/builders.ts'
import { storeDaySums } from '../../testing/episode-rows.ts'
import { aPosition, type PositionRow, storePositions, trackOfPositions } from '../../testing/position-rows.ts'
import { waitingTransactions } from '../../testing/test-database.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { tripsAndStops } from '../../testing/trips-and-stops.ts'
import { packRound } from '../track-storage/packer.ts'
import { runEpisodeJob } from './processing/episode-job.ts'
import { processTracks } from './processing/process-track.ts'
import { type DaySum, daySumRules } from './storage/day-sums.ts'

const dayMs = 86_400_000
const now = Date.UTC(2026, 10, 20, 12)
const midnight = Date.UTC(2026, 10, 18)

let server: TestServer
let owner: TestAccount
let token: string

beforeAll(async () => {
  server = await startTestServer({ now: () => now })
  const admin = await anAccount(server.database, { role: roles.admin })
  owner = await anAccount(server.database, { parent: admin, role: roles.agent, time_zone: 'UTC' })
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
  await runEpisodeJob(client, { log: pino({ level: 'error' }, pino.destination(2)), now: () => now })
  client.release()
}

/** Of the days with reports; in those after, it is offline. */
const sumsOf = async (device: TestDevice) =>
  (
    await server.database.pool.query<DaySum & { device_id: number }>(
      'select * from day_sums where device_id = $1 and driving_ms + stopped_ms > 0 order by from_time',
      [device.id],
    )
  ).rows

const workday = (from: number) =>
  drive(from, [600, 0, { acc_on: false }], [1200, 50], [600, 0, { acc_on: false }], [1200, 40], [900, 0])

test('days that were summed by older rules are summed anew, once', async () => {
  const device = await aTracked([...workday(midnight), ...workday(midnight + dayMs)])
  await round()
  const sums = await sumsOf(device)
  expect(sums).toHaveLength(2)
  await server.database.pool.query(
    'update day_sums set rules_version = 0, distance_m = 1 where device_id = $1 and from_time = $2',
    [device.id, midnight],
  )

  await round()
  expect(await sumsOf(device)).toEqual(sums)
  const { rowCount } = await server.database.pool.query('select from day_sums where rules_version = 0')
  expect(rowCount).toBe(0)
})

test('a day that was summed by older rules and has no track any more stays as it is', async () => {
  const device = await aTracked([])
  await storeDaySums(server.database, device.id, [{ from: midnight, to: midnight + dayMs, stoppedMs: 5 }])
  await server.database.pool.query('update day_sums set rules_version = 0 where device_id = $1', [device.id])

  await round()
  expect(await sumsOf(device)).toMatchObject([{ stopped_ms: 5, rules_version: daySumRules }])
})

test('what was just stored is in the answer, as the model of core finds it', async () => {
  const rows = workday(midnight + 8 * 3_600_000)
  const device = await aTracked(rows)
  const { episodes, until } = await find(device, midnight, midnight + dayMs)
  const expected = tripsAndStops(trackOfPositions(rows))
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

test('a track older than three days is looked at in two steps, its newest days first', async () => {
  const rows = [20, 10, 1].flatMap((ago) => workday(now - ago * dayMs))
  const device = await aTracked(rows)
  await round()
  const expected = tripsAndStops(trackOfPositions(rows))
  expect((await find(device, now - 30 * dayMs, now)).episodes).toMatchObject(
    expected.map(({ kind, from, to }) => ({ kind, from, to })),
  )
})

test('points that come late, packed or not, are found in what follows them', async () => {
  const rows = [8, 6, 5].flatMap((ago) => workday(midnight - ago * dayMs))
  const isLate = (row: PositionRow, n: number) => n > 230 && row.fix_time < midnight - 6 * dayMs + 1_500_000
  const device = await aTracked(rows.filter((row, n) => !isLate(row, n)))
  await round()
  const late = rows.filter(isLate)
  await storePositions(server.database, device.id, late)
  await mark(device, late[0]!.fix_time)
  await round()
  const client = await server.database.pool.connect()
  await packRound(client, { log: pino({ level: 'silent' }), now: () => now, graceMs: 0, quietMs: 0 })
  client.release()
  const expected = tripsAndStops(trackOfPositions(rows)).map(({ kind, from, to }) => ({ kind, from, to }))
  const inRows = (await find(device, midnight - 30 * dayMs, now)).episodes
  expect(inRows).toMatchObject(expected)
  await mark(device, 0)
  await round()
  expect((await find(device, midnight - 30 * dayMs, now)).episodes).toEqual(inRows)
})

test('a look that is killed at any step is made again, and gives the same', async () => {
  const rows = [3, 2, 1].flatMap((ago) => workday(midnight - ago * dayMs))
  const whole = await aTracked(rows)
  const device = await aTracked(rows.slice(0, 400))
  await round()
  await storePositions(server.database, device.id, rows.slice(400))
  await mark(device, rows[150]!.fix_time)
  for (let step = 1; step < 15; step++) {
    const client = await server.database.pool.connect()
    let count = 0
    const dying = new Proxy(client, {
      get: (of, name) => {
        if (name !== 'query') return Reflect.get(of, name)
        return (...query: unknown[]) => {
          if (++count >= step) return Promise.reject(new Error('killed'))
          return Reflect.apply(of.query, of, query)
        }
      },
    })
    await processTracks(dying, [device.id], { now, isWaiting: true }).catch(() => {})
    client.release(true)
  }
  await round()
  expect(await find(device, midnight - 20 * dayMs, now)).toEqual(
    await find(whole, midnight - 20 * dayMs, now),
  )
  expect((await sumsOf(device)).map(withoutDevice)).toEqual((await sumsOf(whole)).map(withoutDevice))
})

test.each([true, false])('a device that is being deleted is left alone (waiting: %s)', async (isWaiting) => {
  const rows = workday(midnight - dayMs)
  const device = await aTracked(rows.slice(0, 400))
  await round()
  await storePositions(server.database, device.id, rows.slice(400))
  const [deleting, processing] = [await server.database.pool.connect(), await server.database.pool.connect()]
  try {
    await deleting.query('begin')
    await deleting.query('select from devices where id = $1 for update', [device.id])
    const processed = processTracks(processing, [device.id], { now, isWaiting })
    if (!isWaiting) expect((await processed).done).toEqual([])
    else await expect.poll(() => waitingTransactions(server.database)).toBe(1)
    await deleting.query('delete from devices where id = $1', [device.id])
    await deleting.query('commit')
    expect((await processed).done).toEqual([])
  } finally {
    deleting.release()
    processing.release()
  }
})

test('days are those of the owner, also of a new one, and as long as their clocks make them', async () => {
  const berlin = await anAccount(server.database, { parent: owner, time_zone: 'Europe/Berlin' })
  // The night of 25 October 2026 has an hour more.
  const device = await aTracked(drive(Date.UTC(2026, 9, 24, 12), [172_800, 30]), berlin)
  await round()
  const hours = async () => (await sumsOf(device)).map((sum) => (sum.to_time - sum.from_time) / 3_600_000)
  expect(await hours()).toEqual([24, 25, 24])
  const [, long] = await sumsOf(device)
  expect(long).toMatchObject({ driving_ms: 25 * 3_600_000 })
  await server.database.pool.query('update devices set account_id = $2 where id = $1', [device.id, owner.id])
  await round()
  expect((await sumsOf(device)).map(({ from_time }) => new Date(from_time).getUTCHours())).toEqual([0, 0, 0])
})

test('other settings make other trips once they are looked at again', async () => {
  const device = await aTracked(drive(midnight, [900, 0], [900, 50], [400, 0], [900, 50], [900, 0]))
  expect((await find(device, midnight, now, ['trip'])).episodes).toHaveLength(2)
  const own = { minStopMs: 600_000, minParkedMs: 600_000 }
  await server.call(trackSettingCalls.set, { terminalID: device.terminalID, own }, token)
  const { data } = await server.call(
    episodeCalls.recompute,
    { terminalIDs: [device.terminalID], from: midnight },
    token,
  )
  expect(data).toEqual({ devices: 1 })
  expect((await find(device, midnight, now, ['trip'])).episodes).toHaveLength(1)
})

test('explain tells borders with what they passed, and what was left out', async () => {
  const rows = drive(midnight, [900, 0], [900, 50], [400, 0], [60, 8, { quality: qualityBits.drift }])
  const device = await aTracked(rows)
  const input = { terminalID: device.terminalID, from: midnight, to: now }
  const { data } = await server.call(episodeCalls.explain, input, token)
  expect(data?.borders).toMatchObject([
    { from: null, to: 'stop', reason: 'track' },
    { from: 'stop', to: 'trip', reason: 'speed', value: 50, threshold: 6, unit: 'kmh' },
    { from: 'trip', to: 'stop', reason: 'speed', threshold: 180_000, unit: 'ms' },
    { from: 'stop', to: null, reason: 'track' },
  ])
  expect(data?.leftOut).toMatchObject([{ reason: 'drift', points: 6 }])
  const { episodes } = await find(device, midnight, now, ['trip'])
  expect(data?.mileage).toMatchObject({ distanceM: episodes[0]!.distanceM, odometerM: null, source: 'gps' })
})

test('the battery rises and falls, packed and in rows', async () => {
  const at = (hour: number, batteryPercent: number) =>
    aPosition({ fix_time: midnight - 2 * dayMs + hour * 1_800_000, speed_kmh: 0, extra: { batteryPercent } })
  const percents = [90, 89, 88, 89, 80, 70, 60, 75, 90, 100, 100, 99, 95]
  const device = await aTracked(percents.map((percent, n) => at(n, percent)))
  const legs = async () =>
    (await find(device, midnight - 5 * dayMs, now, ['charging', 'discharging'] as never)).episodes.map(
      ({ kind, fromValue, toValue }) => [kind, fromValue, toValue],
    )
  const expected = [
    ['discharging', 90, 60],
    ['charging', 60, 100],
    ['discharging', 100, 95],
  ]
  expect(await legs()).toEqual(expected)
  await mark(device, 0)
  const client = await server.database.pool.connect()
  await packRound(client, { log: pino({ level: 'silent' }), now: () => now, graceMs: 0, quietMs: 0 })
  client.release()
  expect(await legs()).toEqual(expected)
  expect(await sumsOf(device)).toMatchObject([{ battery_min_percent: 60, battery_max_percent: 100 }])
})

const mark = (device: TestDevice, from: number) =>
  server.database.pool.query('insert into track_changes (device_id, from_time) values ($1, $2)', [
    device.id,
    from,
  ])
const withoutDevice = ({ device_id: _, ...sum }: { device_id?: number }) => sum
