import type { Language } from '@trackway/core/codes/languages.ts'
import { mailText } from '@trackway/core/codes/mail-texts.ts'
import type { MailQueue } from '../../platform/mail/queued-mails.ts'
import { publicUrl } from '../../platform/mail/stored-mail.ts'

/** Tells agents that somebody above them switched one of their accounts at payment providers off, or on again. */
export const payAccountMails: MailQueue = {
  name: 'pay-account-mails',
  async mailOf(db, jobId) {
    const reader = await db
      .selectFrom('jobs')
      .innerJoin('accounts', 'accounts.id', 'jobs.account_id')
      .select(['accounts.id', 'username', 'language'])
      .where('jobs.id', '=', jobId)
      .executeTakeFirst()
    if (reader === undefined) return null
    const rows = await db
      .selectFrom('pay_accounts')
      .select(['name', 'is_enabled', 'blocked_time'])
      .where('account_id', '=', reader.id)
      .where('deleted_time', 'is', null)
      .orderBy('id')
      .execute()
    if (rows.length === 0) return null
    const language = (reader.language as Language | null) ?? 'en'
    const text = (name: Parameters<typeof mailText>[0], values: Record<string, string> = {}) =>
      mailText(name, language, values)
    const lines = rows.map(({ name, is_enabled, blocked_time }) => {
      const state =
        blocked_time !== null ? 'payAccountBlocked' : is_enabled ? 'payAccountOn' : 'payAccountOff'
      return `${name}: ${text(state)}`
    })
    const base = publicUrl()
    const parts = [
      text('endsHello', { username: reader.username }),
      text('payAccountIntro'),
      lines.join('\n'),
      ...(base === null ? [] : [`${base}/index/pay/CAgentAccount`]),
    ]
    return {
      accountId: reader.id,
      language,
      subject: text('payAccountSubject'),
      text: `${parts.join('\n\n')}\n`,
    }
  },
}
