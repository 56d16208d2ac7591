import { sessionCalls } from '@trackway/core/api/personal/sessions.ts'
import { recordEvent } from '../../platform/audit.ts'
import { Refusal } from '../../platform/errors.ts'
import { type Handler, serve } from '../../platform/http/serve.ts'
import { closeOwnSession, closeSessions, findOwnSessions } from './sessions.ts'

export const sessionHandlers: readonly Handler[] = [
  serve(sessionCalls.find, ({ db, session, input, now }) => findOwnSessions(db, session, input, now)),

  serve(sessionCalls.revoke, async ({ db, bus, scope, input, address, now }) => {
    const { accountId } = scope
    if (!(await closeOwnSession(db, accountId, input.id))) throw new Refusal('notFound')
    bus.publish('account.edited', { accountId })
    const event = { time: now, accountId, actorId: accountId, address, before: { sessions: 1 } }
    await recordEvent(db, { kind: 'sessionsEnded', ...event })
    return {}
  }),

  serve(sessionCalls.revokeOthers, async ({ db, bus, scope, session, address, now }) => {
    const { accountId } = scope
    const ended = await closeSessions(db, accountId, session.tokenHash)
    bus.publish('account.edited', { accountId })
    const event = { time: now, accountId, actorId: accountId, address, before: { sessions: ended } }
    if (ended > 0) await recordEvent(db, { kind: 'sessionsEnded', ...event })
    return { ended }
  }),
]
