import type { Call, Envelope } from '@trackway/core/api/call.ts'
import { permissionsOf } from '@trackway/core/codes/permissions.ts'
import { resultNames } from '@trackway/core/codes/results.ts'
import { roles } from '@trackway/core/codes/roles.ts'
import type { Scope } from '@trackway/core/codes/scopes.ts'
import { allCalls } from '@trackway/core/contract.ts'
import { accountCalls } from '@trackway/core/features/accounts/calls.ts'
import { sessionCalls } from '@trackway/core/features/accounts/session-calls.ts'
import { apiKeyCalls } from '@trackway/core/features/api-keys/calls.ts'
import { auditCalls } from '@trackway/core/features/audit/calls.ts'
import { deviceCalls } from '@trackway/core/features/devices/calls.ts'
import { locationCalls } from '@trackway/core/features/locations/calls.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aDevice, anAccount, signIn, type TestAccount, type TestDevice } from '../../testing/builders.ts'
import { samplesOf } from '../../testing/sample-inputs.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let time = Date.now()
let root: TestAccount
let agent: TestAccount
let token: string
let device: TestDevice
beforeAll(async () => {
  server = await startTestServer({ now: () => time })
  root = await anAccount(server.database, { role: roles.admin })
})
beforeEach(async () => {
  time = Date.now()
  agent = await anAccount(server.database, { parent: root })
  token = await signIn(server.database, agent)
  device = await aDevice(server.database, agent)
})
afterAll(() => server.stop())

const nameOf = ({ meta }: Envelope) => resultNames[meta.code]
async function aKey(scopes: Scope[], more: { expireTime?: number; token?: string } = {}) {
  const { token: by = token, ...rest } = more
  const { data } = await server.call(apiKeyCalls.add, { name: 'program', scopes, ...rest }, by)
  return data!
}
const devicesOf = async (key: string) => server.call(deviceCalls.find, {}, key)

test('a key reads as its account does, and stands hashed in the table', async () => {
  const { key } = await aKey(['devices', 'main:monitor'])
  expect((await devicesOf(key)).data?.list.map(({ terminalID }) => terminalID)).toEqual([device.terminalID])
  expect((await server.call(accountCalls.self, {}, key)).data).toMatchObject({ username: agent.username })
  const rows = await server.database.db.selectFrom('api_keys').selectAll().execute()
  expect(JSON.stringify(rows)).not.toContain(key)
  expect(JSON.stringify(rows)).not.toContain(Buffer.from(key).toString('hex'))
})

test('it may no more than its scopes, and never what its account may not', async () => {
  const { key } = await aKey(['main:track'])
  expect(nameOf(await devicesOf(key))).toBe('noPermission')
  expect(nameOf(await server.call(locationCalls.find, {}, key))).toBe('noPermission')
  const user = await anAccount(server.database, { parent: agent, role: roles.user })
  const all = await aKey(['all', 'system'], { token: await signIn(server.database, user) })
  const { data } = await server.call(accountCalls.self, {}, all.key)
  expect(data?.permissions).toEqual(permissionsOf(roles.user))
  expect(
    nameOf(await server.post('/api/user/delete', { id: agent.id }, { authorization: `Bearer ${all.key}` })),
  ).toBe('noPermission')
})

test('with every scope it still reaches nothing that guards the account', async () => {
  const admin = await anAccount(server.database, { parent: root, role: roles.admin })
  const { key } = await aKey(['all'], { token: await signIn(server.database, admin) })
  const guarded: readonly Call[] = allCalls.filter(({ inPerson }) => inPerson)
  expect(guarded.map(({ path }) => path)).toEqual(
    expect.arrayContaining([
      '/api/apiKey/add',
      '/api/user/changePassword',
      '/api/user/update',
      '/api/twoFactor/begin',
      '/api/twoFactor/demand',
      '/api/session/find',
      // It would open a session that is not bound to the scopes of the key.
      '/api/user/actAs',
    ]),
  )
  for (const call of guarded) {
    const [input] = samplesOf(call, { account: agent, device })
    expect(nameOf(await server.call(call, input as never, key)), call.path).toBe('noPermission')
  }
})

test('it sees no stranger', async () => {
  const stranger = await anAccount(server.database, { parent: root })
  const { key } = await aKey(['all'], { token: await signIn(server.database, stranger) })
  const { terminalID } = device
  expect(nameOf(await server.call(deviceCalls.detail, { terminalID }, key))).toBe('notFound')
  expect((await devicesOf(key)).data?.total).toBe(0)
  const own = await aKey(['all'])
  const strangers = await signIn(server.database, stranger)
  expect(nameOf(await server.call(apiKeyCalls.revoke, { id: own.id }, strangers))).toBe('notFound')
  expect((await server.call(apiKeyCalls.find, { search: 'program' }, strangers)).data?.total).toBe(1)
  expect(nameOf(await devicesOf(own.key))).toBe('success')
})

test.each([
  ['it was revoked', ({ id }: { id: number }) => server.call(apiKeyCalls.revoke, { id }, token)],
  [
    'it ran out',
    async () => {
      time += 3_600_001
    },
  ],
  [
    'its account has expired',
    async () => {
      const ended = { expire_time: time - 1 }
      await server.database.db.updateTable('accounts').set(ended).where('id', '=', agent.id).execute()
      server.bus.publish('account.edited', { accountId: agent.id })
    },
  ],
  [
    'its account is gone',
    async () => {
      await server.database.db.deleteFrom('devices').where('account_id', '=', agent.id).execute()
      await server.database.db.deleteFrom('accounts').where('id', '=', agent.id).execute()
      server.bus.publish('account.edited', { accountId: agent.id })
    },
  ],
])('it opens nothing once %s', async (_, end) => {
  const made = await aKey(['all'], { expireTime: time + 3_600_000 })
  expect(nameOf(await devicesOf(made.key))).toBe('success')
  await end(made)
  expect(nameOf(await devicesOf(made.key))).toBe('sessionExpired')
})

test('a made-up key, a part of one, and a token of a session dressed as one open nothing', async () => {
  const { key } = await aKey(['all'])
  for (const tried of [`${key}x`, key.slice(0, -1), `tw_${token}`, 'tw_', key.slice(3)])
    expect(nameOf(await devicesOf(tried))).toBe('sessionExpired')
})

test('its superior sees when and where it was used, and can end it; all of it is recorded', async () => {
  const { id, key } = await aKey(['devices'])
  await devicesOf(key)
  const admin = await signIn(server.database, root)
  const find = () => server.call(apiKeyCalls.find, { search: agent.username }, admin)
  expect((await find()).data?.list).toMatchObject([
    { id, username: agent.username, lastUseTime: time, lastUseAddress: '127.0.0.1', scopes: ['devices'] },
  ])
  expect((await server.call(apiKeyCalls.find, { isOwn: true }, admin)).data?.total).toBe(0)
  await server.call(apiKeyCalls.revoke, { id }, admin)
  expect(nameOf(await devicesOf(key))).toBe('sessionExpired')
  const { data } = await server.call(auditCalls.find, {}, token)
  expect(data?.list).toMatchObject([
    { kind: 'apiKeyRevoked', username: root.username },
    { kind: 'apiKeyMade', username: agent.username },
  ])
  expect(JSON.stringify(data)).not.toContain(key)
})

test('an account has so many keys, also when they are asked for at once', async () => {
  const made = await Promise.all(
    Array.from({ length: 55 }, () =>
      server.call(apiKeyCalls.add, { name: 'one of many', scopes: ['all'] }, token),
    ),
  )
  expect(made.filter((reply) => nameOf(reply) === 'success')).toHaveLength(50)
  expect(made.filter((reply) => nameOf(reply) === 'tooManyKeys')).toHaveLength(5)
})

test('unknown scopes, none at all, and an end in the past are refused', async () => {
  const add = async (input: object) => nameOf(await server.call(apiKeyCalls.add, input as never, token))
  expect(await add({ name: 'x', scopes: ['*'] })).toBe('invalidInput')
  expect(await add({ name: 'x', scopes: [] })).toBe('invalidInput')
  expect(await add({ name: '', scopes: ['all'] })).toBe('invalidInput')
  expect(await add({ name: 'x', scopes: ['all'], expireTime: time - 1 })).toBe('invalidInput')
})

test('sessions are listed with browser and address, and ended one by one or all but one’s own', async () => {
  const login = { username: agent.username, password: 'correct horse' }
  const headers = { 'user-agent': 'Firefox on a desk', 'x-forwarded-for': '203.0.113.9' }
  const { data } = await server.post(accountCalls.login.path, login, headers)
  const other = (data as { token: string }).token
  const find = async (by = token) => (await server.call(sessionCalls.find, {}, by)).data?.list
  const list = (await find())!
  expect(list).toHaveLength(2)
  const entry = list.find(({ isCurrent }) => !isCurrent)!
  expect(entry).toMatchObject({ browser: 'Firefox on a desk', address: '203.0.113.9', isLong: false })
  const stranger = await signIn(server.database, await anAccount(server.database, { parent: root }))
  expect(nameOf(await server.call(sessionCalls.revoke, { id: entry.id }, stranger))).toBe('notFound')
  await server.call(sessionCalls.revoke, { id: entry.id }, token)
  expect(nameOf(await server.call(accountCalls.self, {}, other))).toBe('sessionExpired')
  const more = [await signIn(server.database, agent), await signIn(server.database, agent)]
  expect((await server.call(sessionCalls.revokeOthers, {}, token)).data).toEqual({ ended: 2 })
  expect(nameOf(await server.call(accountCalls.self, {}, more[0]!))).toBe('sessionExpired')
  expect(await find()).toMatchObject([{ isCurrent: true }])
})

test('who tries the demo account sees neither the addresses of others nor keys', async () => {
  const demo = await anAccount(server.database, { parent: agent, is_demo: true })
  const tokens = [await signIn(server.database, demo), await signIn(server.database, demo)]
  const { data } = await server.call(sessionCalls.find, {}, tokens[0])
  expect(data).toMatchObject({ total: 1, list: [{ isCurrent: true }] })
  expect((await server.call(apiKeyCalls.find, {}, tokens[0])).data).toEqual({ list: [], total: 0 })
  expect(nameOf(await server.call(apiKeyCalls.add, { name: 'x', scopes: ['all'] }, tokens[0]))).toBe(
    'demoAccount',
  )
})
