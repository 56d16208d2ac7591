import { episodeCalls } from '@trackway/core/features/episodes/calls.ts'
import { addToEvent } from '../../platform/audit.ts'
import { recordChange } from '../../platform/http/record-change.ts'
import { type Handler, inTransaction, serve } from '../../platform/http/serve.ts'
import { findAccountRow } from '../../platform/scope/find-account.ts'
import { findDeviceOfRange } from '../devices/find-device-id.ts'
import { explain } from './explain.ts'
import { devicesAtOnce, ensureCurrent } from './processing/ensure-current.ts'
import { findEpisodesBetween } from './queries.ts'
import { distanceSince, requestRecompute } from './request-recompute.ts'

export const episodeHandlers: readonly Handler[] = [
  serve(episodeCalls.find, async ({ db, pool, scope, input, now }) => {
    const range = await findDeviceOfRange(db, scope, input)
    await ensureCurrent(pool, [range.deviceId], { now })
    return findEpisodesBetween(pool, { ...input, ...range })
  }),

  serve(episodeCalls.explain, async ({ db, pool, scope, input, now }) => {
    const range = await findDeviceOfRange(db, scope, input)
    await ensureCurrent(pool, [range.deviceId], { now })
    return explain(pool, { ...input, ...range }, now)
  }),

  serve(episodeCalls.recompute, async (context) => {
    const { db, pool, scope, input, now } = context
    const { userId, ...what } = input
    const owner = await findAccountRow(db, scope, userId ?? scope.accountId)
    const { deviceIds, eventId } = await inTransaction(context, async (context) => {
      const deviceIds = await requestRecompute(
        context.db,
        { ...scope, accountId: owner.id, path: owner.path },
        what,
      )
      const distanceKm = await distanceSince(context.db, deviceIds, what.from)
      const eventId = await recordChange(context, 'recompute', owner.id, {
        terminalId: what.terminalIDs?.length === 1 ? what.terminalIDs[0] : undefined,
        before: distanceKm === null ? null : { distanceKm },
        after: { from: new Date(what.from).toISOString(), devices: deviceIds.length },
      })
      return { deviceIds, eventId }
    })
    // Of more, what was driven is known only after a while.
    if (deviceIds.length <= devicesAtOnce && (await ensureCurrent(pool, deviceIds, { now })).pending === 0)
      await addToEvent(db, eventId, { distanceKm: await distanceSince(db, deviceIds, what.from) })
    return { devices: deviceIds.length }
  }),
]
