import { createECDH, createPublicKey, verify } from 'node:crypto'
import { expect, test } from 'vitest'
import { encryptPush, maxPlainBytes, newVapidKeys, privateKeyText, vapidHeader } from './encrypt-push.ts'

const bytes = (text: string) => Buffer.from(text, 'base64url')
function keyOf(privateKey: string) {
  const ecdh = createECDH('prime256v1')
  ecdh.setPrivateKey(bytes(privateKey))
  return ecdh
}

test('seals as RFC 8291 does in its appendix A', () => {
  const sealed = encryptPush(
    Buffer.from('When I grow up, I want to be a watermelon'),
    {
      p256dh: bytes(
        'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
      ),
      auth: bytes('BTBZMqHH6r4Tts7J_aSIgg'),
    },
    {
      ecdh: keyOf('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw'),
      salt: bytes('DGv6ra1nlYgDCS1FRnbzlw'),
    },
  )
  expect(sealed.toString('base64url')).toBe(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  )
})

test('seals an alarm', () => {
  const sealed = encryptPush(
    Buffer.from(
      '{"id":"n-42","title":"沪A12345","body":"Left the geofence \\"Depot\\"","url":"/alarms?id=42","tag":"device-7-4"}',
    ),
    {
      p256dh: bytes(
        'BHM0xZBUWeOTtlGvhIHC4ZWpgDDmj9aVFVFG74FdUmh2duZZ_glqTNOKkn98whXwgYjd_y4LwYfvXnKLMlS_SvQ',
      ),
      auth: bytes('NsKewRBIDelIHM5rTEkmFg'),
    },
    {
      ecdh: keyOf('9pvqZiR2baJMAq-_t2lwNgakAxHW4DCO-XTJAQ88JZo'),
      salt: bytes('Pv613m34phfBYKvteUeSbg'),
    },
  )
  expect(sealed.toString('base64url')).toBe(
    'Pv613m34phfBYKvteUeSbgAAEABBBCxQ44PLWjntA7Q6iociNYgdFwiG-EB4NfOu-tqRxXdWLOJjZnmKdNaaTc4Lj9ZAPc4b7SYmNrckeFrpO4cGSpwv8P2YojW9fvIRDT0HAT7eZ40NJ_xXn_GCtJUrrSFNosbHV_TDhnQtECmjLdBvYyqSTQPPgklnqcuX_dtOIsErIpKrMrQrr1JcUpy1tQXTK-ytvrrFCwdG49aMgN4lSI27Hia9HUKgmlOxPgwYz_zIA0nONZRlaaJPQS3hZRdIPw',
  )
})

test('the longest message is what push services take', () => {
  const { publicKey } = newVapidKeys()
  const keys = { p256dh: bytes(publicKey), auth: Buffer.alloc(16) }
  expect(encryptPush(Buffer.alloc(maxPlainBytes), keys).length).toBe(4_096)
  expect(() => encryptPush(Buffer.alloc(maxPlainBytes + 1), keys)).toThrow(RangeError)
})

test('a private key that begins with zeros keeps its value', () => {
  expect(bytes(privateKeyText(Buffer.alloc(31, 7)))).toEqual(
    Buffer.concat([Buffer.alloc(1), Buffer.alloc(31, 7)]),
  )
})

test('the token is signed with the key that it names, for the service, for half a day', () => {
  const keys = newVapidKeys()
  const now = Date.parse('2026-11-22T08:00:00Z')
  const header = vapidHeader(keys, {
    endpoint: 'https://push.example.net/send/abc',
    subject: 'mailto:ops@example.com',
    now,
  })
  const [, head, claims, signature, k] = /^vapid t=([^.]+)\.([^.]+)\.([^,]+), k=(.+)$/.exec(header)!
  expect(k).toBe(keys.publicKey)
  expect(JSON.parse(bytes(claims!).toString())).toEqual({
    aud: 'https://push.example.net',
    exp: now / 1000 + 43_200,
    sub: 'mailto:ops@example.com',
  })
  const point = bytes(keys.publicKey)
  const key = createPublicKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
  })
  const signed = Buffer.from(`${head}.${claims}`)
  expect(verify('sha256', signed, { key, dsaEncoding: 'ieee-p1363' }, bytes(signature!))).toBe(true)
})
