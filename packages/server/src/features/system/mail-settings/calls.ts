import { randomUUID } from 'node:crypto'
import type { Call, nothing } from '@trackway/core/api/call.ts'
import { mailText } from '@trackway/core/codes/mail-texts.ts'
import { mailSettingCalls } from '@trackway/core/features/system/mail-setting-calls.ts'
import type { z } from 'zod'
import { Refusal } from '../../../platform/errors.ts'
import { recordChange } from '../../../platform/http/record-change.ts'
import { type Handler, serve, serveChange } from '../../../platform/http/serve.ts'
import { currentMailer, MailFailure, mailServerOf } from '../../../platform/mail/mail.ts'
import { MailHeld, sendMail } from '../../../platform/mail/send-mail.ts'
import { mailSetting, publicUrl, type StoredMail } from '../../../platform/mail/stored-mail.ts'
import { processSettings } from '../../../platform/settings/process-settings.ts'
import { withKeptSecrets } from '../../../platform/stored-setting.ts'

export const mailSettingHandlers: readonly Handler[] = [
  serve(mailSettingCalls.find, async ({ db }) => {
    const common = { isUrlOfEnvironment: processSettings.publicUrl !== undefined, publicUrl: publicUrl() }
    const environment = processSettings.mail
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
    const stored = await mailSetting.read(db)
    const none = { host: '', port: 587, isEncrypted: false, isVerified: true, username: null, from: '' }
    const source = stored?.server ? ('stored' as const) : ('none' as const)
    return { ...none, ...stored?.server, ...common, source, hasPassword: stored?.password !== undefined }
  }),

  serveStored(mailSettingCalls.save, (input, before) => {
    const known = before && { ...before.server, password: before.password }
    const whole = withKeptSecrets(mailSettingCalls.save.input, input, known, ['host', 'username'])
    const { password, publicUrl: url, ...server } = whole
    return {
      server,
      password: server.username === null ? input.password : password,
      publicUrl: url?.replace(/\/+$/, '') ?? null,
    }
  }),

  serveStored(mailSettingCalls.remove, (_, before) => ({
    server: null,
    password: undefined,
    publicUrl: before?.publicUrl ?? null,
  })),

  serve(mailSettingCalls.test, async ({ db, now, input, language, session, address }) => {
    const mailer = currentMailer()
    if (mailer === null) throw new Refusal('mailNotConfigured')
    try {
      await sendMail(
        { db, mailer, publicUrl: publicUrl(), now },
        {
          kind: 'test',
          accountId: session.account.id,
          language,
          caller: address,
          to: input.to,
          subject: mailText('testSubject', language),
          text: mailText('testText', language, { account: String(session.account.id) }),
          messageId: `<${randomUUID()}@trackway>`,
        },
      )
    } catch (error) {
      if (error instanceof MailHeld) throw new Refusal('tooManyRequests', { cause: error })
      if (!(error instanceof MailFailure)) throw error
      throw new Refusal('mailFailed', { cause: error, issues: [{ path: 'to', reason: error.message }] })
    }
  }),
]

/** Serves a call that changes what is stored, and publishes the change to all processes. */
function serveStored<I extends z.ZodType>(
  call: Call<I, typeof nothing>,
  change: (input: z.output<I>, before: StoredMail | null) => StoredMail,
): Handler {
  return serveChange(call, async (context) => {
    if (processSettings.mail !== null) throw new Refusal('setByEnvironment')
    const { db, now, input, bus } = context
    const before = await mailSetting.read(db)
    const after = await mailSetting.change(db, now, (stored) => change(input, stored))
    await recordChange(context, 'mailSettings', null, { before: recorded(before), after: recorded(after) })
    bus.publish('settings.changed', { name: mailSetting.name })
  })
}

const recorded = (stored: StoredMail | null) =>
  stored?.server && { ...stored.server, publicUrl: stored.publicUrl }
