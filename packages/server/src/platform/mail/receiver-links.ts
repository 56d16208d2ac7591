import { timingSafeEqual } from 'node:crypto'
import { signatureOf, signaturesOf } from '../secrets.ts'
import { type MailKind, mailKinds } from './mail-receivers.ts'

/** Signed links in mails, by which their receiver says whether he wants them, without signing in (RFC 8058). */

const signBytes = 16
const purposes = { unsubscribe: 'unsubscribe', agree: 'agreeToMails' } as const
type Page = keyof typeof purposes

/** What an unsubscribe link ends; without an account: alarms, and mails that ask for consent, of all of them. */
export interface Unsubscription {
  /** In small letters. */
  email: string
  of: { accountId: number; kind: MailKind } | null
}

/** It works for good. */
export function unsubscribeUrl(publicUrl: string, { email, of }: Unsubscription): string {
  const about = of === null ? [email] : [email, String(of.accountId), of.kind]
  return linkTo(publicUrl, 'unsubscribe', about)
}

/** @returns null: this platform has not made the link */
export function readUnsubscribe(token: string): Unsubscription | null {
  const about = readToken('unsubscribe', token)
  if (about === null) return null
  const [email = '', accountId, kind] = about
  if (accountId === undefined) return { email, of: null }
  const known = mailKinds.find((each) => each === kind)
  return known === undefined ? null : { email, of: { accountId: Number(accountId), kind: known } }
}

export interface ConsentRequest {
  /** In small letters. */
  email: string
  accountId: number
  expireTime: number
}

export function agreeUrl(publicUrl: string, { email, accountId, expireTime }: ConsentRequest): string {
  return linkTo(publicUrl, 'agree', [email, String(accountId), String(expireTime)])
}

/** @returns null: this platform has not made the link */
export function readAgree(token: string): ConsentRequest | null {
  const about = readToken('agree', token)
  if (about === null) return null
  const [email = '', accountId, expireTime] = about
  return { email, accountId: Number(accountId), expireTime: Number(expireTime) }
}

function linkTo(publicUrl: string, page: Page, about: readonly string[]): string {
  const text = about.join('\n')
  const sign = signatureOf(text, purposes[page]).subarray(0, signBytes)
  return `${publicUrl}/${page}/${Buffer.from(text).toString('base64url')}.${sign.toString('base64url')}`
}

function readToken(page: Page, token: string): string[] | null {
  const [about = '', sign = ''] = token.split('.').map((part) => Buffer.from(part, 'base64url'))
  const text = about.toString('utf8')
  const isOurs = signaturesOf(text, purposes[page]).some(
    (each) => sign.length === signBytes && timingSafeEqual(each.subarray(0, signBytes), Buffer.from(sign)),
  )
  return isOurs ? text.split('\n') : null
}
