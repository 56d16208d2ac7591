import { episodeKinds } from '@trackway/core/codes/episodes.ts'
import { episodesWithin, partOf } from './cut-episodes-sql.ts'
import { type ReportScope, rowsOf, shownSql } from './report-filter.ts'
import { addedNames } from './sum-columns.ts'

const firstStart = '($3::int8[])[1]'
const lastEnd = '($4::int8[])[cardinality($4::int8[])]'

/** So many fit in memory when they are made once for a page and its sums; more are better read twice. */
const mostDevicesKept = 5_000

const dayNames = [...addedNames, 'max_speed_kmh', 'battery_min_percent', 'battery_max_percent']

const daysSql = `
  days as (
    select n::int4, from_time, to_time
    from unnest($3::int8[], $4::int8[]) with ordinality as day (from_time, to_time, n)
  )`

/**
 * Days that are not stored, in runs that follow on one another.
 * @param firsts of each run of a device of `$2`, the number of its first day: an expression
 * @param lasts and of its last
 */
const missingSql = (firsts: string, lasts: string) => `
  missing as materialized (
    select device_id, first_n, last_n, ($3::int8[])[first_n] as from_time, ($4::int8[])[last_n] as to_time
    from unnest($2::int4[], ${firsts}::int4[], ${lasts}::int4[]) as run (device_id, first_n, last_n)
  )`

/**
 * Episodes that lie within a day, nearly all, are added up as they are found, a row for each run of days, kind and day;
 * only those that cross a midnight are fetched again and cut.
 */
const scannedSql = `
  scanned as materialized (
    select missing.device_id, missing.first_n, missing.to_time as until_time, kinds.kind, found.*
    from missing
    -- In this order, so that the episodes of a device, which lie together, are read together.
    cross join lateral unnest(array[${Object.values(episodeKinds).join(', ')}]::int2[]) as kinds (kind)
    cross join lateral (
      select n, count(*)::int4 as begun, sum((to_time - from_time)::float8) filter (where is_whole) as length_ms,
        sum(distance_m) filter (where is_whole) as distance_m, sum(idle_ms::float8) filter (where is_whole) as idle_ms,
        max(max_speed_kmh) filter (where is_whole) as max_speed_kmh,
        min(least(from_value, to_value)) filter (where is_whole) as min_value,
        max(greatest(from_value, to_value)) filter (where is_whole) as max_value,
        array_agg(from_time) filter (where not is_whole) as crossing
      from (
        select *, coalesce(to_time <= ($4::int8[])[n], false) as is_whole
        from (
          select *, width_bucket(from_time, $3::int8[]) as n
          from (${episodesWithin('missing.device_id', 'kinds.kind', 'missing.from_time', 'missing.to_time')}) as within
        ) as begun
      ) as episodes
      group by n
    ) as found
  )`

/**
 * `device_days`: a row for each device and day with data, in the columns of `day_sums`, `n` being the number of
 * the day from 1; `with_data`: the devices that have any. Where the owner's days begin and end when the caller's do, they
 * are stored; else they are made from the episodes, but for those that were kept (kept-days.ts). All give the same
 * figures, which a test compares.
 *
 * Needs `$1` the devices (`int4[]`), `$3` and `$4` the first instants of the days and of the days after them (`int8[]`),
 * `$5` devices with a set consumption (`int4[]`), `$6` and `$7` what it is (`float8[]`), and of each run of days to cut `$2`
 * its device, `$8` and `$9` the numbers of its first and last day (`int4[]`).
 * @param partDays sums of days of which a part is shown
 */
export function deviceDaysSql(reportScope: ReportScope, partDays: readonly object[] = []): string {
  const kept = reportScope.devices.length <= mostDevicesKept ? 'materialized' : 'not materialized'
  return `
  ${daysSql},
  fuel as (
    select * from unnest($5::int4[], $6::float8[], $7::float8[]) as fuel (device_id, per_100_km, per_idle_hour)
  ),
  ${missingSql('$8', '$9')},
  ${scannedSql},
  all_days as not materialized (
    select ${dayColumns('s')}
    from day_sums s join days using (from_time, to_time)
    where s.device_id = any($1::int4[]) and s.from_time >= ${firstStart} and s.from_time < ${lastEnd}
      -- Another request may have stored days since these were found to be missing.
      and not exists (select from missing where missing.device_id = s.device_id and n between first_n and last_n)
    union all
    ${cutDaysSql()}
  ),
  device_days as ${kept} (
    select all_days.* from all_days join days using (n)
    where ${shownSql(reportScope, { device: 'all_days.device_id', from: 'days.from_time', to: 'days.to_time' })}
    ${partDays.length === 0 ? '' : `union all select ${dayColumns('part')} from ${rowsOf('day_sums', partDays)} as part join days using (from_time, to_time)`}
  ),
  ${withDataSql}`
}

/**
 * Stores days as `deviceDaysSql` cuts them from the episodes. `$1` is the version of the rules, `$5` and `$6` are the
 * numbers of the first and last day of each run, the others are as there.
 */
export const keepDaysSql = () => `
  with ${daysSql},
  ${missingSql('$5', '$6')},
  ${scannedSql},
  cut (device_id, n, ${dayNames.join(', ')}) as (${cutDaysSql()})
  insert into day_sums (device_id, from_time, to_time, rules_version, ${dayNames.join(', ')})
  select device_id, from_time, to_time, $1, round(distance_m * 10) / 10, ${dayNames.slice(1).join(', ')}
  from cut join days using (n)
  on conflict do nothing`

/** Of a row of `day_sums`, in the order of `device_days`. */
const dayColumns = (row: string) =>
  `${row}.device_id, days.n, ${dayNames.map((name) => `${row}.${name}`).join(', ')}`

/** The devices that have any: found without making their days. */
const withDataSql = `
  with_data as (
    select device_id from unnest($1::int4[]) as wanted (device_id)
    where exists (
      select from day_sums where day_sums.device_id = wanted.device_id
        and from_time >= ${firstStart} and from_time < ${lastEnd} and to_time = any($4::int8[]))
    union
    select device_id from scanned
  )`

function cutDaysSql(): string {
  const part = partOf('days.from_time', 'days.to_time')
  const { trip, stop, overspeed, idling, ignition, offline, charging, discharging } = episodeKinds
  const sum = (what: string, ...kinds: number[]) =>
    `coalesce(sum(${what}) filter (where kind in (${kinds.join(', ')})), 0)`
  const ms = (what: string, ...kinds: number[]) => `${sum(what, ...kinds)}::int4`
  const count = (kind: number) => `${sum('begun', kind)}::int4`
  const battery = `kind in (${charging}, ${discharging})`
  return `
    select device_id, n, ${sum('distance_m', trip)}, ${ms('length_ms', trip)}, ${ms('idle_ms', trip, stop)},
      ${ms('length_ms', stop)}, ${ms('length_ms', ignition)}, ${ms('length_ms', offline)},
      ${ms('length_ms', overspeed)}, ${count(trip)}, ${count(stop)}, ${count(idling)}, ${count(ignition)},
      ${count(offline)}, ${count(overspeed)}, ${count(charging)},
      max(max_speed_kmh) filter (where kind = ${trip}),
      min(min_value) filter (where ${battery}), max(max_value) filter (where ${battery})
    from (
      select device_id, kind, n, begun, length_ms, distance_m, idle_ms, max_speed_kmh, min_value, max_value
      from scanned where n >= first_n
      union all
      select e.device_id, e.kind, days.n, 0, ${part.lengthMs}::float8, ${part.distanceM}, ${part.idleMs}, ${part.maxSpeedKmh},
        least(${part.firstValue}, ${part.lastValue}), greatest(${part.firstValue}, ${part.lastValue})
      from scanned
      cross join unnest(scanned.crossing) as crossing (from_time)
      cross join lateral (
        select * from track_episodes as whole
        where whole.device_id = scanned.device_id and whole.kind = scanned.kind
          and whole.from_time = crossing.from_time
        -- One probe of the key each: without this the planner, which takes there to be many, reads the whole table.
        limit 1
      ) as e
      cross join lateral generate_series(greatest(scanned.n, scanned.first_n),
        width_bucket(least(e.to_time, scanned.until_time) - 1, $3::int8[])) as touched (n)
      join days on days.n = touched.n
    ) as parts
    group by device_id, n`
}
