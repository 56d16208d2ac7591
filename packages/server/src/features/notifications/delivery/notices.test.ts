import { roles } from '@trackway/core/codes/roles.ts'
import { serviceEndCalls } from '@trackway/core/features/expiry-notices/calls.ts'
import { notificationDeliveryCalls } from '@trackway/core/features/notifications/delivery-calls.ts'
import { webPushCalls } from '@trackway/core/features/notifications/web-push-calls.ts'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { generateVAPIDKeys } from 'web-push'
import { changeSettings } from '../../../platform/settings/process-settings.ts'
import { aDevice, anAccount, signIn, type TestAccount } from '../../../testing/builders.ts'
import { type FakeServer, startFakeServer } from '../../../testing/fakes/fake-server.ts'
import { startTestServer, type TestServer } from '../../../testing/test-server.ts'
import { announceExpiries } from '../../expiry-notices/announce-expiries.ts'
import { twilio as provider } from '../providers/twilio.ts'
import { saveBudget } from '../settings/budgets.ts'
import { type FakeTwilio, startFakeTwilio, twilioAccount } from '../testing/fake-twilio.ts'
import { Sender } from './send.ts'

/** Reminders of ends of service by SMS and browser: by the switches of each account, one for all its devices. */

const dayMs = 86_400_000
/** 10:00 in Shanghai. */
const morning = Date.parse('2026-12-01T02:00:00Z')
const vapid = generateVAPIDKeys()

let server: TestServer
let now = morning
let agent: TestAccount
let customer: TestAccount
let asAgent: string
let asCustomer: string
let service: FakeServer
let twilio: FakeTwilio
let sender: Sender

beforeAll(async () => {
  server = await startTestServer({ now: () => now })
  changeSettings({ publicUrl: 'https://gps.example.org', webhookAllowPrivate: true })
  service = await startFakeServer({ status: 201 })
  twilio = await startFakeTwilio(() => now)
})
afterAll(async () => {
  changeSettings({ publicUrl: undefined, webhookAllowPrivate: false })
  await service.stop()
  await twilio.stop()
  await server.stop()
})
beforeEach(async () => {
  now = morning
  for (const list of [service.requests, twilio.sent]) list.length = 0
  await server.database.pool.query('truncate accounts, devices, send_budgets, opted_out_numbers cascade')
  agent = await anAccount(server.database, { language: 'en', telephone: '+49 151 12345678' })
  customer = await anAccount(server.database, {
    parent: agent,
    role: roles.user,
    language: 'cn',
    telephone: '138 0013 8000',
  })
  asAgent = await signIn(server.database, agent)
  asCustomer = await signIn(server.database, customer)
  // Sessions are not what is tested: they outlast the days until then.
  await server.database.pool.query('update sessions set is_long = true, expire_time = $1', [morning * 2])
  sender = new Sender({
    db: server.database.db,
    log: pino({ level: 'silent' }),
    now: () => now,
    ways: async () => ({
      mailer: null,
      texts: provider.connect({ ...twilioAccount, from: '+15005550006', apiUrl: twilio.url }, () => now),
      vapid,
      publicUrl: 'https://gps.example.org',
      outbound: { allowPrivate: true },
    }),
  })
})
afterEach(() => sender.stop())

async function remind(): Promise<void> {
  await announceExpiries(server.database.db, { canMail: false, now })
  while ((await sender.begin()) > 0) await sender.idle()
}
const turnOn = (token: string, ways: { byPush?: boolean; bySms?: boolean }) =>
  server.call(
    serviceEndCalls.saveSwitches,
    { own: true, customers: true, byMail: true, byPush: false, bySms: false, ...ways },
    token,
  )
const subscribe = (token: string) =>
  server.call(
    webPushCalls.subscribe,
    {
      endpoint: `${service.url}/push`,
      p256dh: generateVAPIDKeys().publicKey,
      auth: Buffer.alloc(16, 1).toString('base64url'),
      publicKey: vapid.publicKey,
      language: 'en',
      browser: 'Firefox',
    },
    token,
  )
const ending = (days: number, more = {}) =>
  aDevice(server.database, customer, { user_expire_time: morning + days * dayMs, ...more })
const texts = () => twilio.sent.map(({ To, Body }) => [To, Body])
const states = async () =>
  (await server.call(notificationDeliveryCalls.find, {}, asAgent)).data!.list.map(
    ({ change, channel, state, reason }) => [change, channel, state, reason],
  )

test('many devices are one SMS, in the language of each account, with a link that renews them', async () => {
  await turnOn(asAgent, { bySms: true })
  await turnOn(asCustomer, { bySms: true })
  await ending(5, { car_number: '京A12345', terminal_id: '869000000000001' })
  for (let n = 0; n < 4; n++) await ending(6)
  await remind()
  await remind()
  expect(texts().toSorted()).toEqual([
    [
      '+4915112345678',
      'Devices expiring soon: 5. First: 京A12345 (869000000000001), 2026-12-06 10:00. Renew them: https://gps.example.org/index/order/list?renew=7',
    ],
    [
      '+8613800138000',
      '5 台设备即将到期，最早为 京A12345 (869000000000001)，2026-12-06 10:00。立即续费：https://gps.example.org/index/order/list?renew=7',
    ],
  ])
  expect(await states()).toEqual([
    ['notice', 'sms', 'sent', null],
    ['notice', 'sms', 'sent', null],
  ])
})

test('a browser is reminded too, and opens the renewal', async () => {
  await turnOn(asAgent, { byPush: true })
  await subscribe(asAgent)
  await ending(1)
  await remind()
  expect(service.requests).toHaveLength(1)
  expect(await states()).toEqual([['notice', 'webPush', 'sent', null]])
  const { rows } = await server.database.pool.query('select body, text from notification_deliveries')
  expect(JSON.parse(rows[0].body)).toMatchObject({
    title: 'Devices expiring soon: 1',
    path: '/index/order/list?renew=1',
  })
  expect(rows[0].text).toMatch(/^First: .*2026-12-02 10:00\.$/)
})

test('nobody is reminded by a way that is off, at a landline, or beyond the budget of SMS', async () => {
  await subscribe(asAgent)
  await turnOn(asAgent, {})
  await ending(5)
  await remind()
  expect(await states()).toEqual([])

  await turnOn(asCustomer, { bySms: true })
  await server.database.pool.query(`update accounts set telephone = '010-62345678' where id = $1`, [
    customer.id,
  ])
  await ending(5)
  await remind()
  expect(await states()).toEqual([])

  await server.database.pool.query(`update accounts set telephone = '13800138000' where id = $1`, [
    customer.id,
  ])
  const scope = { accountId: agent.id, path: agent.path, deviceId: null, canSeePersonal: true }
  const limits = { userId: customer.id, smsLimit: 0, phoneLimit: 0 }
  await saveBudget(server.database.db, scope as never, limits, { mayOwn: false })
  await ending(5)
  await remind()
  expect(await states()).toEqual([['notice', 'sms', 'dropped', 'budget']])
  expect([texts(), service.requests]).toEqual([[], []])
})

test('what cannot be sent for half a day is not sent any more', async () => {
  await turnOn(asCustomer, { bySms: true })
  await ending(5)
  await announceExpiries(server.database.db, { canMail: false, now })
  now += dayMs / 2
  while ((await sender.begin()) > 0) await sender.idle()
  expect(texts()).toEqual([])
  expect(
    (await server.database.pool.query('select state, reason from notification_deliveries')).rows,
  ).toEqual([{ state: 'dropped', reason: 'stale' }])
})
