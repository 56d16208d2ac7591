import { roles } from '@trackway/core/codes/roles.ts'
import { alarmCalls } from '@trackway/core/features/alarms/calls.ts'
import { deviceServiceCalls } from '@trackway/core/features/devices/service-calls.ts'
import { episodeCalls } from '@trackway/core/features/episodes/calls.ts'
import { locationCalls } from '@trackway/core/features/locations/calls.ts'
import { statisticsCalls } from '@trackway/core/features/statistics/calls.ts'
import { trackCalls } from '@trackway/core/features/tracks/calls.ts'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aDevice, anAccount, signIn, type TestAccount, type TestDevice } from '../../testing/builders.ts'
import { aPosition, storePositions } from '../../testing/position-rows.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { runEpisodeJob } from '../episodes/processing/episode-job.ts'

/** A device is the first customer's, then the second's from `handover` on, and drives an hour of every day for both. */

const hourMs = 3_600_000
const dayMs = 24 * hourMs
let now = Date.UTC(2026, 10, 20, 12)
const handover = Date.UTC(2026, 10, 18)
const from = handover - 3 * dayMs
const to = handover + 2 * dayMs

let server: TestServer
let agent: TestAccount
let first: TestAccount
let second: TestAccount
const tokens = new Map<TestAccount, string>()
beforeAll(async () => {
  server = await startTestServer({ now: () => now })
})
afterAll(() => server.stop())
beforeEach(async () => {
  const admin = await anAccount(server.database, { role: roles.admin, time_zone: 'UTC' })
  agent = await anAccount(server.database, { parent: admin, time_zone: 'UTC' })
  first = await anAccount(server.database, { parent: agent, role: roles.superUser, time_zone: 'UTC' })
  second = await anAccount(server.database, { parent: agent, role: roles.superUser, time_zone: 'UTC' })
  for (const account of [agent, first, second]) tokens.set(account, await signIn(server.database, account))
})

const by = (account: TestAccount) => tokens.get(account)!

/** An hour of 36 km/h from noon on. */
async function driveDay(device: TestDevice, midnight: number): Promise<void> {
  const rows = Array.from({ length: 361 }, (_, n) =>
    aPosition({
      fix_time: midnight + 12 * hourMs + n * 10_000,
      speed_kmh: 36,
      odometer_m: null,
      distance_m: n === 0 ? 0 : 100,
      latitude_e7: 310_000_000 + n * 8_993,
      longitude_e7: 1_210_000_000,
    }),
  )
  await storePositions(server.database, device.id, rows)
}

async function driven(account: TestAccount): Promise<TestDevice> {
  const state = { state_time: now, fix_time: now, latitude_e7: 310_000_000, longitude_e7: 1_210_000_000 }
  const device = await aDevice(server.database, account, { activate_time: from, create_time: from }, state)
  for (let day = from; day < to; day += dayMs) await driveDay(device, day)
  const client = await server.database.pool.connect()
  await runEpisodeJob(client, { log: pino({ level: 'silent' }), now: () => now })
  client.release()
  return device
}

async function transfer(device: TestDevice, account: TestAccount, choice = {}, at = handover): Promise<void> {
  const later = now
  now = at
  const input = { terminalIDs: [device.terminalID], userId: account.id, ...choice }
  const { data } = await server.call(deviceServiceCalls.transfer, input, by(agent))
  now = later
  expect(data).toEqual({ done: 1, failed: [] })
}

/** The days from `from` on of which an account sees the track. */
async function daysOf(account: TestAccount, { terminalID }: TestDevice): Promise<number[]> {
  const { data } = await server.call(trackCalls.find, { terminalID, from, to }, by(account))
  return [...new Set(data?.points.map(({ fixTime }) => Math.floor((fixTime - from) / dayMs)))]
}

async function kilometresOf(account: TestAccount, filter: { terminalIDs?: string[] } = {}): Promise<number> {
  const input = { first: '2026-11-15', last: '2026-11-19', groupBy: 'device', ...filter } as const
  const { data } = await server.call(statisticsCalls.sums, input, by(account))
  return Math.round(data!.sum.distanceM / 1000)
}

describe('a device that changes hands', () => {
  test('shows each owner the track of his own time, and superiors all of it', async () => {
    const device = await driven(first)
    await transfer(device, second)
    expect(await daysOf(first, device)).toEqual([0, 1, 2])
    expect(await daysOf(second, device)).toEqual([3, 4])
    expect(await daysOf(agent, device)).toEqual([0, 1, 2, 3, 4])
  })

  test('leaves its figures with whom it drove for', async () => {
    const device = await driven(first)
    const whole = await kilometresOf(first)
    expect(whole).toBe(180)
    await transfer(device, second)
    expect(await kilometresOf(first)).toBe(108)
    expect(await kilometresOf(second)).toBe(72)
    expect(await kilometresOf(agent)).toBe(180)
    expect(await kilometresOf(first, { terminalIDs: [device.terminalID] })).toBe(108)
  })

  test('goes with its history where that is chosen, and both see it', async () => {
    const device = await driven(first)
    await transfer(device, second, { withHistory: true })
    expect(await daysOf(first, device)).toEqual([0, 1, 2])
    expect(await daysOf(second, device)).toEqual([0, 1, 2, 3, 4])
    expect(await kilometresOf(second)).toBe(180)
  })

  test('hands on no more than its giver saw', async () => {
    const device = await driven(first)
    const third = await anAccount(server.database, { parent: agent, role: roles.user, time_zone: 'UTC' })
    tokens.set(third, await signIn(server.database, third))
    await transfer(device, second, {}, handover - dayMs)
    await transfer(device, third, { withHistory: true })
    expect(await daysOf(third, device)).toEqual([2, 3, 4])
  })

  test('comes out of stock with what it did there, unless that is to stay', async () => {
    const [device, other] = [await driven(agent), await driven(agent)]
    await transfer(device, first)
    await transfer(other, first, { withHistory: false })
    expect(await daysOf(first, device)).toEqual([0, 1, 2, 3, 4])
    expect(await daysOf(first, other)).toEqual([3, 4])
    await transfer(device, agent, {}, handover + 1)
    await transfer(device, second, {}, handover + 2)
    expect(await daysOf(second, device)).toEqual([3, 4])
  })

  test('is nowhere for its new owner until it reports', async () => {
    const device = await driven(first)
    await transfer(device, second)
    const { data } = await server.call(locationCalls.find, {}, by(second))
    expect(data?.list).toMatchObject([
      { terminalID: device.terminalID, lat: null, lon: null, stateTime: null },
    ])
    expect((await server.call(locationCalls.find, {}, by(first))).data?.list).toEqual([])
  })

  test('parts its alarms', async () => {
    const device = await driven(first)
    const add = (account: TestAccount, time: number) =>
      server.database.pool.query(
        'insert into alarms (account_id, device_id, fix_time, code, server_time) values ($1, $2, $3, 0, $3)',
        [account.id, device.id, time],
      )
    await add(first, handover - hourMs)
    await transfer(device, second)
    await add(second, handover + hourMs)
    const alarmsOf = async (account: TestAccount) =>
      (await server.call(alarmCalls.find, {}, by(account))).data?.list.map(({ startTime }) => startTime)
    expect(await alarmsOf(first)).toEqual([handover - hourMs])
    expect(await alarmsOf(second)).toEqual([handover + hourMs])
    expect(await alarmsOf(agent)).toEqual([handover + hourMs, handover - hourMs])
  })

  test('shows its trips to whom they were driven for', async () => {
    const device = await driven(first)
    await transfer(device, second)
    const input = { terminalID: device.terminalID, from, to, kinds: ['trip' as const] }
    const tripsOf = async (account: TestAccount) =>
      (await server.call(episodeCalls.find, input, by(account))).data?.episodes.length
    expect([await tripsOf(first), await tripsOf(second), await tripsOf(agent)]).toEqual([3, 2, 5])
  })
})
