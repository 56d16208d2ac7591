import { apiKeyCalls } from '@trackway/core/features/api-keys/calls.ts'
import { Refusal } from '../../platform/errors.ts'
import { recordChange } from '../../platform/http/record-change.ts'
import { type Handler, serve, serveChange } from '../../platform/http/serve.ts'
import { deleteKey, findKeys, insertKey } from './queries.ts'

export const apiKeyHandlers: readonly Handler[] = [
  serveChange(apiKeyCalls.add, async (context) => {
    const { db, scope, input, now } = context
    const { name, scopes, expireTime = null } = input
    if (expireTime !== null && expireTime <= now)
      throw new Refusal('invalidInput', { issues: [{ path: 'expireTime', reason: 'not_after_now' }] })
    const { accountId } = scope
    const made = await insertKey(db, accountId, { name, scopes, expireTime }, now)
    const after = { id: made.id, name, scopes, expireTime }
    await recordChange(context, 'apiKeyMade', accountId, { after })
    return made
  }),

  serve(apiKeyCalls.find, ({ db, scope, session, input }) =>
    // Anybody may sign in to the demo account.
    session.account.isDemo ? Promise.resolve({ list: [], total: 0 }) : findKeys(db, scope, input),
  ),

  serveChange(apiKeyCalls.revoke, async (context) => {
    const { db, bus, scope, input } = context
    const { account_id: accountId, name, scopes } = await deleteKey(db, scope, input.id)
    await recordChange(context, 'apiKeyRevoked', accountId, { before: { id: input.id, name, scopes } })
    bus.publish('account.edited', { accountId })
  }),
]
