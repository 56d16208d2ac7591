import { decimalsOf } from '@trackway/core/api/decimals.ts'
import { roles } from '@trackway/core/codes/roles.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aDevice, anAccount, signIn, type TestAccount, type TestDevice } from '../testing/builders.ts'
import { samplesOf } from '../testing/sample-inputs.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'
import { allHandlers } from './all.ts'

/** Every call that reads, asked about a device whose figures have tails: no reply may have one. */

let server: TestServer
let account: TestAccount
let device: TestDevice
beforeAll(async () => {
  server = await startTestServer()
  account = await anAccount(server.database, { role: roles.admin })
  device = await aDevice(server.database, account, { car_number: 'TAILS', activate_time: 1 })
  await fillWithTails()
})
afterAll(() => server.stop())

const now = Math.floor(Date.now() / 1000) * 1000

/** Gives the device figures in single precision, in every column that holds any. */
async function fillWithTails(): Promise<void> {
  const { pool } = server.database
  const { rows } = await pool.query(
    `select column_name as name from information_schema.columns
     where table_name = 'device_states' and data_type in ('real', 'double precision')`,
  )
  const sets = rows.map(({ name }) => `${name} = 61.7::float4::float8 + 0.1`).join(', ')
  await pool.query(`update device_states set ${sets} where device_id = $1`, [device.id])
  await pool.query(
    `update device_states set latitude_e7 = 225000001, longitude_e7 = 1139000001, fix_time = $2, state_time = $2,
       connected_time = $2, is_connected = true, readings = $3 where device_id = $1`,
    [
      device.id,
      now,
      JSON.stringify({
        temperatureC: { value: [0.1 + 0.2], time: now },
        fuelL: { value: 70.1 + 0.2, time: now },
      }),
    ],
  )
  await pool.query(
    `insert into alarms (device_id, account_id, fix_time, server_time, code, source, latitude_e7, longitude_e7, speed_kmh, detail)
     values ($1, $4, $2, $2, 19, 'device', 225000001, 1139000001, 61.7, $3)`,
    [device.id, now, JSON.stringify({ speedKmh: 61.7 + 0.1, limitKmh: 0.1 + 0.2 }), account.id],
  )
  for (let n = 0; n < 20; n++)
    await pool.query(
      `insert into positions (device_id, fix_time, server_time, latitude_e7, longitude_e7, speed_kmh, distance_m,
         quality, odometer_m) values ($1, $2, $2, $3, 1139000001, 61.7, 100.3, 0, $4)`,
      [device.id, now - 3_000_000 + n * 60_000, 225_000_001 + n * 10_001, 1_000.1 + 0.2 + n * 900],
    )
}

/** Where a reply says more decimals than its names allow. */
function tailsIn(value: unknown, name: string, path: string): string[] {
  if (typeof value === 'number') {
    const decimals = String(value).split('.')[1]?.length ?? 0
    return decimals > decimalsOf(name) ? [`${path} ${value}`] : []
  }
  if (Array.isArray(value)) return value.flatMap((item) => tailsIn(item, name, `${path}[]`))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, item]) => tailsIn(item, key, `${path}.${key}`))
}

test('no reply has a tail of floating point', async () => {
  const token = await signIn(server.database, account)
  const found: string[] = []
  let answered = 0
  for (const { call } of allHandlers) {
    // What demo accounts may call changes nothing.
    if (!call.demo || call.session !== null) continue
    for (const input of samplesOf(call, { account, device })) {
      const reply = await server.call(call, input as never, token)
      if (reply.meta?.success) answered++
      found.push(...tailsIn(reply.data, '', call.path))
    }
  }
  expect(found).toEqual([])
  expect(answered).toBeGreaterThan(100)
})
