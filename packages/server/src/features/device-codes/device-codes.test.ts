import { auditCalls } from '@trackway/core/api/audit.ts'
import { deviceCodeCalls } from '@trackway/core/api/device-codes.ts'
import { resultCodes } from '@trackway/core/codes/results.ts'
import { roles } from '@trackway/core/codes/roles.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aDevice, anAccount, signIn } from '../../testing/builders.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let admin: string
beforeAll(async () => {
  server = await startTestServer()
  admin = await signIn(server.database, await anAccount(server.database, { role: roles.admin }))
})
afterAll(() => server.stop())

const setRule = (deviceType: number) =>
  server.call(deviceCodeCalls.setRule, { deviceType, codeRule: 'demand' }, admin)

test('who may configure types sets which codes count, of types that have codes', async () => {
  const told: number[] = []
  server.bus.subscribe('deviceType.edited', ({ deviceTypeId }) => told.push(deviceTypeId))
  expect((await setRule(14)).meta.code).toBe(resultCodes.success)
  // A GT06 device has no code: it would be locked out.
  for (const type of [13, 999]) expect((await setRule(type)).meta.code).toBe(resultCodes.unknownDeviceType)
  expect(told).toEqual([14])
  const { data } = await server.call(deviceCodeCalls.rules, {}, admin)
  expect(data?.list).toContainEqual({ deviceType: 14, name: 'Y808', codeRule: 'demand' })
  expect(data?.list).toContainEqual({ deviceType: 15, name: 'GW005808', codeRule: 'any' })
  expect((await server.call(auditCalls.find, {}, admin)).data?.list).toMatchObject([
    { kind: 'codeRule', before: { codeRule: 'any' }, after: { deviceType: 14, codeRule: 'demand' } },
  ])
})

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
