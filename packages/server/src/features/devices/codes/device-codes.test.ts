import { deviceCodeCalls } from '@trackway/core/features/devices/code-calls.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aDevice, anAccount, signIn } from '../../../testing/builders.ts'
import { startTestServer, type TestServer } from '../../../testing/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

test('a repaired device proves itself anew', async () => {
  const agent = await anAccount(server.database)
  const { id, terminalID } = await aDevice(server.database, agent)
  const { pool } = server.database
  await pool.query(`insert into device_codes values ($1, '\\x00', null)`, [id])
  await pool.query(`insert into device_keys values ('13900000001', $1, true)`, [id])
  await server.call(deviceCodeCalls.forget, { terminalID }, await signIn(server.database, agent))
  expect((await pool.query('select from device_codes')).rowCount).toBe(0)
  expect(
    (await pool.query('select key from device_keys where device_id = $1', [id])).rows,
  ).not.toContainEqual({
    key: '13900000001',
  })
})
