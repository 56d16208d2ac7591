import { roles } from '@trackway/core/codes/roles.ts'
import { accountCalls } from '@trackway/core/features/accounts/calls.ts'
import { subAccountCalls } from '@trackway/core/features/accounts/sub-account-calls.ts'
import { auditCalls } from '@trackway/core/features/audit/calls.ts'
import { deviceCalls } from '@trackway/core/features/devices/calls.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aDevice, anAccount, signIn, type TestAccount, testPassword } from '../../testing/builders.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let root: TestAccount
let agent: TestAccount
let sales: TestAccount
let shop: TestAccount
let token: string
let now = Date.now()
beforeAll(async () => {
  server = await startTestServer({ now: () => now })
  root = await anAccount(server.database, { role: roles.admin })
})
beforeEach(async () => {
  now = Date.now()
  agent = await anAccount(server.database, { parent: root })
  sales = await anAccount(server.database, { parent: agent })
  shop = await anAccount(server.database, { parent: sales })
  token = await signIn(server.database, agent)
})
afterAll(() => server.stop())

const codeOf = async (reply: Promise<{ meta: { code: number } }>) => (await reply).meta.code
const login = (username: string, password = testPassword) =>
  server.call(accountCalls.login, { username, password })
const hour = 3_600_000

describe('the list', () => {
  test('shows those directly below with the devices of their subtrees', async () => {
    await aDevice(server.database, shop, { activate_time: now }, { is_connected: true })
    await aDevice(server.database, sales)
    const { data } = await server.call(subAccountCalls.findByPage, {}, token)
    expect(data).toMatchObject({
      total: 1,
      list: [
        { id: sales.id, parentName: agent.username, total: 2, online: 1, unactived: 1, state: 'active' },
      ],
    })
  })

  test('finds at any depth by name, role and state', async () => {
    await server.call(subAccountCalls.suspend, { id: shop.id }, token)
    const find = async (filter: object) =>
      (await server.call(subAccountCalls.findByPage, filter, token)).data?.list.map(({ id }) => id)
    expect(await find({ search: shop.username })).toEqual([shop.id])
    expect(await find({ withSubAccounts: true, state: 'suspended' })).toEqual([shop.id])
    expect(await find({ withSubAccounts: true, state: 'active' })).toEqual([sales.id])
    expect(await find({ withSubAccounts: true, roleName: 'user' })).toEqual([])
  })

  test('is given to older tools as rows in the order of the specification', async () => {
    await aDevice(server.database, shop)
    await aDevice(server.database, sales)
    const { data } = await server.call(subAccountCalls.findAllAgentsV2, {}, token)
    expect(data?.list).toEqual([
      [agent.id, null, '', agent.username, null, roles.agent, 2, 2],
      [sales.id, agent.id, `${agent.id}`, sales.username, null, roles.agent, 2, 1],
      [shop.id, sales.id, `${agent.id},${sales.id}`, shop.username, null, roles.agent, 1, 0],
    ])
  })

  test('of the family is the chain from the caller down, and the siblings', async () => {
    const twin = await anAccount(server.database, { parent: sales })
    const { data } = await server.call(subAccountCalls.getFamily, { id: shop.id }, token)
    expect(data?.chain.map(({ id }) => id)).toEqual([agent.id, sales.id, shop.id])
    expect(data).toMatchObject({ siblings: [{ id: twin.id }], siblingsTotal: 1 })
    const own = await server.call(subAccountCalls.getFamily, { id: agent.id }, token)
    expect(own.data).toMatchObject({ chain: [{ id: agent.id }], siblings: [] })
  })
})

test('a transfer takes the subtree with it, whose sessions see the new place at once', async () => {
  const other = await anAccount(server.database, { parent: agent })
  const shopToken = await signIn(server.database, shop)
  const { terminalID } = await aDevice(server.database, shop)
  const salesToken = await signIn(server.database, sales)
  await server.call(accountCalls.self, {}, shopToken)
  expect(
    await codeOf(server.call(subAccountCalls.transfer, { id: shop.id, parentId: other.id }, token)),
  ).toBe(200)
  const otherToken = await signIn(server.database, other)
  expect(await codeOf(server.call(deviceCalls.detail, { terminalID }, otherToken))).toBe(200)
  expect(await codeOf(server.call(deviceCalls.detail, { terminalID }, shopToken))).toBe(200)
  expect(await codeOf(server.call(deviceCalls.detail, { terminalID }, salesToken))).toBe(1002)
})

test('accounts that are added while their superior moves end up below it', async () => {
  const other = await anAccount(server.database, { parent: agent })
  const add = (n: number) =>
    server.call(
      subAccountCalls.insert,
      { parentId: shop.id, username: `late${shop.id}-${n}`, password: 'a long password', role: roles.user },
      token,
    )
  const moves = [other, sales, other].map(
    (to) => () => server.call(subAccountCalls.transfer, { id: shop.id, parentId: to.id }, token),
  )
  await Promise.all([...Array.from({ length: 12 }, (_, n) => add(n)), ...moves.map((move) => move())])
  const rows = await server.database.db
    .selectFrom('accounts')
    .innerJoin('accounts as parent', 'parent.id', 'accounts.parent_id')
    .select(['accounts.id', 'accounts.path', 'parent.path as above'])
    .where('parent.id', '=', shop.id)
    .execute()
  expect(rows).toHaveLength(12)
  for (const { id, path, above } of rows) expect(path).toBe(`${above}${id}/`)
})

test('a password that was reset must be changed before anything else is answered', async () => {
  const { data } = await server.call(subAccountCalls.resetPassword, { id: shop.id }, token)
  const password = data?.password ?? ''
  const signedIn = await login(shop.username, password)
  expect(signedIn.data?.user.mustChangePassword).toBe(true)
  const shopToken = signedIn.data?.token
  expect(await codeOf(server.call(deviceCalls.find, {}, shopToken))).toBe(1031)
  expect(await codeOf(server.call(accountCalls.self, {}, shopToken))).toBe(200)
  const change = { currentPassword: password, newPassword: 'one of my own' }
  expect(await codeOf(server.call(accountCalls.changePassword, change, shopToken))).toBe(200)
  expect(await codeOf(server.call(deviceCalls.find, {}, shopToken))).toBe(200)
})

test('passwords are checked by id and by name, within the scope and as often as at sign-in', async () => {
  const byId = (id: number, password: string) =>
    server.call(subAccountCalls.checkPasswordById, { id, password }, token)
  expect((await byId(shop.id, testPassword)).data).toEqual({ isRight: true })
  const byName = { username: shop.username.toUpperCase(), password: testPassword }
  expect((await server.call(subAccountCalls.checkPassword, byName, token)).data).toEqual({ isRight: true })
  expect(await codeOf(byId(root.id, testPassword))).toBe(1002)
  for (let i = 0; i < 5; i++) expect((await byId(shop.id, 'wrong')).data).toEqual({ isRight: false })
  expect(await codeOf(byId(shop.id, testPassword))).toBe(407)
})

describe('suspended and expired accounts', () => {
  test('cannot sign in and their sessions end, while those below go on', async () => {
    const salesToken = await signIn(server.database, sales)
    const shopToken = await signIn(server.database, shop)
    await server.call(accountCalls.self, {}, salesToken)
    await server.call(subAccountCalls.suspend, { id: sales.id }, token)
    expect(await codeOf(login(sales.username))).toBe(208)
    expect(await codeOf(server.call(accountCalls.self, {}, salesToken))).toBe(9902)
    expect(await codeOf(server.call(accountCalls.self, {}, shopToken))).toBe(200)
    expect(await codeOf(login(shop.username))).toBe(200)
    await server.call(subAccountCalls.resume, { id: sales.id }, token)
    expect(await codeOf(login(sales.username))).toBe(200)
  })

  test('an expiry that is shortened ends what is below no later', async () => {
    const { data } = await server.call(accountCalls.update, { id: sales.id, expireTime: now + hour }, token)
    expect(data?.expireTime).toBe(now + hour)
    const below = await server.call(subAccountCalls.findById, { id: shop.id }, token)
    expect(below.data?.expireTime).toBe(now + hour)
    now += hour
    expect(await codeOf(login(sales.username))).toBe(208)
    const { data: listed } = await server.call(subAccountCalls.findByPage, { state: 'expired' }, token)
    expect(listed?.list).toMatchObject([{ id: sales.id, state: 'expired' }])
  })
})

describe('acting as a sub-account', () => {
  const actAs = async (id: number, by = token) =>
    (await server.call(subAccountCalls.actAs, { id }, by)).data?.token ?? ''

  test('sees what that account sees, and says who acts', async () => {
    const { terminalID } = await aDevice(server.database, shop)
    const acting = await actAs(sales.id)
    const { data } = await server.call(accountCalls.self, {}, acting)
    expect(data).toMatchObject({ id: sales.id, actor: { id: agent.id, username: agent.username } })
    expect(await codeOf(server.call(deviceCalls.detail, { terminalID }, acting))).toBe(200)
    expect(await codeOf(server.call(subAccountCalls.findById, { id: agent.id }, acting))).toBe(1002)
  })

  test('does not change what secures the account', async () => {
    const acting = await actAs(sales.id)
    const change = { currentPassword: testPassword, newPassword: 'one of my own' }
    expect(await codeOf(server.call(accountCalls.changePassword, change, acting))).toBe(1032)
    const rename = { id: sales.id, username: `mine${sales.id}` }
    expect(await codeOf(server.call(subAccountCalls.updateUsername, rename, acting))).toBe(1032)
  })

  test('is recorded with who did it, as whom, and every change made', async () => {
    const acting = await actAs(sales.id)
    await server.call(accountCalls.update, { id: shop.id, nickname: 'Corner shop' }, acting)
    const events = await server.database.db
      .selectFrom('audit_events')
      .select(['kind', 'actor_id', 'acted_as_id', 'account_id'])
      .where('actor_id', '=', agent.id)
      .orderBy('id')
      .execute()
    expect(events).toEqual([
      { kind: 'actingBegun', actor_id: agent.id, acted_as_id: null, account_id: sales.id },
      { kind: 'accountEdited', actor_id: agent.id, acted_as_id: sales.id, account_id: shop.id },
      { kind: 'acting', actor_id: agent.id, acted_as_id: sales.id, account_id: sales.id },
    ])
    expect(await codeOf(server.call(auditCalls.find, { kind: 'actingBegun' }, token))).toBe(200)
  })

  test.each(['signs out', 'is suspended', 'is moved away from the account'] as const)(
    'ends when the superior %s',
    async (what) => {
      const salesToken = await signIn(server.database, sales)
      const acting = await actAs(shop.id, salesToken)
      expect(await codeOf(server.call(accountCalls.self, {}, acting))).toBe(200)
      if (what === 'signs out') await server.call(accountCalls.logout, {}, salesToken)
      if (what === 'is suspended') await server.call(subAccountCalls.suspend, { id: sales.id }, token)
      if (what === 'is moved away from the account')
        await server.call(subAccountCalls.transfer, { id: shop.id, parentId: agent.id }, token)
      expect(await codeOf(server.call(accountCalls.self, {}, acting))).toBe(9902)
    },
  )

  test('goes on down the tree as the same person', async () => {
    const further = await actAs(shop.id, await actAs(sales.id))
    const { data } = await server.call(accountCalls.self, {}, further)
    expect(data).toMatchObject({ id: shop.id, actor: { id: agent.id } })
  })

  test('is answered for a password of the account that must be changed', async () => {
    await server.call(subAccountCalls.resetPassword, { id: shop.id }, token)
    expect(await codeOf(server.call(deviceCalls.find, {}, await actAs(shop.id)))).toBe(200)
  })
})

test('region and group are set by administrators and inherited', async () => {
  const adminToken = await signIn(server.database, root)
  await server.call(subAccountCalls.updateFlags, { id: sales.id, region: 'hk', group: null }, adminToken)
  await server.call(subAccountCalls.updateFlags, { id: agent.id, region: 'cn', group: 'lease' }, adminToken)
  const self = await server.call(accountCalls.self, {}, await signIn(server.database, shop))
  expect(self.data).toMatchObject({ region: 'hk', group: 'lease' })
  const flags = { id: shop.id, region: 'cn', group: null }
  expect(await codeOf(server.call(subAccountCalls.updateFlags, flags, token))).toBe(9906)
})

test('accounts are imported with passwords of their own; rows that are refused say why', async () => {
  const rows = [
    { username: `fleet${agent.id}`, nickname: 'Fleet', role: roles.user },
    { username: shop.username, role: roles.user },
    { username: '?', role: roles.user },
    { username: `factory${agent.id}`, role: roles.test },
  ]
  const { data } = await server.call(subAccountCalls.import, { parentId: agent.id, rows }, token)
  expect(data?.failed).toEqual([
    { row: 2, username: shop.username, result: 'usernameTaken' },
    { row: 3, username: '?', result: 'usernameMalformed' },
    { row: 4, username: `factory${agent.id}`, result: 'roleNotGrantable' },
  ])
  const [added] = data?.added ?? []
  expect((await login(`fleet${agent.id}`, added?.password)).data?.user.mustChangePassword).toBe(true)
})

test('all below are deleted when their number is typed', async () => {
  expect(await codeOf(server.call(subAccountCalls.deleteAll, { id: agent.id, count: 2 }, token))).toBe(200)
  const { data } = await server.call(subAccountCalls.findByPage, { withSubAccounts: true }, token)
  expect(data?.total).toBe(0)
})
