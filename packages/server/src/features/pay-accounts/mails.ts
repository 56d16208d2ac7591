import { mailText } from '@trackway/core/codes/mail-texts.ts'
import { linesText, paragraphsText } from '../../platform/mail/notice-text.ts'
import { findReader, type MailQueue } from '../../platform/mail/queued-mails.ts'
import { publicUrl } from '../../platform/mail/stored-mail.ts'

/** Tells agents that somebody above them switched one of their accounts at payment providers off, or on again. */
export const payAccountMails: MailQueue = {
  name: 'pay-account-mails',
  async mailOf(db, jobId, now) {
    const reader = await findReader(db, jobId, now)
    if (reader === undefined) return null
    const { accountId, username, language } = reader
    const rows = await db
      .selectFrom('pay_accounts')
      .select(['name', 'is_enabled', 'blocked_time'])
      .where('account_id', '=', accountId)
      .where('deleted_time', 'is', null)
      .orderBy('id')
      .execute()
    if (rows.length === 0) return null
    const text = (name: Parameters<typeof mailText>[0], values: Record<string, string> = {}) =>
      mailText(name, language, values)
    const lines = rows.map(({ name, is_enabled, blocked_time }) => {
      const state =
        blocked_time !== null ? 'payAccountBlocked' : is_enabled ? 'payAccountOn' : 'payAccountOff'
      return `${name}: ${text(state)}`
    })
    const base = publicUrl()
    const content = paragraphsText([
      text('endsHello', { username }),
      text('payAccountIntro'),
      linesText(lines, language),
      ...(base === null ? [] : [`${base}/index/pay/CAgentAccount`]),
    ])
    return { accountId, language, subject: text('payAccountSubject'), text: content }
  },
}
