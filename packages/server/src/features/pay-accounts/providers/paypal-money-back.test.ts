import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { aRefundOf } from '../testing/example-payment.ts'
import { type FakePaypal, startFakePaypal } from '../testing/fake-paypal.ts'
import { hourMs, paidAt, startTime } from '../testing/paypal-payments.ts'
import type { ClientTools, NewPayment, PayClient } from './pay-provider.ts'
import { paypal } from './paypal.ts'

let now = startTime
let fake: FakePaypal
let client: PayClient

const connect = (more: object = {}, tools: Partial<ClientTools> = {}) =>
  paypal.connect(
    { ...fake.settings, ...more },
    { now: () => now, baseUrl: fake.url, trust: fake.root, ...tools },
  )!

beforeEach(async () => {
  now = startTime
  fake = await startFakePaypal(() => now)
  client = connect()
})
afterEach(() => fake.stop())

const paid = (more: Partial<NewPayment> = {}) => paidAt({ fake, client }, more)

describe('a refund', () => {
  test('in parts, and one too many', async () => {
    const payment = await paid()
    for (const id of [1, 2, 3])
      expect(await client.refund(aRefundOf(payment, { id, number: `TWR000000${id}` }))).toMatchObject({
        state: 'done',
      })
    const more = aRefundOf(payment, { id: 4, number: 'TWR0000004' })
    expect(await client.refund(more)).toMatchObject({
      state: 'failed',
      failure: expect.stringContaining('CAPTURE_FULLY'),
    })
    expect(await client.find(payment)).toMatchObject({
      state: 'paid',
      refundedAmount: 8997,
      reversedAmount: 0,
    })
    expect(fake.books.balance('USD')).toBe(0)
  })

  test('of more than is left', async () => {
    const payment = await paid()
    expect(await client.refund(aRefundOf(payment, { amount: 8998 }))).toMatchObject({
      state: 'failed',
      failure: expect.stringContaining('REFUND_AMOUNT_EXCEEDED'),
    })
  })

  test.each([
    ['COMPLETED', 'done', 2999],
    ['FAILED', 'failed', 0],
    ['CANCELLED', 'failed', 0],
  ] as const)('that takes days and is %s then', async (status, state, refundedAmount) => {
    const payment = await paid()
    fake.books.refundOutcomes.push('pending')
    const refund = aRefundOf(payment)
    const { providerRefund } = await client.refund(refund)
    expect(await client.findRefund(refund)).toEqual({ state: 'pending', providerRefund })
    fake.books.settleRefund(providerRefund!, status)
    expect(await client.findRefund({ ...refund, providerRefund: providerRefund! })).toMatchObject({ state })
    expect(await client.find(payment)).toMatchObject({ state: 'paid', refundedAmount })
  })

  test('from the console, and a dispute, are seen in the payment', async () => {
    const payment = await paid()
    fake.books.refund(payment.providerCapture!, { amount: { currency_code: 'USD', value: '10.00' } })
    expect(await client.find(payment)).toMatchObject({
      state: 'paid',
      refundedAmount: 1000,
      reversedAmount: 0,
    })
    expect(await client.findRefund(aRefundOf(payment))).toEqual({ state: 'unknown' })
    fake.books.reverse(payment.providerCapture!)
    expect(await client.find(payment)).toMatchObject({
      state: 'paid',
      refundedAmount: 1000,
      reversedAmount: 7997,
    })
    expect(fake.books.balance('USD')).toBe(0)
  })

  test.each(['PENDING_CAPTURE', 'REFUND_FAILED_INSUFFICIENT_FUNDS'])(
    'refused with %s comes later',
    async (issue) => {
      const payment = await paid()
      fake.books.refundOutcomes.push({ issue })
      await expect(client.refund(aRefundOf(payment))).rejects.toMatchObject({ kind: 'busy', code: issue })
    },
  )

  test.each(['REFUND_TIME_LIMIT_EXCEEDED', 'TRANSACTION_DISPUTED', 'PARTIAL_REFUND_NOT_ALLOWED'])(
    'refused with %s is done by hand',
    async (issue) => {
      const payment = await paid()
      fake.books.refundOutcomes.push({ issue })
      expect(await client.refund(aRefundOf(payment))).toMatchObject({
        state: 'failed',
        failure: expect.stringContaining(issue),
      })
    },
  )
})

describe('the report of a day', () => {
  test('has what came and went, and is not there before PayPal has it', async () => {
    const payment = await paid()
    await client.refund(aRefundOf(payment))
    fake.books.reverse(payment.providerCapture!)
    fake.books.captureOutcomes.push('pending')
    await paid({ id: 43, number: 'TW2026112200000043' })
    expect(await client.report('2026-11-22')).toBeNull()
    now = Date.parse('2026-11-23T03:30:00Z')
    expect(await client.report('2026-11-22')).toEqual([
      {
        reference: payment.providerCapture,
        number: payment.number,
        amount: 8997,
        currency: 'USD',
        feeAmount: 314,
      },
      { reference: 'REFUND00000003', number: 'TWR0000007', amount: -2999, currency: 'USD', feeAmount: null },
      { reference: 'REVERSAL00000004', number: null, amount: -5998, currency: 'USD', feeAmount: null },
    ])
    expect(await client.report('2026-11-21')).toEqual([])
  })

  test('leaves out what is no payment of a customer', async () => {
    const row = (code: string, value: string, status = 'S', currency = 'USD') => ({
      time: startTime,
      info: {
        transaction_id: `${code}${value}`,
        transaction_event_code: code,
        transaction_status: status,
        transaction_amount: { currency_code: currency, value },
      },
    })
    fake.otherTransactions.push(
      row('T0400', '-500.00'),
      row('T0000', '-20.00'),
      row('T1110', '-89.97'),
      row('T0006', '10.00', 'D'),
      row('T0006', '10', 'S', 'HUF'),
      row('T0006', '11.00', 'V'),
      row('T1202', '12.00'),
    )
    now += 24 * hourMs
    expect((await client.report('2026-11-22'))!.map(({ amount }) => amount)).toEqual([1100, 1200])
  })

  test('of a busy day is read page by page', async () => {
    for (let id = 1; id <= 1_001; id++) {
      const order = fake.books.create(orderBody(String(id).padStart(8, '0')))
      fake.books.approve(order.id)
      fake.books.capture(order.id)
    }
    now += 24 * hourMs
    const lines = await client.report('2026-11-22')
    expect(new Set(lines!.map(({ reference }) => reference)).size).toBe(1_001)
    expect(fake.requests.filter(({ path }) => path.startsWith('/v1/reporting'))).toHaveLength(3)
  })
})

const orderBody = (number: string) => ({
  intent: 'CAPTURE',
  purchase_units: [
    { amount: { currency_code: 'USD', value: '1.00' }, custom_id: number, invoice_id: number },
  ],
  payment_source: {
    paypal: { experience_context: { return_url: 'https://a.example', cancel_url: 'https://a.example' } },
  },
})
