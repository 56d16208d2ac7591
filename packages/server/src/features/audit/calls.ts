import { auditCalls } from '@trackway/core/api/audit.ts'
import { roles } from '@trackway/core/codes/roles.ts'
import { type Handler, serve } from '../../platform/http/serve.ts'
import { findEvents } from './queries.ts'

export const auditHandlers: readonly Handler[] = [
  serve(auditCalls.find, ({ db, scope, session, input }) =>
    findEvents(db, scope, { ...input, withPlatform: session.account.role === roles.admin }),
  ),
]
