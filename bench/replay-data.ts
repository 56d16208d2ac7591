import { zstdCompressSync } from 'node:zlib'
import { frameHead, frameKinds } from '@trackway/core/track/block-stream.ts'
import { joinTracks, type Track } from '@trackway/core/track/columns.ts'
import { encodeBlock } from '@trackway/core/track/encode-block.ts'
import type { Episode } from '@trackway/core/track/episodes.ts'
import { segmentsOf } from '@trackway/core/track/segments.ts'
import { driveDay } from './drive-day.ts'

/** What the server answers about one device of a replay. */
export interface ReplayAnswers {
  /** The reply of `/api/track/find`: packed days, newest first. */
  blocks: Buffer
  episodes: Episode[]
  points: number
}

/** Ninety days of a device that starts each day where it did the day before. */
export function replayAnswers(days: readonly number[], seed: number): ReplayAnswers {
  const tracks = days.map((dayStart, index) => driveDay(dayStart, seed * 1_000 + index))
  const frames = tracks.toReversed().map((track) => {
    const packed = zstdCompressSync(encodeBlock(track))
    return Buffer.concat([frameHead(frameKinds.compressedBlock, packed.length), packed])
  })
  const whole = joinTracks(tracks)
  return {
    blocks: Buffer.concat([...frames, frameHead(frameKinds.end, 0)]),
    episodes: episodesOf(whole),
    points: whole.length,
  }
}

function episodesOf(track: Track): Episode[] {
  const degrees = (index: number) => [track.latE7[index]! / 1e7, track.lonE7[index]! / 1e7] as const
  return segmentsOf(track).map(
    ({ kind, from, to, fromIndex, toIndex, distanceM, maxSpeedKmh, idleMs, began, ended }) => {
      const [fromLat, fromLon] = degrees(fromIndex)
      const [toLat, toLon] = degrees(toIndex)
      const along = { kind, from, to, distanceM, maxSpeedKmh, idleMs, began, ended }
      return { ...along, fromLat, fromLon, toLat, toLon, fromValue: null, toValue: null }
    },
  )
}
