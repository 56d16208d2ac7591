import { mailText } from '@trackway/core/codes/mail-texts.ts'
import { linesText, minuteText, namedText, paragraphsText } from '../../platform/mail/notice-text.ts'
import { findReader, type MailQueue, type MailReader } from '../../platform/mail/queued-mails.ts'
import { publicUrl } from '../../platform/mail/stored-mail.ts'
import { findMailed, type MailedFailure } from './queries.ts'

/** Mails about devices that could not renew by themselves. */
export const failureMails: MailQueue = {
  name: 'auto-renewal-mails',
  async mailOf(db, jobId, now) {
    const reader = await findReader(db, jobId, now)
    const failures = reader === undefined ? [] : await findMailed(db, reader, jobId)
    if (reader === undefined || failures.length === 0) return null
    const { accountId, language } = reader
    const subject = mailText('autoRenewalSubject', language, { count: String(failures.length) })
    return { accountId, language, subject, text: textOf(reader, failures) }
  },
}

const reasons = {
  renewed: 'autoRenewalFailed',
  notEnoughCards: 'autoRenewalCards',
  balanceInsufficient: 'autoRenewalBalance',
  priceMissing: 'autoRenewalPrice',
  priceBelowFloor: 'autoRenewalPrice',
  lifetimeTerm: 'autoRenewalFailed',
  payTypeUnavailable: 'autoRenewalFailed',
  failed: 'autoRenewalFailed',
} as const

function textOf({ language, timeZone, username }: MailReader, failures: readonly MailedFailure[]): string {
  const lines = failures.map(({ name, terminalID, endTime, result }) => {
    const reason = mailText(reasons[result], language, {})
    return `${namedText(name, terminalID)}: ${minuteText(endTime, timeZone)}, ${reason}`
  })
  const base = publicUrl()
  return paragraphsText([
    mailText('endsHello', language, { username }),
    mailText('autoRenewalIntro', language, {}),
    linesText(lines, language),
    mailText('autoRenewalAgain', language, {}),
    ...(base === null ? [] : [`${base}/index/order/autoRenewal`]),
  ])
}
