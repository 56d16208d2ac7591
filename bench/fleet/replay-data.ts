import { zstdCompressSync } from 'node:zlib'
import { joinTracks } from '@trackway/core/track/columns.ts'
import type { Episode } from '@trackway/core/track/episodes/episode.ts'
import { findEpisodes } from '@trackway/core/track/episodes/find-episodes.ts'
import { frameHead, frameKinds } from '@trackway/core/track/format/block-stream.ts'
import { encodeBlock } from '@trackway/core/track/format/encode-block.ts'
import { trackSettingDefaults } from '@trackway/core/track/track-settings.ts'
import { fleetDays } from './fleet-days.ts'

/** What the server answers about one device of a replay. */
export interface ReplayAnswers {
  /** The reply of `/api/track/find`: packed days, newest first. */
  blocks: Buffer
  episodes: Episode[]
  points: number
}

/** Days of a device that reports every ten seconds. */
export function replayAnswers(firstDay: number, days: number, deviceId: number): ReplayAnswers {
  const tracks = [...fleetDays({ deviceId, firstDay, days, isSteady: true })].map(({ rows }) => rows.track)
  const frames = tracks.toReversed().map((track) => {
    const packed = zstdCompressSync(encodeBlock(track))
    return Buffer.concat([frameHead(frameKinds.compressedBlock, packed.length), packed])
  })
  const track = joinTracks(tracks)
  const { episodes } = findEpisodes({ track, batteryPercent: null }, trackSettingDefaults, null)
  return {
    blocks: Buffer.concat([...frames, frameHead(frameKinds.end, 0)]),
    episodes: episodes.filter(({ kind }) => kind === 'trip' || kind === 'stop'),
    points: track.length,
  }
}
