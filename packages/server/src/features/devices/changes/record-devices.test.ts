import { deviceTypes } from '@trackway/core/codes/protocols.ts'
import { resultNames } from '@trackway/core/codes/results.ts'
import { roles } from '@trackway/core/codes/roles.ts'
import { subAccountCalls } from '@trackway/core/features/accounts/sub-account-calls.ts'
import { auditCalls } from '@trackway/core/features/audit/calls.ts'
import { deviceCalls } from '@trackway/core/features/devices/calls.ts'
import { deviceServiceCalls as calls } from '@trackway/core/features/devices/service-calls.ts'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { aDevice, anAccount, signIn, type TestAccount } from '../../../testing/builders.ts'
import { startTestServer, type TestServer } from '../../../testing/test-server.ts'

/** What is recorded of changes of devices: who, as whom, before and after, one event a batch. */
let server: TestServer
let root: TestAccount
let asAdmin: string
let agent: TestAccount
let asAgent: string
let [north, south]: TestAccount[] = []

beforeAll(async () => {
  server = await startTestServer()
  root = await anAccount(server.database, { role: roles.admin })
  asAdmin = await signIn(server.database, root)
})
afterAll(() => server.stop())
beforeEach(async () => {
  agent = await anAccount(server.database, { parent: root })
  asAgent = await signIn(server.database, agent)
  north = await anAccount(server.database, { parent: agent, role: roles.user })
  south = await anAccount(server.database, { parent: agent, role: roles.user })
})

const newest = async (token = asAdmin) => (await server.call(auditCalls.find, {}, token)).data!.list[0]!
const countEvents = async () =>
  Number((await server.database.pool.query('select count(*) from audit_events')).rows[0].count)

test('a device that is handed over is recorded with both owners, by the superior who acted as another', async () => {
  const { terminalID } = await aDevice(server.database, north!)
  const { data } = await server.call(subAccountCalls.actAs, { id: agent.id }, asAdmin)
  await server.call(calls.transfer, { terminalIDs: [terminalID], userId: south!.id }, data!.token)
  const { list } = (await server.call(auditCalls.find, { kind: 'deviceTransferred' }, asAgent)).data!
  expect(list).toMatchObject([
    {
      terminalID,
      username: root.username,
      asUsername: agent.username,
      address: '127.0.0.1',
      before: { account: north!.username },
      after: { account: south!.username },
    },
  ])
})

test('a batch is one event with its counts, and is found by each of its devices', async () => {
  const devices = [
    await aDevice(server.database, north!),
    await aDevice(server.database, north!),
    await aDevice(server.database, south!),
  ]
  const terminalIDs = devices.map(({ terminalID }) => terminalID)
  const before = await countEvents()
  const third = await anAccount(server.database, { parent: agent, role: roles.user })
  await server.call(calls.transfer, { terminalIDs, userId: third.id }, asAgent)
  expect(await countEvents()).toBe(before + 1)
  const { list } = (await server.call(auditCalls.find, { search: terminalIDs[1]! }, asAgent)).data!
  expect(list).toMatchObject([
    {
      kind: 'deviceTransferred',
      terminalID: null,
      before: { account: { [north!.username]: 2, [south!.username]: 1 } },
      after: { devices: 3, terminalIDs, account: third.username },
    },
  ])
})

test('what a batch says of several accounts, none of them reads', async () => {
  const devices = [await aDevice(server.database, north!), await aDevice(server.database, agent)]
  const terminalIDs = devices.map(({ terminalID }) => terminalID)
  const other = await anAccount(server.database, { parent: root })
  await server.call(calls.transfer, { terminalIDs, userId: other.id }, asAdmin)
  expect(await newest()).toMatchObject({ kind: 'deviceTransferred', after: { account: other.username } })
  for (const token of [asAgent, await signIn(server.database, other)])
    expect((await server.call(auditCalls.find, {}, token)).data?.list).toEqual([])
})

test('terms, host, type, reset and its undoing say what was before and after', async () => {
  const activate = Date.UTC(2026, 0, 5)
  const { terminalID } = await aDevice(
    server.database,
    north!,
    { activate_time: activate, user_expire_time: Date.UTC(2027, 0, 1) },
    { state_time: activate },
  )
  const terminalIDs = [terminalID]
  await server.call(calls.updateTime, { terminalIDs, userExpireTime: Date.UTC(2028, 0, 1) }, asAgent)
  expect(await newest()).toMatchObject({
    kind: 'deviceTerms',
    terminalID,
    username: agent.username,
    before: { userExpireTime: '2027-01-01T00:00:00.000Z' },
    after: { userExpireTime: '2028-01-01T00:00:00.000Z' },
  })
  await server.call(calls.updateHost, { terminalIDs, host: 'a.example:5023' }, asAdmin)
  expect(await newest()).toMatchObject({
    kind: 'deviceHost',
    before: { host: null },
    after: { host: 'a.example:5023' },
  })
  await server.call(calls.reset, { terminalIDs, confirm: 1 }, asAdmin)
  const activateTime = new Date(activate).toISOString()
  expect(await newest()).toMatchObject({
    kind: 'deviceReset',
    before: { activateTime },
    after: { activateTime: null },
  })
  const { list } = (await server.call(calls.resets, { search: terminalID }, asAdmin)).data!
  await server.call(calls.restore, { id: list[0]!.id }, asAdmin)
  expect(await newest()).toMatchObject({
    kind: 'deviceResetUndone',
    terminalID,
    before: { activateTime: null },
    after: { activateTime },
  })
  await server.call(calls.updateDeviceType, { terminalIDs, deviceType: deviceTypes[1].id }, asAdmin)
  expect(await newest()).toMatchObject({
    kind: 'deviceType',
    before: { deviceType: deviceTypes[0].name },
    after: { deviceType: deviceTypes[1].name },
  })
})

test('a device password is recorded without it', async () => {
  const devices = [await aDevice(server.database, north!), await aDevice(server.database, north!)]
  const terminalIDs = devices.map(({ terminalID }) => terminalID)
  const { data } = await server.call(calls.updatePasswords, { terminalIDs }, asAgent)
  const { rows } = await server.database.pool.query(
    `select e::text as event, password_hash from audit_events e, devices d where d.id = $1 order by e.id desc limit 1`,
    [devices[0]!.id],
  )
  expect(rows[0].event).toContain('devicePassword')
  for (const secret of [data!.passwords![0]!.password, rows[0].password_hash])
    expect(rows[0].event).not.toContain(secret)
  expect(await newest()).toMatchObject({ before: null, after: { devices: 2, terminalIDs } })
})

test('a deleted device leaves behind whose it was', async () => {
  const [one, two] = [await aDevice(server.database, north!), await aDevice(server.database, south!)]
  await server.call(deviceCalls.delete, { terminalID: one.terminalID }, asAdmin)
  expect(await newest()).toMatchObject({
    kind: 'deviceDeleted',
    terminalID: one.terminalID,
    after: null,
    before: { account: north!.username },
  })
  await server.call(deviceCalls.deleteMany, { ids: [two.terminalID] }, asAdmin)
  expect(await newest()).toMatchObject({ terminalID: two.terminalID, before: { account: south!.username } })
})

test('what was refused is not recorded', async () => {
  const { terminalID } = await aDevice(server.database, north!)
  const before = await countEvents()
  const input = { terminalIDs: [terminalID], userId: north!.id }
  expect(resultNames[(await server.call(calls.transfer, input, asAgent)).meta.code]).toBe('alreadyThere')
  expect(await countEvents()).toBe(before)
})

test.each([
  'transfer',
  'updateTime',
  'updatePasswords',
  'delete',
  'suspend',
  'updateRole',
  'resetPassword',
] as const)('%s stands with its record or not at all', async (name) => {
  const { id, terminalID } = await aDevice(server.database, north!)
  const terminalIDs = [terminalID]
  const change = {
    transfer: () => server.call(calls.transfer, { terminalIDs, userId: south!.id }, asAdmin),
    updateTime: () => server.call(calls.updateTime, { terminalIDs, userExpireTime: 1e12 }, asAdmin),
    updatePasswords: () => server.call(calls.updatePasswords, { terminalIDs }, asAdmin),
    delete: () => server.call(deviceCalls.delete, { terminalID }, asAdmin),
    suspend: () => server.call(subAccountCalls.suspend, { id: north!.id }, asAdmin),
    updateRole: () =>
      server.call(subAccountCalls.updateRole, { id: north!.id, role: roles.superUser }, asAdmin),
    resetPassword: () => server.call(subAccountCalls.resetPassword, { id: north!.id }, asAdmin),
  }[name]
  const { pool } = server.database
  const rows = async () => [
    (await pool.query('select * from devices where id = $1', [id])).rows,
    (await pool.query('select * from accounts where id = $1', [north!.id])).rows,
  ]
  const before = await rows()
  await pool.query(`create function fail() returns trigger language plpgsql as
    $$ begin raise exception 'no'; end $$; create trigger fail before insert on audit_events for each row execute function fail()`)
  expect(resultNames[(await change()).meta.code]).toBe('internal')
  await pool.query('drop function fail cascade')
  expect(await rows()).toEqual(before)
  expect(resultNames[(await change()).meta.code]).toBe('success')
  expect(await rows()).not.toEqual(before)
})
afterEach(() => server.database.pool.query('drop function if exists fail cascade'))
