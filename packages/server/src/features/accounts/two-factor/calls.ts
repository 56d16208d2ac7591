import { twoFactorCalls } from '@trackway/core/features/accounts/two-factor-calls.ts'
import type { Db } from '../../../platform/database/database.ts'
import { Refusal } from '../../../platform/errors.ts'
import { recordChange } from '../../../platform/http/record-change.ts'
import { type Handler, inTransaction, serve, serveChange } from '../../../platform/http/serve.ts'
import type { Session } from '../../../platform/http/session.ts'
import { findAccountRow } from '../../../platform/scope/find-account.ts'
import { countCode, forgiveCode, knownSession } from '../login-attempts.ts'
import { checkOwnPassword } from '../own-password.ts'
import { closeSessions } from '../sessions.ts'
import {
  beginTwoFactor,
  confirmTwoFactor,
  endTwoFactor,
  findTwoFactorState,
  replaceRecoveryCodes,
  requireCodesBelow,
  requiresCodesBelow,
  stopRequiringCodes,
  useCode,
} from './queries.ts'

export const twoFactorHandlers: readonly Handler[] = [
  serve(twoFactorCalls.state, async ({ db, scope }) => ({
    ...(await findTwoFactorState(db, { id: scope.accountId, path: scope.path })),
    demandsBelow: await requiresCodesBelow(db, scope.accountId),
  })),

  serve(twoFactorCalls.begin, async (context) => {
    const account = await checkOwnPassword(context, context.input.password)
    return beginTwoFactor(context.db, account, context.now)
  }),

  serve(twoFactorCalls.confirm, async (context) => {
    const { db, bus, scope, session, input, now } = context
    const { accountId } = scope
    if ((await findTwoFactorState(db, { id: accountId, path: scope.path })).sinceTime !== null)
      throw new Refusal('twoFactorIsOn')
    await countCode(db, accountId, knownSession(session), now)
    const recoveryCodes = await confirmTwoFactor(db, accountId, input.code, now)
    if (recoveryCodes === null) throw new Refusal('wrongCode')
    await forgiveCode(db, accountId, knownSession(session))
    await closeSessions(db, accountId, session.tokenHash)
    bus.publish('account.edited', { accountId })
    await recordChange(context, 'twoFactorOn', accountId)
    return { recoveryCodes }
  }),

  serve(twoFactorCalls.newRecoveryCodes, async ({ db, session, input, now }) => {
    await takeOwnCode(db, session, input.code, now)
    return { recoveryCodes: await replaceRecoveryCodes(db, session.account.id) }
  }),

  serve(twoFactorCalls.end, async (context) => {
    const { db, scope, session, input, now } = context
    const { accountId } = scope
    await checkOwnPassword(context, input.password)
    if ((await findTwoFactorState(db, { id: accountId, path: scope.path })).isDemanded)
      throw new Refusal('twoFactorDemanded')
    await takeOwnCode(db, session, input.code, now)
    await inTransaction(context, async (context) => {
      if (!(await endTwoFactor(context.db, accountId))) throw new Refusal('notFound')
      await recordChange(context, 'twoFactorOff', accountId)
    })
  }),

  serveChange(twoFactorCalls.demand, async (context) => {
    const { db, bus, scope, input, now } = context
    const { accountId } = scope
    const { isDemanded } = input
    const before = await requiresCodesBelow(db, accountId)
    const endedSessions = isDemanded ? await requireCodesBelow(db, scope, now) : 0
    if (!isDemanded) await stopRequiringCodes(db, scope)
    if (before !== isDemanded)
      await recordChange(context, 'twoFactorRule', accountId, {
        before: { isDemanded: before },
        after: { isDemanded },
      })
    bus.publish('account.edited', { accountId })
    return { endedSessions }
  }),

  serveChange(twoFactorCalls.reset, async (context) => {
    const { db, bus, scope, input } = context
    const { id } = await findAccountRow(db, scope, input.id)
    // One's own goes with a code, not around it.
    if (id === scope.accountId || !(await endTwoFactor(db, id))) throw new Refusal('notFound')
    await closeSessions(db, id)
    await recordChange(context, 'twoFactorReset', id)
    bus.publish('account.edited', { accountId: id })
  }),
]

/** @throws {Refusal} `notFound` where codes are not in force; `wrongCode`; `tooManyAttempts` */
async function takeOwnCode(db: Db, session: Session, code: string, now: number): Promise<void> {
  const [accountId, known] = [session.account.id, knownSession(session)]
  await countCode(db, accountId, known, now)
  if (!(await useCode(db, accountId, code, now))) throw new Refusal('wrongCode')
  await forgiveCode(db, accountId, known)
}
