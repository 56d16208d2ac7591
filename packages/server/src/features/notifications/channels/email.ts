import type { Mailer } from '../../../platform/mail/mail.ts'
import { MailFailure } from '../../../platform/mail/mail.ts'
import { answerText, type Outcome } from './outcome.ts'

export interface AlarmMail {
  to: string
  subject: string
  text: string
  /** The same for the same mail: mailboxes show it once, so that one whose answer was lost is sent again. */
  messageId: string
  /** Ends such mails by one click. */
  unsubscribeUrl?: string
  /** The first mail of the episode, if this is not it. */
  references: string | null
}

/** A whole sending, also to a server that drips. */
export async function sendAlarmMail(mailer: Mailer, mail: AlarmMail): Promise<Outcome> {
  const { references, ...rest } = mail
  try {
    await mailer.send({ ...rest, ...(references && { references }) })
    return { kind: 'sent' }
  } catch (error) {
    if (!(error instanceof MailFailure)) throw error
    const answer = answerText(error.message)
    return error.isFinal ? { kind: 'refused', reason: 'refused', answer } : { kind: 'later', answer }
  }
}
