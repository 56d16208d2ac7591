import { episodeKinds } from '@trackway/core/codes/episodes.ts'
import { untrustedBits } from '@trackway/core/codes/states.ts'
import { localDays } from '@trackway/core/rules/local-days.ts'
import { deviceDaysSql } from '@trackway/server/features/statistics/device-days-sql.ts'
import { addedNames } from '@trackway/server/features/statistics/sum-columns.ts'
import { createPartitions } from '@trackway/server/ingest/partitions.ts'
import type { Database } from '@trackway/server/platform/database/database.ts'

/**
 * Devices that drive twenty minutes of every two hours at 40 km/h, each from another minute on: 12 trips and stops
 * a day, as many ignitions, some idling and overspeed.
 */
const dayMs = 86_400_000
const [roundMs, tripMs, quarterMs] = [7_200_000, 1_200_000, 900_000]
const rounds = dayMs / roundMs
const speedKmh = 40
/** Of latitude at that speed. */
const northE7PerMs = (speedKmh / 3_600 / 111_195) * 1e7

type Pool = Database['pool']

interface Span {
  firstDay: number
  days: number
}

interface Period {
  first: string
  last: string
  timeZone: string
}

export async function fillEpisodes(
  pool: Pool,
  { firstDay, days, timeZone }: Span & { timeZone: string },
): Promise<void> {
  const { trip, stop, ignition, idling, overspeed } = episodeKinds
  const tripM = (speedKmh / 3.6) * (tripMs / 1000)
  await pool.query(
    `insert into track_episodes (device_id, kind, from_time, to_time, distance_m, max_speed_kmh, idle_ms,
       from_latitude_e7, from_longitude_e7, to_latitude_e7, to_longitude_e7, began, ended, quarter_hour_sums)
     select id, kind, start + after_ms, start + until_ms, case when kind in (${trip}, ${ignition}, ${overspeed}) then $3::float8 * (until_ms - after_ms) / ${tripMs} else 0 end,
       ${speedKmh}, case when kind = ${idling} then until_ms - after_ms when kind = ${stop} then 120000 else 0 end,
       312000000, 1214000000, 312000000, 1214000000, 1, 1,
       case kind when ${trip} then array[
         round($3::float8 * 10 * ($4 - start % $4) / ${tripMs})::int4, 0, ${speedKmh * 10},
         round($3::float8 * 10)::int4 - round($3::float8 * 10 * ($4 - start % $4) / ${tripMs})::int4, 0, ${speedKmh * 10}] end
     from devices
     cross join generate_series(0, $2::int4 * ${rounds} - 1) as round
     cross join lateral (select $1::int8 + round * ${roundMs}::int8 + id % 110 * 60000 as start) as starts
     cross join (values (${trip}, 0, ${tripMs}), (${stop}, ${tripMs}, ${roundMs}), (${ignition}, 0, ${tripMs}),
       (${idling}, ${tripMs}, ${tripMs + 120_000}), (${overspeed}, 300000, 360000)) as parts (kind, after_ms, until_ms)
     where kind in (${trip}, ${stop}, ${ignition}) or round % 6 = kind
     order by id, start, after_ms`,
    [firstDay * dayMs, days, tripM, quarterMs],
  )
  await pool.query(
    `insert into episode_progress (device_id, until_time, seen_time, time_zone)
     select id, $1::int8, $1::int8, $2 from devices`,
    [(firstDay + days) * dayMs, timeZone],
  )
}

/** The days of the owner's zone, as the episodes make them. */
export async function fillDays(pool: Pool, { first, last, timeZone }: Period): Promise<void> {
  const days = localDays(first, last, timeZone)
  const { rows } = await pool.query<{ id: number }>('select id from devices')
  const reportScope = { timeZone, days, devices: rows.map(({ id }) => id), partly: [], former: new Map() }
  const columns = [...addedNames, 'max_speed_kmh', 'battery_min_percent', 'battery_max_percent'].join(', ')
  await pool.query(
    `with ${deviceDaysSql(reportScope)}
     insert into day_sums (device_id, from_time, to_time, ${columns})
     select device_id, from_time, to_time, ${columns} from device_days join days using (n)`,
    [
      [],
      rows.map(({ id }) => id),
      days.map(({ from }) => from),
      days.map(({ to }) => to),
      [],
      [],
      [],
      rows.map(() => 1),
      rows.map(() => days.length),
    ],
  )
}

export async function fillPositions(
  pool: Pool,
  { firstDay, days, points }: Span & { points: number },
): Promise<void> {
  for (let day = firstDay; day < firstDay + days; day++) {
    await createPartitions(pool, 'positions', [day])
    await pool.query(
      `insert into positions (device_id, server_time, fix_time, latitude_e7, longitude_e7, speed_kmh, course_deg,
         altitude_m, satellites, acc_on, distance_m, quality)
       select id, time, time, 312000000 + case when drives then north_e7 else 0 end, 1214000000, case when drives then ${speedKmh} else 0 end, 90, 12, 9, drives,
         case when drives then ${speedKmh / 3.6}::float8 * $3 / 1000 else 0 end, 0
       from devices
       cross join generate_series(0, $2::int4 - 1) as n
       cross join lateral (select $1::int8 + n * $3::int8 as time) as times
       cross join lateral (select (time - id % 110 * 60000) % ${roundMs} as since_ms) as rounds
       -- Ten minutes to the north and back.
       cross join lateral (select since_ms < ${tripMs} as drives,
         (least(since_ms, ${tripMs} - since_ms) * $4::float8)::int4 as north_e7) as states`,
      [day * dayMs, points, Math.round(dayMs / points), northE7PerMs],
    )
  }
}

/** Mileage and greatest speed by device and day from every position; gives the mileage of all. */
export async function plainSums(
  pool: Pool,
  { first, last, timeZone }: Period,
  table: 'positions' | 'plain_positions' = 'positions',
): Promise<number> {
  const days = localDays(first, last, timeZone)
  const { rows } = await pool.query<{ metres: number }>(
    `select device_id, width_bucket(fix_time, $1::int8[]) as n, sum(distance_m)::float8 as metres, max(speed_kmh)
     from ${table}
     where fix_time >= $2 and fix_time < $3 and quality & ${untrustedBits} = 0
       and device_id = any(array(select id from devices))
     group by device_id, n`,
    [days.map(({ from }) => from), days[0]!.from, days.at(-1)!.to],
  )
  return rows.reduce((sum, { metres }) => sum + metres, 0)
}
