import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { aKnownPayment, aRefundOf } from '../testing/example-payment.ts'
import { type FakeFailure, type FakePaypal, startFakePaypal } from '../testing/fake-paypal.ts'
import { approvedAt, hourMs, newPayment, paidAt, startTime } from '../testing/paypal-payments.ts'
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

const approved = (more: Partial<NewPayment> = {}) => approvedAt({ fake, client }, more)
const paid = (more: Partial<NewPayment> = {}) => paidAt({ fake, client }, more)

describe('a payment', () => {
  test('is made, approved on the page, and taken', async () => {
    const made = await client.create(newPayment())
    expect(made).toMatchObject({ state: 'open', payPage: { url: expect.stringContaining('/checkoutnow') } })
    const payment = aKnownPayment({ providerPayment: made.providerPayment! })
    expect(await client.capture(payment)).toMatchObject({ state: 'open' })

    const page = await fetch(made.payPage!.url!)
    expect(await page.text()).toContain('Pay 89.97 USD')
    const back = await fetch(made.payPage!.url!, {
      method: 'POST',
      body: new URLSearchParams({ do: 'pay' }),
      redirect: 'manual',
    })
    expect(back.headers.get('location')).toBe(
      `https://track.example.com/payResult?order=1&token=${made.providerPayment}&PayerID=QYR5Z8XDVJNXQ`,
    )
    expect(await client.find(payment)).toEqual({
      state: 'approved',
      providerPayment: made.providerPayment,
    })
    const taken = await client.capture(payment)
    expect(taken).toMatchObject({
      state: 'paid',
      amount: 8997,
      currency: 'USD',
      feeAmount: 314,
      refundedAmount: 0,
      reversedAmount: 0,
    })
    expect(await client.capture(payment)).toEqual(taken)
    expect(await client.close({ ...payment, providerCapture: taken.providerCapture! })).toEqual(taken)
    expect(fake.books.balance('USD')).toBe(8997)
  })

  test('is cancelled on the page: it stays open', async () => {
    const { payPage } = await client.create(newPayment())
    const back = await fetch(payPage!.url!, {
      method: 'POST',
      body: new URLSearchParams({ do: 'cancel' }),
      redirect: 'manual',
    })
    expect(back.headers.get('location')).toContain('&cancelled=&token=')
  })

  test.each([
    [1, 'USD', '0.01'],
    [1999, 'JPY', '1999'],
    [100_500, 'THB', '1005.00'],
    [199_800_000_001, 'EUR', '1998000000.01'],
  ] as const)('of %d in %s says %s, and comes back as it was', async (amount, currency, text) => {
    const payment = await approved({ amount, currency })
    expect([...fake.books.orders.values()][0]!.unit.amount).toEqual({ currency_code: currency, value: text })
    expect(await client.capture(payment)).toMatchObject({ state: 'paid', amount, currency })
  })

  test('has texts as long as PayPal takes, cut between characters', async () => {
    const description = `${'x'.repeat(126)}🚚${'y'.repeat(300)}`
    expect(await client.create(newPayment({ description }))).toMatchObject({ state: 'open' })
  })

  test('is the same when it is made again, and another one with another body is refused', async () => {
    const first = await client.create(newPayment())
    expect(await client.create(newPayment())).toEqual(first)
    await expect(client.create(newPayment({ amount: 1 }))).rejects.toMatchObject({
      kind: 'refused',
      code: 'DUPLICATE_REQUEST_ID',
    })
    expect(fake.books.orders.size).toBe(1)
  })

  test('is unknown without its id, closed once PayPal forgot its order, and never open to others', async () => {
    expect(await client.find(aKnownPayment())).toEqual({ state: 'unknown' })
    const { providerPayment } = await client.create(newPayment())
    const payment = aKnownPayment({ providerPayment: providerPayment! })
    expect(await client.close(payment)).toMatchObject({ state: 'closed' })
    now += 4 * hourMs
    expect(await client.find(payment)).toMatchObject({ state: 'closed' })
    expect(await client.capture(payment)).toMatchObject({ state: 'closed' })
  })

  test('whose order was forgotten is still found by its money', async () => {
    const payment = await paid()
    fake.books.orders.get(payment.providerPayment!)!.id = 'GONE'
    const gone = { ...payment, providerPayment: 'NEVER' }
    expect(await client.find(gone)).toMatchObject({ state: 'paid', amount: 8997 })
    expect(await client.find({ ...gone, providerCapture: 'NEITHER' })).toEqual({ state: 'unknown' })
  })

  test.each([
    ['COMPLETED', 'paid'],
    ['DECLINED', 'failed'],
  ] as const)('that takes days and is %s then', async (status, state) => {
    fake.books.captureOutcomes.push('pending')
    const payment = await approved()
    const pending = await client.capture(payment)
    expect(pending).toMatchObject({ state: 'pending', failure: 'PENDING ECHECK' })
    fake.books.settle(pending.providerCapture!, status)
    expect(await client.find(payment)).toMatchObject({ state })
  })

  test('in a completed order may still be declined', async () => {
    fake.books.captureOutcomes.push('declined')
    expect(await client.capture(await approved())).toMatchObject({ state: 'failed' })
  })

  test('declined for its means is open again, and taken when the buyer approves another one', async () => {
    fake.books.captureOutcomes.push({ issue: 'INSTRUMENT_DECLINED' })
    const payment = await approved()
    expect(await client.capture(payment)).toMatchObject({
      state: 'open',
      failure: expect.stringContaining('INSTRUMENT_DECLINED'),
    })
    expect(await client.find(payment)).toMatchObject({ state: 'open', payPage: {} })
    fake.books.approve(payment.providerPayment!)
    expect(await client.capture(payment)).toMatchObject({ state: 'paid' })
  })

  test.each([
    ['PAYER_ACTION_REQUIRED', { state: 'open' }],
    ['REDIRECT_PAYER_FOR_ALTERNATE_FUNDING', { state: 'open' }],
    ['ORDER_NOT_APPROVED', { state: 'open' }],
    ['ORDER_COMPLETION_IN_PROGRESS', { state: 'approved' }],
    ['DUPLICATE_INVOICE_ID', { state: 'approved' }],
    ['TRANSACTION_REFUSED', { state: 'failed' }],
    ['MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED', { state: 'failed' }],
    ['PAYER_ACCOUNT_RESTRICTED', { state: 'failed' }],
    ['COMPLIANCE_VIOLATION', { state: 'failed' }],
    ['PAYEE_BLOCKED_TRANSACTION', { state: 'failed', sellerMustAct: true }],
    ['TRANSACTION_RECEIVING_LIMIT_EXCEEDED', { state: 'failed', sellerMustAct: true }],
  ])('that is refused with %s', async (issue, facts) => {
    fake.books.captureOutcomes.push({ issue })
    expect(await client.capture(await approved())).toMatchObject(facts)
    expect(fake.books.balance('USD')).toBe(0)
  })

  test('refused for a fault of ours is a failure, with what PayPal calls it', async () => {
    fake.books.captureOutcomes.push({ issue: 'AMOUNT_MISMATCH' })
    await expect(client.capture(await approved())).rejects.toMatchObject({
      kind: 'refused',
      code: 'AMOUNT_MISMATCH',
      message: expect.stringContaining('debug_id b1d1'),
    })
  })

  test('captured by somebody else meanwhile is paid', async () => {
    const payment = await approved()
    const others = connect()
    const both = await Promise.all([client.capture(payment), others.capture(payment)])
    expect(both.map(({ state }) => state)).toEqual(['paid', 'paid'])
    expect(fake.books.captures.size).toBe(1)
  })
})

describe('a request that fails', () => {
  const failures: [FakeFailure, string][] = [
    ['cutBefore', 'silent'],
    ['unavailable', 'silent'],
    ['limited', 'busy'],
    ['cutAfter', 'silent'],
    ['error', 'silent'],
    ['halfJson', 'silent'],
    ['html', 'silent'],
  ]
  const post = { create: /orders$/, capture: /capture$/, refund: /refund$/ }

  test.each(failures)('by %s makes one order', async (failure, kind) => {
    fake.failNext(failure, post.create)
    await expect(client.create(newPayment())).rejects.toMatchObject({ kind })
    const { providerPayment } = await client.create(newPayment())
    expect([...fake.books.orders.keys()]).toEqual([providerPayment])
  })

  test.each(failures)('by %s takes the money once', async (failure, kind) => {
    const payment = await approved()
    fake.failNext(failure, post.capture)
    await expect(client.capture(payment)).rejects.toMatchObject({ kind })
    expect(['approved', 'paid']).toContain((await client.find(payment)).state)
    expect(await client.capture(payment)).toMatchObject({ state: 'paid' })
    expect(fake.books.balance('USD')).toBe(8997)
  })

  test.each(failures)('by %s gives back once', async (failure, kind) => {
    const payment = await paid()
    fake.failNext(failure, post.refund)
    await expect(client.refund(aRefundOf(payment))).rejects.toMatchObject({ kind })
    expect(['unknown', 'done']).toContain((await client.findRefund(aRefundOf(payment))).state)
    expect(await client.refund(aRefundOf(payment))).toMatchObject({ state: 'done' })
    expect(fake.books.balance('USD')).toBe(8997 - 2999)
  })

  test('by an answer that never comes is found by a question', async () => {
    const payment = await approved()
    fake.failNext('never', post.capture)
    await expect(connect({}, { timeoutMs: 1_000 }).capture(payment)).rejects.toMatchObject({ kind: 'silent' })
    expect(await client.find(payment)).toMatchObject({ state: 'paid' })
  })

  test('at a server that is not there says that nothing was sent', async () => {
    await fake.stop()
    await expect(client.create(newPayment())).rejects.toMatchObject({ kind: 'unreached' })
  })

  test.each(['unavailable', 'limited'] as const)('by %s says when to try again', async (failure) => {
    fake.failNext(failure)
    await expect(client.create(newPayment())).rejects.toMatchObject({ retryAfterMs: 7_000 })
  })

  test.each(['html', 'halfJson'] as const)(
    'by %s of a question says nothing of the payment',
    async (failure) => {
      const payment = await paid()
      fake.failNext(failure)
      await expect(client.find(payment)).rejects.toMatchObject({ kind: 'silent' })
      fake.failNext(failure)
      await expect(client.find({ ...payment, providerPayment: 'NEVER' })).rejects.toMatchObject({
        kind: 'silent',
      })
    },
  )
})

describe('the token', () => {
  const logins = () => fake.requests.filter(({ path }) => path === '/v1/oauth2/token')

  test('is one for all requests, also of those that start at once', async () => {
    const numbers = ['TWA0000001', 'TWA0000002', 'TWA0000003']
    await Promise.all(numbers.map((number, id) => client.create(newPayment({ id, number }))))
    expect(logins()).toHaveLength(1)
  })

  test('is renewed before it ends', async () => {
    await client.create(newPayment())
    now += 8 * hourMs
    expect(await client.find(aKnownPayment({ providerPayment: 'NEVER' }))).toMatchObject({ state: 'closed' })
    expect(logins()).toHaveLength(1)
    now += 0.5 * hourMs
    await client.find(aKnownPayment({ providerPayment: 'NEVER' }))
    expect(logins()).toHaveLength(2)
    expect(fake.requests.every(({ status }) => status !== 401)).toBe(true)
  })

  test('that ended early is fetched once more, for all that wait', async () => {
    await client.create(newPayment())
    fake.endTokens()
    const payment = aKnownPayment({ providerPayment: 'NEVER' })
    await Promise.all([client.find(payment), client.find(payment)])
    expect(logins().length).toBeLessThanOrEqual(3)
    fake.failNext('unauthorized')
    fake.failNext('unauthorized')
    await expect(client.find(payment)).rejects.toMatchObject({
      kind: 'refused',
      code: 'AUTHENTICATION_FAILURE',
    })
  })

  test('is fetched anew after it could not be', async () => {
    fake.failNext('unavailable', /token/)
    await expect(client.create(newPayment())).rejects.toMatchObject({ kind: 'silent' })
    expect(await client.create(newPayment())).toMatchObject({ state: 'open' })
  })

  test('is refused to a wrong secret', async () => {
    const wrong = connect({ clientSecret: 'another' })
    await expect(wrong.create(newPayment())).rejects.toMatchObject({
      kind: 'refused',
      code: 'invalid_client',
    })
  })
})

describe('an account', () => {
  test('without its secret is not ready', () => {
    expect(paypal.connect({ ...fake.settings, clientSecret: undefined }, { now: () => now })).toBeNull()
  })

  test('of PayPal’s sandbox moves no money', () => {
    expect(paypal.isTest({ ...fake.settings, environment: 'sandbox' })).toBe(true)
    expect(paypal.isTest(fake.settings)).toBe(false)
  })
})
