import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { resultCodes } from '@trackway/core/codes/results.ts'
import { roles } from '@trackway/core/codes/roles.ts'
import { orderCalls } from '@trackway/core/features/orders/calls.ts'
import { payAccountCalls } from '@trackway/core/features/pay-accounts/calls.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { changeSettings } from '../../platform/settings/process-settings.ts'
import { aDevice, anAccount, signIn, type TestAccount } from '../../testing/builders.ts'
import { patience } from '../../testing/patience.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { checkLedger } from '../ledger/check.ts'
import { payClientOf } from '../pay-accounts/find-pay-account.ts'
import { type FakeFailure, type FakePaypal, startFakePaypal } from '../pay-accounts/testing/fake-paypal.ts'
import { mountPaymentHooks } from './hooks.ts'
import { runDue } from './run-payments.ts'

/** Orders that are paid by PayPal, whose books and ours come to the same whatever fails between them. */

const startTime = Date.parse('2026-11-28T12:00:00Z')
let now = startTime
const clock = () => now
let server: TestServer
let fake: FakePaypal
let customer: TestAccount
let hookUrl: string
const publicUrl = 'https://track.example.com'
let [asAdmin, asAgent, asCustomer] = ['', '', '']

beforeAll(async () => {
  server = await startTestServer({ now: clock, mount: [mountPaymentHooks] })
  fake = await startFakePaypal(clock)
  setDefaultCACertificates([...getCACertificates('default'), fake.root])
  changeSettings({ payUrls: { paypal: fake.url }, publicUrl })
})
afterAll(async () => {
  changeSettings({ payUrls: {}, publicUrl: undefined })
  await server.stop()
  await fake.stop()
})
beforeEach(async () => {
  now = startTime
  fake.hookUrl = null
  fake.events.length = 0
  fake.requests.length = 0
  for (const kept of ['orders', 'captures', 'refunds'] as const) fake.books[kept].clear()
  fake.books.reversals.length = 0
  await server.database.pool.query(
    'truncate accounts, devices, orders, pay_accounts, renew_prices, receipt_numbers, ledger_movements, ledger_entries cascade',
  )
  const admin = await anAccount(server.database, { role: roles.admin })
  const agent = await anAccount(server.database, { parent: admin, role: roles.agent })
  customer = await anAccount(server.database, { parent: agent, role: roles.user })
  ;[asAdmin, asAgent, asCustomer] = (await Promise.all(
    [admin, agent, customer].map((account) => signIn(server.database, account)),
  )) as [string, string, string]
  await server.database.pool.query('update sessions set is_long = true, expire_time = $1', [now * 2])
  await server.database.pool.query(`insert into renew_prices (account_id, device_type_id, duration, currency, amount,
    floor_amount, change_time) values (null, null, 3, 'USD', 2000, null, 0), (${agent.id}, null, 3, 'USD', 2999, null, 0)`)
  const added = await server.call(
    payAccountCalls.add,
    { provider: 'paypal', name: 'Ours', ...fake.settings },
    asAdmin,
  )
  hookUrl = `${server.url}/hooks/paypal/${added.data!.id}`
})

const log = { warn: () => {}, error: () => {} } as never
const run = () =>
  runDue({
    db: server.database.db,
    bus: server.bus,
    log,
    now: clock,
    clientOf: (id) => payClientOf(server.database.db, id, { now: clock }),
  })
/** Asks as often as an hour has intervals. */
async function runForAnHour(): Promise<void> {
  for (let minutes = 0; minutes < 60; minutes += 2) {
    now += 120_000
    await run()
  }
}

async function place(count = 3) {
  const devices = await Promise.all(
    Array.from({ length: count }, () =>
      aDevice(server.database, customer, {
        platform_expire_time: Date.parse('2026-12-10T12:00:00Z'),
        platform_from_activation: false,
      }),
    ),
  )
  const terminalIDs = devices.map(({ terminalID }) => terminalID)
  const { data } = await server.call(
    orderCalls.create,
    { terminalIDs, duration: 3, payType: 'paypal' },
    asCustomer,
  )
  return { orderNo: data!.orderNo, payUrl: data!.payUrl!, terminalIDs }
}
const press = (payUrl: string, button: 'pay' | 'cancel') =>
  fetch(payUrl, { method: 'POST', body: new URLSearchParams({ do: button }), redirect: 'manual' })
const detail = async (orderNo: string) => (await server.call(orderCalls.get, { orderNo }, asCustomer)).data!
const becomes = (orderNo: string, status: number) =>
  vi.waitFor(async () => expect((await detail(orderNo)).status).toBe(status), { timeout: patience.waitMs })

/** Also where a request was not answered in time and is made again. */
const refunds = (orderNo: string, amount: number) =>
  vi.waitFor(
    async () => {
      now += 10_000
      await run()
      expect((await detail(orderNo)).refundedAmount).toBe(amount)
    },
    { timeout: patience.waitMs },
  )

async function renewals(): Promise<number> {
  const { rows } = await server.database.pool.query('select count(*)::int as count from device_renewals')
  return rows[0].count
}
/** Waits until all events are received and nothing is asked because of them any more. */
async function quiet(): Promise<void> {
  await fake.posted()
  const find = () =>
    server.database.pool.query('select id from payments where ask_time <= $1 or lease_time > $1', [now])
  await vi.waitFor(async () => expect((await find()).rows).toEqual([]), { timeout: patience.waitMs })
}

/** What the ledger says that the provider has, and what it has. */
async function expectSameBooks(): Promise<void> {
  const { rows } = await server.database.pool.query(
    `select coalesce(-sum(amount), 0)::int as amount from ledger_entries where book = 'provider'`,
  )
  expect(rows[0].amount).toBe(fake.books.balance('USD'))
  expect(await checkLedger(server.database.db)).toEqual([])
}

test('an order is paid by what its buyer approves: by events alone', async () => {
  fake.hookUrl = hookUrl
  const { orderNo, payUrl } = await place()
  expect(payUrl).toContain('/checkoutnow?token=')
  const back = await press(payUrl, 'pay')
  expect(back.headers.get('location')).toContain(`/payResult?orderNo=${orderNo}`)
  await becomes(orderNo, 2)
  await quiet()
  expect(fake.books.balance('USD')).toBe(3 * 2999)
  expect(await renewals()).toBe(3)
  await expectSameBooks()
})

test('without any event it is found by asking', async () => {
  const { orderNo, payUrl } = await place()
  await press(payUrl, 'pay')
  now += 60_000
  await run()
  expect((await detail(orderNo)).status).toBe(2)
  await expectSameBooks()
})

test('events twice, in reverse and a day late change nothing more', async () => {
  const { orderNo, payUrl } = await place()
  await press(payUrl, 'pay')
  now += 60_000
  await run()
  now += 24 * 3_600_000
  for (const event of [...fake.events, ...fake.events].toReversed())
    expect(await fake.post(event, hookUrl)).toBe(200)
  await run()
  await quiet()
  expect((await detail(orderNo)).status).toBe(2)
  expect(await renewals()).toBe(3)
  const { rows } = await server.database.pool.query('select count(*)::int as count from provider_events')
  expect(rows[0].count).toBe(fake.events.length)
  await expectSameBooks()
})

test('an event without proof changes nothing, and is kept', async () => {
  const { orderNo, payUrl } = await place()
  await press(payUrl, 'pay')
  const [event] = fake.events
  const asked = fake.requests.length
  const forged = { ...event!, body: Buffer.from(event!.body.toString().replace('APPROVED', 'COMPLETED')) }
  expect(await fake.post(forged, hookUrl)).toBe(400)
  const { 'paypal-transmission-sig': _, ...unsigned } = event!.headers
  expect(await fake.post({ ...event!, headers: unsigned }, hookUrl)).toBe(400)
  expect((await detail(orderNo)).status).toBe(1)
  expect(fake.requests.slice(asked).filter(({ path }) => path.startsWith('/v2'))).toEqual([])
  const { rows } = await server.database.pool.query(
    'select refusal from provider_events order by receive_time',
  )
  expect(rows.map(({ refusal }) => refusal).toSorted()).toEqual(['headerMissing', 'signature'])
  expect(await fake.post(event!, hookUrl.replace(/\d+$/, '0'))).toBe(404)
})

test('more events at once than their certificates may be fetched for are to come again', async () => {
  const { payUrl } = await place()
  await press(payUrl, 'pay')
  const [event] = fake.events
  // More than a minute has room for, so that it does not matter how many are under way at a time.
  const posts = Array.from({ length: 40 }, (_, n) => {
    const url = { 'paypal-cert-url': `${fake.url}/v1/notifications/certs/strange-${n}` }
    return fake.post({ ...event!, headers: { ...event!.headers, ...url } }, hookUrl)
  })
  const statuses = await Promise.all(posts)
  expect(new Set(statuses)).toEqual(new Set([400, 503]))
  // Whoever floods us has PayPal repeat its own ones, and they are asked for anyway.
  now += 61_000
  expect(await fake.post(event!, hookUrl)).toBe(200)
})

test('a buyer who cancels may still pay, until the order runs out: then it is paid no more', async () => {
  const { orderNo, payUrl } = await place()
  await press(payUrl, 'cancel')
  await runForAnHour()
  expect((await detail(orderNo)).status).toBe(4)
  await press(payUrl, 'pay')
  await runForAnHour()
  expect(fake.books.balance('USD')).toBe(0)
  expect(await renewals()).toBe(0)
  await expectSameBooks()
})

describe('what fails between', () => {
  const failures: FakeFailure[] = [
    'cutBefore',
    'cutAfter',
    'error',
    'unavailable',
    'limited',
    'halfJson',
    'html',
  ]

  test.each(failures)('a capture by %s is made once', async (failure) => {
    const { orderNo, payUrl } = await place()
    fake.failNext(failure, /capture$/)
    await press(payUrl, 'pay')
    await runForAnHour()
    expect((await detail(orderNo)).status).toBe(2)
    expect(fake.books.captures.size).toBe(1)
    expect(await renewals()).toBe(3)
    await expectSameBooks()
  })

  test.each(failures)('a refund by %s is made once', async (failure) => {
    const { orderNo, payUrl, terminalIDs } = await place()
    await press(payUrl, 'pay')
    await runForAnHour()
    fake.failNext(failure, /refund$/)
    await server.call(orderCalls.refund, { orderNo, terminalIDs: terminalIDs.slice(0, 1) }, asAdmin)
    await runForAnHour()
    expect(await detail(orderNo)).toMatchObject({ status: 2, refundedAmount: 2999 })
    expect(fake.books.refunds.size).toBe(1)
    await expectSameBooks()
  })
})

test.each([
  ['COMPLETED', 2, 3],
  ['DECLINED', 4, 0],
] as const)('a payment that takes days and is %s then', async (outcome, status, renewed) => {
  fake.books.captureOutcomes.push('pending')
  const { orderNo, payUrl } = await place()
  await press(payUrl, 'pay')
  await runForAnHour()
  expect((await detail(orderNo)).status).toBe(1)
  expect(await renewals()).toBe(0)
  const [capture] = fake.books.captures.keys()
  fake.books.settle(capture!, outcome)
  now += 25 * 3_600_000
  await run()
  await run()
  expect((await detail(orderNo)).status).toBe(status)
  expect(await renewals()).toBe(renewed)
  await expectSameBooks()
})

test('another sum than the order’s grants nothing', async () => {
  const { orderNo, payUrl } = await place()
  for (const { unit } of fake.books.orders.values()) unit.amount.value = '0.01'
  await press(payUrl, 'pay')
  await runForAnHour()
  expect((await detail(orderNo)).status).not.toBe(2)
  expect(await renewals()).toBe(0)
  const { rows } = await server.database.pool.query(
    `select after from audit_events where kind = 'paymentStrange'`,
  )
  expect(rows[0].after).toMatchObject({ orderNo, paid: '1 USD' })
})

test('refunds here and in the console, and a dispute, come to the same books', async () => {
  fake.hookUrl = hookUrl
  const { orderNo, payUrl, terminalIDs } = await place()
  await press(payUrl, 'pay')
  await becomes(orderNo, 2)
  await quiet()
  await server.call(orderCalls.refund, { orderNo, terminalIDs: terminalIDs.slice(0, 1) }, asAgent)
  await refunds(orderNo, 2999)
  await quiet()
  await expectSameBooks()
  const [capture] = fake.books.captures.keys()
  fake.books.refund(capture!, { amount: { currency_code: 'USD', value: '10.00' } })
  await refunds(orderNo, 3999)
  await quiet()
  await expectSameBooks()
  fake.books.reverse(capture!)
  await refunds(orderNo, 8997)
  await quiet()
  await expectSameBooks()
})

test('PayPal speaks to the payer in his language, also when the first answer was lost and he changed it', async () => {
  await server.database.pool.query(`update accounts set language = 'cn' where id = $1`, [customer.id])
  const { terminalID } = await aDevice(server.database, customer, { platform_expire_time: startTime })
  fake.failNext('cutBefore', /orders$/)
  const order = { terminalIDs: [terminalID], duration: 3 as const, payType: 'paypal' as const }
  await server.call(orderCalls.create, order, asCustomer)
  await server.database.pool.query(`update accounts set language = 'en' where id = $1`, [customer.id])
  await runForAnHour()
  expect([...fake.books.orders.values()]).toMatchObject([
    { locale: 'zh-CN', description: 'Trackway: 服务时长 × 1' },
  ])
})

describe('where the platform’s public address is not set', () => {
  beforeAll(() => changeSettings({ publicUrl: undefined }))
  afterAll(() => changeSettings({ publicUrl }))
  const placeFrom = async (origin: string | null) => {
    const { terminalID } = await aDevice(server.database, customer, {
      platform_expire_time: Date.parse('2026-12-10T12:00:00Z'),
      platform_from_activation: false,
    })
    return server.post(
      orderCalls.create.path,
      { terminalIDs: [terminalID], duration: 3, payType: 'paypal' },
      { authorization: `Bearer ${asCustomer}`, ...(origin !== null && { origin }) },
    )
  }
  const returnUrls = () => [...fake.books.orders.values()].map(({ returnUrl }) => returnUrl)

  test('the payer comes back to the page he came from, also when the first answer was lost', async () => {
    fake.failNext('cutBefore', /orders$/)
    const { meta } = await placeFrom('http://192.168.1.20:8080')
    expect(meta.code).toBe(resultCodes.payProviderSilent)
    await runForAnHour()
    expect(returnUrls()).toEqual([
      expect.stringMatching(/^http:\/\/192\.168\.1\.20:8080\/payResult\?orderNo=/),
    ])
  })

  test('a repeat says the same, whatever is set meanwhile', async () => {
    fake.failNext('cutBefore', /orders$/)
    await placeFrom('http://192.168.1.20:8080')
    changeSettings({ publicUrl })
    await runForAnHour()
    changeSettings({ publicUrl: undefined })
    expect(returnUrls()).toEqual([expect.stringMatching(/^http:\/\/192\.168\.1\.20:8080\//)])
  })

  test.each([null, 'null', 'file://', 'https://track.example.com/path'])(
    'a call from %s, which is no page, is refused before anything is noted',
    async (origin) => {
      expect((await placeFrom(origin)).meta.code).toBe(resultCodes.publicUrlMissing)
      const { rows } = await server.database.pool.query('select id from orders')
      expect(rows).toEqual([])
      expect(fake.requests.filter(({ path }) => path.includes('orders'))).toEqual([])
    },
  )
})
