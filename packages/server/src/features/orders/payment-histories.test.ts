import { cardAssets } from '@trackway/core/codes/ledger.ts'
import { subAccountCalls } from '@trackway/core/features/accounts/sub-account-calls.ts'
import { cardCalls } from '@trackway/core/features/cards/calls.ts'
import { deviceCalls } from '@trackway/core/features/devices/calls.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Refusal } from '../../platform/errors.ts'
import { handOver } from '../../testing/builders.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { checkLedger } from '../ledger/check.ts'
import { PayFailure } from '../pay-accounts/providers/pay-provider.ts'
import { askAbout, receiveEvent } from './events.ts'
import { paymentNumber } from './numbers.ts'
import { onlineAccount, payFor } from './place-order.ts'
import { decideRefund, makeRefund, requestRefund } from './refunds.ts'
import { cancelOrder, runDue, runPayment, runRefund } from './run-payments.ts'
import { lockOrder } from './settle.ts'
import type { FakeFault } from './testing/fake-books.ts'
import {
  type Buyer,
  Killed,
  openShop,
  order,
  place,
  type Shop,
  shopStart,
  topUp,
  year,
} from './testing/order-shop.ts'

/**
 * Whatever happens, in whatever order, however often, and wherever the process ends: money at the provider is money in
 * the books, and what was paid for is renewed once or given back.
 */

const minute = 60_000

let server: TestServer
/** Whose clock it is. */
let current: Shop | null = null
beforeAll(async () => {
  server = await startTestServer({ now: () => current?.now ?? shopStart })
})
afterAll(() => server.stop())

interface Happening {
  name: string
  run(shop: Shop): Promise<unknown>
}

const orderOf = async ({ orders }: Shop, n: number) => {
  const id = orders[n % Math.max(1, orders.length)] ?? 0
  return server.database.db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirst()
}

/** The attempts to pay that were made known to the provider. */
const numberAt = ({ books }: Shop, n: number): string =>
  [...books.payments.keys()][n % Math.max(1, books.payments.size)] ?? ''

/** Of few, so that much happens to each. */
const index = fc.nat(2)
const buyer = fc.constantFrom<Buyer>('customer', 'customer', 'other', 'dealer')
const some = fc.uniqueArray(fc.nat(4), { minLength: 1, maxLength: 3 })
const happening = <A>(
  weight: number,
  name: string,
  values: fc.Arbitrary<A>,
  run: (shop: Shop, values: A) => Promise<unknown>,
) => ({
  weight,
  arbitrary: values.map(
    (given): Happening => ({ name: `${name} ${JSON.stringify(given)}`, run: (shop) => run(shop, given) }),
  ),
})

const happenings = fc.oneof(
  happening(
    6,
    'order',
    fc.record({
      buyer,
      devices: some,
      payType: fc.constantFrom('sandbox', 'sandbox', 'sandbox', 'card', 'balance'),
      code: fc.option(fc.nat(1)),
    }),
    (shop, { devices, code, ...given }) =>
      order(shop, devices, {
        buyer: given.buyer,
        payType: given.payType as 'sandbox',
        ...(code !== null && { discountCode: shop.codes[code]! }),
      }),
  ),
  happening(2, 'topUp', fc.record({ buyer, amount: fc.integer({ min: 1, max: 9000 }) }), (shop, given) =>
    topUp(shop, given.amount, given.buyer),
  ),
  happening(
    8,
    'approve',
    fc.tuple(index, fc.constantFrom('paid', 'paid', 'paid', 'pending', 'failed')),
    async (shop, [n, outcome]) => shop.books.approve(numberAt(shop, n), outcome as 'paid'),
  ),
  happening(1, 'decided', fc.tuple(index, fc.boolean()), async (shop, [n, isPaid]) =>
    shop.books.settle(numberAt(shop, n), isPaid ? 'paid' : 'failed'),
  ),
  happening(
    6,
    'events',
    fc.array(fc.tuple(index, fc.boolean()), { minLength: 1, maxLength: 4 }),
    async (shop, which) => {
      const tools = shop.tools
      for (const [n, isKept] of which) {
        const at = n % Math.max(1, shop.books.events.length)
        const event = shop.books.events[at]
        if (event === undefined) return
        const account = { provider: 'sandbox', payAccountId: shop.payAccountId }
        if (!(await receiveEvent(tools, account, event))) throw new Error('a good event was refused')
        if (!isKept) shop.books.events.splice(at, 1)
      }
      await askAbout(tools, shop.payAccountId)
    },
  ),
  happening(1, 'forgery', index, async (shop, n) => {
    const body = Buffer.from(JSON.stringify({ id: 'forged', number: numberAt(shop, n) }))
    const event = { headers: { signature: 'bad' }, body }
    const account = { provider: 'sandbox', payAccountId: shop.payAccountId }
    expect(await receiveEvent(shop.tools, account, event)).toBe(false)
  }),
  happening(2, 'cancel', index, async (shop, n) => {
    const found = await orderOf(shop, n)
    if (found) await cancelOrder(shop.tools, found.id, 'buyer')
  }),
  happening(2, 'payAgain', fc.tuple(index, fc.boolean()), async (shop, [n, isBalance]) => {
    const known = await orderOf(shop, n)
    if (known?.status !== 1) return
    const tools = shop.tools
    const open = await openPaymentOf(known.id)
    if (open !== null) await runPayment(tools, open, 'again')
    if ((await openPaymentOf(known.id)) !== null) return
    await place(shop, async (trx) => {
      const order = await lockOrder(trx, known.id)
      if (order?.status !== 1 || order.expire_time <= shop.now) throw new Refusal('orderNotOpen')
      if (isBalance && (order.kind === 'topUp' || order.buyer_id === null))
        throw new Refusal('payTypeUnavailable')
      const payType = isBalance ? 'balance' : 'sandbox'
      await trx.updateTable('orders').set({ pay_type: payType }).where('id', '=', order.id).execute()
      order.pay_type = payType
      const account = isBalance ? null : await onlineAccount(trx, order.seller_id, 'sandbox', 'USD')
      return { order, ...(await payFor(trx, order, account, { now: shop.now })), refused: [] }
    })
  }),
  happening(
    3,
    'refund',
    fc.tuple(
      index,
      fc.constantFrom('admin', 'agent', 'dealer', 'buyer'),
      fc.option(some),
      fc.boolean(),
      fc.constantFrom('done', 'done', 'pending', 'failed'),
    ),
    async (shop, [n, who, lines, takesBack, outcome]) => {
      const found = await orderOf(shop, n)
      if (found === undefined) return
      const wanted = {
        terminalIDs: lines?.map((at) => shop.devices[at]!.terminalID),
        takesBack: takesBack || who !== 'admin',
        isByHand: false,
      }
      const accountId = who === 'buyer' ? (found.buyer_id ?? 0) : shop.accounts[who as 'admin'].id
      const decider = { accountId, isAdministrator: who === 'admin', now: shop.now }
      shop.books.refundOutcomes = [outcome as 'done']
      const tools = shop.tools
      const { refund } = await shop.inTrx(async (trx) => {
        const locked = await lockOrder(trx, found.id)
        return who === 'buyer'
          ? { refund: await requestRefund(trx, locked!, wanted, decider) }
          : makeRefund(trx, locked!, wanted, decider)
      })
      tools.step?.('refundAdded')
      if (refund.state === 'sending') await runRefund(tools, refund.id)
    },
  ),
  happening(2, 'decide', fc.tuple(index, fc.boolean()), async (shop, [n, approve]) => {
    const found = await orderOf(shop, n)
    if (found === undefined) return
    const decider = { accountId: shop.accounts.admin.id, isAdministrator: true, now: shop.now }
    const { refund } = await shop.inTrx(async (trx) => {
      const locked = await lockOrder(trx, found.id)
      return decideRefund(trx, locked!, { approve, takesBack: true, isByHand: false }, decider)
    })
    if (refund.state === 'sending') await runRefund(shop.tools, refund.id)
  }),
  happening(2, 'refundThere', fc.tuple(index, fc.integer({ min: 1, max: 9000 })), async (shop, [n, amount]) =>
    shop.books.refundThere(numberAt(shop, n), amount),
  ),
  happening(1, 'dispute', index, async (shop, n) => shop.books.reverse(numberAt(shop, n))),
  happening(5, 'wait', fc.integer({ min: 0, max: 40 }), async (shop, minutes) => {
    shop.now += minutes * minute
    await runDue(shop.tools)
  }),
  happening(
    3,
    'cards',
    fc.tuple(fc.boolean(), fc.integer({ min: -3, max: 6 })),
    async (shop, [isDown, count]) => {
      const [token, to] = isDown ? ['agent', 'dealer'] : ['admin', 'agent']
      await server.call(
        cardCalls.transfer,
        { userId: shop.accounts[to as 'agent'].id, duration: year, count: count || 1 },
        shop.tokens[token as 'agent'],
      )
    },
  ),
  happening(2, 'renew', fc.tuple(fc.boolean(), some), (shop, [isDealer, which]) =>
    server.call(
      cardCalls.renew,
      { terminalIDs: which.map((n) => shop.devices[n]!.terminalID), duration: year },
      shop.tokens[isDealer ? 'dealer' : 'agent'],
    ),
  ),
  happening(1, 'deviceDeleted', fc.nat(4), (shop, n) =>
    server.call(deviceCalls.delete, { terminalID: shop.devices[n]!.terminalID }, shop.tokens.admin),
  ),
  happening(1, 'lifetime', fc.nat(4), (shop, n) =>
    server.database.pool.query(
      'update devices set platform_expire_time = null, platform_from_activation = false where id = $1',
      [shop.devices[n]!.id],
    ),
  ),
  happening(1, 'handedOver', fc.tuple(fc.nat(4), buyer), (shop, [n, to]) =>
    handOver(server.database, shop.devices[n]!, shop.accounts[to], shop.now).catch(() => {}),
  ),
  happening(1, 'accountDeleted', fc.constantFrom<Buyer>('customer', 'other', 'dealer'), (shop, who) =>
    server.call(subAccountCalls.delete, { id: shop.accounts[who].id }, shop.tokens.admin),
  ),
  happening(
    2,
    'faults',
    fc.array(fc.constantFrom<FakeFault | null>('before', 'after', 'busy', null), {
      minLength: 1,
      maxLength: 3,
    }),
    async (shop, faults) => {
      shop.books.faults = [...faults]
    },
  ),
)

const openPaymentOf = async (orderId: number): Promise<number | null> => {
  const [open] = await query<{ id: number }>(
    `select id from payments where order_id = $1 and state in ('creating', 'created', 'capturing', 'pending')`,
    [orderId],
  )
  return open ? Number(open.id) : null
}

/** With how many steps that are left to the process; null: it lives. */
const history = fc.array(fc.tuple(fc.option(fc.nat(6), { freq: 3 }), happenings), {
  minLength: 10,
  maxLength: 30,
})

async function happens(shop: Shop, { run }: Happening, stepsLeft: number | null): Promise<void> {
  shop.stepsLeft = stepsLeft
  try {
    await run(shop)
  } catch (error) {
    const isUsual = error instanceof Refusal || error instanceof Killed || error instanceof PayFailure
    if (!isUsual) throw error
  } finally {
    shop.stepsLeft = null
  }
}

/** Providers answer again, payments that take days are decided, each event comes at last, and a month passes. */
async function settleAll(shop: Shop): Promise<void> {
  const { books } = shop
  books.faults = []
  books.refundOutcomes = []
  const tools = shop.tools
  const account = { provider: 'sandbox', payAccountId: shop.payAccountId }
  for (const later of [1, 1, 5, 31, 31, 60, 600, 3_000, 3_000]) {
    shop.now += later * minute
    await runDue(tools)
    for (const number of books.payments.keys()) books.settle(number, 'paid')
    books.settleRefunds('done')
    for (const event of books.events.splice(0)) await receiveEvent(tools, account, event)
    await runDue(tools)
  }
}

const query = async <T>(sql: string, values: unknown[] = []): Promise<T[]> =>
  (await server.database.pool.query(sql, values)).rows as T[]

async function prove(shop: Shop): Promise<void> {
  const { books } = shop
  expect(await checkLedger(server.database.db)).toEqual([])
  // Nothing is left on its way.
  expect(await query(`select id, status, kind from orders where status = 1`)).toEqual([])
  expect(
    await query(
      `select id, state from payments where state in ('creating', 'created', 'capturing', 'pending')`,
    ),
  ).toEqual([])
  expect(await query(`select id, state from refunds where state in ('sending', 'sent')`)).toEqual([])
  // Payment by payment the provider's books are ours.
  const payments = await query<{ id: string; order_no: string; money: string }>(
    `select p.id, o.order_no, coalesce((select -sum(e.amount) from ledger_entries e join ledger_movements m on m.id = e.movement_id
       where e.book = 'provider' and (m.cause = 'payment' and m.cause_id = p.id
         or m.cause = 'refund' and m.cause_id in (select id from refunds r where r.payment_id = p.id))), 0) as money
     from payments p join orders o on o.id = p.order_id`,
  )
  const ours = Object.fromEntries(
    payments.map(({ id, order_no, money }) => [paymentNumber(order_no, Number(id)), Number(money)]),
  )
  const theirs = Object.fromEntries(Object.keys(ours).map((number) => [number, books.moneyOf(number)]))
  expect(ours).toEqual(theirs)
  expect([...books.payments.keys()].filter((number) => !(number in ours))).toEqual([])
  const [all] = await query<{ money: string }>(
    `select coalesce(-sum(amount), 0) as money from ledger_entries where book = 'provider'`,
  )
  expect(Number(all!.money)).toBe(
    [...books.payments.keys()].reduce((sum, each) => sum + books.moneyOf(each), 0),
  )
  // Money that belongs to nobody yet is what goes back.
  const [suspense] = await query<{ money: string; late: string }>(
    `select coalesce((select sum(amount) from ledger_entries where book = 'suspense'), 0) as money,
       coalesce((select sum(p.amount - p.refunded_amount) from payments p where p.state = 'captured'
         and exists (select from refunds r where r.payment_id = p.id and r.cause = 'late')), 0) as late`,
  )
  expect(suspense!.money).toBe(suspense!.late)
  // What was paid for is renewed once, or is given back.
  expect(
    await query(`select o.order_no, l.device_id, l.result, r.state, r.cause from orders o join order_lines l on l.order_id = o.id
      left join refunds r on r.id = l.refund_id
      where o.status in (2, 3) and l.result is distinct from 'renewed' and o.pay_type <> 'card'
        and r.state is distinct from 'done'
        and not exists (select from refunds f where f.order_id = o.id and f.state = 'failed')`),
  ).toEqual([])
  // Cards are held or used.
  const [cards] = await query<{ issued: string; held: string; used: string; renewed: string }>(
    `select coalesce(-sum(e.amount) filter (where book = 'issued'), 0) as issued,
       (select coalesce(sum(balance), 0) from ledger_balances where asset = any($1)) as held,
       coalesce(sum(e.amount) filter (where book = 'used'), 0) as used,
       (select count(*) from device_renewals where cause = 'card' and taken_back_time is null) as renewed
     from ledger_entries e join ledger_movements m on m.id = e.movement_id where m.asset = any($1)`,
    [cardAssets],
  )
  expect(Number(cards!.issued)).toBe(Number(cards!.held) + Number(cards!.used))
  // A device renewed by cards is paid for by one, whatever became of it since.
  expect(Number(cards!.used)).toBeGreaterThanOrEqual(Number(cards!.renewed))
  // Codes are free or used, by one order each.
  expect(
    await query(`select c.code, o.status from discount_codes c join orders o on o.id = c.order_id
      where (c.used_time is not null) <> (o.status in (2, 3))`),
  ).toEqual([])
}

test('whatever happens, the provider’s books are ours', async () => {
  const numRuns = Number(process.env.HISTORIES ?? 16)
  await fc.assert(
    fc.asyncProperty(fc.boolean(), fc.boolean(), history, async (hasCapture, isAgents, steps) => {
      const shop = await openShop(server.database, server.bus, { hasCapture, isAgents })
      current = shop
      // Somebody always buys something, and some have money and cards.
      await topUp(shop, 20_000)
      shop.books.approve([...shop.books.payments.keys()][0]!, 'paid')
      await order(shop, [0, 1])
      await order(shop, [3], { buyer: 'other' })
      for (const [stepsLeft, each] of steps) await happens(shop, each, stepsLeft)
      await settleAll(shop)
      await prove(shop)
    }),
    {
      numRuns,
      interruptAfterTimeLimit: Number(process.env.HISTORIES_MS ?? 30_000),
    },
  )
})
