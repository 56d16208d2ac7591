import { mailText } from '@trackway/core/codes/mail-texts.ts'
import { linesText, minuteText, namedText, paragraphsText } from '../../platform/mail/notice-text.ts'
import { findReader, type MailQueue, type MailReader } from '../../platform/mail/queued-mails.ts'
import { publicUrl } from '../../platform/mail/stored-mail.ts'
import { type Contact, findContact, findMailedEnds, type MailedEnd } from './queries.ts'

/** Mails about ends of service. */
export const endMails: MailQueue = {
  name: 'end-mails',
  async mailOf(db, jobId, now) {
    const reader = await findReader(db, jobId, now)
    const ends = reader === undefined ? [] : await findMailedEnds(db, reader.path, jobId, now)
    if (reader === undefined || ends.length === 0) return null
    const { accountId, language } = reader
    const text = textOf(reader, ends, await findContact(db, accountId))
    return { accountId, language, subject: subjectOf(reader, ends), text }
  },
}

function subjectOf({ language }: MailReader, ends: readonly MailedEnd[]): string {
  const devices = ends.filter(({ what }) => what === 'device').length
  const kind = devices > 0 ? 'endsDevicesSubject' : 'endsAccountsSubject'
  return mailText(kind, language, { count: String(devices || ends.length) })
}

function textOf(reader: MailReader, ends: readonly MailedEnd[], contact: Contact): string {
  const { language, timeZone, username } = reader
  const text = (name: Parameters<typeof mailText>[0], values: Record<string, string> = {}) =>
    mailText(name, language, values)
  const lineOf = ({ what, end_time, name, terminalId }: MailedEnd) => {
    const time = minuteText(end_time, timeZone)
    return `${namedText(name, terminalId)}: ${what === 'device' ? time : text(what === 'expired' ? 'endsExpired' : 'endsSuspended', { time })}`
  }
  const part = (name: 'endsDevices' | 'endsAccounts', of: readonly MailedEnd[]) =>
    of.length === 0 ? [] : [text(name), linesText(of.map(lineOf), language)]
  const devices = ends.filter(({ what }) => what === 'device')
  const base = publicUrl()
  // All that this mail names, and what is as close to its end: the renewal says of each what it costs.
  const withinDays = Math.max(1, ...devices.map(({ days }) => days))
  const whom = [contact.name, contact.telephone, contact.email].filter((each) => each !== null)
  return paragraphsText([
    text('endsHello', { username }),
    ...part('endsDevices', devices),
    ...part(
      'endsAccounts',
      ends.filter(({ what }) => what !== 'device'),
    ),
    ...(devices.length > 0 && whom.length > 0 ? [text('endsRenew', { contact: whom.join(', ') })] : []),
    ...(base === null
      ? []
      : devices.length > 0
        ? [text('endsRenewLink', { url: `${base}/index/order/list?renew=${withinDays}` })]
        : [`${base}/index`]),
  ])
}
