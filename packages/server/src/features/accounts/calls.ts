import { accountCalls } from '@trackway/core/features/accounts/calls.ts'
import { Refusal } from '../../platform/errors.ts'
import { inTransaction, serve, servePublic } from '../../platform/http/serve.ts'
import { browserToken } from './known-browsers.ts'
import { checkCredentials, enrol } from './login.ts'
import { checkOwnPassword } from './own-password.ts'
import { hashPassword, refuseGuessable } from './passwords.ts'
import { setOwnPassword } from './queries.ts'
import { recordFailedSignIn } from './record-failed-sign-in.ts'
import { findSelf } from './self.ts'
import { closeSession, closeSessions, endAccess, findSession, openSession } from './sessions.ts'
import { childrenOf, findAccountsLike, namesOf } from './tree-queries.ts'

/** Signing in and out, one's own account, and the tree that every screen chooses accounts from. */
export const accountHandlers = [
  servePublic(accountCalls.login, async (context) => {
    const { db, input, address, userAgent, now, signal } = context
    const { username, password, code, isLong, browser } = input
    const attempt = { username, address, browser: browser ?? null, now, signal }
    const { account, isKnown, recoveryCodes } = await checkCredentials(db, attempt, password, code).catch(
      async (error) => {
        if (isGuess(error)) await recordFailedSignIn(context, username)
        throw error
      },
    )
    const opened = { accountId: account.id, isLong, now, address, browser: userAgent }
    const token = await openSession(db, opened)
    const user = await findSelf(db, await findSession(db, token, now))
    // A program that signs in sends no browser token.
    const known = browser === undefined || isKnown ? browser : browserToken(account, now)
    return { token, browser: known ?? null, user, ...(recoveryCodes && { recoveryCodes }) }
  }),

  servePublic(accountCalls.enrol, ({ db, input, address, now, signal }) =>
    enrol(db, { username: input.username, address, browser: null, now, signal }, input.password),
  ),

  serve(accountCalls.logout, async ({ db, bus, session }) => {
    await closeSession(db, session.tokenHash)
    bus.publish('account.edited', { accountId: session.account.id })
  }),

  serve(accountCalls.self, ({ db, session }) => findSelf(db, session)),

  serve(accountCalls.children, async (context) => ({
    list: await childrenOf(context, context.scope, context.input.id ?? context.scope.accountId),
  })),

  serve(accountCalls.findLike, (context) => {
    const { scope, input } = context
    const search = { ...input, id: input.id ?? scope.accountId, text: input.selectName }
    return findAccountsLike(context, scope, search)
  }),

  serve(accountCalls.names, async ({ db, scope, input }) => ({ list: await namesOf(db, scope, input.ids) })),

  serve(accountCalls.changePassword, async (context) => {
    const { bus, scope, session, input, now } = context
    const { username, nickname } = await checkOwnPassword(context, input.currentPassword)
    refuseGuessable(input.newPassword, [username, nickname])
    const passwordHash = await hashPassword(input.newPassword)
    await inTransaction(context, async ({ db }) => {
      await setOwnPassword(db, scope, passwordHash)
      if (input.keepsAccess) await closeSessions(db, scope.accountId, session.tokenHash)
      else await endAccess(db, scope.accountId, now, session.tokenHash)
    })
    bus.publish('account.edited', { accountId: scope.accountId })
  }),
]

const isGuess = (error: unknown) =>
  error instanceof Refusal && ['wrongCredentials', 'wrongCode', 'tooManyAttempts'].includes(error.refusal)
