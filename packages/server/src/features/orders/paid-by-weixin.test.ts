import { roles } from '@trackway/core/codes/roles.ts'
import { orderCalls } from '@trackway/core/features/orders/calls.ts'
import { payAccountCalls } from '@trackway/core/features/pay-accounts/calls.ts'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { changeSettings } from '../../platform/settings/process-settings.ts'
import { aDevice, anAccount, signIn, type TestAccount } from '../../testing/builders.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { checkLedger } from '../ledger/check.ts'
import { payClientOf } from '../pay-accounts/find-pay-account.ts'
import { exampleKey } from '../pay-accounts/testing/example-keys.ts'
import {
  type FakeWeixin,
  startFakeWeixin,
  weixinMerchant,
  weixinOpenId,
} from '../pay-accounts/testing/fake-weixin.ts'
import { mountPaymentHooks } from './hooks.ts'
import { runDue } from './run-payments.ts'

/** Orders that are paid by WeChat Pay, as it is on this machine, and posts to the server what happened. */

let server: TestServer
let weixin: FakeWeixin
let device: { terminalID: string }
let [asAdmin, asCustomer] = ['', '']

beforeAll(async () => {
  server = await startTestServer({ mount: [mountPaymentHooks] })
})
afterAll(() => server.stop())
beforeEach(async () => {
  weixin = await startFakeWeixin()
  changeSettings({ publicUrl: server.url, payUrls: { weixin: weixin.url } })
  const { database } = server
  await database.pool.query(
    'truncate accounts, devices, orders, pay_accounts, renew_prices, receipt_numbers, ledger_movements, ledger_entries cascade',
  )
  const admin = await anAccount(database, { role: roles.admin })
  const customer = await anAccount(database, { parent: admin, role: roles.user })
  asAdmin = await signIn(database, admin)
  asCustomer = await signIn(database, customer)
  device = await aVehicle(customer)
  const { meta } = await server.call(
    payAccountCalls.add,
    { provider: 'weixin', name: 'WeChat Pay', ...weixinMerchant },
    asAdmin,
  )
  expect(meta.success).toBe(true)
  await database.pool.query(`insert into renew_prices (account_id, device_type_id, duration, currency, amount, change_time)
    values (null, null, 3, 'CNY', 8997, 0)`)
})
afterEach(async () => {
  expect(await checkLedger(server.database.db)).toEqual([])
  changeSettings({ publicUrl: undefined, payUrls: {} })
  await weixin.stop()
})

const aVehicle = (owner: TestAccount) =>
  aDevice(server.database, owner, {
    platform_expire_time: Date.parse('2036-12-10T12:00:00Z'),
    platform_from_activation: false,
  })

const place = (more: object = {}) =>
  server.call(
    orderCalls.create,
    { terminalIDs: [device.terminalID], duration: 3, payType: 'weixin', ...more },
    asCustomer,
  )
const detail = async (orderNo: string, token = asCustomer) =>
  (await server.call(orderCalls.get, { orderNo }, token)).data!
/** What WeChat Pay calls the attempt to pay an order. */
const numberOf = (orderNo: string) => [...weixin.orders.keys()].find((number) => number.startsWith(orderNo))!
const expiry = async () => {
  const { rows } = await server.database.pool.query('select platform_expire_time as time from devices')
  return new Date(Number(rows[0].time)).toISOString().slice(0, 10)
}
const [before, after] = ['2036-12-10', '2037-12-10']
const clock = { now: Date.now }
/** As the server does by itself, this much later. */
const run = (laterMs: number) => {
  const { database, bus } = server
  const log = { warn: () => {}, error: () => {} } as never
  const clientOf = (id: number) => payClientOf(database.db, id, clock)
  return runDue({ db: database.db, bus, log, now: () => Date.now() + laterMs, clientOf })
}

/** A callback is answered before what it is about was asked. */
const statusOf = (orderNo: string) =>
  expect.poll(async () => (await detail(orderNo)).status, { timeout: 5_000 })

test('by its QR code, and refunded', async () => {
  const { data } = await place()
  expect(data).toMatchObject({ amount: 8997, currency: 'CNY', status: 1 })
  const code = /^weixin:\/\/wxpay\/bizpayurl\?pr=(\w+)$/.exec(data?.payPage?.qrText ?? '')?.[1]
  await fetch(`${weixin.url}/pay/${code}`, { method: 'POST', body: new URLSearchParams({ choice: 'pay' }) })
  await statusOf(data!.orderNo).toBe(2)
  expect(await expiry()).toBe(after)
  const refund = await server.call(orderCalls.refund, { orderNo: data!.orderNo }, asAdmin)
  expect(refund.data).toEqual({ state: 'sent', amount: 8997 })
  const [number] = [...weixin.refunds.keys()]
  await weixin.endRefund(number!, 'SUCCESS')
  await statusOf(data!.orderNo).toBe(3)
  expect(await expiry()).toBe(before)
  expect(weixin.available).toBe(0)
})

test('in the mini program', async () => {
  const { data } = await place({ openId: weixinOpenId })
  expect(data?.payPage?.miniProgram).toMatchObject({ signType: 'RSA', paySign: expect.any(String) })
  await weixin.pay(numberOf(data!.orderNo))
  await statusOf(data!.orderNo).toBe(2)
})

test.each(['cutBefore', 'cutAfter'] as const)(
  'in the mini program by another attempt, where the first answer is %s',
  async (fault) => {
    weixin.faults.push(fault)
    expect((await place({ openId: weixinOpenId })).meta.success).toBe(false)
    await run(60_000)
    const { list } = (await server.call(orderCalls.find, {}, asCustomer)).data!
    const { orderNo } = list[0]!
    const { data } = await server.call(orderCalls.pay, { orderNo, openId: weixinOpenId }, asCustomer)
    expect(data?.payPage?.miniProgram).toMatchObject({ signType: 'RSA' })
    const open = [...weixin.orders.values()].filter(({ state }) => state === 'NOTPAY')
    expect(open.map(({ openId }) => openId)).toEqual([weixinOpenId])
    await weixin.pay(open[0]!.number)
    await statusOf(orderNo).toBe(2)
    expect(await expiry()).toBe(after)
  },
)

test.each(['cutBefore', 'cutAfter', '500', 'unsigned', 'half'] as const)(
  'in the mini program, where the first answer is %s, by the attempt that was made or repeated',
  async (fault) => {
    weixin.faults.push(fault)
    expect((await place({ openId: weixinOpenId })).meta.success).toBe(false)
    await run(60_000)
    const { list } = (await server.call(orderCalls.find, {}, asCustomer)).data!
    const { orderNo } = list[0]!
    const [payment] = (await detail(orderNo)).payments
    expect(payment).toMatchObject({ state: 'created', payPage: { miniProgram: { signType: 'RSA' } } })
    expect([...weixin.orders.values()].map(({ openId }) => openId)).toEqual([weixinOpenId])
    await weixin.pay(numberOf(orderNo))
    await statusOf(orderNo).toBe(2)
    expect(await expiry()).toBe(after)
  },
)

test('once, however often and in whatever order callbacks come', async () => {
  const { orderNo } = (await place()).data!
  weixin.isSilent = true
  await weixin.pay(numberOf(orderNo))
  const events = ['EV-1', 'EV-1', 'EV-2'].map((id) => weixin.eventOf(numberOf(orderNo), { id }))
  expect(await Promise.all(events.map(weixin.post))).toEqual([200, 200, 200])
  await statusOf(orderNo).toBe(2)
  expect(await weixin.post(events[0]!)).toBe(200)
  expect(await expiry()).toBe(after)
})

test('also where no callback comes', async () => {
  const { orderNo } = (await place()).data!
  weixin.isSilent = true
  await weixin.pay(numberOf(orderNo))
  await run(60_000)
  expect((await detail(orderNo)).status).toBe(2)
})

test('a callback that WeChat Pay did not sign changes nothing, and is kept', async () => {
  const { orderNo } = (await place()).data!
  const asked = weixin.requests.length
  weixin.isSilent = true
  await weixin.pay(numberOf(orderNo))
  const signer = { serial: weixin.certificates[0]!.serial, key: exampleKey('stranger') }
  expect(await weixin.post(weixin.eventOf(numberOf(orderNo), { signer }))).toBe(400)
  expect((await detail(orderNo)).status).toBe(1)
  expect(weixin.requests).toHaveLength(asked)
  const { rows } = await server.database.pool.query('select refusal from provider_events')
  expect(rows).toEqual([{ refusal: 'signature' }])
})

test.each(['cutBefore', 'cutAfter', '500', 'unsigned', 'half'] as const)(
  'where the first answer is %s, by the attempt that was made or repeated',
  async (fault) => {
    weixin.faults.push(fault)
    expect((await place()).meta.success).toBe(false)
    await run(60_000)
    const { list } = (await server.call(orderCalls.find, {}, asCustomer)).data!
    expect(list).toHaveLength(1)
    await weixin.pay(numberOf(list[0]!.orderNo))
    await statusOf(list[0]!.orderNo).toBe(2)
    expect(weixin.orders.size).toBe(1)
    expect(await expiry()).toBe(after)
  },
)

test('that is paid while it is cancelled is completed', async () => {
  const { orderNo } = (await place()).data!
  weixin.isSilent = true
  // Asked by the order, asked before closing, and then it is closed.
  weixin.faults.push(
    () => {},
    () => {},
    () => weixin.pay(numberOf(orderNo)),
  )
  await server.call(orderCalls.cancel, { orderNo }, asCustomer)
  expect((await detail(orderNo)).status).toBe(2)
  expect(await expiry()).toBe(after)
})

test('that is cancelled cannot be paid there any more', async () => {
  const { orderNo } = (await place()).data!
  const { data } = await server.call(orderCalls.cancel, { orderNo }, asCustomer)
  expect(data).toEqual({ status: 4 })
  expect(weixin.orders.get(numberOf(orderNo))?.state).toBe('CLOSED')
})

test.each([
  ['amount', { amount: { total: 1, currency: 'CNY' } }],
  ['currency', { amount: { total: 8997, currency: 'USD' } }],
  ['merchant', { mchid: '1900000002' }],
  ['order', { out_trade_no: 'TW2026112200000043' }],
])('of another %s grants nothing', async (_name, shown) => {
  const { orderNo } = (await place()).data!
  weixin.isSilent = true
  await weixin.pay(numberOf(orderNo))
  weixin.orders.get(numberOf(orderNo))!.shown = shown
  await run(60_000)
  expect((await detail(orderNo)).status).not.toBe(2)
  expect(await expiry()).toBe(before)
})

test('whose refund is refused by the payer’s bank gets the time back', async () => {
  const { orderNo } = (await place()).data!
  await weixin.pay(numberOf(orderNo))
  await statusOf(orderNo).toBe(2)
  await server.call(orderCalls.refund, { orderNo }, asAdmin)
  await weixin.endRefund([...weixin.refunds.keys()][0]!, 'ABNORMAL')
  const refunds = async () =>
    (await detail(orderNo, asAdmin)).refunds.map(({ state, failure }) => [state, failure])
  await expect.poll(refunds, { timeout: 5_000 }).toEqual([['failed', 'ABNORMAL']])
  expect((await detail(orderNo)).status).toBe(2)
  expect(await expiry()).toBe(after)
})
