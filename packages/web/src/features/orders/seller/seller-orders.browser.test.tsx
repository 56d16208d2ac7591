import type { OutputOf } from '@trackway/core/api/call.ts'
import { roles } from '@trackway/core/codes/roles.ts'
import type { OrderDetail } from '@trackway/core/features/orders/calls.ts'
import { orderCalls } from '@trackway/core/features/orders/calls.ts'
import { expect, test } from 'vitest'
import { type FakeServer, startFakeServer } from '../../../testing/fake-server.ts'
import { openPage } from '../../../testing/open-page.tsx'

const agent = { user: { id: 9, role: roles.agent } }
const paidTime = Date.UTC(2026, 10, 20, 4)
const [van, car, bus] = ['Van 1', 'Car 2', 'Bus 3'].map((nickname, n) => ({
  terminalID: `86000000000000${n}`,
  nickname,
  amount: 2_999,
  result: 'renewed' as const,
  platformExpireTime: Date.UTC(2028, 0, 31, 4),
  isRefunded: false,
}))
const detail: OrderDetail = {
  id: 5,
  orderNo: '20261120ABCDEF',
  kind: 'renewal',
  status: 2,
  buyer: 'harbour',
  seller: 'North',
  payType: 'paypal',
  paymentType: 1,
  currency: 'USD',
  listAmount: 8_997,
  amount: 8_997,
  refundedAmount: 0,
  usdAmount: 8_997,
  taxAmount: 0,
  duration: 3,
  days: 365,
  target: 'both',
  deviceCount: 3,
  unitAmount: 2_999,
  discountCode: null,
  discountRate: null,
  createTime: paidTime - 60_000,
  expireTime: paidTime + 1_740_000,
  paidTime,
  cancelTime: null,
  cancelCause: null,
  receiptNo: '2026-000001',
  refundState: null,
  lines: [van!, car!, bus!],
  payments: [],
  refunds: [],
  isOwn: false,
  mayRefund: true,
}
const request: OrderDetail['refunds'][number] = {
  id: 1,
  state: 'requested',
  cause: 'buyer',
  amount: 2_999,
  currency: 'USD',
  terminalIDs: [car!.terminalID],
  takesBack: true,
  isByHand: false,
  reason: 'Sold the car',
  answer: null,
  failure: null,
  createTime: paidTime,
  endTime: null,
}

function startOrders(order: OrderDetail = detail): FakeServer {
  const server = startFakeServer()
  const isRequested = order.refundState === 'requested'
  server.answer(orderCalls.findBelow, ({ refundState }) =>
    refundState === undefined || isRequested ? { list: [order], total: 1 } : { list: [], total: 0 },
  )
  server.answer(orderCalls.get, order)
  return server
}

/** Over the sheet of the order. */
const dialogIn = (screen: Awaited<ReturnType<typeof openPage>>) => screen.getByRole('dialog').nth(1)

test('refunds that customers wait for come first, and are made with a word on what that takes back', async () => {
  const server = startOrders({ ...detail, refundState: 'requested', refunds: [request] })
  server.answer(orderCalls.decideRefund, { state: 'sent', amount: 2_999 })
  const screen = await openPage('/index/pay/orders', agent)
  await expect.element(screen.getByText('1 customer asks for a refund')).toBeVisible()
  await screen.getByRole('button', { name: 'harbour: order 20261120ABCDEF' }).click()
  await screen.getByRole('button', { name: 'Approve refund' }).click()
  const dialog = dialogIn(screen)
  await expect.element(dialog.getByText('Approve the refund of 29.99 USD')).toBeVisible()
  await expect.element(dialog.getByText("The customer's reason: Sold the car")).toBeVisible()
  await expect.element(dialog.getByText('29.99 USD goes back to harbour through PayPal.')).toBeVisible()
  await expect.element(dialog.getByText(/^1 device loses the time that was paid \(1 year\)/)).toBeVisible()
  await expect.element(dialog.getByText('Car 2: paid until 31 Jan 2028')).toBeVisible()
  await expect.element(dialog.getByText(/^The whole amount is taken from what you earn/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Approve refund' }).click()
  await expect
    .poll(() => server.sent(orderCalls.decideRefund))
    .toEqual([{ orderNo: detail.orderNo, approve: true, takesBack: true, isByHand: false, answer: null }])
})

test('who refuses a refund says why', async () => {
  const server = startOrders({ ...detail, refundState: 'requested', refunds: [request] })
  server.answer(orderCalls.decideRefund, { state: 'refused', amount: 2_999 })
  const screen = await openPage(`/index/pay/orders?order=${detail.orderNo}`, agent)
  await screen.getByRole('button', { name: 'Refuse refund' }).click()
  const dialog = dialogIn(screen)
  await expect.element(dialog.getByText('Refuse the refund of 29.99 USD')).toBeVisible()
  await dialog.getByRole('button', { name: 'Refuse refund' }).click()
  await dialog.getByLabelText('Answer to the customer').fill('It was used for a year.')
  await dialog.getByRole('button', { name: 'Refuse refund' }).click()
  await expect
    .poll(() => server.sent(orderCalls.decideRefund))
    .toMatchObject([{ approve: false, answer: 'It was used for a year.' }])
})

test('some devices are refunded; money that was given back by hand needs its proof', async () => {
  const server = startOrders()
  server.answer(orderCalls.refund, { state: 'done', amount: 2_999 })
  const screen = await openPage(`/index/pay/orders?order=${detail.orderNo}`, agent)
  await screen.getByRole('button', { name: 'Refund', exact: true }).click()
  const dialog = dialogIn(screen)
  await expect.element(dialog.getByText(`Refund order ${detail.orderNo}`)).toBeVisible()
  await expect.element(dialog.getByText('89.97 USD goes back to harbour through PayPal.')).toBeVisible()
  await dialog.getByLabelText('Devices').click()
  await screen.getByTitle('Van 1 · 29.99 USD').click()
  // Closes the list of devices.
  await dialog.getByText(`Refund order ${detail.orderNo}`).click()
  await expect.element(dialog.getByText('29.99 USD goes back to harbour through PayPal.')).toBeVisible()
  await dialog.getByRole('checkbox', { name: 'I have paid the money back myself' }).click()
  await expect
    .element(dialog.getByText('29.99 USD is recorded as paid back to harbour by you.'))
    .toBeVisible()
  await dialog.getByRole('button', { name: 'Refund', exact: true }).click()
  await expect.element(dialog.getByText(/^Say how the money was paid back/)).toBeVisible()
  await dialog.getByLabelText('Reason').fill('Bank transfer 17')
  await dialog.getByRole('button', { name: 'Refund', exact: true }).click()
  await expect
    .poll(() => server.sent(orderCalls.refund))
    .toEqual([
      {
        orderNo: detail.orderNo,
        terminalIDs: [van!.terminalID],
        takesBack: true,
        isByHand: true,
        reason: 'Bank transfer 17',
      },
    ])
})

test('only an administrator lets devices keep what is refunded', async () => {
  startOrders()
  const screen = await openPage(`/index/pay/orders?order=${detail.orderNo}`)
  await screen.getByRole('button', { name: 'Refund', exact: true }).click()
  await screen.getByRole('checkbox', { name: 'Take the paid time back from the devices' }).click()
  await expect.element(screen.getByText('3 devices keep the time that was paid.')).toBeVisible()
})

test('the income is told by day and by account', async () => {
  const server = startFakeServer()
  const row: OutputOf<typeof orderCalls.income>['list'][number] = {
    day: null,
    account: null,
    currency: 'USD',
    orders: 3,
    amount: 8_997,
    refundedAmount: 2_999,
    usdAmount: 5_998,
    withoutRate: 0,
  }
  const unrated = { currency: 'CNY' as const, orders: 1, amount: 700, usdAmount: 0, withoutRate: 1 }
  server.answer(orderCalls.income, ({ by }) => ({
    list:
      by === 'account'
        ? [{ ...row, account: 'North' }]
        : [
            { ...row, day: '2026-11-20' },
            { ...row, ...unrated, day: '2026-11-21' },
          ],
  }))
  const screen = await openPage('/index/pay/orders?view=income&first=2026-11-15&last=2026-11-21', agent)
  await expect.element(screen.getByText(/^Left in US dollars by day\. Most on/)).toBeInTheDocument()
  await expect.element(screen.getByRole('cell', { name: '89.97 USD' })).toBeVisible()
  await expect.element(screen.getByText(/^1 order has no exchange rate/)).toBeVisible()
  await screen.getByText('Seller', { exact: true }).click()
  await expect.element(screen.getByRole('cell', { name: 'North' })).toBeVisible()
  expect(server.sent(orderCalls.income).at(-1)).toMatchObject({ by: 'account' })
})
