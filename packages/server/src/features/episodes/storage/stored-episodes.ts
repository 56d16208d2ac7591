import type { StoredEpisode } from '@trackway/core/track/episodes/episode.ts'
import type pg from 'pg'
import { type DaySum, daySumRules } from './day-sums.ts'
import { type EpisodeRow, isSameRow, toEpisode, toEpisodeRow } from './episode-rows.ts'

type Client = Pick<pg.ClientBase, 'query'>

/** What takes the place of a device's episodes that began in [since, until), and of an idling that began before. */
export interface Replacement {
  deviceId: number
  since: number
  until: number
  idlingSince: number | null
  episodes: readonly StoredEpisode[]
  /** Of those that are stored, all that it replaces. */
  stored: readonly StoredEpisode[]
}

/** Writes what differs from what is stored: of a track that goes on, most is as it was. */
export async function replaceEpisodes(client: Client, replacements: readonly Replacement[]): Promise<void> {
  const changes = replacements.map(changesOf)
  await dropEpisodes(
    client,
    changes.flatMap(({ dropped }) => dropped),
  )
  await putEpisodes(
    client,
    changes.flatMap(({ put }) => put),
  )
}

/** Is this episode replaced by what was found anew? */
export function isReplaced({ kind, from }: StoredEpisode, by: Omit<Replacement, 'stored'>): boolean {
  return (from >= by.since && from < by.until) || (kind === 'idling' && from === by.idlingSince)
}

function changesOf({ deviceId, stored, ...found }: Replacement): {
  dropped: EpisodeRow[]
  put: EpisodeRow[]
} {
  const known = new Map(stored.map((episode) => [keyOf(episode), toEpisodeRow(deviceId, episode)]))
  const put: EpisodeRow[] = []
  const dropped = new Map(
    stored
      .filter((episode) => isReplaced(episode, { deviceId, ...found }))
      .map((episode) => [keyOf(episode), known.get(keyOf(episode))!]),
  )
  for (const episode of found.episodes) {
    const key = keyOf(episode)
    dropped.delete(key)
    const row = toEpisodeRow(deviceId, episode)
    const before = known.get(key)
    if (before === undefined || !isSameRow(before, row)) put.push(row)
  }
  return { dropped: [...dropped.values()], put }
}

const keyOf = ({ kind, from }: StoredEpisode) => `${kind} ${from}`

async function dropEpisodes(client: Client, rows: readonly EpisodeRow[]): Promise<void> {
  if (rows.length === 0) return
  await client.query({
    name: 'drop-episodes',
    text: `delete from track_episodes e
      using unnest($1::int4[], $2::int2[], $3::int8[]) as u (device_id, kind, from_time)
      where e.device_id = u.device_id and e.kind = u.kind and e.from_time = u.from_time`,
    values: [
      rows.map(({ device_id }) => device_id),
      rows.map(({ kind }) => kind),
      rows.map(({ from_time }) => from_time),
    ],
  })
}

async function putEpisodes(client: Client, rows: readonly EpisodeRow[]): Promise<void> {
  if (rows.length === 0) return
  await client.query({
    name: 'put-episodes',
    text: `insert into track_episodes select * from json_populate_recordset(null::track_episodes, $1)
      on conflict (device_id, kind, from_time) do update set
        to_time = excluded.to_time, distance_m = excluded.distance_m, max_speed_kmh = excluded.max_speed_kmh,
        idle_ms = excluded.idle_ms, from_latitude_e7 = excluded.from_latitude_e7,
        from_longitude_e7 = excluded.from_longitude_e7, to_latitude_e7 = excluded.to_latitude_e7,
        to_longitude_e7 = excluded.to_longitude_e7, began = excluded.began, ended = excluded.ended,
        from_value = excluded.from_value, to_value = excluded.to_value, quarter_hour_sums = excluded.quarter_hour_sums`,
    values: [JSON.stringify(rows)],
  })
}

export interface Span {
  deviceId: number
  from: number
  to: number
}

/** The episodes that reach into a span of time of each device: the last that began before, and those in it. */
export async function episodesOf(
  client: Client,
  spans: readonly Span[],
): Promise<Map<number, StoredEpisode[]>> {
  const { rows } = await client.query<EpisodeRow>({
    name: 'episodes-of-spans',
    text: `select e.*
      from unnest($1::int4[], $2::int8[], $3::int8[]) as u (device_id, from_time, to_time)
      cross join generate_series(1, 8) as k (kind)
      cross join lateral (
        select * from track_episodes
        where device_id = u.device_id and kind = k.kind and from_time < u.to_time and to_time > u.from_time
          and from_time >= coalesce((
            select from_time from track_episodes
            where device_id = u.device_id and kind = k.kind and from_time <= u.from_time
            order by from_time desc limit 1), u.from_time)) as e`,
    values: [spans.map(({ deviceId }) => deviceId), spans.map(({ from }) => from), spans.map(({ to }) => to)],
  })
  const episodes = new Map<number, StoredEpisode[]>(spans.map(({ deviceId }) => [deviceId, []]))
  for (const row of rows) episodes.get(row.device_id)?.push(toEpisode(row))
  return episodes
}

/** Longer than a day with a change of the clock: days are looked up by their beginning. */
const longestDayMs = 48 * 3_600_000

/** The sums of a device's days from `since` on, up to `until`. */
export interface Sums {
  deviceId: number
  since: number
  until: number
  days: readonly DaySum[]
}

/**
 * Replaces sums of days. Of the day that `since` lies in only a part was processed: the battery readings of the
 * other part are in what was there before. Days of other zones that the days reach into are removed: they were cut from
 * what was stored before.
 */
export async function replaceDaySums(client: Client, sums: readonly Sums[]): Promise<void> {
  const rows = sums.flatMap(({ deviceId, since, days }) =>
    days.map((day) => ({
      ...day,
      device_id: deviceId,
      rules_version: daySumRules,
      is_part: day.from_time < since,
    })),
  )
  const columns = Object.keys(rows[0] ?? {}).filter((name) => name !== 'is_part')
  await client.query(
    `delete from day_sums s using unnest($1::int4[], $2::int8[], $3::int8[]) as u (device_id, since, until)
     where s.device_id = u.device_id and s.from_time > u.since - ${longestDayMs} and s.to_time > u.since
       and s.from_time < u.until and not exists (
         select from json_to_recordset($4) as n (device_id int4, from_time int8, to_time int8)
         where n.device_id = s.device_id and n.from_time = s.from_time and n.to_time = s.to_time)`,
    [
      sums.map(({ deviceId }) => deviceId),
      sums.map(({ since, days }) => Math.min(since, days[0]?.from_time ?? since)),
      sums.map(({ until }) => until),
      JSON.stringify(rows.map(({ device_id, from_time, to_time }) => ({ device_id, from_time, to_time }))),
    ],
  )
  if (rows.length === 0) return
  const names = columns.join(', ')
  const values = columns.map((name) => battery(name)).join(', ')
  await client.query(
    `insert into day_sums (${names})
     select ${values} from json_populate_recordset(null::day_sums, $1) as n
     join json_to_recordset($1) as p (device_id int4, from_time int8, to_time int8, is_part bool)
       using (device_id, from_time, to_time)
     left join day_sums as was using (device_id, from_time, to_time)
     on conflict (device_id, from_time, to_time) do update set
       ${columns
         .filter((name) => !['device_id', 'from_time', 'to_time'].includes(name))
         .map((name) => `${name} = excluded.${name}`)
         .join(', ')}`,
    [JSON.stringify(rows)],
  )
}

function battery(name: string): string {
  const pick = { battery_min_percent: 'least', battery_max_percent: 'greatest' }[name]
  if (pick === undefined) return ['device_id', 'from_time', 'to_time'].includes(name) ? name : `n.${name}`
  return `case when p.is_part then ${pick}(n.${name}, was.${name}) else n.${name} end`
}
