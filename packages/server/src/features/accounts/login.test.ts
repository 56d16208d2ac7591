import { resultCodes } from '@trackway/core/codes/results.ts'
import { accountCalls } from '@trackway/core/features/accounts/calls.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aDevice, anAccount, signIn, testPassword } from '../../testing/builders.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let time = 0
beforeAll(async () => {
  server = await startTestServer({ now: () => time })
})
beforeEach(() => {
  time = Date.now()
})
afterAll(() => server.stop())

const login = (username: string, password: string, address = '10.0.0.1') =>
  server.post(accountCalls.login.path, { username, password }, { 'x-forwarded-for': address })
const codeOf = async (reply: Promise<{ meta: { code: number } }>) => (await reply).meta.code

describe('login', () => {
  test('gives a token that opens the account', async () => {
    const account = await anAccount(server.database)
    const { data, status } = await server.call(accountCalls.login, {
      username: account.username,
      password: testPassword,
    })
    expect(status).toBe(200)
    const self = await server.call(accountCalls.self, {}, data?.token)
    expect(self.data).toMatchObject({ id: account.id, ancestors: '', username: account.username })
  })

  test('takes the name in any case', async () => {
    const { username } = await anAccount(server.database, { username: 'MixedCase' })
    expect(await codeOf(login(username.toUpperCase(), testPassword))).toBe(resultCodes.success)
  })

  test.each([
    '',
    ' ',
    'a',
    'x'.repeat(41),
    'x'.repeat(5_000),
    'semi;colon',
    "o'brien",
    'line\nbreak',
    '\0\0',
  ])('refuses the malformed name %j with 201', async (username) =>
    expect(await codeOf(login(username, 'whatever'))).toBe(201),
  )

  test('answers a wrong name and a wrong password alike', async () => {
    const { username } = await anAccount(server.database)
    const wrongPassword = await login(username, 'not it')
    const wrongName = await login('nobody-of-that-name', 'not it')
    expect(wrongPassword.meta.code).toBe(209)
    expect(wrongName).toEqual(wrongPassword)
  })

  test('says that an account expired only to who knows the password', async () => {
    const { username } = await anAccount(server.database, { expire_time: time - 1 })
    expect(await codeOf(login(username, testPassword))).toBe(208)
    expect(await codeOf(login(username, 'not it'))).toBe(209)
  })

  test('keeps no token in the database', async () => {
    const { username } = await anAccount(server.database)
    const { data } = await server.call(accountCalls.login, { username, password: testPassword })
    const rows = await server.database.db.selectFrom('sessions').select('token_hash').execute()
    expect(rows.map((row) => row.token_hash.toString('base64url'))).not.toContain(data?.token)
  })

  test('answers in the language asked for', async () => {
    const ask = (language: string) =>
      server.post(accountCalls.login.path, { username: '', password: '' }, { 'accept-language': language })
    expect((await ask('zh-CN,zh;q=0.9')).meta.message).toBe(
      '用户名格式不正确，请使用 2 至 40 位字母、数字或 . _ - @',
    )
    expect((await ask('de, fr;q=0.5')).meta.message).toBe(
      "This isn't a valid user name. Use 2 to 40 letters, digits or . _ - @",
    )
  })
})

describe('attempts', () => {
  const counted = (key: string, attempts: number) =>
    server.database.pool.query('insert into login_attempts values ($1, $2, $3, 0)', [key, attempts, time])
  /** Wrong passwords from one address after another, each of its own network. */
  const guess = async (username: string, times: number) => {
    for (let i = 0; i < times; i++) await login(username, 'not it', `10.${30 + (i >> 8)}.${i & 255}.1`)
  }

  test.each([true, false])(
    'are bounded by name and address, whether it exists (%s) or not',
    async (exists) => {
      const username = exists ? (await anAccount(server.database)).username : 'nobody-at-all'
      for (let i = 0; i < 5; i++) expect(await codeOf(login(username, 'not it', '10.1.0.1'))).toBe(209)
      expect(await codeOf(login(username, testPassword, '10.1.0.1'))).toBe(407)
      expect(await codeOf(login(username, testPassword, '10.1.0.2'))).toBe(exists ? 200 : 209)
    },
  )

  test('wait longer each time, and are free again afterwards', async () => {
    const { username } = await anAccount(server.database)
    for (let i = 0; i < 5; i++) await login(username, 'not it')
    expect(await codeOf(login(username, testPassword))).toBe(407)
    time += 31_000
    expect(await codeOf(login(username, 'not it'))).toBe(209)
    time += 31_000
    expect(await codeOf(login(username, testPassword))).toBe(407)
    time += 31_000
    expect(await codeOf(login(username, testPassword))).toBe(200)
    expect(await codeOf(login(username, 'not it'))).toBe(209)
    expect(await codeOf(login(username, testPassword))).toBe(200)
  })

  test.each([
    ['at one name', 0, 15 * 60_000],
    ['while the name is under attack', 20 * 2 ** 8, 6 * 3_600_000],
  ])('wait at most so long, and are told how long: %s', async (_, guesses, longestMs) => {
    const { username } = await anAccount(server.database)
    await counted(`name:${username}`, guesses)
    await counted(`name:${username} 10.4.0.1/32`, 1_000)
    expect(await codeOf(login(username, 'not it', '10.4.0.1'))).toBe(209)
    time += longestMs - 1_000
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': '10.4.0.1' }
    const body = JSON.stringify({ username, password: testPassword })
    const response = await fetch(server.url + accountCalls.login.path, { method: 'POST', headers, body })
    expect([response.status, response.headers.get('retry-after')]).toEqual([429, '1'])
    expect(await response.json()).toMatchObject({ meta: { code: 407, count: 1 } })
    time += 1_000
    expect(await codeOf(login(username, testPassword, '10.4.0.1'))).toBe(200)
  })

  test('are forgotten one after the other, however often others come', async () => {
    const username = 'nobody-who-leaks'
    const attempts = async (key: string) =>
      (await server.database.pool.query('select attempts from login_attempts where key = $1', [key])).rows[0]
        ?.attempts
    await counted('address:10.11.0.1/32', 50)
    // One each three quarters of a minute, while one is forgotten each minute.
    for (let i = 0; i < 8; i++) {
      time += 45_000
      await login(`${username}-${i}`, 'not it', '10.11.0.1')
    }
    expect(await attempts('address:10.11.0.1/32')).toBe(52)
    time += 52 * 60_000
    await login(username, 'not it', '10.11.0.1')
    expect(await attempts('address:10.11.0.1/32')).toBe(1)
  })

  test('of strangers do not keep the owner out, but leave a new address one before it waits', async () => {
    const { username } = await anAccount(server.database)
    await guess(username, 40)
    expect(await codeOf(login(username, testPassword, '10.5.0.1'))).toBe(200)
    expect(await codeOf(login(username, 'not it', '10.5.1.1'))).toBe(209)
    expect(await codeOf(login(username, testPassword, '10.5.1.1'))).toBe(407)
  })

  test('of others do not count in a browser in which the account was signed in', async () => {
    const { username } = await anAccount(server.database)
    const input = { username, password: testPassword, browser: null }
    const send = (more: object) =>
      server.post(accountCalls.login.path, { ...input, ...more }, { 'x-forwarded-for': '10.6.0.1' })
    const { browser } = (await send({})).data as { browser: string }
    for (let i = 0; i < 60; i++) await login(username, 'not it', '10.6.0.1')
    expect((await send({})).meta.code).toBe(407)
    expect(await send({ browser })).toMatchObject({ meta: { code: 200 }, data: { browser } })
    // It is no way to guess either, and ends with the password.
    for (let i = 0; i < 5; i++) expect((await send({ browser, password: 'not it' })).meta.code).toBe(209)
    expect((await send({ browser })).meta.code).toBe(407)
    expect((await send({ browser: `${browser}x` })).meta.code).toBe(407)
    time += 3_600_000
    const token = ((await send({ browser })).data as { token: string }).token
    const change = { currentPassword: testPassword, newPassword: 'a brand new one' }
    expect((await server.call(accountCalls.changePassword, change, token)).meta.code).toBe(200)
    expect(await send({ browser, password: 'a brand new one' })).not.toMatchObject({ data: { browser } })
  })

  test('by programs, which ask for no token, leave none', async () => {
    const { username } = await anAccount(server.database)
    expect((await login(username, testPassword)).data).toMatchObject({ browser: null })
  })

  test.each([
    ['an address', 'address:10.2.0.1/32', 73, '10.2.0.1'],
    ['the network around it', 'network:10.2.5.0/24', 290, '10.2.5.1'],
  ])('over many names from %s slow it down, and refuse nobody there', async (_, key, attempts, address) => {
    const { username } = await anAccount(server.database)
    await counted(key, attempts)
    expect(await codeOf(login(username, testPassword, address))).toBe(200)
    expect(await codeOf(login(username, 'not it', address))).toBe(209)
    const start = performance.now()
    expect(await codeOf(login(username, testPassword, address))).toBe(200)
    expect(performance.now() - start).toBeGreaterThan(500)
  })

  test('of strangers do not keep a session from what asks for the password again', async () => {
    const account = await anAccount(server.database)
    const token = await signIn(server.database, account)
    await counted(`name:${account.username}`, 5_000)
    for (let i = 0; i < 6; i++) await login(account.username, 'not it', '127.0.0.1')
    const change = { currentPassword: testPassword, newPassword: 'a brand new one' }
    expect((await server.call(accountCalls.changePassword, change, token)).meta.code).toBe(200)
  })

  test('are counted at the address that the proxy saw, whatever the client writes', async () => {
    const { username } = await anAccount(server.database)
    const codes: number[] = []
    for (let i = 0; i < 150; i++) codes.push(await codeOf(login(username, 'not it', `10.7.${i}.1, 10.8.0.1`)))
    expect(codes.filter((code) => code === 209)).toHaveLength(5)
  })

  test('made at once do not slip through', async () => {
    const { username } = await anAccount(server.database)
    const codes = await Promise.all(
      Array.from({ length: 20 }, () => codeOf(login(username, 'not it', '10.3.0.1'))),
    )
    expect(codes.filter((code) => code === 209)).toHaveLength(5)
  })
})

describe('a session', () => {
  const isOpen = async (token: string) => (await server.call(accountCalls.self, {}, token)).meta.code === 200

  test('is refused with 9902 when there is none', async () => {
    for (const token of [undefined, '', 'x', 'x'.repeat(43), `${'x'.repeat(300)}`]) {
      expect(await server.call(accountCalls.self, {}, token)).toMatchObject({
        status: 401,
        meta: { code: 9902 },
        data: null,
      })
    }
  })

  test('ends with the logout, and no other', async () => {
    const account = await anAccount(server.database)
    const [one, other] = [await signIn(server.database, account), await signIn(server.database, account)]
    expect(await isOpen(one)).toBe(true)
    await server.call(accountCalls.logout, {}, one)
    expect([await isOpen(one), await isOpen(other)]).toEqual([false, true])
  })

  test('logs out without a body', async () => {
    const token = await signIn(server.database, await anAccount(server.database))
    const headers = { authorization: `Bearer ${token}` }
    const response = await fetch(server.url + accountCalls.logout.path, { method: 'POST', headers })
    expect(response.status).toBe(200)
    expect(await isOpen(token)).toBe(false)
  })

  test('ends after 12 idle hours, counted from its last use', async () => {
    const { username } = await anAccount(server.database)
    const { data } = await server.call(accountCalls.login, { username, password: testPassword })
    const token = data?.token ?? ''
    for (let i = 0; i < 3; i++) {
      time += 11 * 3_600_000
      expect(await isOpen(token)).toBe(true)
    }
    time += 12 * 3_600_000
    expect(await isOpen(token)).toBe(false)
  })

  test('that is long ends after 30 days', async () => {
    const { username } = await anAccount(server.database)
    const { data } = await server.call(accountCalls.login, { username, password: testPassword, isLong: true })
    time += 29 * 24 * 3_600_000
    expect(await isOpen(data?.token ?? '')).toBe(true)
    time += 24 * 3_600_000
    expect(await isOpen(data?.token ?? '')).toBe(false)
  })

  test('ends when its account expires', async () => {
    const account = await anAccount(server.database, { expire_time: time + 60_000 })
    const { data } = await server.call(accountCalls.login, {
      username: account.username,
      password: testPassword,
    })
    expect(await isOpen(data?.token ?? '')).toBe(true)
    time += 60_000
    expect(await isOpen(data?.token ?? '')).toBe(false)
    const left = await server.database.db
      .selectFrom('sessions')
      .where('account_id', '=', account.id)
      .execute()
    expect(left).toEqual([])
  })

  test('ended by another process is noticed within a minute', async () => {
    const account = await anAccount(server.database)
    const token = await signIn(server.database, account)
    expect(await isOpen(token)).toBe(true)
    await server.database.db.deleteFrom('sessions').where('account_id', '=', account.id).execute()
    time += 60_000
    expect(await isOpen(token)).toBe(false)
  })

  test('of a device certificate sees nothing of the person', async () => {
    const account = await anAccount(server.database, { telephone: '13800138000', realname: 'Li' })
    const device = await aDevice(server.database, account)
    const token = await signIn(server.database, account, device.id)
    const { data } = await server.call(accountCalls.self, {}, token)
    expect(data).toMatchObject({ id: account.id, telephone: null, realname: null })
    expect((await server.call(accountCalls.children, {}, token)).meta.code).toBe(9906)
  })
})
