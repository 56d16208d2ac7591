import { episodeKinds } from '@trackway/core/codes/episodes.ts'
import { startOfLocalDay } from '@trackway/core/rules/local-days.ts'
import type pg from 'pg'

/** What ingest had counted at the moment a track was read (`device_states`). */
export interface IngestMileage {
  startTime: number | null
  metres: number | null
}

/** A device whose track was processed to its end. */
interface ProcessedDevice {
  deviceId: number
  timeZone: string
  counted: IngestMileage
}

/** Stores today's part of the sums of days beside what ingest counted. Call it once they are written. */
export async function storeTodaySums(
  client: Pick<pg.ClientBase, 'query'>,
  processed: readonly ProcessedDevice[],
  now: number,
): Promise<void> {
  if (processed.length === 0) return
  await client.query({
    name: 'store-today-sums',
    // A row that stays as it is is no change to those who follow them.
    text: `insert into today_sums as t
      select u.device_id, u.start_time, coalesce(s.distance_m, own.distance_m, 0), u.counted_start_time, u.counted_m, $5
      from unnest($1::int4[], $2::int8[], $3::int8[], $4::float8[]) as u (device_id, start_time, counted_start_time, counted_m)
      join devices d on d.id = u.device_id
      left join lateral (
        select distance_m from day_sums
        where device_id = u.device_id and from_time = u.start_time
          and (d.history_from_time is null or d.history_from_time <= u.start_time)
        order by to_time desc limit 1) as s on true
      -- Of a day in which the device came to its owner, only what it drove for him.
      left join lateral (
        select sum(e.distance_m) as distance_m from track_episodes e
        where d.history_from_time > u.start_time and e.device_id = u.device_id and e.kind = ${episodeKinds.trip}
          and e.from_time >= d.history_from_time) as own on true
      on conflict (device_id) do update set
        today_start_time = excluded.today_start_time, today_m = excluded.today_m,
        counted_start_time = excluded.counted_start_time, counted_m = excluded.counted_m,
        change_time = excluded.change_time
      where (t.today_start_time, t.today_m, t.counted_start_time, t.counted_m) is distinct from
        (excluded.today_start_time, excluded.today_m, excluded.counted_start_time, excluded.counted_m)`,
    values: [
      processed.map(({ deviceId }) => deviceId),
      processed.map(({ timeZone }) => startOfLocalDay(now, timeZone)),
      processed.map(({ counted }) => counted.startTime),
      processed.map(({ counted }) => counted.metres),
      now,
    ],
  })
}
