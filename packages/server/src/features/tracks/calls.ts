import { trackCalls } from '@trackway/core/features/tracks/calls.ts'
import { type Handler, serve } from '../../platform/http/serve.ts'
import { findDeviceOfRange, findShownParts } from '../devices/find-device-id.ts'
import { sumDays, withDistances } from '../episodes/day-distances.ts'
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
    const { deviceId, parts } = await findShownParts(db, scope, input.terminalID, { from: 0, to: now })
    const { timeZone } = session.account
    await ensureCurrent(pool, [deviceId], { now })
    const days = []
    for (const part of parts.toReversed()) {
      const range = { deviceId, ...part }
      const ofPart = await daysWithPositions(pool, range, timeZone, now)
      days.push(...(await withDistances(pool, range, ofPart, timeZone)))
    }
    return { days: sumDays(days) }
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
