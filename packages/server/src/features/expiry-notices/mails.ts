import { mailText } from '@trackway/core/codes/mail-texts.ts'
import { linesText, minuteText, namedText, paragraphsText } from '../../platform/mail/notice-text.ts'
import { findReader, type MailQueue, type MailReader } from '../../platform/mail/queued-mails.ts'
import { publicUrl } from '../../platform/mail/stored-mail.ts'
import type { NoticeText } from '../notifications/delivery/notices.ts'
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

/** The same in a few words, for browsers and SMS: how many there are, and which ends first. */
export function shortNotice(
  reader: Pick<MailReader, 'language' | 'timeZone'>,
  ends: readonly MailedEnd[],
): NoticeText {
  const { language, timeZone } = reader
  const devices = ends.filter(({ what }) => what === 'device')
  const { name, terminalId, end_time } = devices[0] ?? ends[0]!
  const values = { name: namedText(name, terminalId), time: minuteText(end_time, timeZone) }
  const [title, text] = [subjectOf(reader, ends), mailText('endsFirst', language, values)]
  const base = publicUrl()
  const path = devices.length > 0 ? renewalPath(devices) : '/index'
  const link =
    base === null
      ? ''
      : devices.length > 0
        ? mailText('endsRenewLink', language, { url: base + path })
        : base + path
  const sms = mailText('endsSms', language, { subject: title, first: text, link }).trim()
  return { title, text, path, sms }
}

/** Opens the renewal with all that a notice names, and what is as close to its end: it says of each what it costs. */
const renewalPath = (devices: readonly MailedEnd[]) =>
  `/index/order/list?renew=${Math.max(1, ...devices.map(({ days }) => days))}`

function subjectOf({ language }: Pick<MailReader, 'language'>, ends: readonly MailedEnd[]): string {
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
        ? [text('endsRenewLink', { url: base + renewalPath(devices) })]
        : [`${base}/index`]),
  ])
}
