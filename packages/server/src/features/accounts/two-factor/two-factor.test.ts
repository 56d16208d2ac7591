import type { Envelope } from '@trackway/core/api/call.ts'
import { resultNames } from '@trackway/core/codes/results.ts'
import { roles } from '@trackway/core/codes/roles.ts'
import { accountCalls } from '@trackway/core/features/accounts/calls.ts'
import { twoFactorCalls } from '@trackway/core/features/accounts/two-factor-calls.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { anAccount, signIn, type TestAccount, testPassword } from '../../../testing/builders.ts'
import { startTestServer, type TestServer } from '../../../testing/test-server.ts'
import { codeAt, stepAt } from './totp.ts'

let server: TestServer
let time = Date.now()
let agent: TestAccount
let account: TestAccount
let token: string
beforeAll(async () => {
  server = await startTestServer({ now: () => time })
})
beforeEach(async () => {
  time = Date.now()
  agent = await anAccount(server.database)
  account = await anAccount(server.database, { parent: agent })
  token = await signIn(server.database, account)
})
afterAll(() => server.stop())

const nameOf = ({ meta }: Envelope) => resultNames[meta.code]
const fromBase32 = (text: string) => {
  const bits = [...text].map((sign) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(sign).toString(2).padStart(5, '0'),
  )
  return Buffer.from((bits.join('').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}
const login = (code?: string, password = testPassword) =>
  server.call(accountCalls.login, { username: account.username, password, ...(code && { code }) })
const nextCode = (secret: string) => {
  time += 30_000
  return codeAt(fromBase32(secret), stepAt(time))
}

async function turnOn() {
  const begun = await server.call(twoFactorCalls.begin, { password: testPassword }, token)
  const { secret } = begun.data!
  const confirmed = await server.call(twoFactorCalls.confirm, { code: nextCode(secret) }, token)
  return { secret, recoveryCodes: confirmed.data!.recoveryCodes }
}

test('once confirmed, password and code together sign in, and neither alone', async () => {
  const others = await signIn(server.database, account)
  const begun = await server.call(twoFactorCalls.begin, { password: testPassword }, token)
  expect(nameOf(await login())).toBe('success')
  const { secret } = begun.data!
  expect(nameOf(await server.call(twoFactorCalls.confirm, { code: '000000' }, token))).toBe('wrongCode')
  const { data } = await server.call(twoFactorCalls.confirm, { code: nextCode(secret) }, token)
  expect(data?.recoveryCodes).toHaveLength(10)
  expect(nameOf(await server.call(accountCalls.self, {}, others))).toBe('sessionExpired')
  expect(nameOf(await login())).toBe('codeNeeded')
  expect(nameOf(await login(nextCode(secret), 'wrong password'))).toBe('wrongCredentials')
  expect(nameOf(await login(nextCode(secret)))).toBe('success')
})

test('a code is used once, also by two at the same instant, and none from before it', async () => {
  const { secret } = await turnOn()
  const earlier = nextCode(secret)
  const code = nextCode(secret)
  const both = await Promise.all([login(code), login(code)])
  expect(both.map(nameOf).sort()).toEqual(['success', 'wrongCode'])
  expect(nameOf(await login(code))).toBe('wrongCode')
  expect(nameOf(await login(earlier))).toBe('wrongCode')
})

test('guessing codes is slowed down from wherever it comes, and the right password buys no further guesses', async () => {
  const { secret } = await turnOn()
  const guess = async (index: number, code?: string) =>
    nameOf(
      (await server.post(
        accountCalls.login.path,
        { username: account.username, password: testPassword, ...(code && { code }) },
        { 'x-forwarded-for': `203.0.${index}.9` },
      )) as Envelope,
    )
  const tries: unknown[] = []
  for (let index = 0; index < 12; index++) {
    tries.push(await guess(index, '000000'))
    await guess(index)
  }
  expect(tries.filter((each) => each === 'wrongCode').length).toBeLessThanOrEqual(5)
  expect(tries.at(-1)).toBe('tooManyAttempts')
  // Right by luck, it does not get in before the wait is over.
  expect(await guess(98, codeAt(fromBase32(secret), stepAt(time) + 1))).toBe('tooManyAttempts')
  expect(await guess(99, nextCode(secret))).toBe('success')
})

test('a recovery code signs in once, in whatever way it is typed', async () => {
  const { recoveryCodes } = await turnOn()
  const [one, two] = recoveryCodes as [string, string]
  expect(nameOf(await login(one.toUpperCase().replaceAll('-', ' ')))).toBe('success')
  expect(nameOf(await login(one))).toBe('wrongCode')
  const rows = await server.database.db.selectFrom('two_factor').selectAll().execute()
  expect(JSON.stringify(rows)).not.toContain(two)
  const { data } = await server.call(twoFactorCalls.state, {}, token)
  expect(data).toMatchObject({ recoveryCodesLeft: 9, sinceTime: expect.any(Number) })
})

test('the secret is not in the database, and is not told twice', async () => {
  const { secret } = await turnOn()
  const row = await server.database.db
    .selectFrom('two_factor')
    .selectAll()
    .where('account_id', '=', account.id)
    .executeTakeFirstOrThrow()
  expect(row.secret.toString('latin1')).not.toContain(secret)
  expect(row.secret.includes(fromBase32(secret))).toBe(false)
  expect(nameOf(await server.call(twoFactorCalls.begin, { password: testPassword }, token))).toBe(
    'twoFactorIsOn',
  )
})

test('taking it off needs the password and a code', async () => {
  const { secret } = await turnOn()
  const end = async (password: string, code: string) =>
    nameOf(await server.call(twoFactorCalls.end, { password, code }, token))
  expect(await end('wrong', nextCode(secret))).toBe('wrongPassword')
  expect(await end(testPassword, '123456')).toBe('wrongCode')
  expect(await end(testPassword, nextCode(secret))).toBe('success')
  expect(nameOf(await login())).toBe('success')
})

test('an agent demands it: those below without it must set it up with their next sign-in', async () => {
  const above = await signIn(server.database, agent)
  const { data } = await server.call(twoFactorCalls.demand, { isDemanded: true }, above)
  expect(data).toEqual({ endedSessions: 1 })
  expect(nameOf(await server.call(accountCalls.self, {}, token))).toBe('sessionExpired')
  expect(nameOf(await server.call(accountCalls.self, {}, above))).toBe('success')
  expect(nameOf(await login())).toBe('twoFactorDemanded')
  const { username } = account
  const wrong = await server.call(accountCalls.enrol, { username, password: 'wrong' })
  expect(nameOf(wrong)).toBe('wrongCredentials')
  const enrolled = await server.call(accountCalls.enrol, { username, password: testPassword })
  expect(nameOf(await login('000000'))).toBe('wrongCode')
  const signedIn = await login(nextCode(enrolled.data!.secret))
  expect(signedIn.data?.recoveryCodes).toHaveLength(10)
  token = signedIn.data!.token
  const again = await server.call(accountCalls.enrol, { username, password: testPassword })
  expect(nameOf(again)).toBe('notFound')
  const ended = await server.call(
    twoFactorCalls.end,
    { password: testPassword, code: nextCode(enrolled.data!.secret) },
    token,
  )
  expect(nameOf(ended)).toBe('twoFactorDemanded')
})

test('nobody enrols an account of which it is not demanded', async () => {
  const { username } = account
  const reply = await server.call(accountCalls.enrol, { username, password: testPassword })
  expect(nameOf(reply)).toBe('notFound')
})

test('a superior takes it off an account whose app was lost; nobody does so of oneself or of a stranger', async () => {
  await turnOn()
  const reset = async (by: TestAccount, id: number) =>
    nameOf(await server.call(twoFactorCalls.reset, { id }, await signIn(server.database, by)))
  const stranger = await anAccount(server.database)
  expect(await reset(stranger, account.id)).toBe('notFound')
  expect(await reset(account, account.id)).toBe('notFound')
  const user = await anAccount(server.database, { parent: agent, role: roles.user })
  expect(await reset(user, account.id)).toBe('noPermission')
  expect(await reset(agent, account.id)).toBe('success')
  expect(nameOf(await server.call(accountCalls.self, {}, token))).toBe('sessionExpired')
  expect(nameOf(await login())).toBe('success')
})
