import {
  type EpisodeKind,
  type EpisodeReason,
  episodeKinds,
  episodeReasons,
} from '@trackway/core/codes/episodes.ts'
import type { StoredEpisode } from '@trackway/core/track/episodes/episode.ts'
import type { Tables } from '../../../platform/database/tables.ts'

/** A row of `track_episodes`. */
export type EpisodeRow = Tables['track_episodes']

const kindNames = namesOf<EpisodeKind>(episodeKinds)
const reasonNames = namesOf<EpisodeReason>(episodeReasons)

export function toEpisodeRow(deviceId: number, episode: StoredEpisode): EpisodeRow {
  return {
    device_id: deviceId,
    kind: episodeKinds[episode.kind],
    from_time: episode.from,
    to_time: episode.to,
    distance_m: episode.distanceM,
    max_speed_kmh: episode.maxSpeedKmh,
    idle_ms: episode.idleMs,
    from_latitude_e7: toE7(episode.fromLat),
    from_longitude_e7: toE7(episode.fromLon),
    to_latitude_e7: toE7(episode.toLat),
    to_longitude_e7: toE7(episode.toLon),
    began: episodeReasons[episode.began],
    ended: episodeReasons[episode.ended],
    from_value: episode.fromValue,
    to_value: episode.toValue,
    quarter_hour_sums: episode.quarterHours,
  }
}

/** Kept as 32 bits of a floating point number. */
const float4Columns = new Set(['max_speed_kmh', 'from_value', 'to_value'])

/** Are they the same once they are stored? */
export function isSameRow(a: EpisodeRow, b: EpisodeRow): boolean {
  return storedText(a) === storedText(b)
}

function storedText(row: EpisodeRow): string {
  return JSON.stringify(row, (name, value) =>
    float4Columns.has(name) && value !== null ? Math.fround(value) : value,
  )
}

export function toEpisode(row: EpisodeRow): StoredEpisode {
  return {
    kind: kindNames.get(row.kind)!,
    from: row.from_time,
    to: row.to_time,
    distanceM: row.distance_m,
    maxSpeedKmh: row.max_speed_kmh,
    idleMs: row.idle_ms,
    fromLat: toDegrees(row.from_latitude_e7),
    fromLon: toDegrees(row.from_longitude_e7),
    toLat: toDegrees(row.to_latitude_e7),
    toLon: toDegrees(row.to_longitude_e7),
    began: reasonNames.get(row.began)!,
    ended: reasonNames.get(row.ended)!,
    fromValue: row.from_value,
    toValue: row.to_value,
    quarterHours: row.quarter_hour_sums,
  }
}

const toE7 = (degrees: number | null) => (degrees === null ? null : Math.round(degrees * 1e7))
const toDegrees = (e7: number | null) => (e7 === null ? null : e7 / 1e7)

function namesOf<Name extends string>(ids: Record<Name, number>): Map<number, Name> {
  return new Map((Object.entries(ids) as [Name, number][]).map(([name, id]) => [id, name]))
}
