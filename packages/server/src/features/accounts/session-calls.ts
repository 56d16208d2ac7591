import { sessionCalls } from '@trackway/core/api/personal/sessions.ts'
import { recordEvent } from '../../platform/audit.ts'
import { Refusal } from '../../platform/errors.ts'
import { type Handler, inTransaction, serve } from '../../platform/http/serve.ts'
import { by } from '../../platform/http/session.ts'
import { closeOwnSession, closeSessions, findOwnSessions } from './sessions.ts'

export const sessionHandlers: readonly Handler[] = [
  serve(sessionCalls.find, ({ db, session, input, now }) => findOwnSessions(db, session, input, now)),

  serve(sessionCalls.revoke, async (context) => {
    const { bus, scope, session, input, address, now } = context
    const { accountId } = scope
    await inTransaction(context, async ({ db }) => {
      if (!(await closeOwnSession(db, accountId, input.id))) throw new Refusal('notFound')
      const event = { time: now, accountId, ...by(session), address, before: { sessions: 1 } }
      await recordEvent(db, { kind: 'sessionsEnded', ...event })
    })
    bus.publish('account.edited', { accountId })
    return {}
  }),

  serve(sessionCalls.revokeOthers, async (context) => {
    const { bus, scope, session, address, now } = context
    const { accountId } = scope
    const ended = await inTransaction(context, async ({ db }) => {
      const sessions = await closeSessions(db, accountId, session.tokenHash)
      const event = { time: now, accountId, ...by(session), address, before: { sessions } }
      if (sessions > 0) await recordEvent(db, { kind: 'sessionsEnded', ...event })
      return sessions
    })
    bus.publish('account.edited', { accountId })
    return { ended }
  }),
]
