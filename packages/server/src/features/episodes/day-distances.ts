import { episodeKinds } from '@trackway/core/codes/episodes.ts'
import { addDays, startOfDay } from '@trackway/core/rules/local-days.ts'
import type pg from 'pg'
import type { DeviceRange } from '../devices/find-device-id.ts'
import { cutEpisodes } from './cut-episodes.ts'
import { type EpisodeRow, toEpisode } from './storage/episode-rows.ts'

export interface DayDistance {
  day: string
  /** Null where the track has not been processed that far. */
  distanceM: number | null
}

/** How far a device drove on each of these days `YYYY-MM-DD`, newest first, of any time zone, as far as it is shown. */
export async function withDistances(
  pool: pg.Pool,
  shown: DeviceRange,
  days: readonly string[],
  timeZone: string,
): Promise<DayDistance[]> {
  const { deviceId } = shown
  const oldest = days.at(-1)
  if (oldest === undefined) return []
  const { rows } = await pool.query<EpisodeRow>(
    `select * from track_episodes
     where device_id = $1 and kind = ${episodeKinds.trip} and to_time > $2 order by from_time desc`,
    [deviceId, startOfDay(oldest, timeZone)],
  )
  const trips = rows.map(toEpisode)
  const { first, until } = await processedUntil(pool, deviceId)
  let newest = 0
  const requests = days.map((day) => {
    const from = Math.max(startOfDay(day, timeZone), shown.from)
    const to = Math.min(startOfDay(addDays(day, 1), timeZone), shown.to + 1)
    while (newest < trips.length && trips[newest]!.from >= to) newest++
    let oldestWithin = newest
    while (oldestWithin < trips.length && trips[oldestWithin]!.to > from) oldestWithin++
    return { deviceId, from, to, episodes: trips.slice(newest, oldestWithin) }
  })
  const parts = await cutEpisodes(pool, requests)
  return days.map((day, n) => {
    const { from, to } = requests[n]!
    if (first === null || until === null || from > until || to <= first) return { day, distanceM: null }
    const decimetres = parts[n]!.reduce((sum, { distanceM }) => sum + Math.round(distanceM * 10), 0)
    return { day, distanceM: decimetres / 10 }
  })
}

/** Of a day that stands there twice, as its parts are, the distances are added up. */
export function sumDays(days: readonly DayDistance[]): DayDistance[] {
  const byDay = new Map<string, DayDistance>()
  for (const { day, distanceM } of days) {
    const other = byDay.get(day)?.distanceM ?? null
    byDay.set(day, { day, distanceM: other === null ? distanceM : other + (distanceM ?? 0) })
  }
  return [...byDay.values()]
}

async function processedUntil(pool: pg.Pool, deviceId: number) {
  const { rows } = await pool.query<{ first: number | null; until: number | null }>(
    `select until_time as until,
       (select min(from_time) from track_episodes
        where device_id = $1 and kind in (${episodeKinds.trip}, ${episodeKinds.stop})) as first
     from episode_progress where device_id = $1`,
    [deviceId],
  )
  return rows[0] ?? { first: null, until: null }
}
