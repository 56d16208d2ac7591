import { resultCodes } from '@trackway/core/codes/results.ts'
import { roles } from '@trackway/core/codes/roles.ts'
import { orderCalls } from '@trackway/core/features/orders/calls.ts'
import { differenceCalls, type PaymentDifference } from '@trackway/core/features/reconciliation/calls.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { changeSettings } from '../../platform/settings/process-settings.ts'
import { aDevice, anAccount, signIn, type TestAccount } from '../../testing/builders.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { placeOrder } from '../orders/place-order.ts'
import { findOrder } from '../orders/queries.ts'
import { makeRefund } from '../orders/refunds.ts'
import { runDue, runPayment, runRefund } from '../orders/run-payments.ts'
import { lockOrder } from '../orders/settle.ts'
import { noPayer } from '../orders/start-payment.ts'
import { payClientOf } from '../pay-accounts/find-pay-account.ts'
import { paypal } from '../pay-accounts/providers/paypal.ts'
import { weixin } from '../pay-accounts/providers/weixin.ts'
import { payAccounts } from '../pay-accounts/stored-accounts.ts'
import { type FakePaypal, startFakePaypal } from '../pay-accounts/testing/fake-paypal.ts'
import { type FakeWeixin, startFakeWeixin, weixinMerchant } from '../pay-accounts/testing/fake-weixin.ts'
import { oncePerReference } from './compare-report.ts'
import { reconcile } from './reconcile.ts'

/** Reports of PayPal and WeChat Pay on this machine against the books: a row that is missing, new, changed, or late. */

const start = Date.parse('2026-11-22T04:00:00Z')
/** When the reports of that day are ready. */
const nextDay = Date.parse('2026-11-23T03:30:00Z')
const dayMs = 86_400_000

let server: TestServer
let now = start
let fakePaypal: FakePaypal
let fakeWeixin: FakeWeixin
let admin: TestAccount
let agent: TestAccount
let customer: TestAccount
let [asAdmin, asAgent, asCustomer] = ['', '', '']

const clock = { now: () => now }
const log = { warn: () => {}, error: () => {} } as never

beforeAll(async () => {
  server = await startTestServer(clock)
})
afterAll(async () => {
  changeSettings({ payUrls: {} })
  await fakePaypal.stop()
  await fakeWeixin.stop()
  await server.stop()
})
beforeEach(async () => {
  now = start
  await fakePaypal?.stop()
  await fakeWeixin?.stop()
  fakePaypal = await startFakePaypal(clock.now)
  fakeWeixin = await startFakeWeixin(clock.now)
  fakeWeixin.isSilent = true
  changeSettings({ payUrls: { paypal: fakePaypal.url, weixin: fakeWeixin.url } })
  const { pool, db } = server.database
  await pool.query(
    'truncate accounts, devices, orders, pay_accounts, renew_prices, ledger_movements, ledger_entries, audit_events cascade',
  )
  admin = await anAccount(server.database, { role: roles.admin })
  agent = await anAccount(server.database, { parent: admin, role: roles.agent, own_pay_accounts: true })
  customer = await anAccount(server.database, { parent: agent, role: roles.user })
  ;[asAdmin, asAgent, asCustomer] = [await lasting(admin), await lasting(agent), await lasting(customer)]
  const times = { create_time: start, change_time: start }
  await db
    .insertInto('pay_accounts')
    .values([
      {
        account_id: agent.id,
        provider: 'paypal',
        name: 'Shop',
        ...payAccounts.columnsOf(paypal, fakePaypal.settings),
        ...times,
      },
      {
        account_id: admin.id,
        provider: 'weixin',
        name: 'Merchant',
        ...payAccounts.columnsOf(weixin, weixinMerchant),
        ...times,
      },
    ])
    .execute()
  await pool.query(`insert into renew_prices (account_id, device_type_id, duration, currency, amount, change_time) values
    (null, null, 3, 'USD', 3000, 0), (null, null, 3, 'CNY', 9900, 0)`)
})

async function lasting(account: TestAccount): Promise<string> {
  const token = await signIn(server.database, account)
  await server.database.pool.query('update sessions set is_long = true, expire_time = $1', [start * 2])
  return token
}

/** As a process has them, on the clock of the test. */
const tools = () => ({
  ...clock,
  db: server.database.db,
  bus: server.bus,
  log,
  clientOf: (id: number) => payClientOf(server.database.db, id, clock),
})
const run = () => reconcile(tools())
const found = async (token = asAdmin) => (await server.call(differenceCalls.find, {}, token)).data!.list
const shown = (list: PaymentDifference[]) =>
  list.map(({ kind, theirAmount, ourAmount, state }) => [kind, theirAmount, ourAmount, state])
const events = async () =>
  (
    await server.database.pool.query(
      `select kind, after from audit_events where kind like 'payment%' order by id`,
    )
  ).rows

interface Placed {
  orderNo: string
  paymentId: number
}

async function order(payType: 'paypal' | 'weixin' | 'sandbox'): Promise<Placed> {
  const { terminalID } = await aDevice(server.database, customer, {
    platform_expire_time: start + 20 * dayMs,
    platform_from_activation: false,
  })
  const payer = { ...noPayer, origin: 'https://track.example.com' }
  const scope = { accountId: customer.id, path: customer.path, deviceId: null }
  const renewal = { terminalIDs: [terminalID], duration: 3 as const, target: 'both' as const, payType }
  const { order, paymentId } = await server.database.db
    .transaction()
    .execute((trx) => placeOrder(trx, renewal, { scope, operatorId: customer.id, payer, now }))
  await runPayment(tools(), paymentId!)
  return { orderNo: order.order_no, paymentId: paymentId! }
}

async function settled({ orderNo, paymentId }: Placed): Promise<string> {
  await runPayment(tools(), paymentId)
  expect((await server.call(orderCalls.get, { orderNo }, asCustomer)).data!.status).toBe(2)
  return orderNo
}

async function paidAtPaypal(): Promise<string> {
  const placed = await order('paypal')
  fakePaypal.books.approve([...fakePaypal.books.orders.keys()].at(-1)!)
  return settled(placed)
}
async function paidAtWeixin(): Promise<string> {
  const placed = await order('weixin')
  await fakeWeixin.pay([...fakeWeixin.orders.keys()].at(-1)!)
  return settled(placed)
}

describe('where report and books are alike', () => {
  test('nothing is listed, and each report is asked for once', async () => {
    const [one, other] = [await paidAtPaypal(), await paidAtWeixin()]
    const reason = 'sold'
    for (const orderNo of [one, other]) {
      expect((await server.call(orderCalls.refund, { orderNo, reason }, asAdmin)).meta.success).toBe(true)
      await runDue(tools())
    }
    now = nextDay
    await run()
    await run()
    expect(await found()).toEqual([])
    expect(await events()).toEqual([])
    expect(fakePaypal.requests.filter(({ path }) => path.startsWith('/v1/reporting'))).toHaveLength(1)
  })

  test('a refund of the sandbox stands under its own day', async () => {
    const { db } = server.database
    await db
      .insertInto('pay_accounts')
      .values({
        account_id: agent.id,
        provider: 'sandbox',
        name: 'Sandbox',
        settings: '{}',
        create_time: start,
        change_time: start,
      })
      .execute()
    const { orderNo, paymentId } = await order('sandbox')
    await db.updateTable('sandbox_payments').set({ state: 'paid', paid_time: now }).execute()
    await settled({ orderNo, paymentId })
    now += dayMs
    await run()
    const { refund } = await db.transaction().execute(async (trx) => {
      const { id } = await findOrder(trx, { accountId: admin.id, path: admin.path, deviceId: null }, orderNo)
      const wanted = { reason: 'sold', takesBack: true, isByHand: false }
      const decider = { accountId: admin.id, isAdministrator: true, now }
      return makeRefund(trx, (await lockOrder(trx, id))!, wanted, decider)
    })
    await runRefund(tools(), refund.id)
    now += dayMs
    await run()
    const { rows } = await server.database.pool.query(
      'select day::text, amount from payment_report_lines order by day',
    )
    expect(rows).toEqual([
      { day: '2026-11-22', amount: 3000 },
      { day: '2026-11-23', amount: -3000 },
    ])
    expect(await found()).toEqual([])
  })

  test('a row that a report has twice counts once', () => {
    const line = { reference: 'A', number: null, amount: 5, currency: 'USD', feeAmount: null }
    expect(oncePerReference([line, line, { ...line, amount: -5 }])).toHaveLength(2)
  })

  test('what moved at midnight stands under either day', async () => {
    now = Date.parse('2026-11-22T23:59:58Z')
    const placed = await order('paypal')
    fakePaypal.books.approve([...fakePaypal.books.orders.keys()].at(-1)!)
    const capture = fakePaypal.books.capture([...fakePaypal.books.orders.keys()].at(-1)!)
    expect(capture.status).toBe('COMPLETED')
    now += 10_000
    await settled(placed)
    for (const time of ['2026-11-23T04:00:00Z', '2026-11-24T04:00:00Z']) {
      now = Date.parse(time)
      await run()
    }
    expect(await found()).toEqual([])
  })
})

describe('a row of PayPal', () => {
  test('that is missing, new or changed is listed once each, and the administrators are told', async () => {
    const { books } = fakePaypal
    for (let n = 0; n < 3; n++) await paidAtPaypal()
    const [missing, changed] = [...books.captures.keys()]
    books.captures.delete(missing!)
    books.captures.get(changed!)!.amount = 2999
    const foreign = books.create({
      intent: 'CAPTURE',
      purchase_units: [
        { custom_id: 'B-1', invoice_id: 'B-1', amount: { currency_code: 'USD', value: '7.00' } },
      ],
      payment_source: {
        paypal: { experience_context: { return_url: 'https://a.example', cancel_url: 'https://a.example' } },
      },
    })
    books.approve(foreign.id)
    books.capture(foreign.id)
    now = nextDay
    for (let n = 0; n < 3; n++) {
      await run()
      now += 3_600_000
    }
    expect(shown(await found())).toEqual([
      ['oursOnly', null, 3000, 'open'],
      ['theirsOnly', 700, null, 'open'],
      ['unequal', 2999, 3000, 'open'],
    ])
    expect(await events()).toEqual([
      {
        kind: 'paymentDifferences',
        after: { payAccount: 'Shop', provider: 'paypal', day: '2026-11-22', differences: 3 },
      },
    ])
  })

  test('whose report is late is compared when it comes', async () => {
    await paidAtPaypal()
    fakePaypal.books.captures.clear()
    now = Date.parse('2026-11-23T02:00:00Z')
    await run()
    expect(await found()).toEqual([])
    now = nextDay
    await run()
    expect(shown(await found())).toEqual([['oursOnly', null, 3000, 'open']])
  })

  test('of money that we know nothing of is asked about first', async () => {
    const { orderNo } = await order('paypal')
    const id = [...fakePaypal.books.orders.keys()].at(-1)!
    fakePaypal.books.approve(id)
    fakePaypal.books.capture(id)
    now = nextDay
    await run()
    expect(await found()).toEqual([])
    const { data } = await server.call(orderCalls.get, { orderNo }, asCustomer)
    expect(data?.payments[0]?.state).toBe('captured')
  })
})

describe('a row of WeChat Pay', () => {
  test('that is missing, new or changed is listed once each', async () => {
    for (let n = 0; n < 3; n++) await paidAtWeixin()
    fakeWeixin.alterBill = ([, changed, good]) => [
      { ...changed!, 订单金额: '98.00' },
      good!,
      good!,
      { ...good!, 微信订单号: '4200099' },
    ]
    now = nextDay
    await run()
    await run()
    expect(shown(await found())).toEqual([
      ['oursOnly', null, 9900, 'open'],
      ['theirsOnly', 9900, null, 'open'],
      ['unequal', 9800, 9900, 'open'],
    ])
  })

  test('that comes with the next day’s report settles what was open', async () => {
    await paidAtWeixin()
    const alter = fakeWeixin.alterBill
    let late: Parameters<typeof alter>[0] = []
    fakeWeixin.alterBill = (rows) => {
      late = rows
      return []
    }
    now = nextDay
    await run()
    expect(shown(await found())).toEqual([['oursOnly', null, 9900, 'open']])
    fakeWeixin.alterBill = () => late
    await paidAtWeixin()
    now += dayMs
    fakeWeixin.alterBill = (rows) => [...late, ...rows]
    await run()
    expect(shown(await found())).toEqual([['oursOnly', null, 9900, 'settled']])
  })

  test('whose report never comes is told after three days', async () => {
    await paidAtWeixin()
    fakeWeixin.isBillLate = true
    for (let n = 0; n < 3; n++) {
      now = nextDay + n * dayMs
      await run()
      expect(await events()).toEqual([])
    }
    now = nextDay + 3 * dayMs
    await run()
    await run()
    const after = { payAccount: 'Merchant', day: '2026-11-22' }
    expect(await events()).toEqual([{ kind: 'paymentReportMissing', after }])
  })
})

test('many are settled with one note; those that are not the caller’s stay', async () => {
  await paidAtPaypal()
  await paidAtPaypal()
  await paidAtWeixin()
  fakePaypal.books.captures.clear()
  fakeWeixin.alterBill = () => []
  now = nextDay
  await run()
  const ids = (await found()).map(({ id }) => id)
  expect(ids).toHaveLength(3)
  const note = 'The provider lost a day'
  const settleMany = async (which: object, token: string) =>
    (await server.call(differenceCalls.settleMany, { ...which, note }, token)).data!
  const ofShop = (await found(asAgent)).map(({ id }) => id)
  const foreign = ids.filter((id) => !ofShop.includes(id))
  expect(await settleMany({ ids }, asAgent)).toEqual({
    done: ofShop.length,
    failed: foreign.map((id) => ({ id, result: 'notFound' })),
  })
  expect(await settleMany({ filter: { state: 'open' } }, asAdmin)).toEqual({
    done: foreign.length,
    failed: [],
  })
  expect((await found()).map(({ state, note: said }) => [state, said])).toEqual(
    ids.map(() => ['settled', note]),
  )
})

test('whose account at the provider it is sees and settles it, and nobody beside him', async () => {
  await paidAtPaypal()
  await paidAtWeixin()
  fakePaypal.books.captures.clear()
  fakeWeixin.alterBill = () => []
  now = nextDay
  await run()
  const [ofMerchant, ofShop] = (await found()).toSorted((a, b) => a.payAccount.localeCompare(b.payAccount))
  expect((await found(asAgent)).map(({ payAccount }) => payAccount)).toEqual(['Shop'])
  const stranger = await lasting(await anAccount(server.database, { parent: admin, role: roles.agent }))
  expect(await found(stranger)).toEqual([])
  const settle = async (id: number, token: string) =>
    (await server.call(differenceCalls.settle, { id, note: 'Paid again by hand' }, token)).meta.code
  for (const token of [stranger, asAgent])
    expect(await settle(ofMerchant!.id, token)).toBe(resultCodes.notFound)
  expect(await settle(ofShop!.id, asAgent)).toBe(resultCodes.success)
  expect(await settle(ofShop!.id, asAgent)).toBe(resultCodes.notFound)
  expect(await found(asAgent)).toMatchObject([
    { state: 'settled', note: 'Paid again by hand', settledBy: agent.username },
  ])
})
