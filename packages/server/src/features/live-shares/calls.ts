import { liveShareCalls } from '@trackway/core/api/monitor/live-shares.ts'
import { recordEvent } from '../../platform/audit.ts'
import { type Handler, inTransaction, serve, servePublic } from '../../platform/http/serve.ts'
import { serveMany } from '../../platform/http/serve-many.ts'
import { by } from '../../platform/http/session.ts'
import { countView } from '../../platform/shared-links.ts'
import { openShare } from './open-share.ts'
import { deleteShare, findShares, insertShare } from './queries.ts'

const find = serve(liveShareCalls.find, ({ db, scope, input, now }) => findShares(db, scope, input, now))

const revoke = serve(liveShareCalls.revoke, async ({ db, scope, input }) => {
  await deleteShare(db, scope, input.id)
  return {}
})

export const liveShareHandlers: readonly Handler[] = [
  find,
  revoke,
  serveMany(liveShareCalls.revokeMany, {
    one: revoke,
    find,
    rowId: 'id',
    inputOf: (id: number) => ({ id }),
  }),

  serve(liveShareCalls.make, (context) =>
    inTransaction(context, async ({ db, scope, session, input, address, now }) => {
      const { id, token, expireTime } = await insertShare(db, scope, input, now)
      const after = { link: id, vehicles: input.terminalIDs, until: new Date(expireTime).toISOString() }
      await recordEvent(db, {
        ...{ kind: 'linkMade', time: now, accountId: scope.accountId, ...by(session), address, after },
        ...(input.terminalIDs.length === 1 && { terminalId: input.terminalIDs[0]! }),
      })
      return { id, token, path: `/sharedLive/${token}`, expireTime }
    }),
  ),

  servePublic(liveShareCalls.shared, async ({ db, input, now }) => {
    const { id, ...shown } = await openShare(db, input.token, now)
    if (input.isFirst) await countView(db, 'live_shares', id, now)
    return shown
  }),
]
