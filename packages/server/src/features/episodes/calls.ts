import { episodeCalls } from '@trackway/core/api/episodes.ts'
import { limits } from '@trackway/core/codes/limits.ts'
import { Refusal } from '../../platform/errors.ts'
import { type Handler, serve } from '../../platform/http/serve.ts'
import { findAccountRow } from '../../platform/scope/find-account.ts'
import { findTrackedDevice } from '../tracks/queries.ts'
import { explain } from './explain.ts'
import { freshEpisodes } from './processing/ensure-current.ts'
import { findEpisodesBetween } from './queries.ts'
import { markDevices } from './request-recompute.ts'

/** 90 local days are an hour longer where clocks are put back meanwhile. */
const longestRangeMs = limits.trackDays * 86_400_000 + 3_600_000

export const episodeHandlers: readonly Handler[] = [
  serve(episodeCalls.find, async ({ db, pool, scope, input, now }) => {
    const deviceId = await findTrackedDevice(db, scope, input.terminalID)
    if (input.to - input.from > longestRangeMs) throw new Refusal('rangeTooLong')
    await freshEpisodes(pool, [deviceId], { now })
    return findEpisodesBetween(pool, { ...input, deviceId })
  }),

  serve(episodeCalls.explain, async ({ db, pool, scope, input, now }) => {
    const deviceId = await findTrackedDevice(db, scope, input.terminalID)
    if (input.to - input.from > longestRangeMs) throw new Refusal('rangeTooLong')
    await freshEpisodes(pool, [deviceId], { now })
    return explain(pool, { ...input, deviceId })
  }),

  serve(episodeCalls.recompute, async ({ db, scope, input }) => {
    const { userId, ...what } = input
    const owner = await findAccountRow(db, scope, userId ?? scope.accountId)
    return { devices: await markDevices(db, { ...scope, accountId: owner.id, path: owner.path }, what) }
  }),
]
