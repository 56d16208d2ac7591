import type { Envelope } from '@trackway/core/api/call.ts'
import { resultNames } from '@trackway/core/codes/results.ts'
import { roles } from '@trackway/core/codes/roles.ts'
import { accountCalls } from '@trackway/core/features/accounts/calls.ts'
import { accountMailCalls } from '@trackway/core/features/accounts/mail-calls.ts'
import { mailSettingCalls } from '@trackway/core/features/system/mail-setting-calls.ts'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { followMail } from '../../../platform/mail/stored-mail.ts'
import { changeSettings } from '../../../platform/settings/process-settings.ts'
import { anAccount, signIn, type TestAccount, testPassword } from '../../../testing/builders.ts'
import { patience } from '../../../testing/patience.ts'
import { startTestMailServer, type TestMailServer } from '../../../testing/test-mail-server.ts'
import { startTestServer, type TestServer } from '../../../testing/test-server.ts'

let server: TestServer
let mails: TestMailServer
let stopMail: () => Promise<void>
let time = Date.now()
let admin: string
let account: TestAccount
let token: string
let email: string
beforeAll(async () => {
  server = await startTestServer({ now: () => time })
  mails = await startTestMailServer({ refusals: { 'full@example.com': { code: 552, text: 'mailbox full' } } })
  const { db } = server.database
  stopMail = await followMail({ db, bus: server.bus, log: pino({ level: 'silent' }) })
  admin = await signIn(server.database, await anAccount(server.database, { role: roles.admin }))
  await useTestServer()
})
beforeEach(async () => {
  time = Date.now()
  account = await anAccount(server.database, { language: 'en' })
  token = await signIn(server.database, account)
  email = `holder-${account.id}@example.com`
})
afterAll(async () => {
  await stopMail()
  await server.stop()
  await mails.stop()
})

const nameOf = ({ meta }: Envelope) => resultNames[meta.code]
async function useTestServer() {
  const { hostname, port } = new URL(mails.url)
  await server.call(
    mailSettingCalls.save,
    {
      host: hostname,
      port: Number(port),
      username: null,
      from: 'Trackway <no-reply@example.com>',
      publicUrl: 'https://track.example.com/',
    },
    admin,
  )
  // Read again after the event of the change.
  const canMail = async () => (await server.call(accountMailCalls.state, {}, admin)).data?.canMail
  await vi.waitUntil(canMail, patience.waitMs)
}
async function linkTo(address: string, count = 1): Promise<string> {
  const own = () => mails.received.filter(({ to }) => to === address)
  await expect.poll(() => own().length).toBeGreaterThanOrEqual(count)
  const body = own().at(-1)!.raw.replaceAll('=\r\n', '').replaceAll('=3D', '=')
  return /https:\/\/track\.example\.com\/\w+\?token=([\w-]+)/.exec(body)![1]!
}
async function bind() {
  await server.call(accountMailCalls.bind, { email, password: testPassword }, token)
  await server.call(accountMailCalls.confirm, { token: await linkTo(email) })
}
const forgot = (name: string) => server.call(accountMailCalls.forgotPassword, { name })
const setPassword = (link: string, newPassword = 'entirely new words') =>
  server.call(accountMailCalls.setPassword, { token: link, newPassword })
const login = async (password: string) =>
  nameOf(await server.call(accountCalls.login, { username: account.username, password }))

test('an address is bound by the link that was sent there, once, and only with the password', async () => {
  const wrong = await server.call(accountMailCalls.bind, { email, password: 'wrong' }, token)
  expect(nameOf(wrong)).toBe('wrongPassword')
  await server.call(accountMailCalls.bind, { email, password: testPassword }, token)
  const link = await linkTo(email)
  const state = async () => (await server.call(accountMailCalls.state, {}, token)).data
  expect(await state()).toMatchObject({ email: null })
  expect((await server.call(accountMailCalls.confirm, { token: link })).data).toEqual({ email })
  expect(await state()).toMatchObject({ email, bindTime: time })
  expect(nameOf(await server.call(accountMailCalls.confirm, { token: link }))).toBe('linkGone')
})

test('a link runs out, is replaced by the next one, and serves for nothing else', async () => {
  await bind()
  await server.call(accountMailCalls.bind, { email, password: testPassword }, token)
  const first = await linkTo(email, 2)
  expect(nameOf(await setPassword(first))).toBe('linkGone')
  await server.call(accountMailCalls.bind, { email, password: testPassword }, token)
  expect(nameOf(await server.call(accountMailCalls.confirm, { token: first }))).toBe('linkGone')
  const second = await linkTo(email, 3)
  time += 24 * 3_600_000
  expect(nameOf(await server.call(accountMailCalls.confirm, { token: second }))).toBe('linkGone')
})

test('a forgotten password is set by mail: once, within half an hour, and sessions end', async () => {
  await bind()
  expect((await forgot(account.username.toUpperCase())).data).toEqual({})
  const link = await linkTo(email, 2)
  expect(nameOf(await setPassword(link, 'password1'))).toBe('commonPassword')
  expect(nameOf(await setPassword(link))).toBe('success')
  expect(nameOf(await server.call(accountCalls.self, {}, token))).toBe('sessionExpired')
  expect(await login(testPassword)).toBe('wrongCredentials')
  expect(await login('entirely new words')).toBe('success')
  expect(nameOf(await setPassword(link))).toBe('linkGone')
  // The holder is notified of it.
  await expect.poll(() => mails.received.filter(({ to }) => to === email).length).toBe(3)
  await forgot(email)
  const next = await linkTo(email, 4)
  time += 30 * 60_000
  expect(nameOf(await setPassword(next))).toBe('linkGone')
})

test('whether there is an account cannot be told, and to whom the mail goes is not for the asker', async () => {
  await bind()
  const demo = await anAccount(server.database, { is_demo: true })
  // A mail of an earlier test may still be on its way, to where one of that test went before.
  const earlier = new Set(mails.received.map(({ to }) => to).filter((to) => to !== email))
  const replies = [
    await forgot('nobody-of-that-name'),
    await forgot(demo.username),
    await forgot(account.username),
  ]
  const facts = replies.map(({ status, meta, data }) => ({ status, meta, data }))
  expect(facts[0]).toEqual(facts[1])
  expect(facts[0]).toEqual(facts[2])
  await linkTo(email, 2)
  expect(mails.received.map(({ to }) => to).filter((to) => !earlier.has(to))).toEqual([email, email])
})

test('an address that somebody only wrote into his profile is not bound', async () => {
  await server.call(accountCalls.update, { id: account.id, email }, token)
  await forgot(account.username)
  await forgot(email)
  await bind()
  expect(mails.received.filter(({ to }) => to === email)).toHaveLength(1)
})

test('a mailbox is not filled by whoever knows a name', async () => {
  await bind()
  for (let index = 0; index < 12; index++) expect(nameOf(await forgot(account.username))).toBe('success')
  await linkTo(email, 5)
  await server.call(accountMailCalls.bind, { email, password: testPassword }, token)
  const sent = mails.received.filter(({ to }) => to === email)
  expect(sent.length).toBeLessThanOrEqual(1 + 5 + 1)
})

test('the test mail arrives, or says what the server said; the password of the server is told nobody', async () => {
  const tried = async (to: string) => server.call(mailSettingCalls.test, { to }, admin)
  expect(nameOf(await tried('operator@example.com'))).toBe('success')
  expect(mails.received.at(-1)?.to).toBe('operator@example.com')
  const refused = await tried('full@example.com')
  expect(nameOf(refused)).toBe('mailFailed')
  expect(refused.meta.issues).toMatchObject([{ reason: expect.stringContaining('mailbox full') }])

  const own = {
    host: 'mail.example.com',
    port: 465,
    isEncrypted: true,
    from: 'a@example.com',
    publicUrl: null,
  }
  const save = (more: object) =>
    server.call(mailSettingCalls.save, { ...own, username: 'me', ...more } as never, admin)
  await save({ password: 'the secret of the mail server' })
  const find = async () => (await server.call(mailSettingCalls.find, {}, admin)).data
  expect(await find()).toMatchObject({ source: 'stored', hasPassword: true, username: 'me' })
  expect(JSON.stringify(await find())).not.toContain('secret')
  const { rows } = await server.database.pool.query('select * from platform_settings, audit_events')
  expect(JSON.stringify(rows)).not.toContain('the secret of the mail server')
  await save({ port: 587 })
  expect(await find()).toMatchObject({ hasPassword: true, port: 587 })
  // It does not go to another server.
  await save({ host: 'elsewhere.example.com' })
  expect(await find()).toMatchObject({ hasPassword: false })
  await useTestServer()
})

test('what the environment says wins, says so, and cannot be changed', async () => {
  const { db } = server.database
  const mail = { url: 'smtps://user:hidden@mail.example.com', from: 'a@example.com' }
  changeSettings({ mail, publicUrl: 'https://own.example.com' })
  const stop = await followMail({ db, bus: server.bus, log: pino({ level: 'silent' }) })
  const found = await server.call(mailSettingCalls.find, {}, admin)
  expect(found.data).toMatchObject({
    source: 'environment',
    host: 'mail.example.com',
    port: 465,
    hasPassword: true,
    publicUrl: 'https://own.example.com',
    isUrlOfEnvironment: true,
  })
  expect(JSON.stringify(found)).not.toContain('hidden')
  expect(nameOf(await server.call(mailSettingCalls.remove, {}, admin))).toBe('setByEnvironment')
  await stop()
  changeSettings({ mail: null, publicUrl: undefined })
  await stopMail()
  stopMail = await followMail({ db, bus: server.bus, log: pino({ level: 'silent' }) })
})
