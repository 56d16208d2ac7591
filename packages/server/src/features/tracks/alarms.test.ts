import { alarms } from '@trackway/core/codes/alarms.ts'
import { roles } from '@trackway/core/codes/roles.ts'
import { trackCalls } from '@trackway/core/features/tracks/calls.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aDevice, anAccount, signIn, type TestAccount, type TestDevice } from '../../testing/builders.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

const midnight = Date.UTC(2026, 10, 18)

let server: TestServer
let owner: TestAccount
let token: string

beforeAll(async () => {
  server = await startTestServer()
  owner = await anAccount(server.database, { role: roles.superUser })
  token = await signIn(server.database, owner)
})
afterAll(() => server.stop())

async function raise(device: TestDevice, count: number): Promise<void> {
  await server.database.pool.query(
    `insert into alarms (account_id, device_id, fix_time, code, server_time, latitude_e7, longitude_e7, speed_kmh)
     select 1, $1, $2::int8 + n * 1000, $3, 0, case when n > 0 then 312345678 end, case when n > 0 then -1214567891 end,
       case when n > 0 then 54.3 end
     from generate_series(0, $4::int4 - 1) as n`,
    [device.id, midnight, alarms.vibration, count],
  )
}

async function alarmsOf(device: TestDevice, from: number, to: number) {
  return (await server.call(trackCalls.alarms, { terminalID: device.terminalID, from, to }, token)).data!
}

test('alarms come oldest first, with what is known of their place', async () => {
  const device = await aDevice(server.database, owner)
  await raise(device, 3)
  expect(await alarmsOf(device, midnight, midnight + 1_000)).toEqual({
    alarms: [
      { fixTime: midnight, code: alarms.vibration, lat: null, lon: null, speedKmh: null },
      {
        fixTime: midnight + 1_000,
        code: alarms.vibration,
        lat: 31.2345678,
        lon: -121.4567891,
        speedKmh: expect.closeTo(54.3, 4),
      },
    ],
    total: 2,
  })
})

test('of more than 5,000 the newest are shown, and all are counted', async () => {
  const device = await aDevice(server.database, owner)
  await raise(device, 5_003)
  const { alarms: shown, total } = await alarmsOf(device, midnight, midnight + 86_400_000)
  expect(total).toBe(5_003)
  expect(shown).toHaveLength(5_000)
  expect(shown[0]?.fixTime).toBe(midnight + 3_000)
})

test('there are none where there are none', async () => {
  const device = await aDevice(server.database, owner)
  expect(await alarmsOf(device, midnight, midnight + 86_400_000)).toEqual({ alarms: [], total: 0 })
})
