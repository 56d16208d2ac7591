import { twoFactorCalls } from '@trackway/core/api/personal/two-factor.ts'
import { recordEvent } from '../../../platform/audit.ts'
import type { Db } from '../../../platform/database/database.ts'
import { Refusal } from '../../../platform/errors.ts'
import { type Handler, inTransaction, serve } from '../../../platform/http/serve.ts'
import { by } from '../../../platform/http/session.ts'
import { findAccountRow } from '../../../platform/scope/find-account.ts'
import { countCode, forgiveCode } from '../login-attempts.ts'
import { checkOwnPassword } from '../own-password.ts'
import { closeSessions } from '../sessions.ts'
import {
  beginTwoFactor,
  confirmTwoFactor,
  demandBelow,
  demandNoMore,
  demandsBelow,
  endTwoFactor,
  findGuard,
  replaceRecoveryCodes,
  useCode,
} from './queries.ts'

export const twoFactorHandlers: readonly Handler[] = [
  serve(twoFactorCalls.state, async ({ db, scope }) => ({
    ...(await findGuard(db, { id: scope.accountId, path: scope.path })),
    demandsBelow: await demandsBelow(db, scope.accountId),
  })),

  serve(twoFactorCalls.begin, async (context) => {
    const account = await checkOwnPassword(context, context.input.password)
    return beginTwoFactor(context.db, account, context.now)
  }),

  serve(twoFactorCalls.confirm, async ({ db, bus, scope, session, input, address, now }) => {
    const { accountId } = scope
    if ((await findGuard(db, { id: accountId, path: scope.path })).sinceTime !== null)
      throw new Refusal('twoFactorIsOn')
    await countCode(db, accountId, null, now)
    const recoveryCodes = await confirmTwoFactor(db, accountId, input.code, now)
    if (recoveryCodes === null) throw new Refusal('wrongCode')
    await forgiveCode(db, accountId, null)
    await closeSessions(db, accountId, session.tokenHash)
    bus.publish('account.edited', { accountId })
    await recordEvent(db, { kind: 'twoFactorOn', time: now, accountId, ...by(session), address })
    return { recoveryCodes }
  }),

  serve(twoFactorCalls.newRecoveryCodes, async ({ db, scope, input, now }) => {
    await takeOwnCode(db, scope.accountId, input.code, now)
    return { recoveryCodes: await replaceRecoveryCodes(db, scope.accountId) }
  }),

  serve(twoFactorCalls.end, async (context) => {
    const { db, scope, session, input, address, now } = context
    const { accountId } = scope
    await checkOwnPassword(context, input.password)
    if ((await findGuard(db, { id: accountId, path: scope.path })).isDemanded)
      throw new Refusal('twoFactorDemanded')
    await takeOwnCode(db, accountId, input.code, now)
    await inTransaction(context, async ({ db }) => {
      if (!(await endTwoFactor(db, accountId))) throw new Refusal('notFound')
      await recordEvent(db, { kind: 'twoFactorOff', time: now, accountId, ...by(session), address })
    })
    return {}
  }),

  serve(twoFactorCalls.demand, async (context) => {
    const { bus, scope, session, input, address, now } = context
    const { accountId } = scope
    const endedSessions = await inTransaction(context, async ({ db }) => {
      const before = { isDemanded: await demandsBelow(db, accountId) }
      const ended = input.isDemanded ? await demandBelow(db, scope, now) : 0
      if (!input.isDemanded) await demandNoMore(db, scope)
      if (before.isDemanded !== input.isDemanded) {
        const after = { isDemanded: input.isDemanded }
        const event = { time: now, accountId, ...by(session), address, before, after }
        await recordEvent(db, { kind: 'twoFactorRule', ...event })
      }
      return ended
    })
    bus.publish('account.edited', { accountId })
    return { endedSessions }
  }),

  serve(twoFactorCalls.reset, async (context) => {
    const { bus, scope, session, input, address, now } = context
    await inTransaction(context, async ({ db }) => {
      const { id } = await findAccountRow(db, scope, input.id)
      // One's own goes with a code, not around it.
      if (id === scope.accountId || !(await endTwoFactor(db, id))) throw new Refusal('notFound')
      await closeSessions(db, id)
      const event = { time: now, accountId: id, ...by(session), address }
      await recordEvent(db, { kind: 'twoFactorReset', ...event })
    })
    bus.publish('account.edited', { accountId: input.id })
    return {}
  }),
]

/** @throws {Refusal} `notFound` where codes are not in force; `wrongCode`; `tooManyAttempts` */
async function takeOwnCode(db: Db, accountId: number, code: string, now: number): Promise<void> {
  await countCode(db, accountId, null, now)
  if (!(await useCode(db, accountId, code, now))) throw new Refusal('wrongCode')
  await forgiveCode(db, accountId, null)
}
