import { Readable } from 'node:stream'
import type { Language } from '@trackway/core/codes/languages.ts'
import { noAltitude, noPlace, type Track } from '@trackway/core/track/columns.ts'
import { blockStreamType, frameHead, frameKinds } from '@trackway/core/track/format/block-stream.ts'
import { encodeBlock } from '@trackway/core/track/format/encode-block.ts'
import type pg from 'pg'
import { succeeded } from '../../platform/http/reply.ts'
import { RawReply } from '../../platform/http/serve.ts'
import { readTrack, readTrackParts, type TrackPart } from '../track-storage/read-track.ts'

/** Points turned into JSON at a time: about 130 kB. */
const pointsPerPiece = 1_000

/** A track in the form that the caller accepts, sent while it is being read. */
export function replyWithTrack(
  pool: pg.Pool,
  query: { deviceId: number; from: number; to: number; signal: AbortSignal },
  { accept, language }: { accept: string; language: Language },
): RawReply {
  if (accept.includes(blockStreamType)) {
    const parts = readTrackParts(pool, { ...query, order: 'newestFirst' })
    return new RawReply(blockStreamType, Readable.from(blockPieces(parts), { objectMode: false }))
  }
  const slices = readTrack(pool, { ...query, order: 'oldestFirst' })
  const envelope = JSON.stringify(succeeded({ points: [] }, language))
  return new RawReply('application/json; charset=utf-8', Readable.from(jsonPieces(envelope, slices)))
}

/** The stream of `core/track/format/block-stream.ts`: a block per part, as it is stored if it is; then the end. */
async function* blockPieces(parts: AsyncIterable<TrackPart>): AsyncGenerator<Uint8Array> {
  for await (const { track, block: stored } of parts) {
    const block = stored ?? encodeBlock(track)
    yield frameHead(stored ? frameKinds.compressedBlock : frameKinds.block, block.length)
    yield block
  }
  yield frameHead(frameKinds.end, 0)
}

/**
 * The JSON of a reply whose points are written as they are read: 90 days are 100 MB, which is neither held in
 * memory nor made in one go.
 * @param envelope the whole reply with an empty list of points
 */
async function* jsonPieces(envelope: string, slices: AsyncIterable<Track>): AsyncGenerator<string> {
  const [head, tail] = envelope.split('"points":[]') as [string, string]
  let before = `${head}"points":[`
  for await (const slice of slices) {
    for (let from = 0; from < slice.length; from += pointsPerPiece) {
      const points: string[] = []
      for (let i = from; i < Math.min(slice.length, from + pointsPerPiece); i++) points.push(toJson(slice, i))
      yield before + points.join(',')
      before = ','
    }
  }
  yield `${before === ',' ? '' : before}]${tail}`
}

/** One point in the precision of a block, so that both forms of the reply agree. */
function toJson(track: Track, i: number): string {
  const isPlaced = track.latE7[i] !== noPlace && track.lonE7[i] !== noPlace
  const lat = isPlaced ? Math.round(track.latE7[i]! / 10) / 1e6 : null
  const lon = isPlaced ? Math.round(track.lonE7[i]! / 10) / 1e6 : null
  return `{"fixTime":${track.fixTime[i]},"lat":${lat},"lon":${lon},"speedKmh":${tenths(track.speedKmh[i]!)},"courseDeg":${unless(
    track.courseDeg[i]!,
    -1,
  )},"altitudeM":${unless(track.altitudeM[i]!, noAltitude)},"satellites":${unless(track.satellites[i]!, -1)},"accOn":${
    track.accOn[i] === -1 ? null : track.accOn[i] === 1
  },"odometerM":${whole(track.odometerM[i]!)},"quality":${track.quality[i]}}`
}

const unless = (value: number, unknown: number) => (value === unknown ? null : value)
const tenths = (value: number) => (Number.isNaN(value) ? null : Math.round(value * 10) / 10)
const whole = (value: number) => (Number.isNaN(value) ? null : Math.round(value))
