import { trackCalls } from '@trackway/core/features/tracks/calls.ts'
import { type Handler, serve } from '../../platform/http/serve.ts'
import { findDeviceOfRange, findDeviceShown } from '../devices/find-device-id.ts'
import { withDistances } from '../episodes/day-distances.ts'
import { ensureCurrent } from '../episodes/processing/ensure-current.ts'
import { alarmsAlong } from './alarms.ts'
import { daysWithPositions } from './queries.ts'
import { readReadings } from './readings.ts'
import { replyWithTrack } from './track-replies.ts'

export const trackHandlers: readonly Handler[] = [
  serve(trackCalls.find, async ({ db, pool, scope, input, accept, language, signal }) => {
    const range = await findDeviceOfRange(db, scope, input)
    return replyWithTrack(pool, { ...range, signal }, { accept, language })
  }),

  serve(trackCalls.days, async ({ db, pool, scope, session, input, now }) => {
    const { deviceId, from, to } = await findDeviceShown(db, scope, input.terminalID, { from: 0, to: now })
    const { timeZone } = session.account
    const days = await daysWithPositions(pool, { deviceId, from, to }, timeZone, now)
    await ensureCurrent(pool, [deviceId], { now })
    return { days: await withDistances(pool, { deviceId, from, to }, days, timeZone) }
  }),

  serve(trackCalls.alarms, async ({ db, pool, scope, input }) => {
    const { deviceId, ...range } = await findDeviceOfRange(db, scope, input)
    return alarmsAlong(pool, deviceId, range)
  }),

  serve(trackCalls.readings, async ({ db, pool, scope, input, signal }) => {
    const range = await findDeviceOfRange(db, scope, input)
    return readReadings(pool, { ...input, ...range, signal })
  }),
]
