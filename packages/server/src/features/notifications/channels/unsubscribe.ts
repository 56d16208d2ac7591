import { timingSafeEqual } from 'node:crypto'
import { signatureOf, signaturesOf } from '../../../platform/secrets.ts'

/** Links by which a receiver wants no more mails of alarms (RFC 8058). They hold the address, and work for good. */

const purpose = 'unsubscribe'
const signBytes = 16

export function unsubscribeUrl(publicUrl: string, email: string): string {
  const address = email.toLowerCase()
  const sign = signatureOf(address, purpose).subarray(0, signBytes)
  return `${publicUrl}/unsubscribe/${Buffer.from(address).toString('base64url')}.${sign.toString('base64url')}`
}

/** @returns the address in small letters; null: this platform has not made the link */
export function readUnsubscribe(token: string): string | null {
  const [address = '', sign = ''] = token.split('.').map((part) => Buffer.from(part, 'base64url'))
  const email = address.toString('utf8')
  const isOurs = signaturesOf(email, purpose).some(
    (each) => sign.length === signBytes && timingSafeEqual(each.subarray(0, signBytes), Buffer.from(sign)),
  )
  return isOurs ? email : null
}
