import {
  createCipheriv,
  createECDH,
  createPrivateKey,
  type ECDH,
  hkdfSync,
  randomBytes,
  sign,
} from 'node:crypto'

/**
 * What a push service is given, in `node:crypto` alone: message encryption of RFC 8291 in one `aes128gcm` record of
 * RFC 8188, and the VAPID token of RFC 8292.
 */

/** Push services take 4,096 bytes; header and tag are 103 of them. */
export const maxPlainBytes = 3_993
const recordSize = 4_096
const curve = 'prime256v1'
/** Browsers take a day at most (RFC 8292, 2). */
const tokenLifeS = 12 * 3_600

export interface PushKeys {
  /** Public key of the browser: an uncompressed point. */
  p256dh: Uint8Array
  /** Its secret: 16 bytes. */
  auth: Uint8Array
}

/** @param own ephemeral key and salt of one message: made anew for each, but given by tests */
export function encryptPush(
  plain: Uint8Array,
  { p256dh, auth }: PushKeys,
  own: { ecdh: ECDH; salt: Uint8Array } = ephemeral(),
): Buffer {
  if (plain.length > maxPlainBytes) throw new RangeError('a push message is too long')
  const sender = own.ecdh.getPublicKey()
  const shared = own.ecdh.computeSecret(p256dh)
  const derive = (key: Uint8Array, salt: Uint8Array, info: Uint8Array, bytes: number) =>
    Buffer.from(hkdfSync('sha256', key, salt, info, bytes))
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), p256dh, sender])
  const key = derive(shared, auth, info, 32)
  const contentKey = derive(key, own.salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = derive(key, own.salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  const cipher = createCipheriv('aes-128-gcm', contentKey, nonce)
  // The last record, and the only one, ends with a 2.
  const sealed = Buffer.concat([cipher.update(plain), cipher.update(Buffer.of(2)), cipher.final()])
  const size = Buffer.alloc(4)
  size.writeUInt32BE(recordSize)
  return Buffer.concat([own.salt, size, Buffer.of(sender.length), sender, sealed, cipher.getAuthTag()])
}

function ephemeral(): { ecdh: ECDH; salt: Buffer } {
  const ecdh = createECDH(curve)
  ecdh.generateKeys()
  return { ecdh, salt: randomBytes(16) }
}

/** A key pair of an installation, in base64url: who has it may push to the browsers that subscribed with it. */
export interface VapidKeys {
  publicKey: string
  privateKey: string
}

export function newVapidKeys(): VapidKeys {
  const ecdh = createECDH(curve)
  ecdh.generateKeys()
  return {
    publicKey: ecdh.getPublicKey('base64url'),
    privateKey: privateKeyText(ecdh.getPrivateKey()),
  }
}

/** @param key without the zeros that it begins with: one in 256 is shorter than 32 bytes */
export function privateKeyText(key: Uint8Array): string {
  return Buffer.concat([Buffer.alloc(32), key])
    .subarray(-32)
    .toString('base64url')
}

/** Value of `Authorization`. @param subject a `mailto:` or `https:` of the operator, which push services ask for */
export function vapidHeader(
  { publicKey, privateKey }: VapidKeys,
  { endpoint, subject, now }: { endpoint: string; subject: string; now: number },
): string {
  const point = Buffer.from(publicKey, 'base64url')
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const claims = {
    aud: new URL(endpoint).origin,
    exp: Math.floor(now / 1000) + tokenLifeS,
    sub: subject,
  }
  const signed = `${part({ typ: 'JWT', alg: 'ES256' })}.${part(claims)}`
  const key = createPrivateKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      d: privateKey,
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
  })
  const signature = sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' })
  return `vapid t=${signed}.${signature.toString('base64url')}, k=${publicKey}`
}
