import { roles } from '@trackway/core/codes/roles.ts'
import { oneDeviceCalls } from '@trackway/core/features/devices/one-device-calls.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aDevice, anAccount, signIn, type TestAccount, type TestDevice } from '../../testing/builders.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let customer: TestAccount
let token: string
beforeAll(async () => {
  server = await startTestServer()
  customer = await anAccount(server.database, { role: roles.superUser })
  token = await signIn(server.database, customer)
})
afterAll(() => server.stop())

const ask = async ({ terminalID }: TestDevice) =>
  (await server.call(oneDeviceCalls.firstContact, { terminalID }, token)).data!

test('one that is refused has sent bytes; one that was accepted has logged in; then it has a position', async () => {
  const fresh = await aDevice(server.database, customer)
  expect(await ask(fresh)).toEqual({ bytesTime: null, loginTime: null, positionTime: null })
  const refused = await aDevice(server.database, customer)
  await server.database.pool.query(
    `insert into connections values (9, 'test', $1, 'jt808', '10.0.0.1', 5000, 6000, 'remote', 1, 1, 1, 1)`,
    [refused.id],
  )
  expect(await ask(refused)).toMatchObject({ bytesTime: 5000, loginTime: null, positionTime: null })
  const accepted = await aDevice(
    server.database,
    customer,
    { activate_time: 7000 },
    { state_time: 8000, connected_time: 7000 },
  )
  expect(await ask(accepted)).toMatchObject({ bytesTime: 7000, loginTime: 7000, positionTime: null })
  const located = await aDevice(server.database, customer, { activate_time: 7000 }, { fix_time: 9000 })
  expect(await ask(located)).toMatchObject({ bytesTime: 7000, loginTime: 7000, positionTime: 9000 })
})

test('of an old one, whose first connections are kept no more, bytes came with the login at the latest', async () => {
  const old = await aDevice(server.database, customer, { activate_time: 7000 })
  await server.database.pool.query(
    `insert into connections values (10, 'test', $1, 'jt808', '10.0.0.1', 90000, 91000, 'remote', 1, 1, 1, 1)`,
    [old.id],
  )
  expect(await ask(old)).toMatchObject({ bytesTime: 7000, loginTime: 7000 })
})

test('of a device whose service has ended nothing is told', async () => {
  const ended = await aDevice(server.database, customer, { activate_time: 7000, user_expire_time: 8000 })
  expect(await ask(ended)).toMatchObject({ bytesTime: null, loginTime: null })
})

test('many are asked for at once; a stranger’s are left out', async () => {
  const stranger = await anAccount(server.database, { role: roles.superUser })
  const theirs = await aDevice(server.database, stranger)
  const fresh = await aDevice(server.database, customer, { sim: '13912345678' })
  const located = await aDevice(server.database, customer, { activate_time: 7000 }, { fix_time: 9000 })
  const terminalIDs = [fresh, located, theirs].map(({ terminalID }) => terminalID)
  const { data } = await server.call(oneDeviceCalls.firstContacts, { terminalIDs }, token)
  const found = new Map(data!.list.map((device) => [device.terminalID, device]))
  expect(found.size).toBe(2)
  expect(found.get(fresh.terminalID)).toMatchObject({
    sim: '13912345678',
    bytesTime: null,
    positionTime: null,
  })
  expect(found.get(located.terminalID)).toMatchObject({ loginTime: 7000, positionTime: 9000 })
})
