import type { DurationId } from '@trackway/core/codes/durations.ts'
import type { PayType, SandboxOutcome } from '@trackway/core/codes/orders.ts'
import { resultCodes } from '@trackway/core/codes/results.ts'
import { roles } from '@trackway/core/codes/roles.ts'
import { subAccountCalls } from '@trackway/core/features/accounts/sub-account-calls.ts'
import { cardCalls } from '@trackway/core/features/cards/calls.ts'
import { deviceLinkCalls } from '@trackway/core/features/device-links/calls.ts'
import { discountCodeCalls } from '@trackway/core/features/discount-codes/calls.ts'
import { orderCalls } from '@trackway/core/features/orders/calls.ts'
import { payAccountCalls } from '@trackway/core/features/pay-accounts/calls.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aDevice, anAccount, signIn, type TestAccount } from '../../testing/builders.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { checkLedger } from '../ledger/check.ts'
import { payClientOf } from '../pay-accounts/find-pay-account.ts'
import { runDue } from './run-payments.ts'

/** Orders from placing to refunding, paid in the sandbox, by cards and by a balance. */

let server: TestServer
let now = Date.parse('2026-11-28T12:00:00Z')
let admin: TestAccount
let agent: TestAccount
let customer: TestAccount
let asAdmin: string
let asAgent: string
let asCustomer: string

beforeAll(async () => {
  server = await startTestServer({ now: () => now })
})
afterAll(() => server.stop())
beforeEach(async () => {
  now = Date.parse('2026-11-28T12:00:00Z')
  const { pool } = server.database
  await pool.query(
    'truncate accounts, devices, orders, pay_accounts, renew_prices, receipt_numbers, ledger_movements, ledger_entries cascade',
  )
  admin = await anAccount(server.database, { role: roles.admin })
  agent = await anAccount(server.database, { parent: admin, role: roles.agent })
  customer = await anAccount(server.database, { parent: agent, role: roles.user })
  asAdmin = await lasting(admin)
  asAgent = await lasting(agent)
  asCustomer = await lasting(customer)
  await pool.query(`insert into pay_accounts (account_id, provider, name, settings, create_time, change_time)
    values (${admin.id}, 'sandbox', 'Sandbox', '{}', 0, 0)`)
  await pool.query(`insert into renew_prices (account_id, device_type_id, duration, currency, amount, floor_amount, change_time) values
    (null, null, 3, 'USD', 2000, null, 0), (${agent.id}, null, 3, 'USD', 3000, null, 0)`)
})

async function lasting(account: TestAccount): Promise<string> {
  const token = await signIn(server.database, account)
  await server.database.pool.query('update sessions set is_long = true, expire_time = $1', [now * 2])
  return token
}

const vehicle = (owner: TestAccount, more = {}) =>
  aDevice(server.database, owner, {
    platform_expire_time: Date.parse('2026-12-10T12:00:00Z'),
    platform_from_activation: false,
    ...more,
  })

async function order(
  devices: { terminalID: string }[],
  payType: PayType = 'sandbox',
  token = asCustomer,
  duration: DurationId = 3,
) {
  const reply = await server.call(
    orderCalls.create,
    { terminalIDs: devices.map(({ terminalID }) => terminalID), duration, payType },
    token,
  )
  return reply
}
const choose = (orderNo: string, outcome: SandboxOutcome, token = asCustomer) =>
  server.call(payAccountCalls.sandbox, { orderNo, outcome }, token)
const detail = async (orderNo: string, token = asCustomer) =>
  (await server.call(orderCalls.get, { orderNo }, token)).data!
const ends = async () =>
  (
    await server.database.pool.query<{ end: number }>(
      'select platform_expire_time as end from devices order by id',
    )
  ).rows.map(({ end }) => new Date(Number(end)).toISOString().slice(0, 10))
const held = async () =>
  Object.fromEntries(
    (
      await server.database.pool.query<{ key: string; balance: number }>(
        `select a.username || ' ' || asset as key, balance from ledger_balances join accounts a on a.id = account_id where balance <> 0`,
      )
    ).rows.map(({ key, balance }) => [key, Number(balance)]),
  )
const log = { warn: () => {}, error: () => {} } as never
const run = () =>
  runDue({
    db: server.database.db,
    bus: server.bus,
    log,
    now: () => now,
    clientOf: (id) => payClientOf(server.database.db, id, { now: () => now }),
  })
const noFaults = async () => expect(await checkLedger(server.database.db)).toEqual([])

test('a customer pays at the provider, his devices are renewed, and each has his part', async () => {
  const devices = [await vehicle(customer), await vehicle(customer)]
  const { data, meta } = await order(devices)
  expect(meta.success).toBe(true)
  expect(data).toMatchObject({ amount: 6000, currency: 'USD', status: 1, refused: [] })
  expect(data?.payUrl).toContain('/paySandbox?orderNo=')
  expect(await ends()).toEqual(['2026-12-10', '2026-12-10'])
  expect((await choose(data!.orderNo, 'twice')).meta.success).toBe(true)
  expect(await detail(data!.orderNo)).toMatchObject({
    status: 2,
    receiptNo: '2026-000001',
    isOwn: true,
    mayRefund: false,
  })
  expect(await ends()).toEqual(['2027-12-10', '2027-12-10'])
  // Of each 30.00 the agent keeps what is above his own price of 20.00.
  expect(await held()).toEqual({ [`${agent.username} owedUSD`]: 2000 })
  await noFaults()
})

test('the same order again is the first one', async () => {
  const devices = [await vehicle(customer)]
  const [one, other] = await Promise.all([order(devices), order(devices)])
  expect(other!.data?.orderNo).toBe(one!.data?.orderNo)
  expect((await server.call(orderCalls.find, {}, asCustomer)).data?.total).toBe(1)
})

test('what is never reported is found by asking, and what nobody pays ends after 30 minutes', async () => {
  const paid = (await order([await vehicle(customer)])).data!.orderNo
  const unpaid = (await order([await vehicle(customer)])).data!.orderNo
  await choose(paid, 'never')
  now += 60_000
  await run()
  expect((await detail(paid)).status).toBe(2)
  expect((await detail(unpaid)).status).toBe(1)
  now += 30 * 60_000
  await run()
  expect(await detail(unpaid)).toMatchObject({ status: 4, cancelCause: 'expired' })
  expect((await choose(unpaid, 'paid')).meta.code).not.toBe(200)
  await noFaults()
})

test('a refused payment is over, and the order is paid by another one', async () => {
  const { orderNo } = (await order([await vehicle(customer)])).data!
  await choose(orderNo, 'refused')
  expect((await detail(orderNo)).payments.map(({ state }) => state)).toEqual(['failed'])
  expect((await server.call(orderCalls.pay, { orderNo }, asCustomer)).data?.payUrl).toContain(orderNo)
  await choose(orderNo, 'paid')
  expect((await detail(orderNo)).status).toBe(2)
})

test('a pending payment grants nothing, and its order cannot be cancelled', async () => {
  const { orderNo } = (await order([await vehicle(customer)])).data!
  await choose(orderNo, 'pending')
  now += 40 * 60_000
  await run()
  expect((await detail(orderNo)).status).toBe(1)
  expect((await server.call(orderCalls.cancel, { orderNo }, asCustomer)).meta.success).toBe(false)
  await choose(orderNo, 'paid')
  expect((await detail(orderNo)).status).toBe(2)
  await noFaults()
})

test('money that comes after the order was cancelled goes back', async () => {
  const { orderNo } = (await order([await vehicle(customer)])).data!
  await server.call(orderCalls.cancel, { orderNo }, asCustomer)
  await server.database.pool.query(`update sandbox_payments set state = 'paid', paid_time = ${now}`)
  now += 3_600_000
  await run()
  await run()
  const { status, payments, refunds } = await detail(orderNo)
  expect([status, payments[0]?.state, refunds.map(({ cause, state }) => [cause, state])]).toEqual([
    4,
    'captured',
    [['late', 'done']],
  ])
  expect(await ends()).toEqual(['2026-12-10'])
  expect(await held()).toEqual({})
  await noFaults()
})

test('devices that changed hands are renewed, deleted and lifetime ones are refunded', async () => {
  const other = await anAccount(server.database, { parent: agent, role: roles.user })
  const [moved, gone, forLife] = [await vehicle(customer), await vehicle(customer), await vehicle(customer)]
  const { orderNo } = (await order([moved, gone, forLife])).data!
  const { pool } = server.database
  await pool.query('update devices set account_id = $1 where id = $2', [other.id, moved.id])
  await pool.query('delete from devices where id = $1', [gone.id])
  await pool.query(
    'update devices set platform_expire_time = null, platform_from_activation = false where id = $1',
    [forLife.id],
  )
  await choose(orderNo, 'paid')
  now += 60_000
  await run()
  const { lines, refunds, refundedAmount, status } = await detail(orderNo)
  expect(lines.map(({ result }) => result)).toEqual(['renewed', 'deviceGone', 'lifetimeTerm'])
  expect(refunds.map(({ amount, state, cause }) => [amount, state, cause])).toEqual([
    [6000, 'done', 'notRenewed'],
  ])
  expect([refundedAmount, status]).toEqual([6000, 2])
  expect(await held()).toEqual({ [`${agent.username} owedUSD`]: 1000 })
  await noFaults()
})

test('a refund takes the time back and comes out of what the seller had', async () => {
  const devices = [await vehicle(customer), await vehicle(customer)]
  const { orderNo } = (await order(devices)).data!
  await choose(orderNo, 'paid')
  const asked = await server.call(
    orderCalls.refund,
    { orderNo, terminalIDs: [devices[0]!.terminalID], reason: 'sold' },
    asCustomer,
  )
  expect(asked.data).toEqual({ state: 'requested', amount: 3000 })
  expect((await detail(orderNo, asAgent)).mayRefund).toBe(true)
  const requested = async () =>
    (await server.call(orderCalls.findBelow, { refundState: 'requested' }, asAgent)).data!.list
  expect((await requested()).map((each) => each.orderNo)).toEqual([orderNo])
  const made = await server.call(orderCalls.decideRefund, { orderNo, approve: true }, asAgent)
  expect(made.data).toEqual({ state: 'done', amount: 3000 })
  expect(await requested()).toEqual([])
  expect(await ends()).toEqual(['2026-12-10', '2027-12-10'])
  // The agent decided: the platform keeps its 20.00 of the refunded one.
  expect(await held()).toEqual({ [`${agent.username} owedUSD`]: 2000 - 3000 })
  expect(await detail(orderNo)).toMatchObject({ status: 2, refundedAmount: 3000 })
  expect((await server.call(orderCalls.refund, { orderNo }, asAdmin)).data).toEqual({
    state: 'done',
    amount: 3000,
  })
  expect(await detail(orderNo)).toMatchObject({ status: 3, refundedAmount: 6000 })
  expect(await held()).toEqual({ [`${agent.username} owedUSD`]: -2000 })
  await noFaults()
})

test('money that went back at the provider is the seller’s loss, and the time is taken by who decides so', async () => {
  const { orderNo } = (await order([await vehicle(customer)])).data!
  await choose(orderNo, 'paid')
  await server.database.pool.query('update sandbox_payments set refunded_amount = amount')
  await server.database.pool.query('update payments set ask_time = 1')
  await run()
  expect(await detail(orderNo)).toMatchObject({ status: 3, refundedAmount: 3000 })
  // The platform keeps its 20.00, for the device has its year.
  expect(await held()).toEqual({ [`${agent.username} owedUSD`]: -2000 })
  expect(await ends()).toEqual(['2027-12-10'])
  expect((await server.call(orderCalls.refund, { orderNo }, asAgent)).data).toEqual({
    state: 'done',
    amount: 0,
  })
  expect(await ends()).toEqual(['2026-12-10'])
  expect(await held()).toEqual({ [`${agent.username} owedUSD`]: -2000 })
  await noFaults()
})

test('a year and a lifetime that are refunded in the order of their purchase leave nothing', async () => {
  await server.database.pool.query(
    `insert into renew_prices (duration, currency, amount, change_time) values (6, 'USD', 9000, 0)`,
  )
  const devices = [await vehicle(customer)]
  const year = (await order(devices)).data!.orderNo
  await choose(year, 'paid')
  const life = (await order(devices, 'sandbox', asCustomer, 6)).data!.orderNo
  await choose(life, 'paid')
  for (const orderNo of [year, life])
    expect((await server.call(orderCalls.refund, { orderNo }, asAdmin)).data?.state).toBe('done')
  expect(await ends()).toEqual(['2026-12-10'])
})

test('two refunds of a device at once take the time of both', async () => {
  const devices = [await vehicle(customer)]
  const numbers: string[] = []
  for (let n = 0; n < 3; n++) {
    const { orderNo } = (await order(devices)).data!
    await choose(orderNo, 'paid')
    numbers.push(orderNo)
    // Sooner it would be a second click.
    now += 61_000
  }
  expect(await ends()).toEqual(['2029-12-10'])
  await Promise.all(numbers.map((orderNo) => server.call(orderCalls.refund, { orderNo }, asAdmin)))
  expect(await ends()).toEqual(['2026-12-10'])
})

test('what a seller is owed is paid out once', async () => {
  const { orderNo } = (await order([await vehicle(customer)])).data!
  await choose(orderNo, 'paid')
  const pay = () =>
    server.call(payAccountCalls.payOut, { userId: agent.id, currency: 'USD', amount: 1000 }, asAdmin)
  const replies = await Promise.all([pay(), pay()])
  expect(replies.map(({ meta }) => meta.success).toSorted()).toEqual([false, true])
  expect(await held()).toEqual({})
})

test('a balance is topped up, spent, and never overspent', async () => {
  const topUp = await server.call(
    orderCalls.topUp,
    { amount: 5000, currency: 'USD', payType: 'sandbox' },
    asCustomer,
  )
  await choose(topUp.data!.orderNo, 'paid')
  expect(await held()).toEqual({ [`${customer.username} USD`]: 5000 })
  const devices = await Promise.all(Array.from({ length: 5 }, () => vehicle(customer)))
  const replies = await Promise.all(devices.map((device) => order([device], 'balance')))
  expect(replies.map(({ meta }) => meta.success).toSorted()).toEqual([false, false, false, false, true])
  expect(await held()).toEqual({ [`${customer.username} USD`]: 2000, [`${agent.username} owedUSD`]: 1000 })
  await noFaults()
})

test('an order paid by cards takes one for each device', async () => {
  await server.call(cardCalls.transfer, { userId: agent.id, duration: 3, count: 2 }, asAdmin)
  const devices = [await vehicle(customer), await vehicle(customer)]
  expect((await order(devices, 'card', asAgent)).data).toMatchObject({ status: 2, amount: 0 })
  expect(await ends()).toEqual(['2027-12-10', '2027-12-10'])
  expect((await order([await vehicle(customer)], 'card', asAgent)).meta.count).toBe(1)
  await noFaults()
})

test('a stranger sees no order and decides on none', async () => {
  const stranger = await anAccount(server.database, { parent: admin, role: roles.agent })
  const asStranger = await lasting(stranger)
  const { orderNo } = (await order([await vehicle(customer)])).data!
  for (const call of [
    orderCalls.get,
    orderCalls.cancel,
    orderCalls.pay,
    orderCalls.refund,
    orderCalls.receipt,
  ])
    expect((await server.call(call, { orderNo } as never, asStranger)).meta.code).toBe(resultCodes.notFound)
  expect((await choose(orderNo, 'paid', asStranger)).meta.success).toBe(false)
  // Nor does the seller have the buyer's payment come to an outcome.
  expect((await choose(orderNo, 'paid', asAgent)).meta.success).toBe(false)
})

test('who is moved below another superior keeps what he sold', async () => {
  const { orderNo } = (await order([await vehicle(customer)])).data!
  await choose(orderNo, 'paid')
  const other = await anAccount(server.database, { parent: admin, role: roles.agent })
  const moved = await server.call(subAccountCalls.transfer, { id: agent.id, parentId: other.id }, asAdmin)
  expect(moved.meta.success).toBe(true)
  const again = await lasting(agent)
  expect((await server.call(orderCalls.findBelow, {}, again)).data).toMatchObject({ list: [{ orderNo }] })
  expect(await detail(orderNo, again)).toMatchObject({ mayRefund: true })
  // His new superior had no part of it.
  expect((await server.call(orderCalls.findBelow, {}, await lasting(other))).data?.list).toEqual([])
})

test('the receipt says what the seller’s profile said', async () => {
  await server.database.pool.query(
    `insert into seller_profiles (account_id, name, address, tax_label, tax_basis_points, change_time)
     values ($1, 'Shunfeng GPS', 'Road 1', 'VAT', 2000, 0)`,
    [agent.id],
  )
  const { orderNo } = (await order([await vehicle(customer)])).data!
  await choose(orderNo, 'paid')
  const file = await fetch(`${server.url}/api/order/receipt?orderNo=${orderNo}`, {
    headers: { authorization: `Bearer ${asCustomer}` },
  })
  expect(file.headers.get('content-type')).toBe('application/pdf')
  const { extractText } = await import('unpdf')
  const { text } = await extractText(new Uint8Array(await file.arrayBuffer()), { mergePages: true })
  for (const part of ['Shunfeng GPS', 'Road 1', '2026-000001', orderNo, '30.00 USD', 'VAT 20%', '5.00 USD'])
    expect(text).toContain(part)
})

test('a discount code beyond what the seller earns is refused before the order as with it', async () => {
  const van = await vehicle(customer)
  const codes = async (rate: number) => {
    const { data } = await server.call(discountCodeCalls.add, { count: 1, rate }, asAgent)
    const { data: found } = await server.call(discountCodeCalls.find, { batchId: data!.batchId }, asAgent)
    return found!.list[0]!.code
  }
  const renewal = { terminalIDs: [van.terminalID], duration: 3 as const }
  const tenth = { ...renewal, discountCode: await codes(10) }
  expect((await server.call(orderCalls.quote, tenth, asCustomer)).data).toMatchObject({
    discountRate: 10,
    ways: expect.arrayContaining([
      expect.objectContaining({ payType: 'sandbox', listAmount: 3000, amount: 2700 }),
    ]),
  })
  const half = { ...renewal, discountCode: await codes(50) }
  const unfit = { success: false, code: resultCodes.discountCodeUnfit }
  expect((await server.call(orderCalls.quote, half, asCustomer)).meta).toMatchObject(unfit)
  const create = { ...half, payType: 'sandbox' as const }
  expect((await server.call(orderCalls.create, create, asCustomer)).meta).toMatchObject(unfit)
})

test('a link to a device that an agent made renews it at the price of its customer, in whose orders it is', async () => {
  const van = await vehicle(customer)
  await order([await vehicle(agent)], 'sandbox', asAgent)
  const { data: link } = await server.call(
    deviceLinkCalls.make,
    { terminalID: van.terminalID, days: 2 },
    asAgent,
  )
  const { searchParams } = new URL(link!.path, 'http://x')
  const { data: opened } = await server.call(deviceLinkCalls.open, {
    imei: searchParams.get('imei')!,
    cert: searchParams.get('cert')!,
  })
  const byLink = await order([van], 'sandbox', opened!.token)
  expect(byLink.data).toMatchObject({ amount: 3000, status: 1 })
  const numbers = async (token: string) =>
    (await server.call(orderCalls.find, {}, token)).data?.list.map(({ orderNo }) => orderNo)
  expect(await numbers(opened!.token)).toEqual([byLink.data!.orderNo])
  expect(await numbers(asCustomer)).toEqual([byLink.data!.orderNo])
  expect(await numbers(asAgent)).not.toContain(byLink.data!.orderNo)
})
