import { createDecipheriv, type KeyObject, sign, verify } from 'node:crypto'
import { z } from 'zod'

/**
 * Signatures and ciphers of WeChat Pay's API v3. Source: WeChat Pay, "Generate a request signature", "Sign to call up
 * payment", "Verify signatures with the WeChat Pay public key / platform certificate", "Decrypt callbacks and
 * certificates".
 */

/** How far the clock of a message may be from ours. */
const maxApartMs = 300_000
/** How WeChat Pay's tries whether we verify begin. */
const probe = 'WECHATPAY/SIGNTEST/'
const tagBytes = 16

export interface SigningMerchant {
  mchId: string
  certificateSerial: string
  privateKey: KeyObject
}

/** What makes each signature another: seconds and a text that was never used before. */
export interface Freshness {
  timestamp: string
  nonce: string
}

/** @param path with its query */
export function authorization(
  { mchId, certificateSerial, privateKey }: SigningMerchant,
  { method, path, body = '' }: { method: string; path: string; body?: string | undefined },
  { timestamp, nonce }: Freshness,
): string {
  const fields = {
    mchid: mchId,
    nonce_str: nonce,
    timestamp,
    serial_no: certificateSerial,
    signature: signLines(privateKey, [method, path, timestamp, nonce, body]),
  }
  const list = Object.entries(fields).map(([name, value]) => `${name}="${value}"`)
  return `WECHATPAY2-SHA256-RSA2048 ${list.join(',')}`
}

/** What the page in WeChat, or the mini program, opens the payment with. */
export function pageFields(
  appId: string,
  prepayId: string,
  privateKey: KeyObject,
  { timestamp, nonce }: Freshness,
): Record<string, string> {
  const lines = [appId, timestamp, nonce, `prepay_id=${prepayId}`]
  return {
    appId,
    timeStamp: timestamp,
    nonceStr: nonce,
    package: `prepay_id=${prepayId}`,
    signType: 'RSA',
    paySign: signLines(privateKey, lines),
  }
}

const signLines = (key: KeyObject, lines: string[]) =>
  sign('sha256', Buffer.from(lines.map((line) => `${line}\n`).join('')), key).toString('base64')

/** Why a message is none of WeChat Pay's. `probe`: it tries whether we verify. */
type SignatureFault = 'headerMissing' | 'probe' | 'time' | 'certificate' | 'signature'

interface SignedMessage {
  header(name: string): string | null | undefined
  body: Buffer
}

/** @param keyOf the key of a serial; null: it is none of WeChat Pay's */
export async function signatureFault(
  { header, body }: SignedMessage,
  keyOf: (serial: string) => Promise<KeyObject | null>,
  now: number,
): Promise<SignatureFault | null> {
  const [timestamp, nonce, signature, serial] = ['timestamp', 'nonce', 'signature', 'serial'].map((name) =>
    header(`wechatpay-${name}`),
  )
  if (!timestamp || !nonce || !signature || !serial) return 'headerMissing'
  if (signature.startsWith(probe)) return 'probe'
  // Also what is no number is out of time.
  if (!(Math.abs(now - Number(timestamp) * 1000) <= maxApartMs)) return 'time'
  const key = await keyOf(serial)
  if (key === null) return 'certificate'
  const signed = Buffer.concat([Buffer.from(`${timestamp}\n${nonce}\n`), body, Buffer.from('\n')])
  return verify('sha256', signed, key, Buffer.from(signature, 'base64')) ? null : 'signature'
}

export const encrypted = z.object({
  ciphertext: z.string(),
  nonce: z.string(),
  associated_data: z.string().default(''),
})

/** AES-256-GCM, the tag at the end. It throws where the key is another, or something was changed. */
export function decrypt(
  apiV3Key: string,
  { ciphertext, nonce, associated_data }: z.output<typeof encrypted>,
): string {
  const bytes = Buffer.from(ciphertext, 'base64')
  const decipher = createDecipheriv('aes-256-gcm', apiV3Key, nonce, { authTagLength: tagBytes })
    .setAAD(Buffer.from(associated_data))
    .setAuthTag(bytes.subarray(-tagBytes))
  return decipher.update(bytes.subarray(0, -tagBytes), undefined, 'utf8') + decipher.final('utf8')
}
