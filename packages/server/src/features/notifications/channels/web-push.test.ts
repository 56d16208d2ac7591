import { createDecipheriv, createECDH, createPublicKey, hkdfSync, verify } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { generateVAPIDKeys } from 'web-push'
import { type FakeServer, startFakeServer } from '../../../testing/fakes/fake-server.ts'
import { sendPush } from './web-push.ts'

const now = Date.parse('2026-11-22T08:00:00Z')
const vapid = generateVAPIDKeys()
const browser = createECDH('prime256v1')
browser.generateKeys()
const auth = Buffer.alloc(16, 3)

let service: FakeServer
beforeEach(async () => {
  service = await startFakeServer({ status: 201 })
})
afterEach(() => service.stop())

const send = (publicKey = vapid.publicKey, body = 'Left the fence') =>
  sendPush(
    {
      subscription: {
        endpoint: `${service.url}/send/abc`,
        keys: { p256dh: browser.getPublicKey('base64url'), auth: auth.toString('base64url') },
      },
      publicKey,
      isUrgent: true,
      ttlS: 14_400,
      notice: { id: '42', title: '沪A12345', body, url: '/index/alarms?id=7', tag: 'alarm-7' },
      topic: 'alarm-7',
    },
    { vapid, subject: 'mailto:ops@example.com', now, allowPrivate: true },
  )

/** As a browser does it (RFC 8291, 3.4), from the other side. */
function decrypted(body: Buffer): string {
  const salt = body.subarray(0, 16)
  const keyLength = body[20]!
  const sender = body.subarray(21, 21 + keyLength)
  const sealed = body.subarray(21 + keyLength)
  const derive = (key: Uint8Array, of: Uint8Array, info: Uint8Array, bytes: number) =>
    Buffer.from(hkdfSync('sha256', key, of, info, bytes))
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), browser.getPublicKey(), sender])
  const key = derive(browser.computeSecret(sender), auth, info, 32)
  const contentKey = derive(key, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = derive(key, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  const decipher = createDecipheriv('aes-128-gcm', contentKey, nonce).setAuthTag(sealed.subarray(-16))
  const plain = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
  return plain.subarray(0, plain.lastIndexOf(2)).toString('utf8')
}

test('hands over what the browser decrypts, with what the service needs to know', async () => {
  expect(await send()).toMatchObject({ kind: 'sent' })
  const { headers, body } = service.requests[0]!
  expect(JSON.parse(decrypted(body))).toEqual({
    id: '42',
    title: '沪A12345',
    body: 'Left the fence',
    url: '/index/alarms?id=7',
    tag: 'alarm-7',
  })
  expect(headers).toMatchObject({ ttl: '14400', urgency: 'high', 'content-encoding': 'aes128gcm' })
  expect(headers.topic).toMatch(/^[\w-]{1,32}$/)
})

test('signs who sends it with the key that it names, for the service, for half a day', async () => {
  await send()
  const { authorization } = service.requests[0]!.headers
  const [, head, claims, signature, k] = /^vapid t=([^.]+)\.([^.]+)\.([^,]+), k=(.+)$/.exec(authorization!)!
  expect(k).toBe(vapid.publicKey)
  const { exp, ...claim } = JSON.parse(Buffer.from(claims!, 'base64url').toString())
  expect(claim).toEqual({ aud: service.url, sub: 'mailto:ops@example.com' })
  expect(Math.abs(exp - Date.now() / 1000 - 43_200)).toBeLessThan(600)
  const point = Buffer.from(vapid.publicKey, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'))
  const key = createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x: x!, y: y! } })
  const signed = Buffer.from(`${head}.${claims}`)
  const isSigned = verify(
    'sha256',
    signed,
    { key, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature!, 'base64url'),
  )
  expect(isSigned).toBe(true)
})

test('a long text still fits', async () => {
  await send(vapid.publicKey, '沪'.repeat(5_000))
  expect(service.requests[0]!.body.length).toBeLessThanOrEqual(4_096)
})

test.each([
  [404, 'refused'],
  [410, 'refused'],
  [400, 'later'],
  [401, 'later'],
  [403, 'later'],
  [413, 'refused'],
  [500, 'later'],
])('an answer of %i is %s', async (status, kind) => {
  service.next.push({ status, body: '{"reason":"because"}' })
  expect(await send()).toMatchObject({ kind, code: String(status) })
})

test('too many: later, and when it says so', async () => {
  service.next.push({ status: 429, headers: { 'retry-after': 'Sun, 22 Nov 2026 08:01:30 GMT' } })
  expect(await send()).toMatchObject({ kind: 'later', afterMs: 90_000 })
})

test('cut: nobody knows', async () => {
  service.next.push('cut')
  expect((await send()).kind).toBe('unknown')
})

test('a browser that subscribed with another key is not told, and nobody is asked', async () => {
  expect(await send(generateVAPIDKeys().publicKey)).toMatchObject({ kind: 'refused', reason: 'endpointOff' })
  expect(service.requests).toEqual([])
})
