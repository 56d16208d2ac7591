import { Readable } from 'node:stream'
import { trackCalls } from '@trackway/core/api/tracks.ts'
import { blockStreamType } from '@trackway/core/track/block-stream.ts'
import { succeeded } from '../../platform/reply.ts'
import { type Handler, RawReply, serve } from '../../platform/serve.ts'
import { alarmsAlong } from './alarms.ts'
import { daysWithPositions, findDeviceOfRange, findTrackedDevice } from './queries.ts'
import { readTrack, readTrackParts } from './read-track.ts'
import { readReadings } from './readings.ts'
import { blockPieces, jsonPieces, wantsBlocks } from './track-replies.ts'

export const trackHandlers: readonly Handler[] = [
  serve(trackCalls.find, async ({ db, pool, scope, input, accept, language, signal }) => {
    const deviceId = await findDeviceOfRange(db, scope, input)
    if (wantsBlocks(accept)) {
      const parts = readTrackParts(pool, { deviceId, ...input, order: 'newestFirst', signal })
      return new RawReply(blockStreamType, Readable.from(blockPieces(parts), { objectMode: false }))
    }
    const slices = readTrack(pool, { deviceId, ...input, order: 'oldestFirst', signal })
    const envelope = JSON.stringify(succeeded({ points: [] }, language))
    return new RawReply('application/json; charset=utf-8', Readable.from(jsonPieces(envelope, slices)))
  }),

  serve(trackCalls.days, async ({ db, pool, scope, session, input, now }) => {
    const deviceId = await findTrackedDevice(db, scope, input.terminalID)
    return { days: await daysWithPositions(pool, deviceId, session.account.timeZone, now) }
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
