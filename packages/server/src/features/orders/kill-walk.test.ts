import { fork } from 'node:child_process'
import { join } from 'node:path'
import { roles } from '@trackway/core/codes/roles.ts'
import { payAccountCalls } from '@trackway/core/features/pay-accounts/calls.ts'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { changeSettings } from '../../platform/settings/process-settings.ts'
import { aDevice, anAccount, signIn } from '../../testing/builders.ts'
import { compiled } from '../../testing/run-folder.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { checkLedger } from '../ledger/check.ts'
import { payClientOf } from '../pay-accounts/find-pay-account.ts'
import { startFakePaypal } from '../pay-accounts/testing/fake-paypal.ts'
import { startFakeWeixin, weixinMerchant } from '../pay-accounts/testing/fake-weixin.ts'
import { runDue } from './run-payments.ts'
import type { PaymentTask } from './testing/payment-process.ts'

/**
 * The process that takes a payment ends by SIGKILL at each of its steps, one after the other: once another one has gone
 * on, every order is what the provider says of it.
 */

const start = Date.parse('2026-11-28T12:00:00Z')
const minute = 60_000
let now = start
const clock = { now: () => now }
let server: TestServer
beforeAll(async () => {
  server = await startTestServer(clock)
})
afterAll(() => server.stop())
beforeEach(async () => {
  now = start
  await server.database.pool.query(
    'truncate accounts, devices, orders, pay_accounts, renew_prices, device_renewals, ledger_movements, ledger_entries cascade',
  )
})

/** A provider with books of its own, and what its payers do there. */
interface Side {
  name: 'paypal' | 'weixin'
  url: string
  trust: string
  settings: object
  currency: string
  event(what: 'paid' | 'refunded', page: string): Promise<{ headers: Record<string, string>; body: string }>
  /** Of the order with this number. */
  moneyOf(orderNo: string): { paid: number; refunded: number }
  /** Refunds that took a while are done. */
  endRefunds(): void
  stop(): Promise<void>
}

async function paypalSide(): Promise<Side> {
  const fake = await startFakePaypal(clock.now)
  const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0)
  return {
    name: 'paypal',
    url: fake.url,
    trust: fake.root,
    settings: fake.settings,
    currency: 'USD',
    async event(_what, page) {
      await fetch(page, { method: 'POST', body: new URLSearchParams({ do: 'pay' }), redirect: 'manual' })
      const id = new URL(page).searchParams.get('token')!
      const { headers, body } = fake.events.findLast((event) => event.body.includes(id))!
      return { headers, body: body.toString('base64') }
    },
    moneyOf(orderNo) {
      const captures = [...fake.books.captures.values()].filter(({ id }) =>
        fake.books.orderOf(id).unit.custom_id.startsWith(orderNo),
      )
      const refunds = [...fake.books.refunds.values()].filter(({ captureId }) =>
        captures.some(({ id }) => id === captureId),
      )
      return {
        paid: sum(captures.map(({ amount }) => amount)),
        refunded: sum(refunds.map(({ amount }) => amount)),
      }
    },
    endRefunds: () => {},
    stop: fake.stop,
  }
}

async function weixinSide(): Promise<Side> {
  const fake = await startFakeWeixin(clock.now)
  fake.isSilent = true
  const posted = (number: string) => {
    const { headers, body } = fake.eventOf(number)
    return { headers, body: Buffer.from(body).toString('base64') }
  }
  return {
    name: 'weixin',
    url: fake.url,
    trust: '',
    settings: weixinMerchant,
    currency: 'CNY',
    async event(what, page) {
      const code = page.split('pr=')[1]!
      const { number } = [...fake.orders.values()].find(({ codes }) => codes.includes(code))!
      if (what === 'paid') {
        await fake.pay(number)
        return posted(number)
      }
      const refund = [...fake.refunds.values()].find(({ order }) => order.number === number)!
      await fake.endRefund(refund.number, 'SUCCESS')
      return posted(refund.number)
    },
    moneyOf(orderNo) {
      const order = [...fake.orders.values()].find(({ number }) => number.startsWith(orderNo))
      const refunds = [...fake.refunds.values()].filter((refund) => refund.order === order)
      return {
        paid: order?.successTime == null ? 0 : order.total,
        refunded: refunds.reduce((sum, { amount }) => sum + amount, 0),
      }
    },
    endRefunds() {
      for (const refund of fake.refunds.values())
        if (refund.status === 'PROCESSING') refund.status = 'SUCCESS'
    },
    stop: fake.stop,
  }
}

/** @returns the steps that it came to */
function runProcess(task: PaymentTask, side: Side): Promise<string[]> {
  const child = fork(join(import.meta.dirname, 'testing', 'payment-process.ts'), [JSON.stringify(task)], {
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: compiled },
    execArgv: [],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let [printed, errors, page] = ['', '', '']
  child.stdout!.on('data', (chunk) => {
    printed += chunk
  })
  child.stderr!.on('data', (chunk) => {
    errors += chunk
  })
  child.on('message', async (message: { what: 'paid' | 'refunded'; page: string | null }) => {
    page = message.page ?? page
    child.send(await side.event(message.what, page))
  })
  return new Promise((resolve, reject) =>
    child.once('close', (code, signal) => {
      const isAsTold = task.lastStep === 0 ? code === 0 : signal === 'SIGKILL'
      if (isAsTold) resolve(printed.trim().split('\n'))
      else reject(new Error(`ended with ${code ?? signal} after ${printed}\n${errors}`))
    }),
  )
}

async function walk(side: Side): Promise<{ names: string[]; ends: string[] }> {
  const { database } = server
  changeSettings({ payUrls: { [side.name]: side.url } })
  await database.pool.query(
    `insert into renew_prices (account_id, device_type_id, duration, currency, amount, change_time)
     values (null, null, 3, $1, 8997, 0)`,
    [side.currency],
  )
  const admin = await anAccount(database, { role: roles.admin })
  const tasks: PaymentTask[] = []
  const run = async (lastStep: number): Promise<string[]> => {
    // With an account at the provider of his own seller's, so that none asks about the payments of another.
    const seller = await anAccount(database, { parent: admin, own_pay_accounts: true })
    const added = await server.call(
      payAccountCalls.add,
      { provider: side.name, name: 'Ours', ...side.settings } as never,
      await signIn(database, seller),
    )
    const payAccountId = (added.data as { id: number }).id
    const buyer = await anAccount(database, { parent: seller, role: roles.user })
    const { terminalID } = await aDevice(database, buyer, {
      platform_expire_time: start + 10 * 86_400_000,
      platform_from_activation: false,
    })
    const task: PaymentTask = {
      databaseUrl: database.url,
      provider: side.name,
      payAccountId,
      providerUrl: side.url,
      trust: side.trust,
      now: start,
      buyer: { accountId: buyer.id, path: buyer.path },
      administratorId: admin.id,
      terminalID,
      lastStep,
    }
    tasks.push(task)
    return runProcess(task, side)
  }
  const names = await run(0)
  // They mind each other as little as processes of customers do: two at a time.
  const left = names.map((_, n) => n + 1)
  await Promise.all(
    [1, 2].map(async () => {
      for (let next = left.shift(); next !== undefined; next = left.shift())
        expect(await run(next)).toEqual(names.slice(0, next))
    }),
  )
  await goOn(side)
  const ends: string[] = []
  for (const { terminalID, lastStep } of tasks) ends.push(`${lastStep} ${await endOf(terminalID, side)}`)
  return { names, ends }
}

/** Another process goes on with what was left, until all is over; nothing is posted any more. */
async function goOn(side: Side): Promise<void> {
  const { db } = server.database
  const tools = {
    db,
    bus: server.bus,
    log: pino({ level: 'silent' }),
    now: clock.now,
    clientOf: (id: number) => payClientOf(db, id, { ...clock, trust: side.trust }),
  }
  for (const later of [1, 1, 3, 20, 31, 60]) {
    now += later * minute
    // Of each it asks about so many at once.
    for (let n = 0; n < 3; n++) await runDue(tools)
    side.endRefunds()
  }
}

async function endOf(terminalID: string, side: Side): Promise<string> {
  const { rows } = await server.database.pool.query<{
    order_no: string
    status: number
    booked: string
    end: string
    renewals: string
  }>(
    `select o.order_no, o.status, d.platform_expire_time as end,
       (select count(*) from device_renewals r where r.device_id = d.id) as renewals,
       coalesce((select -sum(e.amount) from ledger_entries e join ledger_movements m on m.id = e.movement_id
         where e.book = 'provider' and m.reference = o.order_no), 0) as booked
     from orders o join order_lines l on l.order_id = o.id join devices d on d.id = l.device_id
     where l.terminal_id = $1`,
    [terminalID],
  )
  const [order] = rows
  if (rows.length !== 1 || order === undefined) return `${rows.length} orders`
  const { paid, refunded } = side.moneyOf(order.order_no)
  expect(Number(order.booked)).toBe(paid - refunded)
  expect(Number(order.renewals)).toBe(paid > 0 ? 1 : 0)
  const isLonger = Number(order.end) > start + 100 * 86_400_000
  expect(isLonger).toBe(paid > refunded)
  return paid === 0
    ? `unpaid ${order.status}`
    : refunded === 0
      ? `paid ${order.status}`
      : `refunded ${order.status}`
}

test.each([
  { name: 'PayPal', open: paypalSide },
  { name: 'WeChat Pay', open: weixinSide },
])('killed at any step of a payment by $name, an order ends as the provider says', async ({ open }) => {
  const side = await open()
  try {
    const { names, ends } = await walk(side)
    const expected = names.map((_, n) => {
      // Nobody was told where to pay before the first answer is stored.
      const isPaid = n >= names.indexOf('eventStoring')
      const isRefunded = n >= names.indexOf('refundAdded')
      return `${n + 1} ${isRefunded ? 'refunded 3' : isPaid ? 'paid 2' : 'unpaid 4'}`
    })
    expect(ends.toSorted()).toEqual(['0 refunded 3', ...expected].toSorted())
    expect(await checkLedger(server.database.db)).toEqual([])
  } finally {
    changeSettings({ payUrls: {} })
    await side.stop()
  }
})
