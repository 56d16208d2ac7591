import { resultCodes } from '@trackway/core/codes/results.ts'
import { roles } from '@trackway/core/codes/roles.ts'
import { accountCalls } from '@trackway/core/features/accounts/calls.ts'
import { subAccountCalls } from '@trackway/core/features/accounts/sub-account-calls.ts'
import { deviceCalls } from '@trackway/core/features/devices/calls.ts'
import { liveShareCalls } from '@trackway/core/features/live-shares/calls.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aDevice, anAccount, signIn, type TestAccount, testPassword } from '../../testing/builders.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { insertKey } from '../api-keys/queries.ts'
import { ensureAdmin, setPassword } from './admin.ts'

let server: TestServer
let root: TestAccount
let agent: TestAccount
let token: string
beforeAll(async () => {
  server = await startTestServer()
  root = await anAccount(server.database, { role: roles.admin })
})
beforeEach(async () => {
  agent = await anAccount(server.database, { parent: root })
  token = await signIn(server.database, agent)
})
afterAll(() => server.stop())

const codeOf = async (reply: Promise<{ meta: { code: number } }>) => (await reply).meta.code
const tokenOf = (account: TestAccount) => signIn(server.database, account)

test.each([
  ...([
    'password1',
    'Football',
    '1234567890',
    'aaaaaaaa',
    'abcd1234',
    'Trackway2026',
    'Zhang San 88',
  ] as const),
])('the password %s, which is easy to guess, is refused', async (password) => {
  await server.database.pool.query("update accounts set nickname = 'Zhang San' where id = $1", [agent.id])
  const [username, nickname] = [`guessable-${password.length}`, 'zhang san']
  const input = { parentId: agent.id, username, nickname, password, role: roles.user }
  expect(await codeOf(server.call(subAccountCalls.insert, input, token))).toBe(resultCodes.commonPassword)
  const change = { currentPassword: testPassword, newPassword: password }
  expect(await codeOf(server.call(accountCalls.changePassword, change, token))).toBe(
    resultCodes.commonPassword,
  )
})

test('an account ends after now and not after its superior', async () => {
  const day = 86_400_000
  const parent = await anAccount(server.database, { parent: agent, expire_time: Date.now() + 10 * day })
  const add = async (expireTime: number | null) => {
    const input = {
      parentId: parent.id,
      username: `ends${++ends}`,
      password: 'long enough',
      role: roles.user,
    }
    return (await server.call(subAccountCalls.insert, { ...input, expireTime }, token)).meta
  }
  let ends = 0
  const refused = (reason: string) => ({ code: 1001, issues: [{ path: 'expireTime', reason }] })
  expect(await add(Date.now() - 1)).toMatchObject(refused('not_after_now'))
  expect(await add(8.64e15)).toMatchObject(refused('date'))
  expect(await add(Date.now() + 11 * day)).toMatchObject(refused('after_superior'))
  expect(await add(null)).toMatchObject(refused('after_superior'))
  expect(await add(Date.now() + 9 * day)).toMatchObject({ code: 200 })
})

describe('the tree', () => {
  test('counts the devices of whole subtrees by state', async () => {
    const now = Date.now()
    const child = await anAccount(server.database, { parent: agent, username: 'b-child' })
    const grandchild = await anAccount(server.database, { parent: child, role: roles.user })
    await anAccount(server.database, { parent: agent, username: 'a-leaf', role: roles.user })
    await aDevice(server.database, agent)
    await aDevice(server.database, child, { activate_time: now }, { is_connected: true })
    await aDevice(server.database, child, { activate_time: now }, { connected_time: now, state_time: now })
    await aDevice(server.database, grandchild)
    await aDevice(server.database, grandchild, { activate_time: now, user_expire_time: now - 1 })

    const { data } = await server.call(accountCalls.children, {}, token)
    expect(data?.list).toMatchObject([
      { username: 'a-leaf', hasChildren: false, total: 0, online: 0, offline: 0, unactived: 0 },
      {
        id: child.id,
        ancestors: `${agent.id}`,
        hasChildren: true,
        total: 4,
        online: 1,
        offline: 1,
        unactived: 1,
      },
    ])
    const below = await server.call(accountCalls.children, { id: child.id }, token)
    expect(below.data?.list).toMatchObject([
      { id: grandchild.id, ancestors: `${agent.id},${child.id}`, total: 2 },
    ])
  })

  test('is searched by name and nickname, in pages, with the same counts', async () => {
    const found = await anAccount(server.database, { parent: agent, username: 'fleet-one' })
    const inner = await anAccount(server.database, { parent: found, nickname: 'Big FLEET 100%' })
    await aDevice(server.database, inner)
    const search = { selectName: 'fleet', pageSize: 1 }
    const first = await server.call(accountCalls.findLike, search, token)
    const second = await server.call(accountCalls.findLike, { ...search, pageNum: 2 }, token)
    expect(first.data).toMatchObject({ total: 2, list: [{ id: inner.id, total: 1 }] })
    expect(second.data).toMatchObject({ total: 2, list: [{ id: found.id, total: 1, hasChildren: true }] })
  })

  test('takes signs of the pattern language as they are', async () => {
    await anAccount(server.database, { parent: agent, nickname: '100% sure' })
    const list = async (selectName: string) =>
      (await server.call(accountCalls.findLike, { selectName }, token)).data?.total
    expect(await Promise.all(['0%', '%%', '_', '\\'].map(list))).toEqual([1, 0, 0, 0])
  })
})

test('accounts are named by their ids, those of strangers and those that are gone left out', async () => {
  const child = await anAccount(server.database, { parent: agent, username: 'named', nickname: 'Named one' })
  const stranger = await anAccount(server.database, { parent: root })
  const ids = [agent.id, child.id, stranger.id, root.id, 2_000_000_000]
  const { data } = await server.call(accountCalls.names, { ids }, token)
  expect(data?.list.map(({ id }) => id).sort((a, b) => a - b)).toEqual([agent.id, child.id])
  expect(data?.list).toContainEqual({ id: child.id, username: 'named', nickname: 'Named one' })
  expect((await server.call(accountCalls.names, { ids: [] }, token)).data?.list).toEqual([])
})

describe('adding', () => {
  const insert = (parentId: number, role: number, by = token) =>
    server.call(
      subAccountCalls.insert,
      { parentId, username: `new${parentId}-${role}`, password: 'long enough', role: role as never },
      by,
    )

  test('makes an account that can sign in and sees only itself', async () => {
    const { data } = await insert(agent.id, roles.user)
    expect(data).toMatchObject({ role: roles.user, ancestors: `${agent.id}`, timeZone: 'Asia/Shanghai' })
    const username = data?.username ?? ''
    const login = await server.call(accountCalls.login, { username, password: 'long enough' })
    expect(login.data?.user).toMatchObject({ id: data?.id, ancestors: '' })
    expect(await codeOf(server.call(accountCalls.children, { id: agent.id }, login.data?.token))).toBe(1002)
  })

  test('takes the time zone of the parent unless told', async () => {
    const parent = await anAccount(server.database, { parent: agent, time_zone: 'Europe/Lisbon' })
    await server.call(accountCalls.update, { id: parent.id, units: 'imperial' }, token)
    expect((await insert(parent.id, roles.user)).data).toMatchObject({
      timeZone: 'Europe/Lisbon',
      units: 'imperial',
    })
  })

  test('refuses a name that is taken in any case', async () => {
    await anAccount(server.database, { username: 'Taken-Name' })
    const input = { parentId: agent.id, username: 'taken-name', password: 'long enough', role: roles.user }
    expect(await codeOf(server.call(subAccountCalls.insert, input, token))).toBe(1004)
    expect((await server.call(subAccountCalls.findUsername, { username: 'TAKEN-NAME' }, token)).data).toEqual(
      {
        isFree: false,
      },
    )
    expect((await server.call(subAccountCalls.findUsername, { username: 'other' }, token)).data).toEqual({
      isFree: true,
    })
  })

  test('refuses sub-accounts of an end user', async () => {
    const user = await anAccount(server.database, { parent: agent, role: roles.user })
    expect(await codeOf(insert(user.id, roles.user))).toBe(1007)
  })

  test('refuses roles the caller may not give', async () => {
    for (const role of [roles.admin, roles.test, roles.superAgent, roles.log]) {
      expect(await codeOf(insert(agent.id, role))).toBe(1008)
    }
  })

  test('refuses an administrator below an agent, who could reset its password', async () => {
    const admin = await tokenOf(root)
    expect(await codeOf(insert(agent.id, roles.admin, admin))).toBe(1008)
    expect(await codeOf(insert(root.id, roles.admin, admin))).toBe(200)
  })
})

describe('changing', () => {
  test('is open to everyone for the own profile', async () => {
    const user = await anAccount(server.database, { parent: agent, role: roles.user })
    const change = {
      id: user.id,
      nickname: 'Me',
      timeZone: 'Asia/Yangon',
      language: 'my',
      units: 'us',
    } as const
    const { data } = await server.call(accountCalls.update, change, await tokenOf(user))
    expect(data).toMatchObject({ nickname: 'Me', timeZone: 'Asia/Yangon', language: 'my', units: 'us' })
  })

  test('of others needs the permission', async () => {
    const superAgent = await anAccount(server.database, { parent: agent, role: roles.superAgent })
    const below = await anAccount(server.database, { parent: superAgent })
    const change = { id: below.id, nickname: 'x' }
    expect(await codeOf(server.call(accountCalls.update, change, await tokenOf(superAgent)))).toBe(9906)
    expect(await codeOf(server.call(accountCalls.update, change, token))).toBe(200)
  })

  test('leaves out what is not said, and clears what is null', async () => {
    const id = agent.id
    await server.call(accountCalls.update, { id, nickname: 'a', remark: 'b' }, token)
    await server.call(accountCalls.update, { id, remark: null }, token)
    const { data } = await server.call(accountCalls.update, { id }, token)
    expect(data).toMatchObject({ nickname: 'a', remark: null })
  })

  test('refuses a time zone that does not exist', async () => {
    const reply = await server.call(accountCalls.update, { id: agent.id, timeZone: 'Mars/Base' }, token)
    expect(reply.meta.issues).toEqual([{ path: 'timeZone', reason: 'unknownTimeZone' }])
  })

  test('is seen at once by sessions that are kept in memory', async () => {
    const child = await anAccount(server.database, { parent: agent })
    const childToken = await tokenOf(child)
    await server.call(accountCalls.self, {}, childToken)
    await server.call(accountCalls.update, { id: child.id, language: 'cn' }, token)
    expect((await server.call(accountCalls.self, {}, childToken)).meta.message).toBe('成功')
  })
})

describe('passwords', () => {
  const login = (username: string, password: string) =>
    codeOf(server.call(accountCalls.login, { username, password }))

  test('are changed by who knows the current one, and other sessions end', async () => {
    const other = await tokenOf(agent)
    const change = { currentPassword: testPassword, newPassword: 'brand new one' }
    expect(await codeOf(server.call(accountCalls.changePassword, change, token))).toBe(200)
    expect(await login(agent.username, 'brand new one')).toBe(200)
    expect(await login(agent.username, testPassword)).toBe(209)
    expect(await codeOf(server.call(accountCalls.self, {}, token))).toBe(200)
    expect(await codeOf(server.call(accountCalls.self, {}, other))).toBe(9902)
  })

  /** What of an account works: a session, an API key, a link, notifications in a browser. */
  async function accessOf(account: TestAccount) {
    const { db } = server.database
    const session = await tokenOf(account)
    const { key } = await insertKey(
      db,
      account.id,
      { name: 'a program', scopes: ['all'], expireTime: null },
      0,
    )
    await db
      .insertInto('push_subscriptions')
      .values({
        account_id: account.id,
        endpoint: `https://push.example/${account.id}`,
        p256dh: Buffer.alloc(65),
        auth: Buffer.alloc(16),
        public_key: '',
        language: 'en',
        browser: 'Firefox',
        create_time: 0,
      })
      .execute()
    const device = await aDevice(server.database, account)
    const shown = { terminalIDs: [device.terminalID], hours: 1 }
    const { data: link } = await server.call(liveShareCalls.make, shown, session)
    return async () => {
      const works = async (reply: Promise<{ meta: { success: boolean } }>) => (await reply).meta.success
      const browsers = await db
        .selectFrom('push_subscriptions')
        .selectAll()
        .where('account_id', '=', account.id)
        .execute()
      return {
        session: await works(server.call(accountCalls.self, {}, session)),
        key: await works(server.call(deviceCalls.find, {}, key)),
        link: await works(server.call(liveShareCalls.shared, { token: link!.token })),
        browser: browsers.length > 0,
      }
    }
  }
  const nothing = { session: false, key: false, link: false, browser: false }

  test.each([
    ['ends', false, nothing],
    ['keeps', true, { session: false, key: true, link: true, browser: true }],
  ])('a change of one’s own %s what opens the account', async (_, keepsAccess, left) => {
    const access = await accessOf(agent)
    expect(await access()).toEqual({ session: true, key: true, link: true, browser: true })
    const change = { currentPassword: testPassword, newPassword: 'brand new one', keepsAccess }
    expect(await codeOf(server.call(accountCalls.changePassword, change, token))).toBe(200)
    expect(await access()).toEqual(left)
    expect(await codeOf(server.call(accountCalls.self, {}, token))).toBe(200)
  })

  test('a reset and a suspension end all that opens the account', async () => {
    for (const call of [subAccountCalls.resetPassword, subAccountCalls.suspend]) {
      const child = await anAccount(server.database, { parent: agent })
      const access = await accessOf(child)
      expect(await codeOf(server.call(call, { id: child.id }, token))).toBe(200)
      expect(await access()).toMatchObject({ session: false, key: false, link: false })
    }
  })

  test('cannot be guessed through a stolen session', async () => {
    const guess = (currentPassword: string) =>
      codeOf(
        server.call(accountCalls.changePassword, { currentPassword, newPassword: 'brand new one' }, token),
      )
    for (let i = 0; i < 5; i++) expect(await guess(`guess ${i}`)).toBe(202)
    expect(await guess(testPassword)).toBe(407)
  })

  test('are reset to a random one that is shown once, and sessions end', async () => {
    const child = await anAccount(server.database, { parent: agent })
    const childToken = await tokenOf(child)
    await server.call(accountCalls.self, {}, childToken)
    const { data } = await server.call(subAccountCalls.resetPassword, { id: child.id }, token)
    expect(await login(child.username, data?.password ?? '')).toBe(200)
    expect(await codeOf(server.call(accountCalls.self, {}, childToken))).toBe(9902)
  })

  test('are not reset for oneself, which would do without the current one', async () => {
    expect(await codeOf(server.call(subAccountCalls.resetPassword, { id: agent.id }, token))).toBe(1002)
  })
})

describe('deleting', () => {
  const remove = (id: number) => codeOf(server.call(subAccountCalls.delete, { id }, token))

  test('ends the sessions of the account', async () => {
    const child = await anAccount(server.database, { parent: agent })
    const childToken = await tokenOf(child)
    await server.call(accountCalls.self, {}, childToken)
    expect(await remove(child.id)).toBe(200)
    expect(await codeOf(server.call(accountCalls.self, {}, childToken))).toBe(9902)
    expect(await remove(child.id)).toBe(1002)
  })

  test('is refused while there are sub-accounts or devices, and for oneself', async () => {
    const withChild = await anAccount(server.database, { parent: agent })
    await anAccount(server.database, { parent: withChild })
    const withDevice = await anAccount(server.database, { parent: agent })
    await aDevice(server.database, withDevice)
    expect(await remove(withChild.id)).toBe(1006)
    expect(await remove(withDevice.id)).toBe(1006)
    expect(await remove(agent.id)).toBe(1002)
  })
})

describe('the administrator', () => {
  test('is made once, with a password of its own or a random one', async () => {
    const { createdPassword } = await ensureAdmin(server.database, undefined)
    expect(createdPassword).toMatch(/^\w{14}$/)
    expect(await ensureAdmin(server.database, 'another password')).toEqual({ createdPassword: null })
    const { data } = await server.call(accountCalls.login, {
      username: 'admin',
      password: createdPassword ?? '',
    })
    expect(data?.user).toMatchObject({ id: 1, role: roles.admin, ancestors: '' })
  })

  test('gets back in by the command line', async () => {
    const { username, id } = await anAccount(server.database)
    const old = await signIn(server.database, { id })
    for (let i = 0; i < 6; i++) await server.call(accountCalls.login, { username, password: 'not it' })
    expect(await setPassword(server.database, username.toUpperCase(), 'set by hand')).toBe(true)
    expect(await codeOf(server.call(accountCalls.login, { username, password: 'set by hand' }))).toBe(200)
    expect(await codeOf(server.call(accountCalls.self, {}, old))).toBe(9902)
    expect(await setPassword(server.database, 'no-such-name', 'set by hand')).toBe(false)
  })
})
