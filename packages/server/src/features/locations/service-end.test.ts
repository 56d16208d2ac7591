import { resultNames } from '@trackway/core/codes/results.ts'
import { roles } from '@trackway/core/codes/roles.ts'
import { checkCarCalls } from '@trackway/core/features/check-car/calls.ts'
import { deviceLinkCalls } from '@trackway/core/features/device-links/calls.ts'
import { deviceServiceCalls as calls } from '@trackway/core/features/devices/service-calls.ts'
import { episodeCalls } from '@trackway/core/features/episodes/calls.ts'
import { locationCalls } from '@trackway/core/features/locations/calls.ts'
import { statisticsCalls } from '@trackway/core/features/statistics/calls.ts'
import { trackFileCalls } from '@trackway/core/features/track-files/calls.ts'
import { trackShareCalls } from '@trackway/core/features/track-shares/calls.ts'
import { trackCalls } from '@trackway/core/features/tracks/calls.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aDevice, anAccount, signIn, type TestAccount, type TestDevice } from '../../testing/builders.ts'
import { aPosition, storePositions } from '../../testing/position-rows.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { emptyArchive } from '../devices/changes/reset-devices.ts'
import { keepExpiredPlaces } from './expired-places.ts'

/** Who sees what of a device whose service ended, or that was reset: the rule of the core, in every call. */
const hour = 3_600_000
let server: TestServer
let root: TestAccount
let agent: TestAccount
let customer: TestAccount
let asAdmin: string
let asAgent: string
let asUser: string
/** Drives for four hours, an hour at each of four places; its user's term ended after two, the platform's after three. */
let device: TestDevice
let start: number

beforeAll(async () => {
  server = await startTestServer()
  root = await anAccount(server.database, { role: roles.admin })
  asAdmin = await signIn(server.database, root)
})
afterAll(() => server.stop())
beforeEach(async () => {
  agent = await anAccount(server.database, { parent: root })
  customer = await anAccount(server.database, { parent: agent, role: roles.superUser })
  asAgent = await signIn(server.database, agent)
  asUser = await signIn(server.database, customer)
  start = Date.now() - 4 * hour
  device = await aDevice(
    server.database,
    customer,
    {
      activate_time: start,
      user_expire_time: start + 2 * hour,
      platform_expire_time: start + 3 * hour,
    },
    {
      is_connected: true,
      state_time: start + 4 * hour - 1000,
      fix_time: start + 3.5 * hour,
      latitude_e7: 43e7,
      longitude_e7: 10e7,
      speed_kmh: 50,
    },
  )
  await storePositions(
    server.database,
    device.id,
    [0.5, 1.5, 2.5, 3.5].map((hours, n) =>
      aPosition({ fix_time: start + hours * hour, latitude_e7: (40 + n) * 1e7, longitude_e7: 10e7 }),
    ),
  )
  await keepExpiredPlaces(server.database.pool, Date.now())
})

const locate = async (token: string) =>
  (await server.call(locationCalls.find, { terminalIDs: [device.terminalID] }, token)).data?.list[0]
const range = () => ({ terminalID: device.terminalID, from: start, to: start + 4 * hour })
/** How many of the four fixes a file of the track holds. */
const fixesOf = async (token: string) => {
  const reply = await fetch(server.url + trackFileCalls.export.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ ...range(), format: 'csv' }),
  })
  const text = await reply.text()
  return text.split('\n').filter((line) => /,4[0-3],10,/.test(line)).length
}

describe('after the terms', () => {
  test('the end user sees where it stood, agents until the platform’s term, administrators everything', async () => {
    expect(await locate(asUser)).toMatchObject({ state: 'expired', lat: 41, speed: null, isConnected: false })
    expect(await locate(asAgent)).toMatchObject({ state: 'expired', lat: 42, speed: null })
    expect(await locate(asAdmin)).toMatchObject({ state: 'expired', lat: 43, speed: 50, isConnected: true })
  })

  test('history ends there too', async () => {
    for (const [token, fixes] of [
      [asUser, 2],
      [asAgent, 3],
      [asAdmin, 4],
    ] as const)
      expect(await fixesOf(token)).toBe(fixes)
    const beyond = { ...range(), from: start + 2.2 * hour }
    const { data } = await server.call(episodeCalls.find, beyond, asUser)
    expect(data?.episodes).toEqual([])
    expect((await server.call(trackCalls.alarms, beyond, asUser)).meta.code).toBe(200)
  })

  test('a term of the agents alone leaves the agents everything', async () => {
    await server.database.pool.query('update devices set platform_expire_time = null where id = $1', [
      device.id,
    ])
    expect(await locate(asAgent)).toMatchObject({ lat: 43, speed: 50 })
    expect(await locate(asUser)).toMatchObject({ lat: 41, speed: null })
  })

  test('renewal shows what was stored meanwhile', async () => {
    const input = { terminalIDs: [device.terminalID], platformExpireTime: null, userExpireTime: null }
    await server.call(calls.updateTime, input, asAdmin)
    expect(await locate(asUser)).toMatchObject({ lat: 43, speed: 50 })
    expect(await fixesOf(asUser)).toBe(4)
  })

  test('a link to the device shows no more than its owner sees', async () => {
    const made = await server.call(deviceLinkCalls.make, { terminalID: device.terminalID, days: 1 }, asAdmin)
    const query = new URL(made.data!.path, 'http://x').searchParams
    const opened = await server.call(deviceLinkCalls.open, {
      imei: query.get('imei')!,
      cert: query.get('cert')!,
    })
    expect(await locate(opened.data!.token)).toMatchObject({ lat: 41, speed: null })
  })

  test('a shared replay ends where its maker’s view ends', async () => {
    const shared = async (from: number) => {
      const input = { terminalIDs: [range().terminalID], from, to: start + 3.9 * hour, days: 1 }
      const { data } = await server.call(trackShareCalls.share, input, asUser)
      const reply = await server.call(trackShareCalls.shared, { token: data!.token })
      return reply.data?.to ?? resultNames[reply.meta.code]
    }
    expect(await shared(start)).toBe(start + 2 * hour)
    expect(await shared(start + 2.5 * hour)).toBe('notFound')
  })

  test('statistics leave out days that are not shown as a whole', async () => {
    const { db } = server.database
    const zone = 'Asia/Shanghai'
    const dayMs = 24 * hour
    const today = Math.floor((start + 8 * hour) / dayMs) * dayMs - 8 * hour
    const day = (time: number) => new Date(time + 8 * hour).toISOString().slice(0, 10)
    await sql`insert into episode_progress (device_id, time_zone, until_time, seen_time)
      values (${device.id}, ${zone}, ${start + 4 * hour}, ${9e12})`.execute(db)
    for (const from of [today - 2 * dayMs, today - dayMs, today])
      await sql`insert into day_sums (device_id, from_time, to_time, distance_m, driving_ms, idle_ms, stopped_ms,
          ignition_ms, offline_ms, overspeed_ms, trips, stops, idlings, ignitions, offlines, overspeeds, charges)
        values (${device.id}, ${from}, ${from + dayMs}, 1000, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0)`.execute(
        db,
      )
    await sql`update devices set user_expire_time = ${today - hour}, platform_expire_time = null
      where id = ${device.id}`.execute(db)
    const distance = async (token: string) => {
      const input = { terminalIDs: [device.terminalID], first: day(today - 2 * dayMs), last: day(today) }
      return (await server.call(statisticsCalls.sums, input, token)).data?.sum.distanceM
    }
    expect(await distance(asUser)).toBe(1000)
    expect(await distance(asAgent)).toBe(3000)
  })

  test('a search by place leaves the device out where its time is not shown', async () => {
    const area = { shape: 'circle', lat: 42, lon: 10, radiusM: 500 } as const
    const input = { terminalIDs: [device.terminalID], from: start, to: start + 4 * hour, area }
    const found = async (token: string) =>
      (await server.call(checkCarCalls.area, input, token)).data?.list.length
    expect(await found(asUser)).toBe(0)
    expect(await found(asAdmin)).toBe(1)
  })
})

describe('a reset', () => {
  const reset = (confirm: number | string, token = asAdmin) =>
    server.call(calls.reset, { terminalIDs: [device.terminalID], confirm }, token)
  beforeEach(() =>
    server.database.pool.query(
      'update devices set platform_expire_time = null, user_expire_time = null where id = $1',
      [device.id],
    ),
  )

  test('asks for the number of devices', async () => {
    expect(resultNames[(await reset(2)).meta.code]).toBe('confirmationWrong')
    expect((await locate(asAdmin))?.lat).toBe(43)
    expect((await reset('1')).data).toEqual({ done: 1, failed: [] })
  })

  test('hides all that was reported from everybody, and can be taken back by whoever may reset', async () => {
    await reset(1)
    for (const token of [asAdmin, asUser]) {
      expect(await locate(token)).toMatchObject({ state: 'inactive', lat: null, activateTime: null })
      expect(await fixesOf(token)).toBe(0)
    }
    const { data } = await server.call(calls.resets, { search: device.terminalID }, asAdmin)
    expect(data).toMatchObject({ total: 1, list: [{ terminalID: device.terminalID, activateTime: start }] })
    const id = data!.list[0]!.id
    expect((await server.call(calls.restore, { id }, asUser)).meta.code).toBe(9906)
    expect((await server.call(calls.restore, { id }, asAgent)).meta.code).toBe(200)
    expect(await locate(asUser)).toMatchObject({ lat: 43, speed: 50, activateTime: start })
    expect(await fixesOf(asUser)).toBe(4)
    expect((await server.call(calls.restore, { id }, asAdmin)).meta.code).toBe(1002)
  })

  test('is for good after thirty days', async () => {
    await reset(1)
    const { pool } = server.database
    await emptyArchive(pool, Date.now() + 29 * 24 * hour)
    expect((await pool.query('select from positions where device_id = $1', [device.id])).rowCount).toBe(4)
    await emptyArchive(pool, Date.now() + 31 * 24 * hour)
    expect((await pool.query('select from positions where device_id = $1', [device.id])).rowCount).toBe(0)
    expect((await server.call(calls.resets, {}, asAdmin)).data?.total).toBe(0)
  })
})
