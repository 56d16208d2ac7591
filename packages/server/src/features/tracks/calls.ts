import { trackCalls } from '@trackway/core/api/tracks.ts'
import { type Handler, serve } from '../../platform/http/serve.ts'
import { findDeviceId, findDeviceOfRange } from '../devices/find-device-id.ts'
import { withDistances } from '../episodes/day-distances.ts'
import { ensureCurrent } from '../episodes/processing/ensure-current.ts'
import { alarmsAlong } from './alarms.ts'
import { daysWithPositions } from './queries.ts'
import { readReadings } from './readings.ts'
import { replyWithTrack } from './track-replies.ts'

export const trackHandlers: readonly Handler[] = [
  serve(trackCalls.find, async ({ db, pool, scope, input, accept, language, signal }) => {
    const deviceId = await findDeviceOfRange(db, scope, input)
    return replyWithTrack(pool, { deviceId, from: input.from, to: input.to, signal }, { accept, language })
  }),

  serve(trackCalls.days, async ({ db, pool, scope, session, input, now }) => {
    const deviceId = await findDeviceId(db, scope, input.terminalID)
    const { timeZone } = session.account
    const days = await daysWithPositions(pool, deviceId, timeZone, now)
    await ensureCurrent(pool, [deviceId], { now })
    return { days: await withDistances(pool, deviceId, days, timeZone) }
  }),

  serve(trackCalls.alarms, async ({ db, pool, scope, input }) => {
    const deviceId = await findDeviceOfRange(db, scope, input)
    return alarmsAlong(pool, deviceId, input)
  }),

  serve(trackCalls.readings, async ({ db, pool, scope, input, signal }) => {
    const deviceId = await findDeviceOfRange(db, scope, input)
    return readReadings(pool, { deviceId, ...input, signal })
  }),
]
