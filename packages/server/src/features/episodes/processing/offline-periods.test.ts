import { episodeKinds, episodeReasons } from '@trackway/core/codes/episodes.ts'
import { roles } from '@trackway/core/codes/roles.ts'
import { episodeCalls } from '@trackway/core/features/episodes/calls.ts'
import { statisticsCalls } from '@trackway/core/features/statistics/calls.ts'
import fc from 'fast-check'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aDevice, anAccount, signIn, type TestAccount, type TestDevice } from '../../../testing/builders.ts'
import { aPosition, storePositions } from '../../../testing/position-rows.ts'
import { startTestServer, type TestServer } from '../../../testing/test-server.ts'
import { setTrackSettings } from '../../track-settings/queries.ts'
import { ensureCurrent } from './ensure-current.ts'
import { runEpisodeJob } from './episode-job.ts'

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000]
const midnight = Date.UTC(2026, 10, 18)

let server: TestServer
let owner: TestAccount
let token: string
let now = midnight

beforeAll(async () => {
  server = await startTestServer({ now: () => now })
  const admin = await anAccount(server.database, { role: roles.admin })
  owner = await anAccount(server.database, { parent: admin, role: roles.superUser, time_zone: 'UTC' })
  token = await signIn(server.database, owner)
})
afterAll(() => server.stop())

/** Parked, a report every so many minutes. */
const parked = (from: number, to: number, stepMs = 5 * minute) =>
  Array.from({ length: Math.floor((to - from) / stepMs) + 1 }, (_, n) =>
    aPosition({ fix_time: from + n * stepMs, speed_kmh: 0, acc_on: false, odometer_m: null }),
  )

async function contact(device: TestDevice, time: number, connectedTime: number | null = null): Promise<void> {
  await server.database.pool.query(
    `update device_states set state_time = greatest(state_time, $2::int8), is_connected = $3::int8 is not null,
       connected_time = $3 where device_id = $1`,
    [device.id, time, connectedTime],
  )
}

async function reports(device: TestDevice, from: number, to: number): Promise<void> {
  await storePositions(server.database, device.id, parked(from, to))
  await contact(device, to)
}

/** @returns how many points each look had read, in order */
async function round(time: number): Promise<number[]> {
  now = time
  const points: number[] = []
  const client = await server.database.pool.connect()
  try {
    await runEpisodeJob(client, {
      log: pino({ level: 'error' }, pino.destination(2)),
      now: () => now,
      onProcessed: (look) => points.push(look.points),
    })
  } finally {
    client.release()
  }
  return points
}

const rowsOf = async (device: TestDevice, table: 'track_episodes' | 'day_sums') => {
  const { rows } = await server.database.pool.query<Record<string, number>>(
    `select * from ${table} where device_id = $1 order by from_time, to_time`,
    [device.id],
  )
  return rows.map(({ device_id: _, ...row }) => row)
}

async function offlines(device: TestDevice, time = now) {
  now = time
  await ensureCurrent(server.database.pool, [device.id], { now })
  const rows = await rowsOf(device, 'track_episodes')
  return rows
    .filter(({ kind }) => kind === episodeKinds.offline)
    .map(({ from_time, to_time, ended }) => [from_time, to_time, ended === episodeReasons.track])
}

async function mark(device: TestDevice, from: number): Promise<void> {
  await server.database.pool.query('insert into track_changes (device_id, from_time) values ($1, $2)', [
    device.id,
    from,
  ])
}

test('a device that is silent is offline until now, today and in all days before', async () => {
  const device = await aDevice(server.database, owner)
  await reports(device, midnight, midnight + 12 * hour)
  const last = midnight + 12 * hour
  expect(await offlines(device, last + hour)).toEqual([])
  expect(await offlines(device, last + hour + minute)).toEqual([[last, last + hour + minute, true]])
  await round(midnight + 3 * day + 6 * hour)
  expect(await offlines(device)).toEqual([[last, now, true]])
  const sums = await rowsOf(device, 'day_sums')
  expect(sums.map((sum) => sum.offline_ms! / hour)).toEqual([12, 24, 24, 6])
  expect(sums.map((sum) => sum.offlines)).toEqual([1, 0, 0, 0])
})

test('list, sums and the track of a device say so alike', async () => {
  const device = await aDevice(server.database, owner)
  await reports(device, midnight, midnight + 12 * hour)
  now = midnight + 2 * day
  await round(now)
  const { terminalID } = device
  const filter = { first: '2026-11-18', last: '2026-11-19', terminalIDs: [terminalID], pageSize: 10 }
  const range = { terminalID, from: midnight, to: now, kinds: ['offline' as const] }
  const track = (await server.call(episodeCalls.find, range, token)).data!
  const listed = (await server.call(statisticsCalls.episodes, { ...filter, kind: 'offline' }, token)).data!
  const sums = (await server.call(statisticsCalls.sums, filter, token)).data!
  const offline = { from: midnight + 12 * hour, to: now, ended: 'track' }
  expect(track.episodes).toMatchObject([offline])
  expect(listed.list).toMatchObject([offline])
  expect(sums.sum).toMatchObject({ offlineMs: 36 * hour, offlines: 1 })
})

test('drawn out again and again it is what it is at once, and reads no track', async () => {
  const often = await aDevice(server.database, owner)
  const once = await aDevice(server.database, owner)
  for (const device of [often, once]) {
    await storePositions(server.database, device.id, [
      aPosition({ fix_time: midnight, speed_kmh: 0, extra: { batteryPercent: 60 } }),
      aPosition({ fix_time: midnight + minute, speed_kmh: 0, extra: { batteryPercent: 40 } }),
    ])
    await contact(device, midnight + minute)
  }
  for (let time = midnight + hour; time < midnight + 3 * day; time += 7 * hour) await round(time)
  await server.database.pool.query('delete from episode_progress where device_id = $1', [once.id])
  const points = await round(midnight + 3 * day + hour)
  expect(points.filter((count) => count > 0)).toEqual([2])
  expect(points.at(-1)).toBe(0)
  expect(await rowsOf(often, 'track_episodes')).toEqual(await rowsOf(once, 'track_episodes'))
  expect(await rowsOf(often, 'day_sums')).toEqual(await rowsOf(once, 'day_sums'))
})

test('it is drawn out every ten minutes, and for 90 days', async () => {
  const device = await aDevice(server.database, owner)
  await reports(device, midnight, midnight)
  const end = async () => (await offlines(device)).at(-1)?.[1]
  await round(midnight + 2 * hour)
  await round(midnight + 2 * hour + 9 * minute)
  expect(await end()).toBe(midnight + 2 * hour)
  await round(midnight + 2 * hour + 10 * minute)
  expect(await end()).toBe(midnight + 2 * hour + 10 * minute)
  await round(midnight + 300 * day)
  await round(midnight + 301 * day)
  const [offline] = (await rowsOf(device, 'track_episodes')).filter(
    ({ kind }) => kind === episodeKinds.offline,
  )
  expect(offline).toMatchObject({ from_time: midnight, to_time: midnight + 90 * day })
  expect(await rowsOf(device, 'day_sums')).toHaveLength(90)
})

test('a device that was never heard is not offline', async () => {
  const device = await aDevice(server.database, owner)
  expect(await offlines(device, midnight + 9 * day)).toEqual([])
  await round(midnight + 10 * day)
  expect(await offlines(device)).toEqual([])
})

test('heartbeats keep it from being offline, now and when it drives again', async () => {
  const device = await aDevice(server.database, owner)
  await reports(device, midnight, midnight + hour)
  for (let time = midnight + hour; time <= midnight + 6 * hour; time += 20 * minute) {
    await contact(device, time)
    await round(time)
  }
  expect(await offlines(device)).toEqual([])
  await reports(device, midnight + 6 * hour + 5 * minute, midnight + 7 * hour)
  expect(await offlines(device, midnight + 7 * hour)).toEqual([])
  await mark(device, 0)
  expect(await offlines(device)).toEqual([])
  const silent = [midnight + 7 * hour, midnight + 9 * hour, true]
  expect(await offlines(device, midnight + 9 * hour)).toEqual([silent])
})

test('a connection that is kept was heard all along, though nobody looked', async () => {
  const device = await aDevice(server.database, owner)
  await reports(device, midnight, midnight + hour)
  await contact(device, midnight + 9 * hour, midnight + 4 * hour)
  await round(midnight + 9 * hour)
  expect(await offlines(device)).toEqual([[midnight + hour, midnight + 4 * hour, false]])
})

test('another setting counts for a silence that goes on', async () => {
  const device = await aDevice(server.database, owner)
  await reports(device, midnight, midnight + hour)
  await round(midnight + 3 * hour)
  expect(await offlines(device)).toHaveLength(1)
  await setTrackSettings(server.database.db, { deviceId: device.id }, { offlineMs: 5 * hour }, now)
  expect(await offlines(device)).toEqual([])
  expect((await offlines(device, midnight + 7 * hour))[0]).toEqual([midnight + hour, now, true])
})

test('silence noted or not, in the end it is the same', async () => {
  const bouts = fc.array(
    fc.record({
      silentMin: fc.integer({ min: 1, max: 2_000 }),
      reportMin: fc.integer({ min: 0, max: 90 }),
      /** It sends these reports only with the next. */
      isLate: fc.boolean(),
      looks: fc.array(fc.nat(100), { maxLength: 3 }),
    }),
    { minLength: 2, maxLength: 6 },
  )
  await fc.assert(
    fc.asyncProperty(bouts, async (all) => {
      const noted = await aDevice(server.database, owner)
      await reports(noted, midnight, midnight + hour)
      const spans: [number, number][] = [[midnight, midnight + hour]]
      let late: [number, number][] = []
      let time = midnight + hour
      for (const [n, { silentMin, reportMin, isLate, looks }] of all.entries()) {
        for (const share of looks.toSorted((a, b) => a - b))
          await round(time + Math.floor((share * silentMin * minute) / 100))
        const from = time + silentMin * minute
        time = from + reportMin * minute
        spans.push([from, time])
        if (isLate && n < all.length - 1) {
          late.push([from, time])
          continue
        }
        await reports(noted, from, time)
        if (n % 2 === 0) await round(time)
        for (const [begin, end] of late) {
          await reports(noted, begin, end)
          await mark(noted, begin)
        }
        late = []
      }
      const plain = await aDevice(server.database, owner)
      for (const [begin, end] of spans) await reports(plain, begin, end)
      await round(time + hour)
      await round(time + 3 * hour)
      await round(time + 3 * hour)
      const episodes = await rowsOf(noted, 'track_episodes')
      // It ends with a silence of three hours at least.
      expect(episodes.some(({ kind }) => kind === episodeKinds.offline)).toBe(true)
      expect(episodes).toEqual(await rowsOf(plain, 'track_episodes'))
      expect(await rowsOf(noted, 'day_sums')).toEqual(await rowsOf(plain, 'day_sums'))
    }),
    { numRuns: 25 },
  )
})
