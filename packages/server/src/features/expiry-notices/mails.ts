import { mailText } from '@trackway/core/codes/mail-texts.ts'
import { wallTime } from '@trackway/core/rules/wall-time.ts'
import type { MailQueue } from '../../platform/mail/queued-mails.ts'
import { publicUrl } from '../../platform/mail/stored-mail.ts'
import { type Contact, findContact, findMailedEnds, type MailedEnd, type MailReader } from './queries.ts'

/** Lines of a mail; the others are counted. */
const maxLines = 50

/** Mails about ends of service. */
export const endMails: MailQueue = {
  name: 'end-mails',
  async mailOf(db, jobId, now) {
    const found = await findMailedEnds(db, jobId, now)
    if (found === undefined) return null
    const { reader, ends } = found
    const text = textOf(reader, ends, await findContact(db, reader.id))
    return { accountId: reader.id, language: reader.language, subject: subjectOf(reader, ends), text }
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
    const time = wallTime(end_time, timeZone).replace('T', ' ').slice(0, 16)
    const shown = terminalId === null || terminalId === name ? name : `${name} (${terminalId})`
    return `${shown}: ${what === 'device' ? time : text(what === 'expired' ? 'endsExpired' : 'endsSuspended', { time })}`
  }
  const part = (name: 'endsDevices' | 'endsAccounts', of: readonly MailedEnd[]) => {
    if (of.length === 0) return []
    const more = of.length - maxLines
    const lines = of.slice(0, maxLines).map(lineOf)
    return [
      text(name),
      [...lines, ...(more > 0 ? [text('endsMore', { count: String(more) })] : [])].join('\n'),
    ]
  }
  const devices = ends.filter(({ what }) => what === 'device')
  const base = publicUrl()
  // All that this mail names, and what is as close to its end: the renewal says of each what it costs.
  const withinDays = Math.max(1, ...devices.map(({ days }) => days))
  const whom = [contact.name, contact.telephone, contact.email].filter((each) => each !== null)
  const parts = [
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
  ]
  return `${parts.join('\n\n')}\n`
}
