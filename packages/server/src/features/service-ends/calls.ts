import { serviceEndCalls } from '@trackway/core/api/devices/service-ends.ts'
import { type Handler, serve } from '../../platform/http/serve.ts'
import { findContact, findNews, markSeen } from './queries.ts'

export const serviceEndHandlers: readonly Handler[] = [
  serve(serviceEndCalls.news, ({ db, scope, now }) => findNews(db, scope, now)),

  serve(serviceEndCalls.seen, async ({ db, scope, input, now }) => {
    await markSeen(db, scope.accountId, Math.min(input.until, now), now)
    return {}
  }),

  serve(serviceEndCalls.contact, ({ db, scope }) => findContact(db, scope.accountId)),
]
