import { MailFailure } from '../../../platform/mail/mail.ts'
import { MailHeld, type MailWay, type OutgoingMail, sendMail } from '../../../platform/mail/send-mail.ts'
import { answerText, type Outcome } from './outcome.ts'

export interface AlarmMail extends Omit<OutgoingMail, 'references'> {
  /** The first mail of the episode, if this is not it. */
  references: string | null
}

/** A whole sending, also to a server that drips. */
export async function sendAlarmMail(way: MailWay, mail: AlarmMail): Promise<Outcome> {
  const { references, ...rest } = mail
  try {
    await sendMail(way, { ...rest, ...(references && { references }) })
    return { kind: 'sent' }
  } catch (error) {
    if (error instanceof MailHeld) return toHeld(error)
    if (!(error instanceof MailFailure)) throw error
    const answer = answerText(error.message)
    return error.isFinal ? { kind: 'refused', reason: 'refused', answer } : { kind: 'later', answer }
  }
}

/** What the claim has not seen yet is seen here: nothing goes out that is not wanted, or over the budgets. */
function toHeld({ reason, untilTime }: MailHeld): Outcome {
  switch (reason) {
    case 'tooMany':
      return { kind: 'held', reason, untilTime: untilTime!, answer: 'too many mails' }
    case 'noConsent':
      return { kind: 'refused', reason, answer: 'the receiver has not agreed' }
    case 'unsubscribed':
      return { kind: 'refused', reason: 'optedOut', answer: 'the receiver has unsubscribed' }
  }
}
