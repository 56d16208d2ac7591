import { roles } from '@trackway/core/codes/roles.ts'
import { whyOfflineCalls } from '@trackway/core/features/locations/why-offline-calls.ts'
import type { Insertable } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Tables } from '../../platform/database/tables.ts'
import { aDevice, anAccount, signIn, type TestAccount, type TestDevice } from '../../testing/builders.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { FrameChunk } from '../frames/frame-chunk.ts'

const minute = 60_000
const now = Date.now()
const lastContact = now - 30 * minute

let server: TestServer
let customer: TestAccount
let token: string
beforeAll(async () => {
  server = await startTestServer({ now: () => now })
  const admin = await anAccount(server.database, { role: roles.admin })
  customer = await anAccount(server.database, { parent: admin, role: roles.user })
  token = await signIn(server.database, customer)
})
afterAll(() => server.stop())

/** A device that last reported half an hour ago. */
const aSilentDevice = (
  columns: Partial<Insertable<Tables['devices']>> = {},
  state: Partial<Insertable<Tables['device_states']>> = {},
  owner = customer,
) =>
  aDevice(
    server.database,
    owner,
    { activate_time: now - 90 * minute, ...columns },
    { state_time: lastContact, connected_time: now - 80 * minute, wire: 'gt06', ...state },
  )

const ask = async ({ terminalID }: TestDevice) =>
  (await server.call(whyOfflineCalls.find, { terminalID }, token)).data!

test('tells the last frame, the interval before, how the connection ended, and power and signal', async () => {
  const device = await aSilentDevice({}, { external_voltage_v: 0.2, battery_percent: 80, gsm_level: 4 })
  const { pool } = server.database
  await pool.query(
    `insert into connections values (7, 'test', $1, 'gt06', '10.0.0.1', $2, $3, 'remote', 1, 1, 1, 1)`,
    [device.id, now - 80 * minute, lastContact],
  )
  const chunk = new FrameChunk(device.id, null, lastContact)
  chunk.add(false, Buffer.from('787805230100020d000d0a', 'hex'), lastContact)
  chunk.add(false, Buffer.from('78780a134004040001000fdcee0d0a', 'hex'), lastContact)
  chunk.add(true, Buffer.from('787805130009ecff0d0a', 'hex'), lastContact)
  await pool.query('insert into raw_frames values (7, $1, null, $2, $2, $3)', [
    device.id,
    lastContact,
    chunk.bytes,
  ])
  for (let at = 0; at < 5; at++)
    await pool.query(
      'insert into positions (device_id, fix_time, server_time, quality) values ($1, $2, $2, 0)',
      [device.id, lastContact - at * 20_000],
    )
  expect(await ask(device)).toMatchObject({
    lastContactTime: lastContact,
    lastKind: 'heartbeat',
    intervalMs: 20_000,
    connection: { untilTime: lastContact, endReason: 'remote' },
    before: { externalVoltageV: 0.2, batteryPercent: 80, gsmLevel: 4 },
    serviceEndTime: null,
    neighbours: null,
    causes: ['powerCut'],
  })
})

test('counts those of its operator that went with it, among the caller’s own only', async () => {
  const iccid = (n: number) => `898600000000000000${String(n).padStart(2, '0')}`
  const device = await aSilentDevice({ iccid: iccid(1) })
  for (let n = 2; n <= 4; n++)
    await aSilentDevice({ iccid: iccid(n) }, { state_time: lastContact + n * minute })
  await aSilentDevice({ iccid: iccid(5) }, { state_time: now, is_connected: true })
  await aSilentDevice({ iccid: iccid(6) }, { state_time: lastContact - 15 * minute })
  await aSilentDevice({ iccid: '89460800000000000000' })
  await aSilentDevice({ iccid: iccid(7) }, {}, await anAccount(server.database))
  expect(await ask(device)).toMatchObject({
    neighbours: { operator: '898600', total: 5, gone: 3 },
    causes: ['operator'],
  })
})

test('one that was never heard, and one whose service has ended, say no more than that', async () => {
  const fresh = await aDevice(server.database, customer)
  expect(await ask(fresh)).toMatchObject({ lastContactTime: null, before: null, causes: ['never'] })
  const ended = await aSilentDevice({ user_expire_time: now - minute })
  expect(await ask(ended)).toMatchObject({
    lastContactTime: null,
    before: null,
    connection: null,
    serviceEndTime: now - minute,
    causes: ['expired'],
  })
})

test.each([
  ['gt06', {}, 330, 330],
  ['gt06', { utc_offset_minutes: 60 }, 330, 390],
  ['jt808', {}, -480, 0],
])(
  'a clock of %s, set as %j and %i minutes ahead, is to be set to %i',
  async (wire, set, aheadMinutes, utcOffsetMinutes) => {
    const device = await aSilentDevice(set, { wire })
    for (let at = 0; at < 6; at++) {
      const time = lastContact - at * 2 * minute
      await server.database.pool.query(
        'insert into positions (device_id, fix_time, server_time, quality) values ($1, $2, $3, 8)',
        [device.id, time + aheadMinutes * minute, time],
      )
    }
    expect(await ask(device)).toMatchObject({ clock: { aheadMinutes, utcOffsetMinutes }, causes: ['clock'] })
  },
)
