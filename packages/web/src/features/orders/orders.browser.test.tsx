import { roles } from '@trackway/core/codes/roles.ts'
import { type OrderDetail, orderCalls } from '@trackway/core/features/orders/calls.ts'
import { payAccountCalls } from '@trackway/core/features/pay-accounts/calls.ts'
import { expect, test } from 'vitest'
import { router } from '../../shell/router.tsx'
import { type FakeServer, startFakeServer } from '../../testing/fake-server.ts'
import { openPage } from '../../testing/open-page.tsx'

const customer = { user: { role: roles.user } }
const orderNo = 'TW2026112800000042'
const until = Date.parse('2027-12-31T12:00Z')

const payment = {
  id: 1,
  provider: 'paypal',
  state: 'created',
  amount: 2997,
  currency: 'USD' as const,
  providerPayment: '5O1',
  providerCapture: null,
  failure: null,
  createTime: 0,
  endTime: null,
  payPage: { url: 'https://paypal.example/checkout' },
} as const
const line = {
  terminalID: '860000000000001',
  nickname: 'Van 1',
  amount: 999,
  result: null,
  platformExpireTime: null,
  isRefunded: false,
}
const refund = {
  id: 1,
  state: 'sent' as const,
  cause: 'late' as const,
  currency: 'USD' as const,
  amount: 2997,
  terminalIDs: [],
  takesBack: true,
  isByHand: false,
  reason: null,
  answer: null,
  failure: null,
  createTime: 0,
  endTime: null,
} satisfies OrderDetail['refunds'][number]

function anOrder(parts: Partial<OrderDetail> = {}): OrderDetail {
  return {
    id: 42,
    orderNo,
    kind: 'renewal',
    status: 1,
    buyer: 'customer',
    seller: 'North Fleet',
    payType: 'paypal',
    paymentType: 1,
    currency: 'USD',
    listAmount: 2997,
    amount: 2997,
    refundedAmount: 0,
    usdAmount: 2997,
    taxAmount: 0,
    duration: 3,
    days: 365,
    target: 'both',
    deviceCount: 3,
    unitAmount: 999,
    discountCode: null,
    discountRate: null,
    createTime: Date.now(),
    expireTime: Date.now() + 20 * 60_000,
    paidTime: null,
    cancelTime: null,
    cancelCause: null,
    receiptNo: null,
    refundState: null,
    lines: [line, { ...line, terminalID: '860000000000002', nickname: null }],
    payments: [payment],
    refunds: [],
    isOwn: true,
    mayRefund: false,
    ...parts,
  }
}

const paidLines = [
  { ...line, result: 'renewed' as const, platformExpireTime: until },
  { ...line, terminalID: '860000000000002', nickname: null, result: 'deviceGone' as const },
]
const paid = anOrder({
  status: 2,
  paidTime: Date.now(),
  receiptNo: '2026-17',
  lines: paidLines,
  deviceCount: 2,
})

function aShop(order: OrderDetail): FakeServer {
  const server = startFakeServer()
  server.answer(payAccountCalls.allowedPay, {
    list: [{ payType: 'paypal', currencies: ['USD'] }],
    balances: [{ currency: 'USD', amount: 5000 }],
  })
  server.answer(orderCalls.get, order)
  server.answer(orderCalls.find, { list: [order], total: 1 })
  server.answer(orderCalls.refresh, { status: order.status, isPending: false })
  return server
}

test('the page of the result asks the provider until the order is over, and tells what became of money and devices', async () => {
  const server = aShop(anOrder())
  const screen = await openPage(`/payResult?orderNo=${orderNo}&token=5O1&PayerID=X`, customer)
  await expect.element(screen.getByRole('heading', { name: 'Confirming your payment' })).toBeVisible()
  await expect
    .element(screen.getByRole('link', { name: 'Continue to payment' }))
    .toHaveAttribute('href', 'https://paypal.example/checkout')
  await expect.element(screen.getByText(/left to pay/)).toBeVisible()
  expect(server.sent(orderCalls.refresh)[0]).toEqual({ orderNo })
  server.answer(orderCalls.get, paid)
  server.answer(orderCalls.refresh, { status: 2, isPending: false })
  await expect.element(screen.getByRole('heading', { name: 'Payment successful' })).toBeVisible()
  await expect.element(screen.getByText('29.97 USD paid with PayPal to North Fleet.')).toBeVisible()
  await expect.element(screen.getByText('1 device is renewed.')).toBeVisible()
  await expect.element(screen.getByText(/Renewed until 31 Dec 2027/)).toBeVisible()
  await expect.element(screen.getByText(/1 device could not be renewed/)).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Receipt' })).toBeVisible()
  await expect.element(screen.getByRole('link', { name: 'Back to your vehicles' })).toBeVisible()
})

test('what an address says of the outcome is believed only as far as words go', async () => {
  const server = aShop(anOrder())
  const screen = await openPage(`/payResult?orderNo=${orderNo}&cancelled=1`, customer)
  await expect.element(screen.getByRole('heading', { name: 'Payment cancelled' })).toBeVisible()
  server.answer(orderCalls.get, paid)
  await expect.element(screen.getByRole('heading', { name: 'Payment successful' })).toBeVisible()
})

test('a failed payment is made again, another way', async () => {
  const server = aShop(anOrder({ payments: [{ ...payment, state: 'failed', payPage: null }] }))
  const screen = await openPage(`/payResult?orderNo=${orderNo}`, customer)
  await expect.element(screen.getByRole('heading', { name: 'Payment failed' })).toBeVisible()
  server.answer(orderCalls.pay, { orderNo, amount: 2997, currency: 'USD', status: 2, refused: [] })
  await screen.getByRole('button', { name: 'Pay another way' }).click()
  server.answer(orderCalls.get, paid)
  await screen.getByRole('menuitem', { name: 'Balance' }).click()
  await expect.poll(() => server.sent(orderCalls.pay)).toEqual([{ orderNo, payType: 'balance' }])
  await expect.element(screen.getByRole('heading', { name: 'Payment successful' })).toBeVisible()
})

test('late money is told to go back, and the devices can be ordered again', async () => {
  aShop(anOrder({ status: 4, cancelCause: 'expired', refunds: [refund] }))
  const screen = await openPage(`/payResult?orderNo=${orderNo}`, customer)
  await expect.element(screen.getByRole('heading', { name: 'Paid too late' })).toBeVisible()
  await expect
    .element(screen.getByText('Refund of 29.97 USD is on its way at the payment provider'))
    .toBeVisible()
  await screen.getByRole('link', { name: 'Order again' }).click()
  await expect
    .poll(() => router.state.location.search)
    .toMatchObject({ renew: '860000000000001_860000000000002' })
})

test('a code to scan is shown, and the page follows the order', async () => {
  const page = { qrText: 'weixin://wxpay/bizpayurl?pr=abc' }
  aShop(
    anOrder({
      payType: 'weixin',
      currency: 'CNY',
      payments: [{ ...payment, provider: 'weixin', payPage: page }],
    }),
  )
  const screen = await openPage(`/payResult?orderNo=${orderNo}`, customer)
  await expect.element(screen.getByRole('heading', { name: 'Scan to pay' })).toBeVisible()
  await expect.poll(() => document.querySelector('.ant-qrcode svg')).not.toBeNull()
})

test('a payment in the mini program is handed to WeChat', async () => {
  const params = { timeStamp: '1', package: 'prepay_id=1' }
  const page = { miniProgram: params }
  const server = aShop(
    anOrder({ payType: 'weixin', payments: [{ ...payment, provider: 'weixin', payPage: page }] }),
  )
  const invoked: unknown[] = []
  const WeixinJSBridge = {
    invoke: (...parts: [string, unknown, () => void]) => {
      invoked.push(parts.slice(0, 2))
      server.answer(orderCalls.get, paid)
      parts[2]()
    },
  }
  Object.assign(globalThis, { WeixinJSBridge })
  try {
    const screen = await openPage(`/payResult?orderNo=${orderNo}`, customer)
    await screen.getByRole('button', { name: 'Pay in WeChat' }).click()
    await expect.element(screen.getByRole('heading', { name: 'Payment successful' })).toBeVisible()
    expect(invoked).toEqual([['getBrandWCPayRequest', params]])
  } finally {
    Reflect.deleteProperty(globalThis, 'WeixinJSBridge')
  }
})

test('in the sandbox who pays chooses the outcome, and is told that no money moves', async () => {
  const server = aShop(anOrder({ payType: 'sandbox' }))
  server.answer(payAccountCalls.sandbox, {})
  const screen = await openPage(`/paySandbox?orderNo=${orderNo}`, customer)
  await expect.element(screen.getByText(/No money moves/)).toBeVisible()
  await screen.getByRole('button', { name: 'Refused' }).click()
  await expect.poll(() => server.sent(payAccountCalls.sandbox)).toEqual([{ orderNo, outcome: 'refused' }])
  await expect.poll(() => router.state.location.pathname).toBe('/payResult')
})

test('the demo account reads in the sandbox what would happen', async () => {
  const server = aShop(anOrder({ payType: 'sandbox' }))
  const screen = await openPage(`/paySandbox?orderNo=${orderNo}`, {
    user: { role: roles.user, isDemo: true },
  })
  await screen.getByRole('button', { name: 'Paid', exact: true }).click()
  await expect.element(screen.getByText('Demo: the order would be paid.')).toBeVisible()
  expect(server.sent(payAccountCalls.sandbox)).toEqual([])
})

test('an order is opened from the list, and a refund asked for some of its devices', async () => {
  const second = { ...paidLines[0]!, terminalID: '860000000000003', nickname: 'Van 3' }
  const order = { ...paid, lines: [paidLines[0]!, second] }
  const server = aShop(order)
  server.answer(orderCalls.refund, { state: 'requested', amount: 999 })
  const screen = await openPage('/index/order/list', customer)
  await screen.getByRole('button', { name: 'Details' }).click()
  const sheet = screen.getByRole('dialog').first()
  await expect.element(sheet.getByText('Van 1')).toBeVisible()
  await sheet.getByRole('button', { name: 'Ask for a refund' }).click()
  const dialog = screen.getByRole('dialog').last()
  await dialog.getByRole('combobox').click()
  await screen.getByTitle('Van 3 · 9.99 USD').click()
  await dialog.getByLabelText('Reason').fill('Sold')
  await dialog.getByRole('button', { name: 'Ask for a refund' }).click()
  await expect
    .poll(() => server.sent(orderCalls.refund))
    .toMatchObject([{ orderNo, terminalIDs: ['860000000000003'], reason: 'Sold' }])
  await expect.element(screen.getByText('Your request was sent to your provider.')).toBeVisible()
})

test('an order that is to be paid is cancelled after a confirmation', async () => {
  const server = aShop(anOrder())
  server.answer(orderCalls.cancel, { status: 4 })
  const screen = await openPage(`/index/order/list?order=${orderNo}`, customer)
  await screen.getByRole('button', { name: 'Cancel order' }).click()
  await screen.getByRole('button', { name: 'Cancel the order' }).click()
  await expect.poll(() => server.sent(orderCalls.cancel)).toEqual([{ orderNo }])
  await expect.element(screen.getByText('Order cancelled')).toBeVisible()
})

test('a balance is topped up by an amount as people write it', async () => {
  const server = aShop(paid)
  server.answer(orderCalls.topUp, { orderNo, amount: 5050, currency: 'USD', status: 1, refused: [] })
  const screen = await openPage('/index/order/list', customer)
  await expect.element(screen.getByText('50.00 USD', { exact: true })).toBeVisible()
  await screen.getByRole('button', { name: 'Top up balance' }).click()
  const dialog = screen.getByRole('dialog')
  await dialog.getByLabelText('Amount').fill('50.505')
  await dialog.getByRole('button', { name: 'Continue to payment' }).click()
  await expect.element(dialog.getByText('Enter an amount such as 50.00.')).toBeVisible()
  await dialog.getByLabelText('Amount').fill('50.5')
  await dialog.getByRole('button', { name: 'Continue to payment' }).click()
  await expect
    .poll(() => server.sent(orderCalls.topUp))
    .toEqual([{ amount: 5050, currency: 'USD', payType: 'paypal' }])
  await expect.poll(() => router.state.location.pathname).toBe('/payResult')
})

test('the ways to top up are as wide as each other', async () => {
  const server = aShop(paid)
  server.answer(payAccountCalls.allowedPay, {
    list: [{ payType: 'paypal', currencies: ['USD', 'EUR'] }],
    balances: [],
  })
  const screen = await openPage('/index/order/list', customer)
  await screen.getByRole('button', { name: 'Top up balance' }).click()
  const ways = screen.getByRole('radiogroup', { name: 'How to pay' })
  await expect.element(ways).toBeVisible()
  const widths = [...ways.element().children].map((way) => way.getBoundingClientRect().width)
  expect(widths).toEqual([widths[0], widths[0]])
})

test('a session of one device pays, and neither tops up nor asks for refunds', async () => {
  aShop(paid)
  const screen = await openPage(`/index/order/list?order=${orderNo}`, {
    user: { role: roles.user, isOfDevice: true, permissions: ['main:monitor', 'main:track', 'main:order'] },
  })
  await expect.element(screen.getByRole('button', { name: 'Receipt', exact: true })).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Ask for a refund' })).not.toBeInTheDocument()
  await expect.element(screen.getByRole('button', { name: 'Top up balance' })).not.toBeInTheDocument()
})
