import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * A browser in which an account was signed in keeps a token: with it, wrong passwords of strangers do not make the
 * account's owner wait. It opens nothing. It is signed with the password's hash, so that a new password ends it.
 */
const keptMs = 365 * 86_400_000

interface Holder {
  id: number
  password_hash: string
}

export function browserToken(account: Holder, now: number): string {
  return `${now}.${signatureOf(account, String(now))}`
}

/** Is this the token of a browser in which the account was signed in within the last year? */
export function isKnownBrowser(account: Holder, token: string, now: number): boolean {
  const [time = '', signature = ''] = token.split('.')
  const expected = Buffer.from(signatureOf(account, time))
  const given = Buffer.from(signature)
  const isOurs = given.length === expected.length && timingSafeEqual(given, expected)
  return isOurs && Number(time) > now - keptMs
}

function signatureOf({ id, password_hash }: Holder, time: string): string {
  return createHmac('sha256', password_hash).update(`browser ${id} ${time}`).digest('base64url')
}
