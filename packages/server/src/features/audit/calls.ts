import { roles } from '@trackway/core/codes/roles.ts'
import { auditCalls } from '@trackway/core/features/audit/calls.ts'
import { type Handler, serve } from '../../platform/http/serve.ts'
import { findEvents } from './queries.ts'

export const auditHandlers: readonly Handler[] = [
  serve(auditCalls.find, ({ db, scope, session, input }) =>
    findEvents(db, scope, { ...input, withPlatform: session.account.role === roles.admin }),
  ),
]
