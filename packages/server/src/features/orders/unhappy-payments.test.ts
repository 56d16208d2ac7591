import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createLocalBus } from '../../platform/bus/bus.ts'
import { openTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { checkLedger } from '../ledger/check.ts'
import { receiveEvent } from './events.ts'
import { paymentNumber } from './numbers.ts'
import type { Placed } from './place-order.ts'
import { decideRefund, makeRefund, requestRefund } from './refunds.ts'
import { cancelOrder, runDue, runPayment, runRefund } from './run-payments.ts'
import { lockOrder } from './settle.ts'
import { Killed, openShop, order, type Shop, topUp } from './testing/order-shop.ts'

/** Money that comes at the wrong moment, goes back another way, or whose process ends. */

let database: TestDatabase
let shop: Shop
const bus = createLocalBus({ error: () => {} } as never)
const minute = 60_000
beforeAll(async () => {
  database = await openTestDatabase()
})
beforeEach(async () => {
  shop = await openShop(database, bus)
})
afterEach(async () => {
  expect(await checkLedger(database.db)).toEqual([])
  // The provider's books are ours.
  const money = [...shop.books.payments.keys()].reduce((sum, number) => sum + shop.books.moneyOf(number), 0)
  expect(await sumOf('provider')).toBe(money === 0 ? 0 : -money)
})
afterAll(() => database.drop())

const query = async <T>(sql: string, values: unknown[] = []): Promise<T[]> =>
  (await database.pool.query(sql, values)).rows as T[]
const sumOf = async (book: string) => {
  const [row] = await query<{ sum: string }>(
    `select coalesce(sum(e.amount), 0) as sum from ledger_entries e join ledger_movements m on m.id = e.movement_id
     where book = $1 and m.asset = 'USD'`,
    [book],
  )
  return Number(row!.sum)
}
const numberOf = ({ order: { order_no }, paymentId }: Placed) => paymentNumber(order_no, Number(paymentId))
const wait = async (ms: number) => {
  shop.now += ms
  await runDue(shop.tools)
}
const rowOf = async ({ order: { id } }: Placed) =>
  (await query<{ status: number; refunded_amount: string }>('select * from orders where id = $1', [id]))[0]!
const refundsOf = ({ order: { id } }: Placed) =>
  query<{ id: string; state: string; cause: string; amount: string }>(
    'select id, state, cause, amount from refunds where order_id = $1 order by id',
    [id],
  )
const paid = async (devices = [0, 1]) => {
  const placed = await order(shop, devices)
  shop.books.approve(numberOf(placed), 'paid')
  await runPayment(shop.tools, placed.paymentId!)
  expect((await rowOf(placed)).status).toBe(2)
  shop.books.events = []
  return placed
}
const admin = () => ({ accountId: shop.accounts.admin.id, isAdministrator: true, now: shop.now })
const refund = async (placed: Placed, more: { terminalIDs?: string[]; isByHand?: boolean } = {}) => {
  const made = await shop.inTrx(async (trx) => {
    const locked = await lockOrder(trx, placed.order.id)
    return makeRefund(trx, locked!, { takesBack: true, isByHand: false, ...more }, admin())
  })
  if (made.refund.state === 'sending') await runRefund(shop.tools, made.refund.id)
  return made.refund
}
const account = () => ({ provider: 'sandbox', payAccountId: shop.payAccountId })
const endOf = async (n: number) => {
  const [row] = await query<{ time: string | null }>(
    'select platform_expire_time as time from devices where id = $1',
    [shop.devices[n]!.id],
  )
  return row!.time === null ? null : new Date(Number(row!.time)).toISOString().slice(0, 10)
}

test('an event whose process ends once it is stored is not lost', async () => {
  const placed = await paid()
  shop.books.refundThere(numberOf(placed), 6006)
  const [event] = shop.books.events
  shop.stepsLeft = 0
  await expect(receiveEvent(shop.tools, account(), event!)).rejects.toThrow(Killed)
  shop.stepsLeft = null
  // The provider got no answer: it posts it again.
  expect(await receiveEvent(shop.tools, account(), event!)).toBe(true)
  await wait(minute)
  expect(await refundsOf(placed)).toMatchObject([{ cause: 'provider', state: 'done', amount: 6006 }])
})

test('what the provider gave back before it was known to be paid is in the books', async () => {
  const placed = await order(shop, [0, 1])
  Object.assign(shop.books.payments.get(numberOf(placed))!, { state: 'paid' })
  shop.books.refundThere(numberOf(placed), 1000)
  await runPayment(shop.tools, placed.paymentId!)
  await wait(0)
  expect(await refundsOf(placed)).toMatchObject([{ cause: 'provider', state: 'done', amount: 1000 }])
})

test('while an approved payment is taken nobody else asks about it', async () => {
  const placed = await order(shop, [0])
  shop.books.approve(numberOf(placed), 'paid')
  const asked: boolean[] = []
  const step = async (name: string) => {
    if (name === 'capturing')
      asked.push(await runPayment({ ...shop.tools, step: () => {} }, placed.paymentId!))
  }
  const client = (await shop.tools.clientOf(0))!
  const tools = {
    ...shop.tools,
    clientOf: async () => ({
      ...client,
      capture: async (payment: Parameters<typeof client.capture>[0]) => {
        await step('capturing')
        return client.capture(payment)
      },
    }),
  }
  await runPayment(tools, placed.paymentId!)
  expect(asked).toEqual([false])
  expect((await rowOf(placed)).status).toBe(2)
})

test('an attempt that is open when another one paid the order is closed', async () => {
  const placed = await order(shop, [0])
  const first = numberOf(placed)
  await runPayment(shop.tools, placed.paymentId!, 'again')
  const second = await order(shop, [0])
  expect(second.order.id).toBe(placed.order.id)
  expect(second.paymentId).not.toBe(placed.paymentId)
  // As at a provider that has no way to close.
  Object.assign(shop.books.payments.get(first)!, { state: 'paid' })
  await runPayment(shop.tools, placed.paymentId!)
  expect((await rowOf(placed)).status).toBe(2)
  await wait(40 * minute)
  expect(shop.books.payments.get(numberOf(second))!.state).toBe('closed')
})

test('what the provider gave back while a refund of ours failed is found', async () => {
  const placed = await paid()
  // All goes back there, just before ours gets there, and the event of it comes before the answer.
  shop.stepsLeft = null
  const made = shop.inTrx(async (trx) =>
    makeRefund(trx, (await lockOrder(trx, placed.order.id))!, { takesBack: true, isByHand: false }, admin()),
  )
  const { refund: row } = await made
  shop.books.refundThere(numberOf(placed), 6006)
  for (const event of shop.books.events.splice(0)) await receiveEvent(shop.tools, account(), event)
  await runPayment(shop.tools, placed.paymentId!)
  await runRefund(shop.tools, row.id)
  await wait(minute)
  expect(await refundsOf(placed)).toMatchObject([
    { state: 'failed' },
    { cause: 'provider', state: 'done', amount: 6006 },
  ])
})

test('a refund that was asked for is refused where the money went back meanwhile', async () => {
  const placed = await paid()
  await shop.inTrx(async (trx) =>
    requestRefund(
      trx,
      (await lockOrder(trx, placed.order.id))!,
      { takesBack: true, isByHand: false },
      { accountId: shop.accounts.customer.id, isAdministrator: false, now: shop.now },
    ),
  )
  shop.books.refundThere(numberOf(placed), 6006)
  await runPayment(shop.tools, placed.paymentId!)
  const deciding = shop.inTrx(async (trx) =>
    decideRefund(
      trx,
      (await lockOrder(trx, placed.order.id))!,
      { approve: true, takesBack: true, isByHand: false },
      admin(),
    ),
  )
  await expect(deciding).rejects.toMatchObject({ refusal: 'refundNotPossible' })
})

test('late money whose refund failed is given back anew, or at the provider', async () => {
  const late: Placed[] = []
  for (const n of [0, 1]) {
    const placed = await order(shop, [n])
    await cancelOrder(shop.tools, placed.order.id, 'buyer')
    Object.assign(shop.books.payments.get(numberOf(placed))!, { state: 'paid' })
    shop.books.refundOutcomes = ['failed']
    await runPayment(shop.tools, placed.paymentId!)
    await wait(0)
    expect(await refundsOf(placed)).toMatchObject([{ cause: 'late', state: 'failed' }])
    late.push(placed)
  }
  expect(await sumOf('suspense')).toBe(6006)
  await refund(late[0]!)
  expect(await sumOf('suspense')).toBe(3003)
  shop.books.refundThere(numberOf(late[1]!), 3003)
  await runPayment(shop.tools, late[1]!.paymentId!)
  expect(await sumOf('suspense')).toBe(0)
  for (const placed of late) expect(await rowOf(placed)).toMatchObject({ status: 4, refunded_amount: 0 })
})

test('of an order with late money the money that paid it is refunded', async () => {
  const placed = await order(shop, [0])
  await runPayment(shop.tools, placed.paymentId!, 'again')
  const second = await order(shop, [0])
  shop.books.approve(numberOf(second), 'paid')
  await runPayment(shop.tools, second.paymentId!)
  Object.assign(shop.books.payments.get(numberOf(placed))!, { state: 'paid' })
  await runPayment(shop.tools, placed.paymentId!)
  await wait(minute)
  expect(await refundsOf(placed)).toMatchObject([{ cause: 'late', state: 'done' }])
  expect(await refund(placed)).toMatchObject({ amount: 3003 })
  expect((await rowOf(placed)).status).toBe(3)
  expect([...shop.books.payments.keys()].map((number) => shop.books.moneyOf(number))).toEqual([0, 0])
})

test('the money for a device that was not renewed goes back, also when that failed first', async () => {
  const placed = await order(shop, [0, 1])
  await database.db.deleteFrom('devices').where('id', '=', shop.devices[1]!.id).execute()
  shop.books.approve(numberOf(placed), 'paid')
  shop.books.refundOutcomes = ['failed']
  await runPayment(shop.tools, placed.paymentId!)
  await wait(minute)
  expect(await refundsOf(placed)).toMatchObject([{ cause: 'notRenewed', state: 'failed' }])
  await refund(placed, { terminalIDs: [shop.devices[1]!.terminalID] })
  expect(await refundsOf(placed)).toMatchObject([{ state: 'failed' }, { state: 'done', amount: 3003 }])
  // Nobody has a part of what was not sold.
  expect(await sumOf('income')).toBe(2000)
})

test('a top-up of an account that is gone goes back', async () => {
  const [first, second] = [await topUp(shop, 500), await topUp(shop, 700)]
  shop.books.approve(numberOf(first), 'paid')
  await runPayment(shop.tools, first.paymentId!)
  await database.db.updateTable('orders').set({ buyer_id: null }).execute()
  shop.books.approve(numberOf(second), 'paid')
  await runPayment(shop.tools, second.paymentId!)
  await wait(minute)
  expect(await rowOf(second)).toMatchObject({ status: 4 })
  expect(shop.books.moneyOf(numberOf(second))).toBe(0)
  await expect(refund(first)).rejects.toMatchObject({ refusal: 'refundNotPossible' })
  shop.books.refundThere(numberOf(first), 200)
  await runPayment(shop.tools, first.paymentId!)
  expect(await sumOf('suspense')).toBe(0)
})

test('the same devices with another code are another order', async () => {
  const first = await order(shop, [0])
  const second = await order(shop, [0], { discountCode: shop.codes[0]! })
  expect(second.order.id).not.toBe(first.order.id)
  expect(second.order.amount).toBe(3003 - 334)
  expect((await order(shop, [0], { discountCode: shop.codes[0]! })).order.id).toBe(second.order.id)
})

const differences = () =>
  query<{ kind: string; our_amount: string | null; their_amount: string | null; currency: string }>(
    'select kind, our_amount, their_amount, currency, state, note from payment_differences',
  )

describe('another amount than was to be paid', () => {
  test('buys nothing and ends the order; it is in the books, among the differences, and goes back', async () => {
    const placed = await order(shop, [0], { discountCode: shop.codes[0]! })
    Object.assign(shop.books.payments.get(numberOf(placed))!, { state: 'paid', amount: 1000 })
    await runPayment(shop.tools, placed.paymentId!)
    expect(await rowOf(placed)).toMatchObject({ status: 4, cancel_cause: 'otherAmount' })
    expect(await endOf(0)).toBe('2026-12-08')
    expect(await query('select device_id from device_renewals')).toEqual([])
    expect(await differences()).toEqual([
      {
        kind: 'otherAmount',
        our_amount: 2669,
        their_amount: 1000,
        currency: 'USD',
        state: 'open',
        note: null,
      },
    ])
    expect(await sumOf('suspense')).toBe(1000)
    expect(await checkLedger(database.db)).toEqual([])
    // The code is free again.
    await order(shop, [1], { discountCode: shop.codes[0]! })
    await wait(minute)
    expect(await refundsOf(placed)).toMatchObject([{ cause: 'late', state: 'done', amount: 1000 }])
    expect(shop.books.moneyOf(numberOf(placed))).toBe(0)
    expect(await sumOf('suspense')).toBe(0)
    // Told the same again, it stays one.
    await runPayment(shop.tools, placed.paymentId!)
    expect(await differences()).toHaveLength(1)
  })

  test('that is more, for a top-up, is not on the balance', async () => {
    const placed = await topUp(shop, 500)
    Object.assign(shop.books.payments.get(numberOf(placed))!, { state: 'paid', amount: 900 })
    await runPayment(shop.tools, placed.paymentId!)
    await wait(minute)
    expect(await sumOf('held')).toBe(0)
    expect(await refundsOf(placed)).toMatchObject([{ state: 'done', amount: 900 }])
  })

  test('whose refund fails is sent again by its seller', async () => {
    const placed = await order(shop, [0])
    Object.assign(shop.books.payments.get(numberOf(placed))!, { state: 'paid', amount: 7 })
    shop.books.refundOutcomes = ['failed']
    await runPayment(shop.tools, placed.paymentId!)
    await wait(minute)
    expect(await sumOf('suspense')).toBe(7)
    expect(await refund(placed)).toMatchObject({ amount: 7 })
    expect(await sumOf('suspense')).toBe(0)
  })

  test('in another currency is booked in that', async () => {
    const placed = await order(shop, [0])
    Object.assign(shop.books.payments.get(numberOf(placed))!, {
      state: 'paid',
      amount: 2800,
      currency: 'EUR',
    })
    await runPayment(shop.tools, placed.paymentId!)
    expect(await differences()).toMatchObject([
      { kind: 'otherAmount', our_amount: null, their_amount: 2800, currency: 'EUR' },
    ])
    expect(await rowOf(placed)).toMatchObject({ status: 4, refunded_amount: 0 })
    await wait(minute)
    expect(await query('select amount, currency, state from refunds')).toEqual([
      { amount: 2800, currency: 'EUR', state: 'done' },
    ])
    expect(
      await query(`select m.asset, e.book, sum(e.amount)::int as sum from ledger_entries e
        join ledger_movements m on m.id = e.movement_id where e.book = 'suspense' group by 1, 2`),
    ).toEqual([{ asset: 'EUR', book: 'suspense', sum: 0 }])
  })

  test('in a currency that is not known here is for people to see to', async () => {
    const placed = await order(shop, [0])
    Object.assign(shop.books.payments.get(numberOf(placed))!, { state: 'paid', currency: 'HUF' })
    await runPayment(shop.tools, placed.paymentId!)
    expect(await rowOf(placed)).toMatchObject({ status: 4, cancel_cause: 'otherAmount' })
    expect(await differences()).toEqual([
      {
        kind: 'otherAmount',
        our_amount: 3003,
        their_amount: null,
        currency: 'USD',
        state: 'open',
        note: '3003 HUF',
      },
    ])
    shop.books.payments.delete(numberOf(placed))
  })
})

test('a term for life that is refunded is what it was, also of a device that is not activated', async () => {
  const { pool } = database
  await pool.query(`insert into renew_prices (account_id, device_type_id, duration, currency, amount, change_time) values
    (null, null, 6, 'USD', 9000, 0)`)
  await pool.query(
    'update devices set platform_expire_time = null, platform_from_activation = true, platform_months = 12 where id = $1',
    [shop.devices[1]!.id],
  )
  const placed = await order(shop, [0, 1], { duration: 6 })
  shop.books.approve(numberOf(placed), 'paid')
  await runPayment(shop.tools, placed.paymentId!)
  expect([await endOf(0), await endOf(1)]).toEqual([null, null])
  await refund(placed)
  expect(await endOf(0)).toBe('2026-12-08')
  expect(
    await query(
      'select platform_from_activation as from, platform_months as months from devices where id = $1',
      [shop.devices[1]!.id],
    ),
  ).toEqual([{ from: true, months: 12 }])
})

test('a refund that was accepted before it was refused is no failed one', async () => {
  const placed = await paid()
  shop.books.faults = ['after']
  const { id } = await refund(placed)
  const client = (await shop.tools.clientOf(0))!
  const { PayFailure } = await import('../pay-accounts/providers/pay-provider.ts')
  const tools = {
    ...shop.tools,
    clientOf: async () => ({
      ...client,
      refund: async () => {
        throw new PayFailure('refused', 'other fields than before')
      },
    }),
  }
  await runRefund(tools, id)
  expect(await refundsOf(placed)).toMatchObject([{ state: 'done' }])
})

test('cards take no discount code', async () => {
  await database.pool.query(
    `insert into ledger_balances (account_id, asset, balance) values ($1, 'card3', 1)`,
    [shop.accounts.dealer.id],
  )
  const given = { buyer: 'dealer', payType: 'card', discountCode: 'AAAABBBBCCCC' } as const
  expect((await order(shop, [4], given)).order).toMatchObject({ status: 2, discount_code: null })
  expect(await query('select code from discount_codes where order_id is not null')).toEqual([])
  await database.pool.query(
    'truncate orders, receipt_numbers, ledger_balances, ledger_movements, ledger_entries, device_renewals cascade',
  )
})
