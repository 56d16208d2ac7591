import { limits } from '@trackway/core/codes/limits.ts'
import { resultCodes } from '@trackway/core/codes/results.ts'
import { roles } from '@trackway/core/codes/roles.ts'
import { deviceCalls, unknownDeviceCalls } from '@trackway/core/features/devices/calls.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aDevice, anAccount, signIn, type TestAccount } from '../../testing/builders.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let account: TestAccount
let token: string
beforeAll(async () => {
  server = await startTestServer()
})
beforeEach(async () => {
  account = await anAccount(server.database, { role: roles.admin })
  token = await signIn(server.database, account)
})
afterAll(() => server.stop())

const idsLeft = async () => {
  const { data } = await server.call(deviceCalls.find, {}, token)
  return data?.list.map(({ terminalID }) => terminalID).sort()
}

test('deletes those named; a stranger’s and one that is gone are told, and keep nobody', async () => {
  const published: unknown[] = []
  server.bus.subscribe('device.edited', ({ deviceIds }) => published.push(...deviceIds))
  const [a, b, kept] = [
    await aDevice(server.database, account),
    await aDevice(server.database, account),
    await aDevice(server.database, account),
  ]
  const foreign = await aDevice(server.database, await anAccount(server.database))
  const ids = [a.terminalID, foreign.terminalID, b.terminalID, '8610000000']
  const { data } = await server.call(deviceCalls.deleteMany, { ids }, token)
  expect(data).toEqual({
    done: 2,
    failed: [
      { id: foreign.terminalID, result: 'notFound' },
      { id: '8610000000', result: 'notFound' },
    ],
  })
  expect(await idsLeft()).toEqual([kept.terminalID])
  expect(published).toEqual([a.id, b.id])
  const { rows } = await sql`select 1 from devices where terminal_id = ${foreign.terminalID}`.execute(
    server.database.db,
  )
  expect(rows).toHaveLength(1)
})

test('changes all that a filter finds, and no others', async () => {
  const found = await aDevice(server.database, account, { nickname: 'Truck north' })
  const other = await aDevice(server.database, account, { nickname: 'Van' })
  const { data } = await server.call(
    deviceCalls.updateMany,
    { filter: { search: 'north' }, remark: 'sold' },
    token,
  )
  expect(data).toEqual({ done: 1, failed: [] })
  const page = await server.call(deviceCalls.find, { sort: 'createTime' }, token)
  const remarks = Object.fromEntries(
    page.data?.list.map(({ terminalID, remark }) => [terminalID, remark]) ?? [],
  )
  expect(remarks).toEqual({ [found.terminalID]: 'sold', [other.terminalID]: null })
})

test('a filter that finds more than an operation takes changes nothing', async () => {
  const count = limits.devicesPerOperation + 1
  await sql`insert into devices (terminal_id, account_id, device_type_id, create_time)
    select (869000000000000 + n)::text, ${account.id}, 13, 0 from generate_series(1, ${count}) n`.execute(
    server.database.db,
  )
  const { meta } = await server.call(deviceCalls.deleteMany, { filter: {} }, token)
  expect(meta.code).toBe(resultCodes.tooManyDevices)
  const { data } = await server.call(deviceCalls.find, {}, token)
  expect(data?.total).toBe(count)
})

test.each([{}, { ids: ['8610000001'], filter: {} }, { ids: [] }])('%j names no rows', async (input) => {
  const { meta } = await server.call(deviceCalls.deleteMany, input as never, token)
  expect(meta.code).toBe(resultCodes.invalidInput)
})

test('registers those that wait, each as the type of the protocol that it spoke', async () => {
  const ids = ['869111000000001', '14535709218', '869111000000003']
  const rows = ids.map((terminal_id, i) => ({
    terminal_id,
    wire: ['gt06', 'jt808', 'unheard of'][i]!,
    remote_address: '127.0.0.1',
    attempts: 1,
    first_time: 1,
    last_time: 1,
  }))
  await server.database.db.insertInto('unknown_devices').values(rows).execute()
  const { data } = await server.call(unknownDeviceCalls.registerMany, { ids }, token)
  expect(data).toEqual({ done: 2, failed: [{ id: ids[2], result: 'unknownDeviceType' }] })
  const page = await server.call(deviceCalls.find, { search: ids[1]! }, token)
  expect(page.data?.list[0]).toMatchObject({ deviceTypeName: 'Y808', userId: account.id })
  expect((await server.call(unknownDeviceCalls.find, { search: '8691110' }, token)).data?.total).toBe(1)
})
