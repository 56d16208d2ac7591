import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createLocalBus } from '../../platform/bus/bus.ts'
import { openTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { paymentNumber } from '../orders/numbers.ts'
import { makeRefund } from '../orders/refunds.ts'
import { runPayment, runRefund } from '../orders/run-payments.ts'
import { lockOrder } from '../orders/settle.ts'
import { openShop, order, type Shop } from '../orders/testing/order-shop.ts'
import { checkLedger } from './check.ts'

/** An order of two devices, paid at a provider, of which one is refunded: whatever is changed by hand is reported. */

let database: TestDatabase
let shop: Shop
let orderId: number
let paymentId: number
let refundId: number
beforeAll(async () => {
  database = await openTestDatabase()
})
beforeEach(async () => {
  shop = await openShop(database, createLocalBus({ error: () => {} } as never))
  const placed = await order(shop, [0, 1])
  orderId = placed.order.id
  paymentId = Number(placed.paymentId)
  shop.books.approve(paymentNumber(placed.order.order_no, paymentId), 'paid')
  await runPayment(shop.tools, paymentId)
  const { refund } = await shop.inTrx(async (trx) =>
    makeRefund(
      trx,
      (await lockOrder(trx, orderId))!,
      { terminalIDs: [shop.devices[1]!.terminalID], takesBack: true, isByHand: false },
      { accountId: shop.accounts.admin.id, isAdministrator: true, now: shop.now },
    ),
  )
  refundId = refund.id
  await runRefund(shop.tools, refund.id)
  expect(await checkLedger(database.db)).toEqual([])
})
afterAll(() => database.drop())

const faultsAfter = async (statement: string, values: unknown[] = []) => {
  await database.pool.query(
    `set local session_replication_role = replica; ${statement.replace('$1', String(values[0]))}`,
  )
  return (await checkLedger(database.db)).map(({ fault, id, expected, found }) => ({
    fault,
    id,
    expected,
    found,
  }))
}

test('money at the provider that is not what was captured and refunded', async () => {
  expect(await faultsAfter('update payments set refunded_amount = 3000 where id = $1', [paymentId])).toEqual([
    { fault: 'paymentDiffers', id: paymentId, expected: 3006, found: 3003 },
  ])
})

test('an order that was paid by another amount than its own', async () => {
  const { database: db } = shop
  await db.pool.query('update orders set amount = amount + 1 where id = $1', [orderId])
  expect(await checkLedger(db.db)).toEqual([
    { fault: 'orderUnpaid', id: orderId, asset: 'USD', expected: 6007, found: 6006 },
  ])
})

test('money that was booked for a payment that is none', async () => {
  expect(await faultsAfter(`update payments set state = 'failed' where id = $1`, [paymentId])).toEqual([
    { fault: 'paymentDiffers', id: paymentId, expected: -3003, found: 3003 },
    { fault: 'orderUnpaid', id: orderId, expected: 6006, found: 0 },
  ])
})

test('a device that was paid for and not renewed', async () => {
  expect(
    await faultsAfter('delete from device_renewals where device_id = $1', [shop.devices[0]!.id]),
  ).toEqual([{ fault: 'lineDiffers', id: orderId, expected: 2, found: 1 }])
})

test('a device that was renewed and not paid for', async () => {
  expect(
    await faultsAfter('update order_lines set result = null where device_id = $1', [shop.devices[0]!.id]),
  ).toEqual([{ fault: 'lineDiffers', id: orderId, expected: 1, found: 2 }])
})

test('a refund that is done and not booked', async () => {
  const faults = await faultsAfter(
    `update ledger_movements set cause = null, cause_id = null where cause = 'refund' and cause_id = $1`,
    [refundId],
  )
  expect(faults).toEqual([
    { fault: 'paymentDiffers', id: paymentId, expected: 3003, found: 6006 },
    { fault: 'refundDiffers', id: refundId, expected: 1, found: 0 },
  ])
})

test('a refund that is booked and not done', async () => {
  expect(await faultsAfter(`update refunds set state = 'failed' where id = $1`, [refundId])).toEqual([
    { fault: 'refundDiffers', id: refundId, expected: 0, found: 1 },
    { fault: 'refundedDiffers', id: orderId, expected: 0, found: 3003 },
  ])
})

test('a receipt that is missing', async () => {
  expect(await faultsAfter('update receipt_numbers set last = 2')).toEqual([
    { fault: 'receiptsDiffer', id: shop.accounts.dealer.id, expected: 2, found: 1 },
  ])
})
