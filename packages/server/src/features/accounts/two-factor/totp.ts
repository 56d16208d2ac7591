import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * Codes of an authenticator app: RFC 6238 with what all apps know, SHA-1, 30 s and six digits. Ten lines of our own,
 * held against the tables of the document: a library would bring more than it saves.
 */
const stepMs = 30_000
/** Clocks of telephones are off: the steps before and after the present one count, too. */
const window = [0, -1, 1]
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

export function stepAt(time: number): number {
  return Math.floor(time / stepMs)
}

/** RFC 4226, 5.3. */
export function codeAt(secret: Buffer, step: number, digits = 6): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const hash = createHmac('sha1', secret).update(counter).digest()
  const at = hash[hash.length - 1]! & 0xf
  return String((hash.readUInt32BE(at) & 0x7fff_ffff) % 10 ** digits).padStart(digits, '0')
}

/** @returns the step that the code belongs to; null: it is not one of now */
export function stepOf(secret: Buffer, code: string, now: number): number | null {
  if (!/^[0-9]{6}$/.test(code)) return null
  const present = stepAt(now)
  const [off] = window.filter((each) =>
    timingSafeEqual(Buffer.from(codeAt(secret, present + each)), Buffer.from(code)),
  )
  return off === undefined ? null : present + off
}

/** RFC 4648, 6, without padding, as apps want it. */
export function base32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? [])
    .map((five) => alphabet[Number.parseInt(five.padEnd(5, '0'), 2)])
    .join('')
}

/** What the app reads from a QR code (Google Authenticator, "Key URI format"). */
export function keyUri(secret: Buffer, username: string): string {
  const query = new URLSearchParams({ secret: base32(secret), issuer: 'Trackway' })
  return `otpauth://totp/Trackway:${encodeURIComponent(username)}?${query}`
}
