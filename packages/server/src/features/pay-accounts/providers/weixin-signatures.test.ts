import { createHash, createPublicKey, sign } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { exampleKey } from '../testing/example-keys.ts'
import { authorization, decrypt, pageFields, signatureFault } from './weixin-signatures.ts'

/** Examples worked out with `openssl` and keys that everybody can make again. */

const merchant = { mchId: '1900000001', certificateSerial: 'ABCD', privateKey: exampleKey('merchant') }
const platformKey = createPublicKey(exampleKey('platform'))
const fresh = { timestamp: '1795320000', nonce: '5K8264ILTKCH16CQ2502SI8ZNMTM67VS' }
const now = 1_795_320_000_000

const sha256 = (text: string | Buffer) => createHash('sha256').update(text).digest('hex')
const signatureIn = (header: string) => /signature="([^"]+)"/.exec(header)?.[1] ?? ''

test('keys of examples are the same everywhere', () => {
  const hashes = ['merchant', 'platform'].map((name) =>
    sha256(createPublicKey(exampleKey(name)).export({ type: 'spki', format: 'der' })),
  )
  expect(hashes).toEqual([
    '7e6142d79356dfd87fdd11e69994c5a4348ba0056fa6dfa4998992f22df7715b',
    'e8a3fc38baddff7d18a3311c6fa61b123052c84625e97c30632e38160e8f053d',
  ])
})

test('signs a request by its bytes', () => {
  const body =
    '{"appid":"wx00000000000000ab","mchid":"1900000001","description":"Trackway renewal, 3 devices","out_trade_no":"TW2026112200000042","time_expire":"2026-11-22T12:30:00+08:00","notify_url":"https://pay.example.org/hook/wechat/1","amount":{"total":8997,"currency":"CNY"}}'
  expect(Buffer.byteLength(body)).toBe(267)
  const header = authorization(merchant, { method: 'POST', path: '/v3/pay/transactions/native', body }, fresh)
  expect(signatureIn(header)).toBe(
    'fl1fnWtWFQP6A0/oC9Q8l2MND71AsbLdukQEJtnXWzTE1yQniicRsww9g85C+haNCAuBUc6KgMadxLoeL02gD2eUeU8W/CK/MyWM9PqLuUMf1difJWOCVXcWQX3C8ZlQV6KV1I7bgOstCnkIWXioIznFH7ss4b/7wiYzL/JVzEAyXey6VG5FpvWc5YQSSX9AVOsz3O92k/+xyYVDiWClLeXUtnCsLQOFHJe+idfyYGylB90NBNfkmskAqciHgd3HPGVYLUJLQNZVZGoTDuvW5nTahTwjkfb0NdA9hOLQHcnj3cXBcqdhB+tcqExONuKl+Z57Ek7dBbNgTiCfF8ttwA==',
  )
  expect(header).toMatch(
    /^WECHATPAY2-SHA256-RSA2048 mchid="1900000001",nonce_str="5K8264ILTKCH16CQ2502SI8ZNMTM67VS",timestamp="1795320000",serial_no="ABCD",signature="/,
  )
})

test('signs a query with an empty body', () => {
  const path = '/v3/pay/transactions/out-trade-no/TW2026112200000042?mchid=1900000001'
  const signature = signatureIn(authorization(merchant, { method: 'GET', path }, fresh))
  expect(signature).toMatch(/^s\+\+57CQjPmfT4re4.*RPJWGyF3ug==$/)
  expect(sha256(signature)).toBe('458040ac6fc7ef660b332dcff6dce03a3f0c269ef956b8be428fbc384ee85a01')
})

test('signs what a mini program opens the payment with', () => {
  const fields = pageFields('wx00000000000000ab', 'wx22120000000000trackway0001', merchant.privateKey, fresh)
  const { paySign = '', ...others } = fields
  expect(others).toEqual({
    appId: 'wx00000000000000ab',
    timeStamp: '1795320000',
    nonceStr: fresh.nonce,
    package: 'prepay_id=wx22120000000000trackway0001',
    signType: 'RSA',
  })
  expect(paySign).toMatch(/^oPueYA1cQ8i2CbPx.*nQweI\+Fxpg==$/)
  expect(sha256(paySign)).toBe('396446c2b76aab9cff17a6a073159e67365e3945beac05a85e2fb79b72296d00')
})

const callback =
  '{"id":"EV-1","event_type":"TRANSACTION.SUCCESS","resource_type":"encrypt-resource","resource":{"algorithm":"AEAD_AES_256_GCM","ciphertext":"kAYa7IsuLTvioYxftlBretvvlTk102NcYrZPEpt/qR00vePwdfmU9AE=","associated_data":"transaction","nonce":"trackway0001"}}'

/** What WeChat Pay signs with the key of the examples. */
const signed = (body: string) =>
  sign(
    'sha256',
    Buffer.from(`${fresh.timestamp}\n${fresh.nonce}\n${body}\n`),
    exampleKey('platform'),
  ).toString('base64')

describe('messages of WeChat Pay', () => {
  test.each([
    ['an answer without a body', '', 'e3bd5ce6f9db72b0fc366ba648c3d361f1c3fb22700c3113153a2cc554dedf65'],
    ['a callback', callback, 'e49c0d0c0096f4a2b9c037570e2b79861ecc65d9d47cb1e9ecbdb9c5c89f7275'],
  ])('%s is signed as worked out', async (_name, body, hash) => {
    expect(sha256(signed(body))).toBe(hash)
    expect(await fault(body)).toBeNull()
  })

  test.each(['timestamp', 'nonce', 'signature', 'serial'])(
    'without its %s it proves nothing',
    async (name) => {
      expect(await fault(callback, { [name]: undefined })).toBe('headerMissing')
    },
  )

  test.each([
    ['a probe', { signature: `WECHATPAY/SIGNTEST/${signed(callback)}` }, 'probe'],
    ['too old', { timestamp: '1795319699' }, 'time'],
    ['of the future', { timestamp: '1795320301' }, 'time'],
    ['without a time', { timestamp: 'now' }, 'time'],
    ['of another serial', { serial: 'OTHER' }, 'certificate'],
    ['with another nonce', { nonce: 'other' }, 'signature'],
    ['of another time', { timestamp: '1795320001' }, 'signature'],
    ['without base64', { signature: '%%' }, 'signature'],
  ])('%s it is refused', async (_name, changed, reason) => {
    expect(await fault(callback, changed)).toBe(reason)
  })

  test('a byte less is another message', async () => {
    expect(await fault(callback, { signature: signed(callback) }, callback.slice(0, -1))).toBe('signature')
  })

  function fault(body: string, changed: Record<string, string | undefined> = {}, sent = body) {
    const headers: Record<string, string | undefined> = {
      ...fresh,
      signature: signed(body),
      serial: 'PLATFORM',
      ...changed,
    }
    return signatureFault(
      { header: (name) => headers[name.replace('wechatpay-', '')], body: Buffer.from(sent) },
      async (serial) => (serial === 'PLATFORM' ? platformKey : null),
      now,
    )
  }
})

describe('ciphers', () => {
  const key = 'trackway-example-apiv3-key-32-by'
  const { resource } = JSON.parse(callback)

  test('a resource is read', () => {
    expect(decrypt(key, resource)).toBe('{"trade_state":"SUCCESS"}')
  })

  test.each([
    ['another key', 'trackway-example-apiv3-key-32-bz', {}],
    ['other data beside it', key, { associated_data: 'refund' }],
    ['another nonce', key, { nonce: 'trackway0002' }],
    ['less than a tag', key, { ciphertext: 'AAAA' }],
  ])('%s: it is not', (_name, other, changed) => {
    expect(() => decrypt(other, { ...resource, ...changed })).toThrow()
  })
})
