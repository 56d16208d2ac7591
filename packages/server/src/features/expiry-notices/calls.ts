import { serviceEndCalls } from '@trackway/core/features/expiry-notices/calls.ts'
import { type Handler, serve } from '../../platform/http/serve.ts'
import { findContact, findNotices, findSwitches, markSeen, saveSwitches } from './queries.ts'

export const serviceEndHandlers: readonly Handler[] = [
  serve(serviceEndCalls.news, ({ db, scope, now }) => findNotices(db, scope, now)),

  serve(serviceEndCalls.seen, ({ db, scope, input, now }) =>
    markSeen(db, scope.accountId, Math.min(input.until, now), now),
  ),

  serve(serviceEndCalls.switches, ({ db, scope }) => findSwitches(db, scope.accountId)),

  serve(serviceEndCalls.saveSwitches, ({ db, scope, input }) => saveSwitches(db, scope.accountId, input)),

  serve(serviceEndCalls.contact, ({ db, scope }) => findContact(db, scope.accountId)),
]
