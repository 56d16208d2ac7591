import { type EpisodeKind, episodeKinds } from '@trackway/core/track/episodes.ts'
import type { Database } from '../platform/database.ts'

/** A row of `track_episodes`, but for its device. */
export interface EpisodeRow {
  kind: EpisodeKind
  from_time: number
  to_time: number
  distance_m: number
  max_speed_kmh: number | null
  idle_ms: number
  from_value: number | null
  to_value: number | null
  marks: number[] | null
}

/** Stores episodes of a device as if its track had been looked through, for an owner of that zone. */
export async function storeEpisodes(
  { pool }: Pick<Database, 'pool'>,
  deviceId: number,
  episodes: (Partial<EpisodeRow> & Pick<EpisodeRow, 'kind' | 'from_time' | 'to_time'>)[],
  timeZone = 'Asia/Shanghai',
): Promise<void> {
  await pool.query(
    `insert into track_episodes (device_id, kind, from_time, to_time, distance_m, max_speed_kmh, idle_ms,
       from_latitude_e7, from_longitude_e7, to_latitude_e7, to_longitude_e7, began, ended, from_value, to_value, marks)
     select $1, kind, from_time, to_time, distance_m, max_speed_kmh, idle_ms, 312000000, 1214000000, 313000000,
       1215000000, 1, 2, from_value, to_value, marks
     from json_populate_recordset(null::track_episodes, $2)`,
    [
      deviceId,
      JSON.stringify(
        episodes.map(({ kind, ...episode }) => ({
          distance_m: 0,
          idle_ms: 0,
          ...episode,
          kind: episodeKinds[kind],
        })),
      ),
    ],
  )
  await pool.query(
    `insert into episode_progress (device_id, until_time, time_zone) values ($1, $2, $3)
     on conflict (device_id) do update set until_time = excluded.until_time, time_zone = excluded.time_zone`,
    [deviceId, Math.max(0, ...episodes.map(({ to_time }) => to_time)), timeZone],
  )
}
