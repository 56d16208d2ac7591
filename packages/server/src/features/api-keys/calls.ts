import { apiKeyCalls } from '@trackway/core/api/system/api-keys.ts'
import { recordEvent } from '../../platform/audit.ts'
import { Refusal } from '../../platform/errors.ts'
import { type Handler, inTransaction, serve } from '../../platform/http/serve.ts'
import { by } from '../../platform/http/session.ts'
import { deleteKey, findKeys, insertKey } from './queries.ts'

export const apiKeyHandlers: readonly Handler[] = [
  serve(apiKeyCalls.add, (context) =>
    inTransaction(context, async ({ db, scope, session, input, address, now }) => {
      const { name, scopes, expireTime = null } = input
      if (expireTime !== null && expireTime <= now)
        throw new Refusal('invalidInput', { issues: [{ path: 'expireTime', reason: 'not_after_now' }] })
      const { accountId } = scope
      const made = await insertKey(db, accountId, { name, scopes, expireTime }, now)
      const after = { id: made.id, name, scopes, expireTime }
      await recordEvent(db, { kind: 'apiKeyMade', time: now, accountId, ...by(session), address, after })
      return made
    }),
  ),

  serve(apiKeyCalls.find, ({ db, scope, session, input }) =>
    // Anybody may sign in to the demo account.
    session.account.isDemo ? Promise.resolve({ list: [], total: 0 }) : findKeys(db, scope, input),
  ),

  serve(apiKeyCalls.revoke, async (context) => {
    const accountId = await inTransaction(context, async ({ db, scope, session, input, address, now }) => {
      const { account_id: accountId, name, scopes } = await deleteKey(db, scope, input.id)
      const event = { time: now, accountId, ...by(session), address }
      await recordEvent(db, { kind: 'apiKeyRevoked', ...event, before: { id: input.id, name, scopes } })
      return accountId
    })
    context.bus.publish('account.edited', { accountId })
    return {}
  }),
]
