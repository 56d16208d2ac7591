import type { Readable } from 'node:stream'
import { loadWhenUsed } from '../load-when-used.ts'
import type { MailSettings } from '../settings/mail-settings.ts'

/** Mail through the operator's own mail server. */

export interface Mail {
  to: string
  subject: string
  text: string
  /** The same for the same mail, however often it is sent: mailboxes show it once. */
  messageId: string
  /** Id of the mail that it follows. */
  references?: string
  /** Ends such mails by one click (RFC 8058). */
  unsubscribeUrl?: string
  attachment?: { fileName: string; contentType: string; content: Readable }
}

/** Why a mail did not go out. */
export class MailFailure extends Error {
  /** The server refused this mail or its receiver for good: sending it again would change nothing. */
  readonly isFinal: boolean

  constructor(message: string, isFinal: boolean, cause: unknown) {
    super(message, { cause })
    this.isFinal = isFinal
  }
}

export interface Mailer {
  /** @throws {MailFailure} */
  send(mail: Mail): Promise<void>
  close(): void
}

const nodemailer = loadWhenUsed<typeof import('nodemailer')>('nodemailer')
const connectTimeoutMs = 15_000
/** Timeout of a silent server, also while it takes an attachment. */
const silenceTimeoutMs = 60_000

/** The mail server of `SMTP_URL`. */
export function mailServerOf(url: string) {
  const { protocol, hostname, port, username, password, searchParams } = new URL(url)
  const isEncrypted = protocol === 'smtps:'
  return {
    // IPv6 addresses are in brackets in a URL, and nowhere else.
    host: decodeURIComponent(hostname).replace(/^\[|\]$/g, ''),
    port: port === '' ? (isEncrypted ? 465 : 587) : Number(port),
    secure: isEncrypted,
    // Certificates of a mail server within the house are often its own.
    tls: { rejectUnauthorized: searchParams.get('verify') !== '0' },
    ...(username === ''
      ? {}
      : { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
  }
}

export function createMailer({ url, from }: MailSettings): Mailer {
  const transport = nodemailer().createTransport({
    ...mailServerOf(url),
    connectionTimeout: connectTimeoutMs,
    greetingTimeout: connectTimeoutMs,
    socketTimeout: silenceTimeoutMs,
    // Nothing of what is sent comes from a path or an address.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send({ to, subject, text, messageId, references, unsubscribeUrl, attachment }) {
      try {
        await transport.sendMail({
          from,
          to: { name: '', address: to },
          subject,
          text,
          messageId,
          ...(references !== undefined && { references, inReplyTo: references }),
          // No absence notes, please.
          headers: {
            'Auto-Submitted': 'auto-generated',
            ...(unsubscribeUrl !== undefined && {
              'List-Unsubscribe': `<${unsubscribeUrl}>`,
              'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
            }),
          },
          attachments: attachment === undefined ? [] : [toAttachment(attachment)],
        })
      } catch (error) {
        throw toFailure(error)
      }
    },
    close: () => transport.close(),
  }
}

function toAttachment({ fileName, contentType, content }: NonNullable<Mail['attachment']>) {
  return { filename: fileName, contentType, content }
}

/** What a mail server answers (RFC 5321, 4.2.1): 5yz is final, but a wrong password can be put right. */
function toFailure(error: unknown): MailFailure {
  const { code, responseCode, response, message } = error as {
    code?: string
    responseCode?: number
    response?: string
    message: string
  }
  const isFinal = code !== 'EAUTH' && responseCode !== undefined && responseCode >= 500
  const answer = (response ?? message).replace(/\s+/g, ' ').slice(0, 300)
  return new MailFailure(answer, isFinal, error)
}

/** Of this process; null while no mail server is set. */
let current: Mailer | null = null

export function startMail(settings: MailSettings | null): () => Promise<void> {
  const own = settings === null ? null : createMailer(settings)
  current = own
  return async () => {
    own?.close()
    if (current === own) current = null
  }
}

export function currentMailer(): Mailer | null {
  return current
}
