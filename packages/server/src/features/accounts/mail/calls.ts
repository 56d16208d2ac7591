import { randomUUID } from 'node:crypto'
import type { Language } from '@trackway/core/codes/languages.ts'
import { mailText } from '@trackway/core/codes/mail-texts.ts'
import { accountMailCalls } from '@trackway/core/features/accounts/mail-calls.ts'
import { recordEvent } from '../../../platform/audit.ts'
import type { Db } from '../../../platform/database/database.ts'
import { Refusal } from '../../../platform/errors.ts'
import { type Handler, inTransaction, serve, servePublic } from '../../../platform/http/serve.ts'
import type { Log } from '../../../platform/log.ts'
import { currentMailer, MailFailure } from '../../../platform/mail/mail.ts'
import { MailHeld, sendMail } from '../../../platform/mail/send-mail.ts'
import { publicUrl } from '../../../platform/mail/stored-mail.ts'
import { countReminder, countUse, forgetAttemptsAt } from '../login-attempts.ts'
import { checkOwnPassword } from '../own-password.ts'
import { hashPassword, refuseGuessable } from '../passwords.ts'
import { endAccess } from '../sessions.ts'
import { accountsToRemind, bindEmail, boundEmail, makeLink, takeLink, unbindEmail } from './queries.ts'

const canMail = () => currentMailer() !== null && publicUrl() !== null

export const accountMailHandlers: readonly Handler[] = [
  serve(accountMailCalls.state, async ({ db, session, scope }) => {
    // Anybody may sign in to the demo account.
    const bound = session.account.isDemo ? undefined : await boundEmail(db, scope.accountId)
    return { email: bound?.email ?? null, bindTime: bound?.bind_time ?? null, canMail: canMail() }
  }),

  serve(accountMailCalls.bind, async (context) => {
    const { db, input, language, now } = context
    const { id, username } = await checkOwnPassword(context, input.password)
    if (!canMail()) throw new Refusal('mailNotConfigured')
    const token = await makeLink(db, { accountId: id, purpose: 'bind', email: input.email }, now)
    const link = `${publicUrl()}/confirmEmail?token=${token}`
    await send(
      { db, now, address: context.address },
      { accountId: id, to: input.email, kind: 'bind', language, values: { username, link } },
    )
  }),

  serve(accountMailCalls.unbind, async (context) => {
    const { db, input } = context
    const { id } = await checkOwnPassword(context, input.password)
    if (!(await unbindEmail(db, id))) throw new Refusal('notFound')
  }),

  servePublic(accountMailCalls.confirm, async (context) => {
    const { input, address, now } = context
    await countUse(context.db, 'link', context)
    return inTransaction(context, async ({ db }) => {
      const link = await takeLink(db, input.token, 'bind', now)
      if (link === undefined) throw new Refusal('linkGone')
      const { account_id: accountId, email } = link
      await bindEmail(db, accountId, email, now)
      const event = { time: now, accountId, actorId: accountId, address, after: { email } }
      await recordEvent(db, { kind: 'emailBound', ...event })
      return { email }
    })
  }),

  servePublic(accountMailCalls.forgotPassword, async ({ db, log, input, address, now, signal }) => {
    if (!canMail()) throw new Refusal('mailNotConfigured')
    await countUse(db, 'forgot', { address, now, signal })
    // Answered at once: neither the result nor the duration of the mail may reveal whether there is an account.
    void remind({ db, now, address }, input.name).catch((error) =>
      log.warn({ err: error }, 'a mail for a new password failed'),
    )
  }),

  servePublic(accountMailCalls.setPassword, async (context) => {
    const { bus, log, input, address, now } = context
    await countUse(context.db, 'link', context)
    const passwordHash = await hashPassword(input.newPassword)
    const { accountId, email, username, language } = await inTransaction(context, async ({ db }) => {
      const link = await takeLink(db, input.token, 'password', now)
      if (link === undefined) throw new Refusal('linkGone')
      const { account_id: accountId, email } = link
      const account = await db
        .updateTable('accounts')
        .set({ password_hash: passwordHash })
        .where('id', '=', accountId)
        .returning(['username', 'nickname', 'language'])
        .executeTakeFirstOrThrow()
      // With this the link is not used up: a better password can then be chosen.
      refuseGuessable(input.newPassword, [account.username, account.nickname])
      await endAccess(db, accountId, now)
      await recordEvent(db, { kind: 'passwordByMail', time: now, accountId, actorId: accountId, address })
      return { ...account, accountId, email }
    })
    await forgetAttemptsAt(context.db, username)
    bus.publish('account.edited', { accountId })
    void notifyHolder({ db: context.db, now, address }, { accountId, to: email, username, language }, log)
  }),
]

/** Who asks for a mail. */
interface Requester {
  db: Db
  now: number
  /** Network address. */
  address: string
}

async function remind(requester: Requester, name: string): Promise<void> {
  const { db, now } = requester
  const accounts = await accountsToRemind(db, name, now)
  for (const { id: accountId, username, language, email } of accounts) {
    // Knowing a name is not enough to fill a mailbox. The answer does not show that the limit was reached.
    await countReminder(db, username, now)
    const token = await makeLink(db, { accountId, purpose: 'password', email }, now)
    const link = `${publicUrl()}/setPassword?token=${token}`
    await send(requester, {
      accountId,
      to: email,
      kind: 'password',
      language: language as Language | null,
      values: { username, link },
    })
  }
}

interface PasswordNotice {
  accountId: number
  to: string
  username: string
  language: string | null
}

/** Mails the holder of the address that the password was changed, whoever changed it. */
async function notifyHolder(
  requester: Requester,
  { accountId, to, username, language }: PasswordNotice,
  log: Log,
): Promise<void> {
  const mail = { accountId, to, kind: 'changed', language: language as Language | null } as const
  await send(requester, { ...mail, values: { username } }).catch((error) =>
    log.warn({ err: error }, 'a mail about a new password failed'),
  )
}

interface AccountMail {
  accountId: number
  to: string
  kind: 'bind' | 'password' | 'changed'
  language: Language | null
  values: Record<string, string>
}

/** @throws {Refusal} `mailNotConfigured`, `mailFailed`, `tooManyRequests` */
async function send({ db, now, address }: Requester, mail: AccountMail): Promise<void> {
  const { accountId, to, kind, values } = mail
  const language = mail.language ?? 'en'
  const mailer = currentMailer()
  if (mailer === null) throw new Refusal('mailNotConfigured')
  try {
    const outgoing = {
      kind: kind === 'bind' ? ('bind' as const) : ('password' as const),
      accountId,
      language,
      caller: address,
      // Nobody is kept from his account by what others send him.
      isUrgent: kind !== 'bind',
      to,
      messageId: `<${randomUUID()}@trackway>`,
      subject: mailText(`${kind}Subject`, language),
      text: mailText(`${kind}Text`, language, values),
    }
    await sendMail({ db, mailer, publicUrl: publicUrl(), now }, outgoing)
  } catch (error) {
    if (error instanceof MailHeld) throw new Refusal('tooManyRequests', { cause: error })
    if (!(error instanceof MailFailure)) throw error
    throw new Refusal('mailFailed', { cause: error, issues: [{ path: 'email', reason: error.message }] })
  }
}
