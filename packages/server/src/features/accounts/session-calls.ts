import { sessionCalls } from '@trackway/core/features/accounts/session-calls.ts'
import { Refusal } from '../../platform/errors.ts'
import { recordChange } from '../../platform/http/record-change.ts'
import { type Handler, serve, serveChange } from '../../platform/http/serve.ts'
import { closeOwnSession, closeSessions, findOwnSessions } from './sessions.ts'

export const sessionHandlers: readonly Handler[] = [
  serve(sessionCalls.find, ({ db, session, input, now }) => findOwnSessions(db, session, input, now)),

  serveChange(sessionCalls.revoke, async (context) => {
    const { db, bus, input } = context
    const { accountId } = context.scope
    if (!(await closeOwnSession(db, accountId, input.id))) throw new Refusal('notFound')
    await recordChange(context, 'sessionsEnded', accountId, { before: { sessions: 1 } })
    bus.publish('account.edited', { accountId })
  }),

  serveChange(sessionCalls.revokeOthers, async (context) => {
    const { db, bus, session } = context
    const { accountId } = context.scope
    const ended = await closeSessions(db, accountId, session.tokenHash)
    if (ended > 0) await recordChange(context, 'sessionsEnded', accountId, { before: { sessions: ended } })
    bus.publish('account.edited', { accountId })
    return { ended }
  }),
]
