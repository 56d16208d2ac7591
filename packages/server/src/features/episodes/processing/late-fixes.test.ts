import { episodeKinds } from '@trackway/core/codes/episodes.ts'
import { roles } from '@trackway/core/codes/roles.ts'
import { episodeCalls } from '@trackway/core/features/episodes/calls.ts'
import { statisticsCalls } from '@trackway/core/features/statistics/calls.ts'
import { dayAt } from '@trackway/core/rules/local-days.ts'
import type { Report } from '@trackway/protocols/protocol.ts'
import { createRandom, type Random } from '@trackway/simulator/random.ts'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aDevice, anAccount, signIn, type TestAccount, type TestDevice } from '../../../testing/builders.ts'
import { MonthDevice } from '../../../testing/month-device.ts'
import { vehicleOf } from '../../../testing/month-plan.ts'
import { aPosition, type PositionRow, storePositions } from '../../../testing/position-rows.ts'
import { startTestGateway, type TestGateway } from '../../../testing/test-gateway.ts'
import { startTestServer, type TestServer } from '../../../testing/test-server.ts'
import { packRound } from '../../track-storage/packer.ts'
import { runEpisodeJob } from './episode-job.ts'

/** Fixes that come months after their time, and what that changes. */
const [minute, hour, dayMs] = [60_000, 3_600_000, 86_400_000]
const log = pino({ level: 'error' }, pino.destination(2))
const today = Math.floor(Date.now() / dayMs) * dayMs
/** In the middle of the day before. */
const now = today - 12 * hour

let server: TestServer
let gateway: TestGateway
let owner: TestAccount
let token: string

beforeAll(async () => {
  server = await startTestServer()
  gateway = await startTestGateway(server.database)
  owner = await anAccount(server.database, { role: roles.superUser, time_zone: 'UTC' })
  token = await signIn(server.database, owner)
})
afterAll(async () => {
  await gateway.stop()
  await server.stop()
})

/** @returns how many points were read */
async function round(): Promise<number> {
  let points = 0
  const client = await server.database.pool.connect()
  try {
    const onLook = (look: { points: number }) => {
      points += look.points
    }
    await runEpisodeJob(client, { log, now: () => now, onProcessed: onLook })
  } finally {
    client.release()
  }
  return points
}

async function pack(): Promise<void> {
  const client = await server.database.pool.connect()
  await packRound(client, { log, now: () => now, graceMs: 0, quietMs: 0 })
  client.release()
}

async function mark({ id }: TestDevice, late: readonly PositionRow[]): Promise<void> {
  const times = late.map(({ fix_time }) => fix_time)
  await server.database.pool.query(
    'insert into track_changes (device_id, from_time, until_time) values ($1, $2, $3)',
    [id, Math.min(...times), Math.max(...times)],
  )
}

async function found({ id }: TestDevice) {
  const of = async (table: string) =>
    (await server.database.pool.query(`select * from ${table} where device_id = $1 order by 2, 3`, [id])).rows
  return { episodes: await of('track_episodes'), sums: await of('day_sums') }
}

/** All of the track, as if it had never been looked at. */
async function foundAnew(device: TestDevice) {
  for (const table of ['track_episodes', 'day_sums', 'episode_progress'])
    await server.database.pool.query(`delete from ${table} where device_id = $1`, [device.id])
  await round()
  return found(device)
}

/** A day on the road: drives and stops by turns, a report every half a minute. */
function aDay(random: Random, from: number): PositionRow[] {
  const rows: PositionRow[] = []
  let percent = random.next() < 0.3 ? random.whole(30, 90) : null
  let [time, north] = [from + random.whole(0, 8 * 60) * minute, random.whole(0, 1_000)]
  for (let n = 0; n < random.whole(2, 7); n++) {
    const speedKmh = n % 2 === 1 ? random.whole(20, 130) : 0
    const accOn = random.next() < 0.1 ? null : speedKmh > 0 || random.next() < 0.3
    for (let left = random.whole(2, n % 2 === 1 ? 30 : 90); left > 0; left--) {
      const place = { latitude_e7: 310_000_000 + Math.round(north * 89.932), longitude_e7: 1_210_000_000 }
      if (percent !== null) percent = Math.max(1, percent - (random.next() < 0.1 ? 1 : 0))
      const extra = percent === null ? null : { batteryPercent: percent }
      rows.push(
        aPosition({ fix_time: time, speed_kmh: speedKmh, acc_on: accOn, odometer_m: null, ...place, extra }),
      )
      time += minute / 2
      north += speedKmh / 0.12
    }
  }
  return rows
}

const daysAgo = [200, 199, 198, 197, 120, 119, 60, 2, 1]
const wholeTrack = (random: Random) => daysAgo.map((ago) => aDay(random, today - ago * dayMs))

test('a day that arrives after 200 days is in the statistics', async () => {
  const device = await aDevice(server.database, owner)
  const { terminalID } = device
  const port = gateway.gateway.ports.jt808!
  const sender = new MonthDevice({ terminalId: terminalID, protocol: 'jt808', vehicle: vehicleOf(0), port })
  const day = today - 200 * dayMs
  const toReport = ({ fix_time, latitude_e7, longitude_e7, speed_kmh, acc_on }: PositionRow): Report => ({
    fixTime: fix_time,
    fix: 'gps',
    latitude: latitude_e7! / 1e7,
    longitude: longitude_e7! / 1e7,
    speedKmh: speed_kmh!,
    accOn: acc_on!,
  })
  const drive = (from: number) => {
    const rows = Array.from({ length: 60 }, (_, n) =>
      aPosition({
        fix_time: from + n * minute,
        speed_kmh: n > 20 && n < 40 ? 60 : 0,
        acc_on: n > 20 && n < 40,
        latitude_e7: 225_000_000 + Math.min(Math.max(n - 20, 0), 20) * 89_932,
      }),
    )
    return rows.map(toReport)
  }
  await sender.deliver(drive(day - 20 * dayMs + 8 * hour))
  await sender.deliver(drive(day + 100 * dayMs + 8 * hour))
  await sender.deliver(drive(today - dayMs + 8 * hour))
  await round()
  await sender.deliver(drive(day + 8 * hour), true)
  await round()
  sender.stop()

  const filter = {
    first: dayAt(day, 'UTC'),
    last: dayAt(day, 'UTC'),
    terminalIDs: [terminalID],
    pageSize: 10,
  }
  const { sum } = (await server.call(statisticsCalls.sums, filter, token)).data!
  expect(sum).toMatchObject({ trips: 1 })
  expect(sum.distanceM).toBeGreaterThan(15_000)
  const range = { terminalID, from: day, to: day + dayMs, kinds: ['trip' as const] }
  expect((await server.call(episodeCalls.find, range, token)).data!.episodes).toHaveLength(1)
})

test.each(Array.from({ length: 12 }, (_, n) => n))(
  'track %i: late fixes leave what the whole track makes',
  async (n) => {
    const random = createRandom(n)
    const days = wholeTrack(random)
    const device = await aDevice(server.database, owner, {}, { state_time: now })
    const changed = days[random.whole(0, 5)]!
    const [first, last] = [random.whole(0, changed.length - 1), random.whole(0, changed.length - 1)]
    const late =
      random.next() < 0.2 ? changed : changed.slice(Math.min(first, last), Math.max(first, last) + 1)
    await storePositions(
      server.database,
      device.id,
      days.flat().filter((row) => !late.includes(row)),
    )
    await round()
    if (n % 3 === 0) await pack()
    await storePositions(server.database, device.id, late)
    await mark(device, late)
    await round()
    if (n % 3 === 1) await pack()
    expect(await found(device)).toEqual(await foundAnew(device))
  },
)

test('of a track that changed long ago, what lies behind that is not read again', async () => {
  const days = wholeTrack(createRandom(99)).map((rows) => rows.map((row) => ({ ...row, extra: null })))
  const device = await aDevice(server.database, owner, {}, { state_time: now })
  const late = days[1]!.slice(5, 25)
  const rows = days.flat().filter((row) => !late.includes(row))
  await storePositions(server.database, device.id, rows)
  await round()
  await pack()
  await storePositions(server.database, device.id, late)
  await mark(device, late)
  const points = await round()
  expect(points).toBeGreaterThan(late.length)
  expect(points).toBeLessThanOrEqual(days.slice(0, 4).flat().length)
})

test('nor is it where something is late by an hour besides', async () => {
  const days = wholeTrack(createRandom(98)).map((rows) => rows.map((row) => ({ ...row, extra: null })))
  const device = await aDevice(server.database, owner, {}, { state_time: now })
  const [longAgo, lately] = [days[1]!.slice(5, 25), days.at(-1)!.slice(-20, -10)]
  const rows = days.flat().filter((row) => !longAgo.includes(row) && !lately.includes(row))
  await storePositions(server.database, device.id, rows)
  await round()
  await pack()
  for (const late of [longAgo, lately]) {
    await storePositions(server.database, device.id, late)
    await mark(device, late)
  }
  const ends = [...days.slice(0, 4), ...days.slice(-3)]
  expect(await round()).toBeLessThanOrEqual(ends.flat().length)
  expect(await found(device)).toEqual(await foundAnew(device))
})

const wires = { alwaysOff: false, alwaysOn: true } as const

test.each(Object.entries(wires))(
  'an ignition that is %s is learnt alike from pieces, from late fixes and all at once',
  async (wire, acc_on) => {
    const stored = (row: PositionRow) => ({ ...row, acc_on, extra: null })
    const days = wholeTrack(createRandom(7)).map((rows) => rows.map(stored))
    days[6] = Array.from({ length: 8 * 24 }, (_, n) =>
      stored(aPosition({ fix_time: today - 60 * dayMs + n * hour, speed_kmh: 0, odometer_m: null })),
    )
    const device = await aDevice(server.database, owner, {}, { state_time: now })
    const late = days[2]!.splice(3, 17)
    for (const rows of days) {
      await storePositions(server.database, device.id, rows)
      await mark(device, rows)
      await round()
    }
    await storePositions(server.database, device.id, late)
    await mark(device, late)
    await round()
    const inPieces = await found(device)
    expect(inPieces.episodes.filter(({ kind }) => kind === episodeKinds.ignition)).toEqual([])
    expect(inPieces).toEqual(await foundAnew(device))
    const range = { terminalID: device.terminalID, from: today - 3 * dayMs, to: now }
    expect((await server.call(episodeCalls.explain, range, token)).data!.ignitionWire).toBe(wire)
  },
)

test('a wire that breaks and is repaired is found out from the days as they come, as from all at once', async () => {
  const device = await aDevice(server.database, owner, {}, { state_time: now })
  const wireAt = async (to: number) => {
    const range = { terminalID: device.terminalID, from: to - dayMs, to }
    return (await server.call(episodeCalls.explain, range, token)).data!.ignitionWire
  }
  const verdicts = []
  for (let ago = 12; ago > 0; ago--) {
    const isBroken = ago > 2 && ago <= 8
    const rows = Array.from({ length: 60 }, (_, n) => {
      const drives = n > 20 && n < 50
      return aPosition({
        fix_time: today - ago * dayMs + 8 * hour + n * minute,
        speed_kmh: drives ? 60 : 0,
        acc_on: drives && !isBroken,
        latitude_e7: 225_000_000 + Math.min(Math.max(n - 20, 0), 30) * 89_932,
        odometer_m: null,
      })
    })
    await storePositions(server.database, device.id, rows)
    await mark(device, rows)
    await round()
    verdicts.push(await wireAt(today - ago * dayMs + 12 * hour))
  }
  const [works, broken] = ['connected', 'alwaysOff']
  // It takes three days to be sure.
  expect(verdicts).toEqual([...Array(6).fill(works), ...Array(4).fill(broken), works, works])
  expect(await wireAt(today - 8 * dayMs + 12 * hour)).toBe(broken)
  const { ignition, trip, stop } = episodeKinds
  // Asked for, it is processed up to now: how long it has been offline is another figure each time.
  const ofKinds = ({ episodes }: Awaited<ReturnType<typeof found>>, ...kinds: number[]) =>
    episodes.filter(({ kind }) => kinds.includes(kind))
  const inPieces = await found(device)
  expect(ofKinds(inPieces, ignition)).toHaveLength(6)
  expect(ofKinds(inPieces, trip)).toHaveLength(12)
  expect(ofKinds(inPieces, trip, stop, ignition)).toEqual(
    ofKinds(await foundAnew(device), trip, stop, ignition),
  )
})
