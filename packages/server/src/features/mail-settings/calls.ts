import { randomUUID } from 'node:crypto'
import type { Call, nothing } from '@trackway/core/api/call.ts'
import { mailSettingCalls } from '@trackway/core/api/system/mail-settings.ts'
import { mailText } from '@trackway/core/codes/mail-texts.ts'
import type { z } from 'zod'
import { Refusal } from '../../platform/errors.ts'
import { recordChange } from '../../platform/http/record-change.ts'
import { type Handler, type SessionContext, serve, serveChange } from '../../platform/http/serve.ts'
import { currentMailer, MailFailure, mailServerOf } from '../../platform/mail/mail.ts'
import {
  isUrlOfEnvironment,
  mailOfEnvironment,
  publicUrl,
  readStoredMail,
  writeStoredMail,
} from '../../platform/mail/stored-mail.ts'

export const mailSettingHandlers: readonly Handler[] = [
  serve(mailSettingCalls.find, async ({ db }) => {
    const common = { isUrlOfEnvironment: isUrlOfEnvironment(), publicUrl: publicUrl() }
    const environment = mailOfEnvironment()
    if (environment !== null) {
      const { host, port, secure, tls, auth } = mailServerOf(environment.url)
      return {
        ...common,
        source: 'environment' as const,
        host,
        port,
        isEncrypted: secure,
        isVerified: tls.rejectUnauthorized,
        username: auth?.user ?? null,
        hasPassword: Boolean(auth?.pass),
        from: environment.from,
      }
    }
    const { mail, password } = await readStoredMail(db)
    const none = { host: '', port: 587, isEncrypted: false, isVerified: true, username: null, from: '' }
    const source = mail === null ? ('none' as const) : ('stored' as const)
    return { ...none, ...mail, ...common, source, hasPassword: password !== null }
  }),

  serveStored(mailSettingCalls.save, async (context) => {
    const { db, input, now } = context
    const { password, publicUrl: url, ...mail } = input
    const before = await readStoredMail(db)
    // Else whoever may change the server would be told the password by sending it to one of his own.
    const isSame = before.mail?.host === mail.host && before.mail.username === mail.username
    const kept = mail.username !== null && isSame ? before.password : null
    await writeStoredMail(db, { ...mail, publicUrl: url?.replace(/\/+$/, '') ?? null }, password ?? kept, now)
    await recordChange(context, 'mailSettings', null, {
      before: before.mail && { ...before.mail, publicUrl: before.publicUrl },
      after: { ...mail, publicUrl: url },
    })
  }),

  serveStored(mailSettingCalls.remove, async (context) => {
    const { mail, publicUrl: url } = await readStoredMail(context.db)
    await writeStoredMail(context.db, { publicUrl: url }, null, context.now)
    await recordChange(context, 'mailSettings', null, { before: mail && { ...mail } })
  }),

  serve(mailSettingCalls.test, async ({ input, language, session }) => {
    const mailer = currentMailer()
    if (mailer === null) throw new Refusal('mailNotConfigured')
    try {
      await mailer.send({
        to: input.to,
        subject: mailText('testSubject', language),
        text: mailText('testText', language, { account: String(session.account.id) }),
        messageId: `<${randomUUID()}@trackway>`,
      })
    } catch (error) {
      if (!(error instanceof MailFailure)) throw error
      throw new Refusal('mailFailed', { cause: error, issues: [{ path: 'to', reason: error.message }] })
    }
  }),
]

/** Answers a call that changes what is stored; all processes hear of it. */
function serveStored<I extends z.ZodType>(
  call: Call<I, typeof nothing>,
  change: (context: SessionContext<z.output<I>>) => Promise<void>,
): Handler {
  return serveChange(call, async (context) => {
    if (mailOfEnvironment() !== null) throw new Refusal('setByEnvironment')
    await change(context)
    context.bus.publish('settings.changed', { name: 'mail' })
  })
}
