import { liveShareCalls } from '@trackway/core/features/live-shares/calls.ts'
import { recordChange } from '../../platform/http/record-change.ts'
import { type Handler, serve, serveChange, servePublic } from '../../platform/http/serve.ts'
import { serveMany } from '../../platform/http/serve-many.ts'
import { countView, deleteLink } from '../../platform/shared-links.ts'
import { openShare } from './open-share.ts'
import { findShares, insertShare } from './queries.ts'

const find = serve(liveShareCalls.find, ({ db, scope, input, now }) => findShares(db, scope, input, now))

const revoke = serve(liveShareCalls.revoke, async ({ db, scope, input }) => {
  await deleteLink(db, 'live_shares', scope, input.id)
})

export const liveShareHandlers: readonly Handler[] = [
  find,
  revoke,
  serveMany(liveShareCalls.revokeMany, { one: revoke, find, rowId: 'id' }),

  serveChange(liveShareCalls.make, async (context) => {
    const { db, scope, input, now } = context
    const made = await insertShare(db, scope, input, now)
    await recordChange(context, 'linkMade', scope.accountId, {
      after: {
        link: made.id,
        vehicles: input.terminalIDs,
        group: input.vehicleGroupId,
        until: new Date(made.expireTime).toISOString(),
      },
      terminalId: input.terminalIDs.length === 1 ? input.terminalIDs[0] : undefined,
    })
    return made
  }),

  servePublic(liveShareCalls.shared, async ({ db, input, now }) => {
    const { id, ...shown } = await openShare(db, input.token, now)
    if (input.isFirst) await countView(db, 'live_shares', id, now)
    return shown
  }),
]
