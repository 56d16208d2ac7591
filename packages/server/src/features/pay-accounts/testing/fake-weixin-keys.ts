import { createCipheriv, createHash, type KeyObject, randomBytes, sign } from 'node:crypto'
import { exampleKey } from './example-keys.ts'
import { selfSigned } from './fake-certificates.ts'

/** What WeChat Pay signs and encrypts with, on this machine. */

export interface Signer {
  serial: string
  key: KeyObject
}

/** A certificate of the platform that WeChat Pay lists. */
export interface PlatformCertificate extends Signer {
  pem: string
  fromTime: number
  toTime: number
}

/** @param name of the example key; the same name has the same serial */
export async function platformCertificate(
  name: string,
  fromTime: number,
  toTime = fromTime + 5 * 365 * 86_400_000,
): Promise<PlatformCertificate> {
  const key = exampleKey(name)
  const serial = createHash('sha1').update(name).digest('hex').toUpperCase().replace(/^./, '7')
  const pem = await selfSigned({ name: 'Tenpay.com sign', key, fromTime, toTime })
  return { serial, key, pem, fromTime, toTime }
}

/** The headers of an answer or a callback. */
export function signedHeaders({ serial, key }: Signer, body: string, now: number): Record<string, string> {
  const timestamp = String(Math.floor(now / 1000))
  const nonce = randomBytes(16).toString('hex')
  return {
    'wechatpay-timestamp': timestamp,
    'wechatpay-nonce': nonce,
    'wechatpay-signature': sign('sha256', Buffer.from(`${timestamp}\n${nonce}\n${body}\n`), key).toString(
      'base64',
    ),
    'wechatpay-serial': serial,
  }
}

/** AES-256-GCM as WeChat Pay writes it. */
export function encrypt(apiV3Key: string, text: string, associatedData: string) {
  const nonce = randomBytes(6).toString('hex')
  const cipher = createCipheriv('aes-256-gcm', apiV3Key, nonce).setAAD(Buffer.from(associatedData))
  const bytes = Buffer.concat([cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
  return {
    algorithm: 'AEAD_AES_256_GCM',
    ciphertext: bytes.toString('base64'),
    associated_data: associatedData,
    nonce,
  }
}
