import { statisticsCalls } from '@trackway/core/features/statistics/calls.ts'
import { dayAt } from '@trackway/core/rules/local-days.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aDevice, anAccount, signIn, type TestAccount, type TestDevice } from '../../testing/builders.ts'
import { aPosition, type PositionRow, storePositions } from '../../testing/position-rows.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { episodeLock, processTracks } from '../episodes/processing/process-track.ts'
import { resolveFilter } from './report-filter.ts'
import { readSums } from './sum-queries.ts'

/** Days of a zone that is not the owner's are stored when they are requested, and hold until their track changes. */

const [hourMs, dayMs, halfMinuteMs] = [3_600_000, 86_400_000, 30_000]
const now = Date.parse('2026-06-20T09:00:00Z')
const [first, last] = ['2026-06-10', '2026-06-20']
const ownZone = 'Asia/Shanghai'

let server: TestServer
let reader: TestAccount
let owner: TestAccount
beforeAll(async () => {
  server = await startTestServer({ now: () => now })
  reader = await anAccount(server.database, { time_zone: 'America/St_Johns' })
  owner = await anAccount(server.database, { parent: reader, time_zone: ownZone })
})
afterAll(() => server.stop())

/** Half an hour of driving to the north and back, then parked, a report every ten minutes. */
const drive = (begin: number): PositionRow[] =>
  Array.from({ length: 92 }, (_, n) => {
    const isParked = n >= 60
    return aPosition({
      fix_time: begin + Math.min(n, 60) * halfMinuteMs + Math.max(0, n - 60) * 10 * 60_000,
      latitude_e7: 310_000_000 + Math.max(0, Math.min(n, 60 - n)) * 45_000,
      longitude_e7: 1_210_000_000,
      speed_kmh: isParked ? 0 : 60,
      acc_on: !isParked,
      odometer_m: null,
    })
  })
/** A drive each six hours, some of which cross a midnight of one zone or the other. */
const wholeTrack = Array.from({ length: 44 }, (_, n) =>
  drive(now - 11 * dayMs + n * 6 * hourMs + 45 * 60_000),
).filter((rows) => rows.at(-1)!.fix_time < now)

async function process({ id }: TestDevice): Promise<void> {
  const client = await server.database.pool.connect()
  try {
    await processTracks(client, [id], { now, isWaiting: true })
  } finally {
    client.release()
  }
}

async function sumsOf({ terminalID }: TestDevice) {
  const input = { first, last, groupBy: 'deviceDay' as const, terminalIDs: [terminalID], pageSize: 100 }
  const { data } = await server.call(statisticsCalls.sums, input, await signIn(server.database, reader))
  return data!.list
}

/** The days that are stored and are not the owner's. */
async function keptDays({ id }: TestDevice): Promise<string[]> {
  const { rows } = await server.database.pool.query<{ from_time: number }>(
    'select from_time from day_sums where device_id = $1 order by 1',
    [id],
  )
  return rows.flatMap(({ from_time }) =>
    (from_time + 8 * hourMs) % dayMs === 0 ? [] : dayAt(from_time, 'America/St_Johns'),
  )
}

async function aVehicle(rows: readonly PositionRow[]): Promise<TestDevice> {
  const device = await aDevice(server.database, owner, {}, { state_time: now })
  await storePositions(server.database, device.id, rows)
  await process(device)
  return device
}

test('what was cut from the episodes is read the next time, but for days that go on', async () => {
  const device = await aVehicle(wholeTrack.flat())
  const cut = await sumsOf(device)
  expect(cut.length).toBeGreaterThan(9)
  const kept = await keptDays(device)
  expect(kept[0]).toBe(first)
  expect(kept.at(-1)).toBe('2026-06-18')
  expect(kept).toHaveLength(9)
  // Read, not cut again.
  await server.database.pool.query(
    'update day_sums set distance_m = distance_m + 1000 where device_id = $1',
    [device.id],
  )
  const read = await sumsOf(device)
  for (const [n, { distanceM }] of cut.entries())
    expect(read[n]!.distanceM - distanceM).toBeCloseTo(n < 9 ? 1_000 : 0)
})

test('what came late, or goes on, removes the days that it reaches into', async () => {
  const [late, newest] = [wholeTrack[30]!, wholeTrack.at(-1)!]
  const device = await aVehicle(wholeTrack.filter((rows) => rows !== late && rows !== newest).flat())
  const before = await sumsOf(device)
  await storePositions(server.database, device.id, [...late, ...newest])
  await server.database.pool.query(
    'insert into track_changes (device_id, from_time, until_time) values ($1, $2, $3)',
    [device.id, late[0]!.fix_time, late.at(-1)!.fix_time],
  )
  await process(device)
  const kept = await keptDays(device)
  const lateDay = dayAt(late[0]!.fix_time, 'America/St_Johns')
  expect(kept).not.toContain(lateDay)
  expect(kept).toContain(first)
  const after = await sumsOf(device)
  expect(after).not.toEqual(before)
  await server.database.pool.query('delete from day_sums where device_id = $1', [device.id])
  expect(after).toEqual(await sumsOf(device))
})

test('what another request stores meanwhile counts once', async () => {
  const device = await aVehicle(wholeTrack.flat())
  const expected = await sumsOf(device)
  const { db, pool } = server.database
  const locker = await pool.connect()
  await locker.query('begin')
  await locker.query('select pg_advisory_xact_lock($1, $2)', [episodeLock, device.id])
  await locker.query(
    `create temp table kept on commit drop as select * from day_sums where device_id = ${device.id}`,
  )
  await pool.query('delete from day_sums where device_id = $1', [device.id])
  const connect = pool.connect.bind(pool)
  let connections = 0
  /** The first connection is for storing days, which the lock prevents; the second reads. */
  const racing = {
    query: pool.query.bind(pool),
    connect: async () => {
      if (++connections === 2) {
        await locker.query('insert into day_sums select * from kept')
        await locker.query('commit')
        locker.release()
      }
      return await connect()
    },
  } as unknown as typeof pool
  const filter = { first, last, terminalIDs: [device.terminalID], withSubAccounts: true }
  const scope = { accountId: reader.id, path: reader.path, deviceId: null }
  const query = {
    reportScope: await resolveFilter(db, scope, filter, 'America/St_Johns'),
    groupBy: 'deviceDay' as const,
    sort: 'day' as const,
    isDescending: false,
    withEmpty: true,
    pageNum: 1,
    pageSize: 100,
  }
  const { list } = await readSums({ db, pool: racing }, query, new AbortController().signal)
  expect(connections).toBe(2)
  const figures = (rows: typeof expected) =>
    rows.map(({ day, trips, distanceM }) => [day, trips, Math.round(distanceM)])
  expect(figures(list)).toEqual(figures(expected))
})
