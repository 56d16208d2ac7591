import type { Language } from '@trackway/core/codes/languages.ts'
import { mailText } from '@trackway/core/codes/mail-texts.ts'
import type { Db } from '../database/database.ts'
import { type BudgetKind, returnBudget, type Sending, takeBudget } from '../outbound/send-budgets.ts'
import { type Mail, type Mailer, MailFailure } from './mail.ts'
import { findConsents, isUnsubscribed, type MailKind, mailKinds } from './mail-receivers.ts'
import { type Unsubscription, unsubscribeUrl } from './receiver-links.ts'

/** The one way to the mail server: no mail goes out that its receiver does not want, or over the budgets. */

/** Besides the kinds that a receiver may end: what he has just asked for, and what asks him. */
type AnyMailKind = MailKind | 'consent' | 'bind' | 'password' | 'test'

export interface OutgoingMail extends Omit<Mail, 'unsubscribeUrl'> {
  kind: AnyMailKind
  /** On whose behalf. */
  accountId: number
  language: Language
  /** Network address of who asks for it; left out: it is sent by itself. */
  caller?: string
  isUrgent?: boolean
}

export interface MailWay {
  db: Db
  mailer: Mailer
  publicUrl: string | null
  now: number
}

/** Why a mail was not handed to the mail server. */
export class MailHeld extends Error {
  readonly reason: 'tooMany' | 'noConsent' | 'unsubscribed'
  /** When there is room again, for `tooMany`. */
  readonly untilTime: number | null

  constructor(reason: MailHeld['reason'], untilTime: number | null = null) {
    super(reason)
    this.reason = reason
    this.untilTime = untilTime
  }
}

/**
 * @throws {MailHeld} nothing was sent
 * @throws {MailFailure} the mail server did not take it
 */
export async function sendMail(way: MailWay, outgoing: OutgoingMail): Promise<void> {
  const { db, mailer, publicUrl, now } = way
  const { kind, accountId, language, caller, isUrgent, ...mail } = outgoing
  const endable = mailKinds.find((each) => each === kind)
  if (endable !== undefined) {
    const [consent] = await findConsents(db, [{ accountId, email: mail.to }], endable, now)
    if (consent !== 'agreed') throw new MailHeld(consent === 'unsubscribed' ? 'unsubscribed' : 'noConsent')
  }
  if (kind === 'consent' && (await isUnsubscribed(db, mail.to.toLowerCase())))
    throw new MailHeld('unsubscribed')
  const sending: Sending = {
    kind: budgetKinds[kind],
    accountId,
    receiver: mail.to,
    caller: caller ?? null,
    isUrgent: isUrgent ?? false,
  }
  const untilTime = await takeBudget(db, sending, now)
  if (untilTime !== null) throw new MailHeld('tooMany', untilTime)
  const ended = endedBy(outgoing, endable)
  const link = ended === null || publicUrl === null ? null : unsubscribeUrl(publicUrl, ended)
  try {
    if (link === null) await mailer.send(mail)
    else {
      const text = `${mail.text.trimEnd()}\n\n${mailText('unsubscribe', language, { url: link })}\n`
      await mailer.send({ ...mail, text, unsubscribeUrl: link })
    }
  } catch (error) {
    if (error instanceof MailFailure) await returnBudget(db, sending)
    throw error
  }
}

const budgetKinds: Record<AnyMailKind, BudgetKind> = {
  alarms: 'mail',
  reports: 'mail',
  notices: 'mail',
  password: 'mail',
  test: 'mail',
  consent: 'consent',
  bind: 'link',
}

/** What the unsubscribe link of a mail ends; null: it has none, for its receiver asked for it. */
function endedBy(
  { kind, accountId, to }: OutgoingMail,
  endable: MailKind | undefined,
): Unsubscription | null {
  const email = to.toLowerCase()
  if (endable !== undefined) return { email, of: { accountId, kind: endable } }
  return kind === 'consent' ? { email, of: null } : null
}
