import { createHash, sign } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { exampleKey } from '../testing/example-keys.ts'
import { aRefundOf } from '../testing/example-payment.ts'
import { issuedBy, makeAuthority, selfSigned } from '../testing/fake-certificates.ts'
import { type FakePaypal, startFakePaypal } from '../testing/fake-paypal.ts'
import { hourMs, paidAt, startTime } from '../testing/paypal-payments.ts'
import type { ClientTools, NewPayment, PayClient } from './pay-provider.ts'
import { paypal } from './paypal.ts'
import { signedMessage } from './paypal-events.ts'

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

  describe('that has something fetched', () => {
    const strange = (n: number) =>
      event({ 'paypal-cert-url': `${fake.url}/v1/notifications/certs/strange-${n}` })
    const read = (n: number) =>
      client.readEvent(strange(n)).then(
        ({ refusal }) => refusal,
        (error) => error.kind,
      )
    const fetched = () => fake.requests.filter(({ path }) => path.includes('/certs/')).length

    test('is one of a few at a time; more are to come again', async () => {
      const kinds = await Promise.all(Array.from({ length: 30 }, (_, n) => read(n)))
      expect(Map.groupBy(kinds, (kind) => kind).get('busy')).toHaveLength(26)
      expect(fetched()).toBe(4)
    })

    test('is one of some in a minute; what is known is read all the same', async () => {
      expect(await client.readEvent(event())).toEqual(good)
      for (let n = 0; n < 50; n++) await read(n)
      expect(fetched()).toBe(30)
      expect(await read(51)).toBe('busy')
      expect(await client.readEvent(event())).toEqual(good)
      now += 61_000
      expect(await read(52)).toBe('certificate')
    })

    test('of the same file fetches it once', async () => {
      const both = await Promise.all([client.readEvent(event()), client.readEvent(event())])
      expect(both).toEqual([good, good])
      expect(fetched()).toBe(1)
    })

    test('counts what PayPal is asked about it', async () => {
      const [leaf] = fake.certificates.get('good')!.split(/(?<=-----END CERTIFICATE-----)/)
      fake.certificates.set('CERT-1', leaf!)
      fake.ownCertificates.add('CERT-1')
      const given = event({ 'paypal-cert-url': `${fake.url}/v1/notifications/certs/CERT-1` })
      const asked = () => fake.requests.filter(({ path }) => /certs|verify/.test(path)).length
      for (let n = 0; n < 40; n++) await client.readEvent(given).catch(() => null)
      expect(asked()).toBe(30)
    })
  })
})
