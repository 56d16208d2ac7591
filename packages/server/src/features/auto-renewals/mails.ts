import { mailText } from '@trackway/core/codes/mail-texts.ts'
import { wallTime } from '@trackway/core/rules/wall-time.ts'
import type { MailQueue } from '../../platform/mail/queued-mails.ts'
import { publicUrl } from '../../platform/mail/stored-mail.ts'
import { findMailed, type MailedFailure, type MailReader } from './queries.ts'

/** Lines of a mail; the others are counted. */
const maxLines = 50

/** Mails about devices that could not renew by themselves. */
export const failureMails: MailQueue = {
  name: 'auto-renewal-mails',
  async mailOf(db, jobId) {
    const found = await findMailed(db, jobId)
    if (found === null) return null
    const { reader, failures } = found
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
  const text = (name: Parameters<typeof mailText>[0], values: Record<string, string> = {}) =>
    mailText(name, language, values)
  const lines = failures.slice(0, maxLines).map(({ name, terminalID, endTime, result }) => {
    const time = wallTime(endTime, timeZone).replace('T', ' ').slice(0, 16)
    const shown = terminalID === name ? name : `${name} (${terminalID})`
    return `${shown}: ${time}, ${text(reasons[result])}`
  })
  const more = failures.length - maxLines
  if (more > 0) lines.push(text('endsMore', { count: String(more) }))
  const base = publicUrl()
  const parts = [
    text('endsHello', { username }),
    text('autoRenewalIntro'),
    lines.join('\n'),
    text('autoRenewalAgain'),
    ...(base === null ? [] : [`${base}/index/order/autoRenewal`]),
  ]
  return `${parts.join('\n\n')}\n`
}
