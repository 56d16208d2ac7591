import { episodeKinds } from '@trackway/core/track/episodes.ts'
import { episodesWithin, partOf } from './cut-episodes-sql.ts'
import { addedNames } from './sum-columns.ts'

/**
 * `device_days`: a row for each device and day with data, in the columns of `day_sums`, `n` being the number of
 * the day from 1. Where the owner's days begin and end when the caller's do, they are stored; else they are made
 * from the episodes. Both give the same figures, which a test compares.
 *
 * Needs `$1` devices whose days are stored and `$2` those whose days are not (`int4[]`), `$3` and `$4` the first
 * instants of the days and of the days after them (`int8[]`), `$5` devices with a set consumption (`int4[]`),
 * `$6` and `$7` what it is (`float8[]`).
 */
export const deviceDaysSql = `
  days as (
    select n::int4, from_time, to_time
    from unnest($3::int8[], $4::int8[]) with ordinality as day (from_time, to_time, n)
  ),
  fuel as (
    select * from unnest($5::int4[], $6::float8[], $7::float8[]) as fuel (device_id, per_100_km, per_idle_hour)
  ),
  device_days as materialized (
    select s.device_id, days.n, ${addedNames.map((name) => `s.${name}`).join(', ')},
      s.max_speed_kmh, s.battery_min_percent, s.battery_max_percent
    from day_sums s join days using (from_time, to_time)
    where s.device_id = any($1::int4[]) and s.from_time >= ($3::int8[])[1] and s.from_time < ${lastEnd()}
    union all
    ${cutDays()}
  )`

function lastEnd(): string {
  return '($4::int8[])[cardinality($4::int8[])]'
}

function cutDays(): string {
  const part = partOf('days.from_time', 'days.to_time')
  const { trip, stop, overspeed, idling, ignition, offline, charging, discharging } = episodeKinds
  const sum = (what: string, ...kinds: number[]) =>
    `coalesce(sum(${what}) filter (where kind in (${kinds.join(', ')})), 0)`
  const count = (kind: number) => `count(*) filter (where kind = ${kind} and begins_here)`
  const battery = `kind in (${charging}, ${discharging})`
  return `
    select device_id, n, ${sum('distance_m', trip)}, ${sum('length_ms', trip)}, ${sum('idle_ms', trip, stop)},
      ${sum('length_ms', stop)}, ${sum('length_ms', ignition)}, ${sum('length_ms', offline)},
      ${sum('length_ms', overspeed)}, ${count(trip)}, ${count(stop)}, ${count(idling)}, ${count(ignition)},
      ${count(offline)}, ${count(overspeed)}, ${count(charging)},
      max(max_speed_kmh) filter (where kind = ${trip}),
      min(least(first_value, last_value)) filter (where ${battery}),
      max(greatest(first_value, last_value)) filter (where ${battery})
    from (
      select e.device_id, e.kind, days.n, ${part.lengthMs} as length_ms, ${part.distanceM} as distance_m,
        ${part.idleMs} as idle_ms, ${part.maxSpeedKmh} as max_speed_kmh, ${part.beginsHere} as begins_here,
        case when ${part.beginsHere} then e.from_value end as first_value,
        case when ${part.endsHere} then e.to_value end as last_value
      from unnest($2::int4[]) as asked (device_id)
      cross join unnest(array[${Object.values(episodeKinds).join(', ')}]::int2[]) as kinds (kind)
      cross join lateral (${episodesWithin('asked.device_id', 'kinds.kind', '($3::int8[])[1]', lastEnd())}) as e
      cross join lateral generate_series(
        greatest(width_bucket(e.from_time, $3::int8[]), 1),
        greatest(width_bucket(least(e.to_time, ${lastEnd()}) - 1, $3::int8[]), width_bucket(e.from_time, $3::int8[]), 1)
      ) as touched (n)
      join days on days.n = touched.n
    ) as parts
    group by device_id, n`
}
