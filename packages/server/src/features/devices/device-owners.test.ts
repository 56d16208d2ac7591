import { resultNames } from '@trackway/core/codes/results.ts'
import { roles } from '@trackway/core/codes/roles.ts'
import { subAccountCalls } from '@trackway/core/features/accounts/sub-account-calls.ts'
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
import { archiveMs, emptyArchive } from './changes/reset-devices.ts'

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

  test('takes its alarms along with its history, and no others of its giver', async () => {
    const [device, other] = [await driven(first), await driven(first)]
    for (const { id } of [device, other])
      await server.database.pool.query(
        'insert into alarms (account_id, device_id, fix_time, code, server_time) values ($1, $2, $3, 0, $3)',
        [first.id, id, handover - hourMs],
      )
    await transfer(device, second, { withHistory: true })
    const alarmsOf = async (account: TestAccount, filter = {}) =>
      (await server.call(alarmCalls.find, filter, by(account))).data?.list.map(({ terminalID }) => terminalID)
    expect(await alarmsOf(second)).toEqual([device.terminalID])
    expect(await alarmsOf(first)).toHaveLength(2)
    expect(await alarmsOf(agent, { userId: second.id })).toEqual([device.terminalID])
    expect(await alarmsOf(agent, { userId: second.id, withSubAccounts: false })).toEqual([device.terminalID])
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

describe('what a reset hid', () => {
  const reset = async (device: TestDevice, at: number) => {
    const later = now
    now = at
    const input = { terminalIDs: [device.terminalID], confirm: 1 }
    expect((await server.call(deviceServiceCalls.reset, input, by(agent))).data?.done).toBe(1)
    now = later
  }
  const positionsOf = async ({ id }: TestDevice) =>
    (await server.database.pool.query('select from positions where device_id = $1', [id])).rowCount

  test('is of the present owner alone, also when it is deleted', async () => {
    const device = await driven(first)
    await transfer(device, second)
    await reset(device, handover + dayMs)
    expect(await daysOf(first, device)).toEqual([0, 1, 2])
    expect(await daysOf(second, device)).toEqual([4])
    const before = await positionsOf(device)
    await emptyArchive(server.database.pool, handover + dayMs + archiveMs)
    expect(before! - (await positionsOf(device))!).toBe(361)
    expect(await daysOf(first, device)).toEqual([0, 1, 2])
  })

  test('is not for the next owner to see or take back, and is deleted', async () => {
    const device = await driven(first)
    await reset(device, handover - dayMs)
    await transfer(device, second, { withHistory: true })
    expect(await daysOf(second, device)).toEqual([2, 3, 4])
    expect((await server.call(deviceServiceCalls.resets, {}, by(agent))).data?.list).toEqual([])
    await emptyArchive(server.database.pool, handover - dayMs + archiveMs)
    expect(await positionsOf(device)).toBe(3 * 361)
  })
})

describe('an owner', () => {
  const spansOf = async ({ id }: TestDevice) =>
    (
      await server.database.pool.query(
        'select account_id, from_time, to_time from device_owners where device_id = $1 order by id',
        [id],
      )
    ).rows
  const at = (instant: number) => [instant - 60_000, instant + 60_000] as const

  test('is noted whoever changes it, also a process of the version before', async () => {
    const device = await aDevice(server.database, first)
    const { pool } = server.database
    await pool.query('update devices set account_id = $2, nickname = null where id = $1', [
      device.id,
      second.id,
    ])
    const [was, is] = await spansOf(device)
    const [early, late] = at(Date.now())
    expect(was).toMatchObject({ account_id: first.id, from_time: 0 })
    expect(is).toEqual({ account_id: second.id, from_time: was.to_time, to_time: null })
    expect(was.to_time > early && was.to_time < late).toBe(true)
    await pool.query('update devices set nickname = $2, account_id = account_id where id = $1', [
      device.id,
      'Van',
    ])
    expect(await spansOf(device)).toHaveLength(2)
  })

  test('who is deleted leaves what he had to the account above him', async () => {
    const device = await driven(first)
    await transfer(device, second)
    const { meta } = await server.call(subAccountCalls.delete, { id: first.id }, by(agent))
    expect(resultNames[meta.code]).toBe('success')
    expect(await daysOf(agent, device)).toEqual([0, 1, 2, 3, 4])
    expect(await daysOf(second, device)).toEqual([3, 4])
  })

  test('gets again what stayed with him, and has a gap between', async () => {
    const device = await driven(first)
    await transfer(device, second, {}, handover)
    await transfer(device, first, {}, handover + dayMs)
    const { data } = await server.call(trackCalls.days, { terminalID: device.terminalID }, by(first))
    expect(data?.days.map(({ day }) => day)).toEqual(['2026-11-19', '2026-11-17', '2026-11-16', '2026-11-15'])
    expect(await kilometresOf(first)).toBe(144)
    expect(await kilometresOf(second)).toBe(36)
  })
})

test('the term that the next owner gets does not take away what the former one had', async () => {
  const device = await driven(first)
  await transfer(device, second)
  const [days, kilometres] = [await daysOf(first, device), await kilometresOf(first)]
  expect(days.length).toBeGreaterThan(0)
  const input = { terminalIDs: [device.terminalID], userExpireTime: from + hourMs }
  expect((await server.call(deviceServiceCalls.updateTime, input, by(agent))).meta.code).toBe(200)
  expect([await daysOf(first, device), await kilometresOf(first)]).toEqual([days, kilometres])
})
