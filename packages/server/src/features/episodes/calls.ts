import { episodeCalls } from '@trackway/core/api/episodes.ts'
import { type Handler, serve } from '../../platform/http/serve.ts'
import { findAccountRow } from '../../platform/scope/find-account.ts'
import { findDeviceOfRange } from '../devices/find-device-id.ts'
import { explain } from './explain.ts'
import { ensureCurrent } from './processing/ensure-current.ts'
import { findEpisodesBetween } from './queries.ts'
import { requestRecompute } from './request-recompute.ts'

export const episodeHandlers: readonly Handler[] = [
  serve(episodeCalls.find, async ({ db, pool, scope, input, now }) => {
    const deviceId = await findDeviceOfRange(db, scope, input)
    await ensureCurrent(pool, [deviceId], { now })
    return findEpisodesBetween(pool, { ...input, deviceId })
  }),

  serve(episodeCalls.explain, async ({ db, pool, scope, input, now }) => {
    const deviceId = await findDeviceOfRange(db, scope, input)
    await ensureCurrent(pool, [deviceId], { now })
    return explain(pool, { ...input, deviceId })
  }),

  serve(episodeCalls.recompute, async ({ db, scope, input }) => {
    const { userId, ...what } = input
    const owner = await findAccountRow(db, scope, userId ?? scope.accountId)
    return { devices: await requestRecompute(db, { ...scope, accountId: owner.id, path: owner.path }, what) }
  }),
]
