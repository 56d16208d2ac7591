import type { EpisodeKind } from '@trackway/core/codes/episodes.ts'
import type { Episode } from '@trackway/core/track/episodes/episode.ts'
import type pg from 'pg'
import { cutEpisodes } from './cut-episodes.ts'
import { episodesOf } from './storage/stored-episodes.ts'

interface EpisodeQuery {
  deviceId: number
  from: number
  to: number
  kinds: readonly EpisodeKind[]
}

/** Episodes of a device between two instants, cut there as its track says, in order of time. */
export async function findEpisodesBetween(
  pool: pg.Pool,
  { deviceId, from, to, kinds }: EpisodeQuery,
): Promise<{ episodes: Episode[]; until: number | null }> {
  const found = await episodesOf(pool, [{ deviceId, from, to: to + 1 }])
  const requested = (found.get(deviceId) ?? []).filter(({ kind }) => kinds.includes(kind))
  const [parts] = await cutEpisodes(pool, [{ deviceId, from, to, episodes: requested }])
  const episodes = parts!.map(({ quarterHours: _, ...episode }): Episode => episode)
  episodes.sort((a, b) => a.from - b.from || a.to - b.to)
  const { rows } = await pool.query<{ until_time: number | null }>(
    'select until_time from episode_progress where device_id = $1',
    [deviceId],
  )
  const until = rows[0]?.until_time ?? null
  return { episodes, until: until === null || until < from ? null : Math.min(until, to) }
}
