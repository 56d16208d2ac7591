import { resultCodes } from '@trackway/core/codes/results.ts'
import { roles } from '@trackway/core/codes/roles.ts'
import { autoRenewalCalls } from '@trackway/core/features/auto-renewals/calls.ts'
import { orderCalls } from '@trackway/core/features/orders/calls.ts'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openDatabase } from '../../platform/database/database.ts'
import type { Mail } from '../../platform/mail/mail.ts'
import { sendNextMail } from '../../platform/mail/queued-mails.ts'
import { aDevice, anAccount, signIn, type TestAccount } from '../../testing/builders.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { bindEmail } from '../accounts/mail/queries.ts'
import { checkLedger } from '../ledger/check.ts'
import { move } from '../ledger/ledger.ts'
import { failureMails } from './mails.ts'
import { renewDue } from './renew-due.ts'

/** Devices that renew by themselves: each once, from cards or a balance, and what could not be is told once. */

const start = Date.parse('2026-11-28T12:00:00Z')
const dayMs = 86_400_000
const log = pino({ level: 'silent' })

let server: TestServer
let now = start
let admin: TestAccount
let agent: TestAccount
let customer: TestAccount
let [asAgent, asCustomer] = ['', '']

beforeAll(async () => {
  server = await startTestServer({ now: () => now })
})
afterAll(() => server.stop())
beforeEach(async () => {
  now = start
  const { pool } = server.database
  await pool.query(
    'truncate accounts, devices, orders, jobs, renew_prices, receipt_numbers, ledger_movements, ledger_entries cascade',
  )
  admin = await anAccount(server.database, { role: roles.admin })
  agent = await anAccount(server.database, { parent: admin, role: roles.agent, language: 'en' })
  customer = await anAccount(server.database, { parent: agent, role: roles.user })
  ;[asAgent, asCustomer] = [await lasting(agent), await lasting(customer)]
  await pool.query(
    `insert into renew_prices (account_id, device_type_id, duration, currency, amount, change_time) values (null, null, 3, 'USD', 2000, 0)`,
  )
})

async function lasting(account: TestAccount): Promise<string> {
  const token = await signIn(server.database, account)
  await server.database.pool.query('update sessions set is_long = true, expire_time = $1', [start * 2])
  return token
}

const vehicle = (owner: TestAccount, days: number, more = {}) =>
  aDevice(server.database, owner, {
    platform_expire_time: start + days * dayMs,
    platform_from_activation: false,
    ...more,
  })
const give = (account: TestAccount, asset: 'card3' | 'USD', amount: number) =>
  server.database.db.transaction().execute((trx) =>
    move(trx, {
      asset,
      kind: asset === 'USD' ? 'topUp' : 'issue',
      amount,
      from: asset === 'USD' ? 'income' : 'issued',
      to: { held: account.id },
      operatorId: null,
      now,
    }),
  )
const turnOn = async (token: string, more = {}) =>
  (
    await server.call(
      autoRenewalCalls.save,
      { isOn: true, daysBefore: 7, duration: 3, payType: 'card', currency: 'USD', ...more },
      token,
    )
  ).meta.code
const run = (db = server.database.db) => renewDue({ db, bus: server.bus, log, canMail: true }, now)
const found = async (token: string) =>
  (await server.call(autoRenewalCalls.find, {}, token)).data!.list.map(({ terminalID, result }) => [
    terminalID,
    result,
  ])
const ordersOf = async (token: string) =>
  (await server.call(orderCalls.find, {}, token)).data!.list.map(({ payType, deviceCount, amount }) => [
    payType,
    deviceCount,
    amount,
  ])
const ends = async () =>
  (
    await server.database.pool.query<{ end: number }>(
      'select platform_expire_time as end from devices order by id',
    )
  ).rows.map(({ end }) => new Date(Number(end)).toISOString().slice(0, 10))
const sent: Mail[] = []
async function deliver(): Promise<Mail[]> {
  sent.length = 0
  const mailer = { send: async (mail: Mail) => void sent.push(mail), close: () => {} }
  while (await sendNextMail(server.database.db, mailer, failureMails, { log, now: () => now }));
  return sent
}

test('nothing renews by itself until it is switched on', async () => {
  await vehicle(agent, 5)
  await give(agent, 'card3', 10)
  await run()
  expect(await ends()).toEqual(['2026-12-03'])
  expect((await server.call(autoRenewalCalls.get, {}, asAgent)).data).toMatchObject({
    isOn: false,
    daysBefore: 7,
    due: 1,
    held: 10,
    changeTime: null,
  })
})

test('what is due is renewed by cards, in one order for all, and not again', async () => {
  await give(agent, 'card3', 10)
  for (const days of [6, 2, -0.5]) await vehicle(agent, days)
  await vehicle(customer, 3)
  // Not due yet, over for long, without an end.
  await vehicle(agent, 8)
  await vehicle(agent, -3)
  await vehicle(agent, 0, { platform_expire_time: null })
  expect(await turnOn(asAgent)).toBe(resultCodes.success)
  for (let n = 0; n < 3; n++) {
    await run()
    now += 3_600_000
  }
  expect(await ordersOf(asAgent)).toEqual([['card', 4, 0]])
  expect((await ends()).slice(0, 4)).toEqual(['2027-12-04', '2027-11-30', '2027-11-28', '2027-12-01'])
  expect((await server.call(autoRenewalCalls.get, {}, asAgent)).data?.held).toBe(6)
  expect(await checkLedger(server.database.db)).toEqual([])
})

test('a balance pays as far as it lasts, those first that end first; the rest follows when there is more', async () => {
  await give(customer, 'USD', 5000)
  const [third, first, second] = [
    await vehicle(customer, 5),
    await vehicle(customer, 1),
    await vehicle(customer, 3),
  ]
  await turnOn(asCustomer, { payType: 'balance' })
  await run()
  expect(new Map((await found(asCustomer)) as [string, string][])).toEqual(
    new Map([
      [first.terminalID, 'renewed'],
      [second.terminalID, 'renewed'],
      [third.terminalID, 'balanceInsufficient'],
    ]),
  )
  now += 3_600_000
  await run()
  expect(await ordersOf(asCustomer)).toEqual([['balance', 2, 4000]])
  await give(customer, 'USD', 1000)
  await run()
  expect(await ordersOf(asCustomer)).toEqual([
    ['balance', 1, 2000],
    ['balance', 2, 4000],
  ])
  expect(await checkLedger(server.database.db)).toEqual([])
})

test('a device is renewed by its own account alone where that renews by itself', async () => {
  const own = await vehicle(customer, 3)
  await give(agent, 'card3', 5)
  await turnOn(asAgent)
  await turnOn(asCustomer, { payType: 'balance' })
  await run()
  expect(await found(asAgent)).toEqual([])
  expect(await found(asCustomer)).toEqual([[own.terminalID, 'balanceInsufficient']])
})

test('a model without a price does not hold up the others', async () => {
  const { rows } = await server.database.pool.query<{ id: number }>('select id from device_types limit 2')
  await server.database.pool.query('update renew_prices set device_type_id = $1', [rows[0]!.id])
  await give(customer, 'USD', 10_000)
  const priced = await vehicle(customer, 3, { device_type_id: rows[0]!.id })
  const other = await vehicle(customer, 2, { device_type_id: rows[1]!.id })
  await turnOn(asCustomer, { payType: 'balance' })
  await run()
  expect(new Map((await found(asCustomer)) as [string, string][])).toEqual(
    new Map([
      [priced.terminalID, 'renewed'],
      [other.terminalID, 'priceMissing'],
    ]),
  )
})

test('processes that do it at the same time renew once', async () => {
  await give(agent, 'card3', 100)
  for (let n = 0; n < 20; n++) await vehicle(agent, 3)
  await turnOn(asAgent)
  const others = [openDatabase(server.database.url, 2), openDatabase(server.database.url, 2)]
  try {
    await Promise.all([server.database, ...others].map(({ db }) => run(db)))
  } finally {
    for (const { close } of others) await close()
  }
  expect(await ordersOf(asAgent)).toEqual([['card', 20, 0]])
  expect((await server.call(autoRenewalCalls.get, {}, asAgent)).data?.held).toBe(80)
})

test('what failed is told once: in the page until it is dismissed, and in one mail', async () => {
  await bindEmail(server.database.db, agent.id, 'agent@example.com', now)
  for (let n = 0; n < 60; n++) await vehicle(agent, 3, { nickname: `Van ${n}` })
  await turnOn(asAgent)
  for (let n = 0; n < 3; n++) {
    await run()
    now += 3_600_000
  }
  const mails = await deliver()
  expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
    ['agent@example.com', 'Devices that could not be renewed: 60'],
  ])
  expect(mails[0]!.text).toContain('not enough cards')
  expect(mails[0]!.text).toContain('and 10 more')
  const news = async () => (await server.call(autoRenewalCalls.news, {}, asAgent)).data!
  const { list, time } = await news()
  expect(list).toMatchObject([{ result: 'notEnoughCards', count: 60 }])
  await server.call(autoRenewalCalls.seen, { until: time }, asAgent)
  await run()
  expect((await news()).list).toEqual([])
  // What was renewed otherwise is no failure any more.
  await give(agent, 'card3', 100)
  await run()
  expect((await server.call(autoRenewalCalls.find, { result: 'notEnoughCards' }, asAgent)).data?.total).toBe(
    0,
  )
  expect(await deliver()).toEqual([])
})

test('neither the demo account nor a suspended one renews', async () => {
  await give(agent, 'card3', 5)
  await vehicle(agent, 3)
  await turnOn(asAgent)
  const { pool } = server.database
  for (const change of ['is_demo = true', 'is_demo = false, suspend_time = 1']) {
    await pool.query(`update accounts set ${change} where id = ${agent.id}`)
    await run()
  }
  expect(await ends()).toEqual(['2026-12-01'])
  await pool.query(`update accounts set is_demo = true, suspend_time = null where id = ${agent.id}`)
  expect(await turnOn(await lasting(agent))).not.toBe(resultCodes.success)
})
