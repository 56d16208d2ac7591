import { episodeCalls } from '@trackway/core/api/tracks/episodes.ts'
import { addToEvent, recordEvent } from '../../platform/audit.ts'
import { type Handler, serve } from '../../platform/http/serve.ts'
import { by } from '../../platform/http/session.ts'
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
    return explain(pool, { ...input, ...range })
  }),

  serve(episodeCalls.recompute, async ({ db, pool, scope, session, input, address, now }) => {
    const { userId, ...what } = input
    const owner = await findAccountRow(db, scope, userId ?? scope.accountId)
    const { deviceIds, eventId } = await db.transaction().execute(async (tx) => {
      const ids = await requestRecompute(tx, { ...scope, accountId: owner.id, path: owner.path }, what)
      const distanceKm = await distanceSince(tx, ids, what.from)
      const id = await recordEvent(tx, {
        ...{ kind: 'recompute', time: now, accountId: owner.id, ...by(session), address },
        ...(what.terminalIDs?.length === 1 && { terminalId: what.terminalIDs[0]! }),
        ...(distanceKm !== null && { before: { distanceKm } }),
        after: { from: new Date(what.from).toISOString(), devices: ids.length },
      })
      return { deviceIds: ids, eventId: id }
    })
    // Of more, what was driven is known only after a while.
    if (deviceIds.length <= devicesAtOnce && (await ensureCurrent(pool, deviceIds, { now })).pending === 0)
      await addToEvent(db, eventId, { distanceKm: await distanceSince(db, deviceIds, what.from) })
    return { devices: deviceIds.length }
  }),
]
