import { Readable } from 'node:stream'
import { trackCalls } from '@trackway/core/api/tracks.ts'
import { limits } from '@trackway/core/codes/limits.ts'
import { blockStreamType } from '@trackway/core/track/block-stream.ts'
import { Refusal } from '../../platform/errors.ts'
import { succeeded } from '../../platform/reply.ts'
import { type Handler, RawReply, serve } from '../../platform/serve.ts'
import { daysWithPositions, findTrackedDevice } from './queries.ts'
import { readTrack, readTrackParts } from './read-track.ts'
import { blockPieces, jsonPieces, wantsBlocks } from './track-replies.ts'

/** 90 local days are an hour longer where clocks are put back meanwhile. */
const longestRangeMs = limits.trackDays * 86_400_000 + 3_600_000

export const trackHandlers: readonly Handler[] = [
  serve(trackCalls.find, async ({ db, pool, scope, input, accept, language, signal }) => {
    const deviceId = await findTrackedDevice(db, scope, input.terminalID)
    if (input.to - input.from > longestRangeMs) throw new Refusal('rangeTooLong')
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
]
