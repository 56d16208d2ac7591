import { createPublicKey, verify } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startFakeServer } from '../../../testing/fakes/fake-server.ts'
import { exampleKey, pemOf } from '../testing/example-keys.ts'
import {
  type FakeWeixin,
  type PostedWeixinEvent,
  startFakeWeixin,
  type WeixinFault,
  weixinMerchant,
  weixinOpenId,
  weixinPublicKey,
} from '../testing/fake-weixin.ts'
import { platformCertificate } from '../testing/fake-weixin-keys.ts'
import type { KnownPayment, NewPayment, NewRefund, PayClient, PayFailure } from './pay-provider.ts'
import { weixin } from './weixin.ts'

const startTime = Date.UTC(2026, 10, 22, 4)
const minuteMs = 60_000
const dayMs = 86_400_000

let fake: FakeWeixin
let now: number
beforeEach(async () => {
  now = startTime
  fake = await startFakeWeixin(() => now)
  fake.isSilent = true
})
afterEach(() => fake.stop())

const connect = (changes: object = {}, tools: object = {}): PayClient =>
  weixin.connect({ ...weixinMerchant, ...changes }, { now: () => now, baseUrl: fake.url, ...tools })!

const payment = {
  id: 42,
  number: 'TW2026112200000042',
  amount: 8997,
  currency: 'CNY',
  description: 'Trackway renewal, 3 devices',
  expireTime: startTime + 30 * minuteMs,
  returnUrl: 'https://pay.example.org/payResult',
  cancelUrl: 'https://pay.example.org/payResult',
  hookUrl: 'https://pay.example.org/hooks/weixin/1',
  language: 'en',
  openId: null,
  providerPayment: null,
  providerCapture: null,
} satisfies NewPayment & KnownPayment

const refund: NewRefund = {
  id: 7,
  number: 'RF2026112200000007',
  amount: 2999,
  currency: 'CNY',
  reason: null,
  payment,
  providerRefund: null,
  hookUrl: payment.hookUrl,
}

const failureOf = (doing: Promise<unknown>): Promise<PayFailure> =>
  doing.then(
    (value) => expect.unreachable(JSON.stringify(value)),
    (error: PayFailure) => error,
  )
const requestsTo = (path: string) => fake.requests.filter((request) => request.path.startsWith(path))

describe('settings', () => {
  test('secrets that are missing make no client', () => {
    const { privateKey, ...others } = weixinMerchant
    expect(weixin.connect(others, { now: () => now })).toBeNull()
  })

  test.each([
    ['privateKey', 'my key'],
    ['apiV3Key', 'too short'],
    ['publicKey', 'my key'],
    ['mchId', 'wx1'],
  ])('%s has to be one', (name, value) => {
    expect(weixin.settings.safeParse({ ...weixinMerchant, [name]: value }).success).toBe(false)
  })
})

describe('an order', () => {
  test('is paid by a QR code', async () => {
    const made = await connect().create(payment)
    const order = fake.orders.get(payment.number)!
    expect(made).toEqual({
      state: 'open',
      providerPayment: payment.number,
      payPage: { qrText: `weixin://wxpay/bizpayurl?pr=${order.codes[0]}` },
    })
    expect(order).toMatchObject({ total: 8997, currency: 'CNY', expireTime: payment.expireTime })
  })

  test('is paid in the mini program by what the merchant signed', async () => {
    const { payPage } = await connect().create({ ...payment, openId: weixinOpenId })
    const { appId, timeStamp, nonceStr, package: prepay, paySign = '' } = payPage?.miniProgram ?? {}
    expect(prepay).toBe(`prepay_id=${fake.orders.get(payment.number)?.codes[0]}`)
    const lines = Buffer.from(`${appId}\n${timeStamp}\n${nonceStr}\n${prepay}\n`)
    const key = createPublicKey(weixinMerchant.privateKey)
    expect(verify('sha256', lines, key, Buffer.from(paySign, 'base64'))).toBe(true)
  })

  test('of a stranger’s open id is refused with WeChat’s code', async () => {
    const failure = await failureOf(connect().create({ ...payment, openId: 'oNobody' }))
    expect(failure).toMatchObject({ kind: 'refused', code: 'INVALID_REQUEST' })
  })

  test('that is made again is the same one', async () => {
    const client = connect()
    await client.create(payment)
    expect(await client.create(payment)).toMatchObject({
      state: 'open',
      payPage: { qrText: expect.any(String) },
    })
    expect(fake.orders.size).toBe(1)
  })

  test.each([
    ['paid', 'paid', () => fake.pay(payment.number)],
    ['closed', 'closed', () => connect().close(payment)],
    ['known with other fields', 'open', () => undefined],
  ])('that is %s already follows the query', async (_name, state, happen) => {
    const client = connect()
    await client.create(payment)
    await happen()
    expect(await client.create({ ...payment, description: 'Another' })).toMatchObject({ state })
  })

  test('is found by our number, in each of its states', async () => {
    const client = connect()
    expect(await client.find(payment)).toEqual({ state: 'unknown' })
    await client.create(payment)
    expect(await client.find(payment)).toEqual({ state: 'open', providerPayment: payment.number })
    await fake.pay(payment.number)
    const { transactionId } = fake.orders.get(payment.number)!
    const paid = {
      state: 'paid',
      providerPayment: payment.number,
      providerCapture: transactionId,
      amount: 8997,
      currency: 'CNY',
    }
    expect(await client.find(payment)).toEqual(paid)
    await client.refund(refund)
    expect(await client.capture(payment)).toEqual(paid)
  })

  test('ends by itself', async () => {
    const client = connect()
    await client.create(payment)
    now = payment.expireTime
    expect(await client.find(payment)).toMatchObject({ state: 'closed' })
  })

  test('also without the underscore it does not exist', async () => {
    fake.next.push({ status: 404, body: '{"code":"ORDERNOTEXIST","message":"订单不存在"}' })
    expect(await connect().find(payment)).toEqual({ state: 'unknown' })
  })
})

/** What a request comes to, the kind of failure it is, and its code. */
const faults: [WeixinFault, PayFailure['kind'], string | null][] = [
  ['cutBefore', 'silent', null],
  ['cutAfter', 'silent', null],
  ['hang', 'silent', null],
  ['429', 'busy', null],
  ['500', 'silent', null],
  ['half', 'silent', 'signature'],
  ['html', 'silent', 'headerMissing'],
  ['unsigned', 'silent', 'headerMissing'],
  ['otherKey', 'silent', 'signature'],
  ['otherSerial', 'silent', 'certificate'],
  ['oldTime', 'silent', 'time'],
]

describe.each(faults)('an answer that is %s', (fault, kind, code) => {
  /** It gives up soon where nothing comes, and there alone. */
  const impatient = (): PayClient =>
    weixin.connect(weixinMerchant, {
      now: () => now,
      baseUrl: fake.url,
      get timeoutMs() {
        return fake.faults[0] === 'hang' ? 200 : undefined
      },
    })!

  test('leaves one order, which the query or a repeat finds', async () => {
    const client = impatient()
    fake.faults.push(fault)
    expect(await failureOf(client.create(payment))).toMatchObject({ kind, code })
    expect(['unknown', 'open']).toContain((await client.find(payment)).state)
    expect(await client.create(payment)).toMatchObject({ payPage: { qrText: expect.any(String) } })
    expect(fake.orders.size).toBe(1)
  })

  test('says nothing of a payment', async () => {
    const client = impatient()
    await client.create(payment)
    await fake.pay(payment.number)
    fake.faults.push(fault)
    expect(await failureOf(client.find(payment))).toMatchObject({ kind, code })
  })

  test('leaves an order closed, or to be closed', async () => {
    const client = impatient()
    await client.create(payment)
    fake.faults.push(() => {}, fault)
    expect(['open', 'closed']).toContain((await client.close(payment)).state)
    expect(await client.close(payment)).toMatchObject({ state: 'closed' })
  })

  test('leaves one refund, which its query or a repeat finds', async () => {
    const client = impatient()
    await client.create(payment)
    await fake.pay(payment.number)
    fake.faults.push(fault)
    expect(await failureOf(client.refund(refund))).toMatchObject({ kind, code })
    expect(['unknown', 'pending']).toContain((await client.findRefund(refund)).state)
    expect(await client.refund(refund)).toMatchObject({ state: 'pending' })
    expect(fake.refunds.size).toBe(1)
  })
})

test('a server that is away was not reached', async () => {
  const client = connect()
  await fake.stop()
  expect(await failureOf(client.create(payment))).toMatchObject({ kind: 'unreached' })
})

describe('an answer about something else', () => {
  beforeEach(async () => {
    await connect().create(payment)
    await fake.pay(payment.number)
  })

  test.each([
    ['amount', { amount: { total: 1, currency: 'CNY' } }, { amount: 1, currency: 'CNY' }],
    ['currency', { amount: { total: 8997, currency: 'USD' } }, { amount: 8997, currency: 'USD' }],
  ])('says the %s that was paid', async (_name, shown, facts) => {
    fake.orders.get(payment.number)!.shown = shown
    expect(await connect().find(payment)).toMatchObject({ state: 'paid', ...facts })
  })

  test.each([
    ['merchant', { mchid: '1900000002' }, 'foreign'],
    ['number', { out_trade_no: 'TW2026112200000043' }, 'foreign'],
    ['state', { trade_state: 'MAYBE' }, 'body'],
    ['amount of none', { amount: undefined }, 'body'],
  ])('of another %s proves nothing', async (_name, shown, code) => {
    fake.orders.get(payment.number)!.shown = shown
    expect(await failureOf(connect().find(payment))).toMatchObject({ kind: 'silent', code })
  })
})

describe('closing', () => {
  test('an order', async () => {
    const client = connect()
    await client.create(payment)
    expect(await client.close(payment)).toMatchObject({ state: 'closed' })
    expect(await client.close(payment)).toMatchObject({ state: 'closed' })
  })

  test('one that never arrived', async () => {
    expect(await connect().close(payment)).toEqual({ state: 'unknown' })
  })

  test.each([
    ['before', 0],
    ['between the query and it', 1],
  ])('one that is paid %s: it is paid', async (_name, at) => {
    const client = connect()
    await client.create(payment)
    fake.faults.push(...Array(at).fill(() => {}), () => fake.pay(payment.number))
    expect(await client.close(payment)).toMatchObject({ state: 'paid', amount: 8997 })
  })

  test('while the payer types the password it stays open', async () => {
    const client = connect()
    await client.create(payment)
    fake.orders.get(payment.number)!.isPayerTyping = true
    expect(await client.close(payment)).toMatchObject({ state: 'open' })
    fake.orders.get(payment.number)!.isPayerTyping = false
    expect(await client.close(payment)).toMatchObject({ state: 'closed' })
  })
})

describe('a refund', () => {
  beforeEach(async () => {
    await connect().create(payment)
    await fake.pay(payment.number)
  })

  test.each([
    ['SUCCESS', { state: 'done' }],
    ['ABNORMAL', { state: 'failed', failure: 'ABNORMAL' }],
    ['CLOSED', { state: 'failed', failure: 'CLOSED' }],
  ] as const)('is pending, then %s', async (status, facts) => {
    const client = connect()
    const { providerRefund, state } = await client.refund(refund)
    expect([state, providerRefund]).toEqual(['pending', fake.refunds.get(refund.number)?.refundId])
    await fake.endRefund(refund.number, status)
    expect(await client.findRefund(refund)).toEqual({ ...facts, providerRefund })
  })

  test('is unknown before', async () => {
    expect(await connect().findRefund(refund)).toEqual({ state: 'unknown' })
  })

  test('in three parts is all, and a fourth is refused', async () => {
    const client = connect()
    for (const part of [1, 2, 3]) {
      expect(await client.refund({ ...refund, number: `RF000${part}` })).toMatchObject({ state: 'pending' })
      now += minuteMs
    }
    expect(await failureOf(client.refund({ ...refund, number: 'RF0004' }))).toMatchObject({
      kind: 'refused',
      code: 'INVALID_REQUEST',
    })
    expect(fake.available).toBe(0)
  })

  test('within a minute of another is to be repeated', async () => {
    const client = connect()
    await client.refund(refund)
    const next = { ...refund, number: 'RF0002' }
    expect(await failureOf(client.refund(next))).toMatchObject({ kind: 'busy' })
    now += minuteMs
    expect(await client.refund(next)).toMatchObject({ state: 'pending' })
  })

  test('after fifty others is refused', async () => {
    const client = connect()
    for (let n = 0; n < 50; n++) {
      await client.refund({ ...refund, number: `RF00${n + 10}`, amount: 1 })
      now += minuteMs
    }
    expect(await failureOf(client.refund(refund))).toMatchObject({ kind: 'refused', code: 'RULE_LIMIT' })
  })

  test('waits until the merchant has topped up', async () => {
    const client = connect()
    fake.available = 0
    expect(await failureOf(client.refund(refund))).toMatchObject({ kind: 'busy', code: 'NOT_ENOUGH' })
    fake.available = 10_000
    expect(await client.refund(refund)).toMatchObject({ state: 'pending' })
  })

  test.each(['', 'x'.repeat(500)])('of whatever reason', async (reason) => {
    expect(await connect().refund({ ...refund, reason })).toMatchObject({ state: 'pending' })
  })

  test('of another amount proves nothing', async () => {
    const client = connect()
    await client.refund(refund)
    fake.refunds.get(refund.number)!.amount = 1
    expect(await failureOf(client.findRefund(refund))).toMatchObject({ kind: 'silent', code: 'foreign' })
  })
})

describe('platform certificates', () => {
  test('are fetched once', async () => {
    const client = connect()
    await Promise.all([client.create(payment), client.create(payment)])
    await client.find(payment)
    expect(requestsTo('/v3/certificates')).toHaveLength(1)
    expect(fake.requests.at(-1)?.headers['wechatpay-serial']).toBe(fake.certificates[0]?.serial)
  })

  test('rotate: the old one and the new one sign', async () => {
    const client = connect()
    await client.create(payment)
    const [old] = fake.certificates
    const renewed = await platformCertificate('platform 2', now)
    fake.certificates = [renewed, old!]
    now += minuteMs
    await fake.pay(payment.number)
    for (const signer of [renewed, old!])
      expect(await client.readEvent(posted(fake.eventOf(payment.number, { signer })))).toMatchObject({
        refusal: null,
      })
    // From then on answers are signed by the new one.
    await client.find(payment)
    expect(fake.requests.at(-1)?.headers['wechatpay-serial']).toBe(renewed.serial)
    expect(requestsTo('/v3/certificates')).toHaveLength(2)
  })

  test('that are listed no more are worth nothing', async () => {
    const client = connect()
    await client.create(payment)
    await fake.pay(payment.number)
    const [old] = fake.certificates
    fake.certificates = [await platformCertificate('platform 2', now)]
    now += dayMs
    const event = fake.eventOf(payment.number, { signer: old! })
    expect(await client.readEvent(posted(event))).toMatchObject({ refusal: 'certificate' })
  })

  test('that have expired are worth nothing', async () => {
    fake.certificates = [await platformCertificate('platform', now - dayMs, now - 1)]
    expect(await failureOf(connect().create(payment))).toMatchObject({
      kind: 'silent',
      code: 'certificate',
    })
  })

  test('of who does not know the key of the merchant are worth nothing', async () => {
    const client = connect({ apiV3Key: 'another-example-apiv3-key-32-byt' })
    expect(await failureOf(client.create(payment))).toMatchObject({ kind: 'silent', code: 'certificate' })
  })

  test('of an answer that they did not sign are worth nothing, and fetched again soon', async () => {
    const client = connect()
    fake.faults.push(() => {}, 'otherKey')
    expect(await failureOf(client.create(payment))).toMatchObject({ kind: 'silent', code: 'certificate' })
    now += 5_000
    expect(await client.create(payment)).toMatchObject({ state: 'open' })
  })

  test('stay good while WeChat Pay is away', async () => {
    const client = connect()
    await client.create(payment)
    await fake.pay(payment.number)
    now += dayMs
    fake.faults.push('500')
    expect(await client.readEvent(posted(fake.eventOf(payment.number)))).toMatchObject({ refusal: null })
  })

  test('a serial that nobody knows has them fetched once a minute', async () => {
    const client = connect()
    await client.create(payment)
    await fake.pay(payment.number)
    const event = fake.eventOf(payment.number, { signer: { serial: 'FFFF', key: exampleKey('stranger') } })
    const read = () => client.readEvent(posted(event))
    expect(await read()).toMatchObject({ refusal: 'certificate' })
    now += minuteMs
    await read()
    await read()
    expect(requestsTo('/v3/certificates')).toHaveLength(2)
  })
})

describe('WeChat Pay’s public key', () => {
  test('verifies all, without certificates', async () => {
    fake.hasCertificates = false
    const client = connect(weixinPublicKey)
    await client.create(payment)
    await fake.pay(payment.number)
    expect(await client.find(payment)).toMatchObject({ state: 'paid' })
    expect(await client.readEvent(posted(fake.eventOf(payment.number)))).toMatchObject({ refusal: null })
    expect(requestsTo('/v3/certificates')).toHaveLength(0)
    expect(fake.requests[0]?.headers['wechatpay-serial']).toBe(weixinPublicKey.publicKeyId)
  })

  test('moving over: callbacks still come by certificate', async () => {
    const client = connect(weixinPublicKey)
    await client.create(payment)
    await fake.pay(payment.number)
    for (const signer of [fake.publicKey, fake.certificates[0]!])
      expect(await client.readEvent(posted(fake.eventOf(payment.number, { signer })))).toMatchObject({
        refusal: null,
      })
  })

  test('that is another one proves nothing', async () => {
    const publicKey = pemOf(createPublicKey(pemOf(exampleKey('stranger'))))
    const client = connect({ ...weixinPublicKey, publicKey })
    expect(await failureOf(client.create(payment))).toMatchObject({ kind: 'silent', code: 'signature' })
  })
})

const posted = ({ headers, body }: PostedWeixinEvent) => ({ headers, body: Buffer.from(body) })

describe('a callback', () => {
  let client: PayClient
  let event: PostedWeixinEvent
  beforeEach(async () => {
    client = connect()
    await client.create(payment)
    await fake.pay(payment.number)
    event = fake.eventOf(payment.number)
  })
  const refusalOf = async (changed: Partial<PostedWeixinEvent>) =>
    (await client.readEvent(posted({ ...event, ...changed }))).refusal

  test('of a payment names its numbers', async () => {
    expect(await client.readEvent(posted(event))).toEqual({
      refusal: null,
      id: `EV-${payment.number}-TRANSACTION.SUCCESS`,
      kind: 'TRANSACTION.SUCCESS',
      numbers: [payment.number, fake.orders.get(payment.number)?.transactionId],
    })
  })

  test('of a refund names its numbers', async () => {
    await client.refund(refund)
    await fake.endRefund(refund.number, 'SUCCESS')
    const { order, refundId } = fake.refunds.get(refund.number)!
    expect(await client.readEvent(posted(fake.eventOf(refund.number)))).toMatchObject({
      refusal: null,
      kind: 'REFUND.SUCCESS',
      numbers: [payment.number, order.transactionId, refund.number, refundId],
    })
  })

  test.each(['timestamp', 'nonce', 'signature', 'serial'])('without its %s', async (name) => {
    const { [`wechatpay-${name}`]: _, ...headers } = event.headers
    expect(await refusalOf({ headers })).toBe('headerMissing')
  })

  test('of another key', async () => {
    const signer = { serial: fake.certificates[0]!.serial, key: exampleKey('stranger') }
    expect(await refusalOf(fake.eventOf(payment.number, { signer }))).toBe('signature')
  })

  test('with one byte changed', async () => {
    expect(await refusalOf({ body: event.body.replace('SUCCESS', 'SUCCESs') })).toBe('signature')
  })

  test('whose JSON was written anew', async () => {
    expect(await refusalOf({ body: JSON.stringify(JSON.parse(event.body), null, 1) })).toBe('signature')
  })

  test('that is old', async () => {
    now += 301_000
    expect(await refusalOf({})).toBe('time')
  })

  test('that tries whether we verify', async () => {
    const signature = `WECHATPAY/SIGNTEST/${event.headers['wechatpay-signature']}`
    expect(await refusalOf({ headers: { ...event.headers, 'wechatpay-signature': signature } })).toBe('probe')
  })

  test('of an unknown serial', async () => {
    expect(await refusalOf({ headers: { ...event.headers, 'wechatpay-serial': 'FFFF' } })).toBe('certificate')
  })

  test.each([
    ['for another merchant', { content: { mchid: '1900000002' } }],
    ['for another app', { content: { appid: 'wx00000000000000ac' } }],
    ['encrypted for another', { apiV3Key: 'another-example-apiv3-key-32-byt' }],
    ['without a number', { content: { out_trade_no: undefined } }],
  ])('%s', async (_name, changes) => {
    expect(await refusalOf(fake.eventOf(payment.number, changes))).toBe('body')
  })

  test('is posted by who pays on the page', async () => {
    const hook = await startFakeServer(async ({ headers, body }) => {
      const { refusal } = await client.readEvent({ headers, body })
      return { status: refusal === null ? 204 : 400 }
    })
    fake.isSilent = false
    const next = { ...payment, number: 'TW2026112200000043', hookUrl: `${hook.url}/hooks/weixin/1` }
    const { payPage } = await client.create(next)
    const page = `${fake.url}/pay/${payPage?.qrText?.split('pr=')[1]}`
    expect(await (await fetch(page)).text()).toContain('¥89.97')
    const choose = (choice: string) => fetch(page, { method: 'POST', body: new URLSearchParams({ choice }) })
    await choose('refuse')
    expect(await client.find(next)).toMatchObject({ state: 'open' })
    await choose('pay')
    expect(await client.find(next)).toMatchObject({ state: 'paid' })
    expect(hook.requests.map(({ path }) => path)).toEqual(['/hooks/weixin/1'])
    await hook.stop()
  })
})

describe('the bill of a day', () => {
  const day = '2026-11-22'
  beforeEach(async () => {
    const client = connect()
    await client.create({ ...payment, description: 'Renewal, `3` devices, "A"' })
    await fake.pay(payment.number)
    await client.refund(refund)
    now = Date.parse('2026-11-23T10:00:00+08:00')
  })

  test('has what came and what went', async () => {
    expect(await connect().report(day)).toEqual([
      {
        reference: fake.orders.get(payment.number)?.transactionId,
        number: payment.number,
        amount: 8997,
        currency: 'CNY',
        feeAmount: 54,
      },
      {
        reference: fake.refunds.get(refund.number)?.refundId,
        number: refund.number,
        amount: -2999,
        currency: 'CNY',
        feeAmount: -18,
      },
    ])
  })

  test('is ready at ten in Beijing', async () => {
    now -= 1
    expect(await connect().report(day)).toBeNull()
  })

  test('is fetched where the proxy is, whose name WeChat Pay does not know', async () => {
    fake.isNamedOfficially = true
    expect(await connect({}, { baseUrl: `${fake.url}/` }).report(day)).toHaveLength(2)
  })

  test('may be late', async () => {
    fake.isBillLate = true
    expect(await connect().report(day)).toBeNull()
  })

  test('of a day without payments is empty', async () => {
    expect(await connect().report('2026-11-21')).toEqual([])
  })

  test('shows a row that was left out, added or changed', async () => {
    fake.alterBill = ([first]) => [
      { ...first, 订单金额: '0.01' },
      { ...first, 微信订单号: '4200099' },
    ]
    const lines = await connect().report(day)
    expect(lines?.map(({ reference, amount }) => [reference, amount])).toEqual([
      [fake.orders.get(payment.number)?.transactionId, 1],
      ['4200099', 8997],
    ])
  })

  test('leaves out a refund that failed', async () => {
    fake.alterBill = ([first, second]) => [first!, { ...second, 退款状态: 'FAIL' }]
    expect(await connect().report(day)).toHaveLength(1)
  })

  test.each([
    ['another file', { hash_value: '00' }, 'body'],
    ['another host', { download_url: 'https://example.org/file' }, 'foreign'],
  ])('of %s proves nothing', async (_name, shown, code) => {
    fake.alterBillAnswer = shown
    expect(await failureOf(connect().report(day))).toMatchObject({ kind: 'silent', code })
  })

  test.each([
    ['an amount that is none', { 订单金额: '89.975' }],
    ['a value too many', { 商品名称: 'A,`B' }],
  ])('with %s proves nothing', async (_name, changed) => {
    fake.alterBill = ([first]) => [{ ...first, ...changed }]
    expect(await failureOf(connect().report(day))).toMatchObject({ kind: 'silent', code: 'body' })
  })
})

describe('the local server refuses what WeChat Pay refuses', () => {
  test('a clock that is five minutes off', async () => {
    const client = connect({}, { now: () => now - 301_000 })
    expect(await failureOf(client.create(payment))).toMatchObject({ kind: 'refused', code: 'SIGN_ERROR' })
  })

  test.each([
    ['another key', { privateKey: pemOf(exampleKey('stranger')) }],
    ['another serial', { certificateSerial: '00000000000000000000' }],
    ['another merchant', { mchId: '1900000002' }],
  ])('%s', async (_name, changes) => {
    const failure = await failureOf(connect(changes).create(payment))
    expect(failure).toMatchObject({ kind: 'refused', code: 'SIGN_ERROR' })
  })

  test.each([
    ['a number in another form', { number: 'short' }],
    ['an address with a query', { hookUrl: 'https://pay.example.org/hooks?x=1' }],
    ['no amount', { amount: 0 }],
    ['another currency', { currency: 'USD' as const }],
    ['no description', { description: '' }],
  ])('%s', async (_name, changes) => {
    const failure = await failureOf(connect().create({ ...payment, ...changes }))
    expect(failure).toMatchObject({ kind: 'refused', code: 'PARAM_ERROR' })
  })

  test('a request that is sent again, or of which a byte was changed', async () => {
    await connect().create(payment)
    const { path, headers, body } = fake.requests.find(({ method }) => method === 'POST')!
    const again = (sent: string) =>
      fetch(`${fake.url}${path}`, {
        method: 'POST',
        headers: {
          authorization: headers.authorization!,
          accept: 'application/json',
          'content-type': 'application/json',
        },
        body: sent,
      })
    for (const sent of [body.toString(), body.toString().replace('8997', '1')])
      expect((await again(sent)).status).toBe(401)
  })
})
