import { zstdCompressSync } from 'node:zlib'
import { joinTracks, type Track } from '@trackway/core/track/columns.ts'
import type { Episode } from '@trackway/core/track/episodes/episode.ts'
import { findEpisodes } from '@trackway/core/track/episodes/find-episodes.ts'
import { frameHead, frameKinds } from '@trackway/core/track/format/block-stream.ts'
import { encodeBlock } from '@trackway/core/track/format/encode-block.ts'
import { trackSettingDefaults } from '@trackway/core/track/track-settings.ts'
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
  const { episodes } = findEpisodes({ track, batteryPercent: null }, trackSettingDefaults, null)
  return episodes.filter(({ kind }) => kind === 'trip' || kind === 'stop')
}
