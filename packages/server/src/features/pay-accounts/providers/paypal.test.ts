import { createHash, sign } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { exampleKey } from '../testing/example-keys.ts'
import { aKnownPayment, aNewPayment, aRefundOf } from '../testing/example-payment.ts'
import { issuedBy, makeAuthority, selfSigned } from '../testing/fake-certificates.ts'
import { type FakeFailure, type FakePaypal, startFakePaypal } from '../testing/fake-paypal.ts'
import type { ClientTools, KnownPayment, NewPayment, PayClient } from './pay-provider.ts'
import { paypal } from './paypal.ts'
import { signedMessage } from './paypal-events.ts'

const startTime = Date.parse('2026-11-22T04:00:00Z')
const hourMs = 3_600_000
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

const newPayment = (more: Partial<NewPayment> = {}) =>
  aNewPayment('paypal', { expireTime: now + hourMs, ...more })

/** A payment that its buyer approved. */
async function approved(more: Partial<NewPayment> = {}): Promise<KnownPayment> {
  const payment = newPayment(more)
  const { providerPayment } = await client.create(payment)
  fake.books.approve(providerPayment!)
  return aKnownPayment({ ...more, providerPayment: providerPayment! })
}
/** One whose money is there. */
async function paid(more: Partial<NewPayment> = {}): Promise<KnownPayment> {
  const payment = await approved(more)
  const { providerCapture } = await client.capture(payment)
  return { ...payment, providerCapture: providerCapture! }
}

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

describe('an event', () => {
  const event = (headers: object = {}, body?: Buffer) => {
    const signed = fake.signEvent(
      '{"id":"WH-1","event_type":"PAYMENT.CAPTURE.COMPLETED","resource":{"id":"3C67"}}',
    )
    return { headers: { ...signed.headers, ...headers }, body: body ?? signed.body }
  }
  const good = { refusal: null, id: 'WH-1', kind: 'PAYMENT.CAPTURE.COMPLETED', numbers: ['3C67'] }
  const name = 'messageverificationcerts.paypal.com'
  const key = exampleKey('platform')

  test('is signed as the worked example', async () => {
    const body = Buffer.from(
      '{"id":"WH-1","event_type":"PAYMENT.CAPTURE.COMPLETED","resource":{"id":"3C679366HH908993F","status":"COMPLETED","custom_id":"42"}}',
    )
    const id = '69cd13f0-d67a-11e5-baa3-778b53f4ae55'
    const time = '2026-11-22T04:01:08Z'
    const message = signedMessage({ id, time, webhookId: '1JE4291016473214C', body })
    expect(message).toBe(`${id}|${time}|1JE4291016473214C|1613063681`)
    const signature = sign('sha256', Buffer.from(message), key).toString('base64')
    expect(createHash('sha256').update(signature).digest('hex')).toBe(
      'dff3bdbe19a337e4cedc45b8cf32eb109e3759bdab96c31c2d5b57bb8d9f0182',
    )
    const headers = {
      'paypal-transmission-id': id,
      'paypal-transmission-time': time,
      'paypal-transmission-sig': signature,
    }
    expect(await client.readEvent(event(headers, body))).toEqual({
      refusal: null,
      id: 'WH-1',
      kind: 'PAYMENT.CAPTURE.COMPLETED',
      numbers: ['3C679366HH908993F', '42'],
    })
  })

  test('is read again without its certificate being fetched again', async () => {
    expect(await client.readEvent(event())).toEqual(good)
    expect(await client.readEvent(event())).toEqual(good)
    expect(fake.requests.filter(({ path }) => path.includes('/certs/'))).toHaveLength(1)
  })

  test('names every payment, capture and refund that it is about', async () => {
    const payment = await paid()
    const refund = await client.refund(aRefundOf(payment))
    fake.books.reverse(payment.providerCapture!)
    const read = await Promise.all(fake.events.map((each) => client.readEvent(each)))
    expect(read.map(({ refusal, kind }) => refusal ?? kind)).toEqual([
      'CHECKOUT.ORDER.APPROVED',
      'PAYMENT.CAPTURE.COMPLETED',
      'PAYMENT.CAPTURE.REFUNDED',
      'PAYMENT.CAPTURE.REVERSED',
    ])
    const { providerPayment, providerCapture, number } = payment
    expect(read[0]!.numbers).toEqual([providerPayment, number])
    expect(read[1]!.numbers).toEqual(expect.arrayContaining([providerCapture, providerPayment, number]))
    expect(read[2]!.numbers).toEqual(expect.arrayContaining([refund.providerRefund, providerCapture]))
    expect(read[3]!.numbers).toContain(providerCapture)
    expect(new Set(read.map(({ id }) => id)).size).toBe(4)
  })

  test.each(
    ['id', 'time', 'sig']
      .map((part) => `paypal-transmission-${part}`)
      .concat('paypal-cert-url', 'paypal-auth-algo'),
  )('without %s proves nothing', async (header) => {
    const { headers, body } = event()
    const { [header]: _, ...others } = headers as Record<string, string>
    expect(await client.readEvent({ headers: others, body })).toMatchObject({
      refusal: 'headerMissing',
      id: null,
    })
    expect(await client.readEvent({ headers: { ...headers, [header]: '' }, body })).toMatchObject({
      refusal: 'headerMissing',
    })
  })

  test.each([
    ['another algorithm', { 'paypal-auth-algo': 'SHA1withRSA' }],
    ['another time', { 'paypal-transmission-time': '2026-11-22T05:00:00Z' }],
    ['another id', { 'paypal-transmission-id': 'another' }],
    ['no signature at all', { 'paypal-transmission-sig': 'AAAA' }],
  ])('with %s proves nothing', async (_, headers) => {
    expect(await client.readEvent(event(headers))).toMatchObject({ refusal: 'signature' })
  })

  test('that was changed proves nothing: a byte, or only its spaces', async () => {
    const { headers, body } = event()
    for (let at = 0; at < body.length; at++) {
      const changed = Buffer.from(body)
      changed[at]! ^= 1
      expect(await client.readEvent({ headers, body: changed })).toMatchObject({ refusal: 'signature' })
    }
    const rewritten = Buffer.from(JSON.stringify(JSON.parse(body.toString()), null, 1))
    expect(await client.readEvent({ headers, body: rewritten })).toMatchObject({ refusal: 'signature' })
  })

  test('of another app proves nothing, nor does any where none is expected', async () => {
    expect(await connect({ webhookId: 'ANOTHER' }).readEvent(event())).toMatchObject({ refusal: 'signature' })
    expect(await connect({ webhookId: null }).readEvent(event())).toMatchObject({ refusal: 'signature' })
  })

  test('with a good signature and no JSON is refused for its body', async () => {
    for (const text of ['', '{"id":', '[]', '{"id":1}'])
      expect(await client.readEvent(fake.signEvent(text))).toMatchObject({ refusal: 'body' })
  })

  test.each([
    'https://paypal.com/v1/notifications/certs/good',
    'http://evil.example/v1/notifications/certs/good',
    'FAKE/v1/notifications/certs/good?x=1',
    'FAKE/v1/notifications/certs/../../../good',
    'FAKE/v1/notifications/certs/',
    'FAKE/checkoutnow',
    'http://user@127.0.0.1/v1/notifications/certs/good',
    'file:///etc/passwd',
    'no address',
  ])('whose certificate is at %s is not followed', async (url) => {
    const { headers, body } = event()
    const given = { ...headers, 'paypal-cert-url': url.replace('FAKE', fake.url) }
    expect(await client.readEvent({ headers: given, body })).toMatchObject({ refusal: 'certificate' })
    expect(fake.requests).toEqual([])
  })

  test.each([
    'https://api-m.paypal.com/v1/notifications/certs/CERT-1#x',
    'https://api.paypal.com:8443/v1/notifications/certs/CERT-1',
    'https://api.paypal.com.evil.example/v1/notifications/certs/CERT-1',
    'https://api.sandbox.paypal.com/v1/notifications/certs/CERT-1',
    'http://api.paypal.com/v1/notifications/certs/CERT-1',
  ])('is proved by PayPal’s own hosts alone: not %s', async (url) => {
    const live = paypal.connect(fake.settings, { now: () => now })!
    expect(await live.readEvent(event({ 'paypal-cert-url': url }))).toMatchObject({ refusal: 'certificate' })
  })

  test.each<[string, () => Promise<string>]>([
    ['no certificate', async () => '<html>'],
    ['one that vouches for itself', () => selfSigned({ name, key })],
    [
      'one of an authority that ended',
      async () => {
        const ended = await makeAuthority(startTime - 1_000)
        client = connect({}, { trust: ended.root })
        return ended.issue({ name, key })
      },
    ],
    ['one of another authority', async () => (await makeAuthority()).issue({ name, key })],
    ['one of another name', () => fake.authority.issue({ name: 'evil.example', key })],
    [
      'that of the sandbox',
      () => fake.authority.issue({ name: 'messageverificationcerts.sandbox.paypal.com', key }),
    ],
    ['one that ended', () => fake.authority.issue({ name, key, toTime: startTime - 1_000 })],
    ['one of tomorrow', () => fake.authority.issue({ name, key, fromTime: startTime + 24 * hourMs })],
    [
      'a good one behind one that vouches for itself',
      async () => (await selfSigned({ name, key })) + fake.certificates.get('good'),
    ],
    [
      'one that the holder of a good one issued',
      async () => {
        const shop = { name: 'shop.example', key: exampleKey('merchant') }
        return (await issuedBy(shop, { name, key })) + (await fake.authority.issue(shop))
      },
    ],
  ])('with %s proves nothing', async (_, make) => {
    fake.certificates.set('CERT-1', await make())
    const url = `${fake.url}/v1/notifications/certs/CERT-1`
    expect(await client.readEvent(event({ 'paypal-cert-url': url }))).toMatchObject({
      refusal: 'certificate',
    })
  })

  test('whose file leaves out who issued it is proved by PayPal alone', async () => {
    const [leaf] = fake.certificates.get('good')!.split(/(?<=-----END CERTIFICATE-----)/)
    fake.certificates.set('CERT-1', leaf!)
    const given = event({ 'paypal-cert-url': `${fake.url}/v1/notifications/certs/CERT-1` })
    expect(await client.readEvent(given)).toMatchObject({ refusal: 'certificate' })
    fake.ownCertificates.add('CERT-1')
    expect(await client.readEvent(given)).toEqual(good)
    fake.failNext('unavailable', /verify-webhook/)
    await expect(client.readEvent(given)).rejects.toMatchObject({ kind: 'silent' })
    const forged = Buffer.from(given.body.toString().replace('WH-1', 'WH-2'))
    expect(await client.readEvent({ ...given, body: forged })).toMatchObject({ refusal: 'signature' })
    const asked = fake.requests.length
    const broken = fake.signEvent('{"id":')
    const headers = { ...broken.headers, 'paypal-cert-url': given.headers['paypal-cert-url'] }
    expect(await client.readEvent({ ...broken, headers })).toMatchObject({ refusal: 'certificate' })
    expect(fake.requests.slice(asked).filter(({ path }) => path.includes('verify'))).toEqual([])
  })

  test('signed by another key than its certificate’s proves nothing', async () => {
    fake.certificates.set('CERT-1', await fake.authority.issue({ name, key: exampleKey('merchant') }))
    const url = `${fake.url}/v1/notifications/certs/CERT-1`
    expect(await client.readEvent(event({ 'paypal-cert-url': url }))).toMatchObject({ refusal: 'signature' })
  })

  test.each(['moved', 'nowhere'])('whose certificate is %s proves nothing', async (file) => {
    const url = `${fake.url}/v1/notifications/certs/${file}`
    expect(await client.readEvent(event({ 'paypal-cert-url': url }))).toMatchObject({
      refusal: 'certificate',
    })
  })

  test('is refused once its certificate ended, though it is known', async () => {
    fake.certificates.set('CERT-1', await fake.authority.issue({ name, key, toTime: startTime + hourMs }))
    const url = { 'paypal-cert-url': `${fake.url}/v1/notifications/certs/CERT-1` }
    expect(await client.readEvent(event(url))).toEqual(good)
    now += 2 * hourMs
    expect(await client.readEvent(event(url))).toMatchObject({ refusal: 'certificate' })
  })

  test('whose certificate cannot be fetched is to come again', async () => {
    fake.failNext('cutBefore', /certs/)
    await expect(client.readEvent(event())).rejects.toMatchObject({ kind: 'silent' })
    expect(await client.readEvent(event())).toEqual(good)
  })
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

describe('an account', () => {
  test('without its secret is not ready', () => {
    expect(paypal.connect({ ...fake.settings, clientSecret: undefined }, { now: () => now })).toBeNull()
  })

  test('of PayPal’s sandbox moves no money', () => {
    expect(paypal.isTest({ ...fake.settings, environment: 'sandbox' })).toBe(true)
    expect(paypal.isTest(fake.settings)).toBe(false)
  })
})
