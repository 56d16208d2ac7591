import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { aKnownPayment, aNewPayment, aRefundOf } from '../testing/example-payment.ts'
import { type FakeStripe, startFakeStripe } from '../testing/fake-stripe.ts'
import type { KnownPayment, NewPayment, PayClient } from './pay-provider.ts'
import { stripe } from './stripe.ts'

const startTime = Date.parse('2026-11-22T04:00:00Z')
const hourMs = 3_600_000
let now = startTime
let fake: FakeStripe
let client: PayClient

beforeEach(async () => {
  now = startTime
  fake = await startFakeStripe(() => now)
  client = stripe.connect(fake.settings, { now: () => now, baseUrl: fake.url })!
})
afterEach(() => fake.stop())

const newPayment = (more: Partial<NewPayment> = {}) =>
  aNewPayment('stripe', { expireTime: startTime + hourMs / 2, ...more })

async function paid(): Promise<KnownPayment> {
  const { providerPayment } = await client.create(newPayment())
  fake.pay(providerPayment!)
  const { providerCapture } = await client.find(aKnownPayment({ providerPayment: providerPayment! }))
  return aKnownPayment({ providerPayment: providerPayment!, providerCapture: providerCapture! })
}

describe('a payment', () => {
  test('is made, paid on the page, and found', async () => {
    const made = await client.create(newPayment())
    expect(made).toMatchObject({ state: 'open', payPage: { url: expect.stringContaining('/pay/cs_') } })
    const body = new URLSearchParams({ do: 'pay' })
    const back = await fetch(made.payPage!.url!, { method: 'POST', body, redirect: 'manual' })
    expect(back.headers.get('location')).toBe('https://track.example.com/payResult?order=1')
    const payment = aKnownPayment({ providerPayment: made.providerPayment! })
    const facts = {
      state: 'paid',
      amount: 8997,
      currency: 'USD',
      feeAmount: 261,
      refundedAmount: 0,
      reversedAmount: 0,
    }
    expect(await client.find(payment)).toMatchObject(facts)
    expect(await client.capture(payment)).toMatchObject(facts)
    expect(await client.close(payment)).toMatchObject(facts)
  })

  test('is the same when it is made again, half an hour later too; another one is refused', async () => {
    const first = await client.create(newPayment())
    now += hourMs / 2
    expect(await client.create(newPayment())).toEqual(first)
    await expect(client.create(newPayment({ amount: 1 }))).rejects.toMatchObject({ kind: 'refused' })
    expect(fake.sessions.size).toBe(1)
  })

  test('whose answer was lost is found by its number', async () => {
    expect(await client.find(aKnownPayment())).toEqual({ state: 'unknown' })
    const { providerPayment } = await client.create(newPayment())
    await client.create(newPayment({ id: 43, number: 'TW2026112200000043' }))
    expect(await client.find(aKnownPayment())).toMatchObject({ state: 'open', providerPayment })
    expect(await client.close(aKnownPayment())).toMatchObject({ state: 'closed', providerPayment })
    expect(await client.find(aKnownPayment({ providerPayment: 'cs_never' }))).toEqual({ state: 'unknown' })
  })

  test('is closed, and lapses by itself', async () => {
    const { providerPayment } = await client.create(newPayment())
    const payment = aKnownPayment({ providerPayment: providerPayment! })
    expect(await client.close(payment)).toMatchObject({ state: 'closed' })
    expect(await client.close(payment)).toMatchObject({ state: 'closed' })
    const other = await client.create(newPayment({ id: 43, number: 'TW2026112200000043' }))
    now += 2 * hourMs
    expect(await client.find(aKnownPayment({ providerPayment: other.providerPayment! }))).toMatchObject({
      state: 'closed',
    })
  })

  test.each([
    ['paid', { state: 'paid', amount: 8997 }],
    ['failed', { state: 'failed', failure: expect.stringContaining('The debit was refused') }],
  ] as const)('that takes days and is %s then', async (outcome, facts) => {
    const { providerPayment } = await client.create(newPayment())
    const payment = aKnownPayment({ providerPayment: providerPayment! })
    fake.pay(providerPayment!, 'pending')
    expect(await client.find(payment)).toMatchObject({ state: 'pending' })
    fake.settle(providerPayment!, outcome)
    expect(await client.find(payment)).toMatchObject(facts)
  })
})

describe('a request that fails', () => {
  const html = { status: 200, headers: { 'content-type': 'text/html' }, body: '<h1>Please wait</h1>' }
  const error = { status: 500, body: '{"error":{"type":"api_error","message":"Sorry."}}' }
  const limited = { status: 429, body: '{"error":{"type":"invalid_request_error","code":"rate_limit"}}' }

  test.each([
    ['cut' as const, 'silent'],
    [html, 'silent'],
    [error, 'silent'],
    [{ status: 503, body: '' }, 'silent'],
    [limited, 'busy'],
  ])('by %j makes one session', async (script, kind) => {
    // A connection that was closed is tried once more by the library itself, under the same key.
    fake.next.push(...(script === 'cut' ? [script, script] : [script]))
    await expect(client.create(newPayment())).rejects.toMatchObject({ kind })
    expect(await client.create(newPayment())).toMatchObject({ state: 'open' })
    expect(fake.sessions.size).toBe(1)
  })

  test('of a wrong key is refused, and a server that is not there was sent nothing', async () => {
    const wrong = stripe.connect(
      { ...fake.settings, secretKey: 'sk_live_other' },
      { now: () => now, baseUrl: fake.url },
    )!
    await expect(wrong.create(newPayment())).rejects.toMatchObject({
      kind: 'refused',
      code: 'api_key_invalid',
    })
    await fake.stop()
    await expect(client.create(newPayment())).rejects.toMatchObject({ kind: 'unreached' })
  })
})

describe('a refund', () => {
  test('is made once, and found by its number and its id', async () => {
    const payment = await paid()
    const refund = aRefundOf(payment)
    expect(await client.findRefund(refund)).toEqual({ state: 'unknown' })
    const done = await client.refund(refund)
    expect(done).toMatchObject({ state: 'done' })
    expect(await client.refund(refund)).toEqual(done)
    expect(await client.findRefund(refund)).toEqual(done)
    expect(await client.findRefund({ ...refund, providerRefund: done.providerRefund! })).toEqual(done)
    expect(await client.find(payment)).toMatchObject({ refundedAmount: 2999 })
  })

  test('that takes days may fail', async () => {
    fake.nextRefund = 'pending'
    const refund = aRefundOf(await paid())
    const { state, providerRefund } = await client.refund(refund)
    expect(state).toBe('pending')
    fake.settleRefund(providerRefund!, 'failed')
    expect(await client.findRefund(refund)).toMatchObject({
      state: 'failed',
      failure: 'failed expired_or_canceled_card',
    })
  })

  test('of more than there is, and after a dispute', async () => {
    const payment = await paid()
    await expect(client.refund(aRefundOf(payment, { amount: 8998 }))).rejects.toMatchObject({
      code: 'amount_too_large',
    })
    await client.refund(aRefundOf(payment, { id: 8, number: 'TWR0000008', amount: 8997 }))
    expect(await client.refund(aRefundOf(payment, { id: 9, number: 'TWR0000009' }))).toMatchObject({
      state: 'failed',
    })
    fake.dispute(payment.providerCapture!, 'lost')
    expect(await client.refund(aRefundOf(payment, { id: 10, number: 'TWR0000010' }))).toMatchObject({
      state: 'failed',
      failure: expect.stringContaining('charge_disputed'),
    })
  })

  test.each([
    ['lost', 8997],
    ['won', 0],
    ['under_review', 0],
  ])('by a dispute that is %s', async (status, reversedAmount) => {
    const payment = await paid()
    fake.dispute(payment.providerCapture!, status)
    expect(await client.find(payment)).toMatchObject({ state: 'paid', reversedAmount })
  })
})

describe('an event', () => {
  const body =
    '{"id":"evt_1","type":"checkout.session.completed","data":{"object":{"id":"cs_1","payment_status":"paid","client_reference_id":"42"}}}'
  const signature = '264f352db2428f80d8eb22a42a69d112a55e33deaaaf60c3684fe646bc69f856'

  test('is read as the worked example', async () => {
    const headers = { 'stripe-signature': `t=${startTime / 1000},v1=${signature}` }
    expect(await client.readEvent({ headers, body: Buffer.from(body) })).toEqual({
      refusal: null,
      id: 'evt_1',
      kind: 'checkout.session.completed',
      numbers: ['cs_1', '42'],
    })
  })

  test('proves nothing without its header, changed, too old, or as no JSON', async () => {
    const good = fake.signEvent(body)
    const refusalOf = async (event: { headers: Record<string, string>; body: Buffer }) =>
      (await client.readEvent(event)).refusal
    expect(await refusalOf({ ...good, headers: {} })).toBe('headerMissing')
    expect(await refusalOf({ ...good, headers: { 'stripe-signature': 'v1=00' } })).toBe('signature')
    expect(await refusalOf({ ...good, body: Buffer.from(body.replace('42', '43')) })).toBe('signature')
    expect(await refusalOf({ ...good, body: Buffer.from(JSON.stringify(JSON.parse(body), null, 1)) })).toBe(
      'signature',
    )
    expect(await refusalOf(fake.signEvent(body, now - 301_000))).toBe('time')
    expect(await refusalOf(fake.signEvent('{"id":'))).toBe('body')
    const deaf = stripe.connect(
      { ...fake.settings, webhookSecret: undefined },
      { now: () => now, baseUrl: fake.url },
    )!
    expect((await deaf.readEvent(good)).refusal).toBe('signature')
  })

  test('of a charge and of a dispute names the charge', async () => {
    const charge = { id: 'ch_1', object: 'charge', metadata: { number: 'TW42' } }
    const dispute = { id: 'dp_1', object: 'dispute', charge: 'ch_1' }
    const numbersOf = async (object: object) => {
      const text = JSON.stringify({ id: 'evt_2', object: 'event', type: 'any', data: { object } })
      return (await client.readEvent(fake.signEvent(text))).numbers
    }
    expect(await numbersOf(charge)).toEqual(['ch_1', 'TW42'])
    expect(await numbersOf(dispute)).toEqual(['dp_1', 'ch_1'])
  })
})

test('the report of a day has charges, refunds and disputes', async () => {
  const payment = await paid()
  const { providerRefund } = await client.refund(aRefundOf(payment))
  fake.dispute(payment.providerCapture!, 'lost')
  expect(await client.report('2026-11-22')).toBeNull()
  now += 24 * hourMs
  const { number } = payment
  expect(await client.report('2026-11-22')).toEqual([
    { reference: payment.providerCapture, number, amount: 8997, currency: 'USD', feeAmount: 261 },
    { reference: providerRefund, number: 'TWR0000007', amount: -2999, currency: 'USD', feeAmount: 0 },
    { reference: fake.disputes[0]!.id, number: null, amount: -8997, currency: 'USD', feeAmount: 1500 },
  ])
  expect(await client.report('2026-11-21')).toEqual([])
})

test('an account without its key, or with one of another environment, is not ready', () => {
  const tools = { now: () => now }
  expect(stripe.connect({ ...fake.settings, secretKey: undefined }, tools)).toBeNull()
  expect(stripe.connect({ ...fake.settings, environment: 'test' }, tools)).toBeNull()
  expect(stripe.isTest({ ...fake.settings, environment: 'test' })).toBe(true)
})
