import { type EpisodeKind, episodeKindNames, episodeKinds } from '@trackway/core/codes/episodes.ts'
import type { statisticsCalls } from '@trackway/core/features/statistics/calls.ts'
import type { z } from 'zod'
import { cutReason } from '../episodes/shown-parts.ts'
import { episodesWithin, partOf } from './cut-episodes-sql.ts'
import { type ReportScope, rowsOf, shownSql } from './report-filter.ts'
import { fuelSql } from './sum-columns.ts'

type EpisodeInput = z.output<typeof statisticsCalls.episodes.input>
export type EpisodeOrder = Pick<EpisodeInput, 'sort' | 'isDescending'>

/**
 * `parts`: the episodes of one kind between two instants, cut there, that last long enough and go far enough.
 * Needs `$1` devices (`int4[]`), `$2` and `$3` the instants, `$4` and `$5` the least duration in ms and distance
 * in m, `$6` to `$8` devices with a set consumption and what it is.
 * @param cutRows parts at the ends of what is shown
 */
export function partsSql(
  kind: EpisodeKind,
  reportScope: ReportScope,
  cutRows: readonly object[] = [],
): string {
  const part = partOf('$2::int8', '$3::int8')
  return `
    cut as not materialized (
      select e.device_id, ${part.begin} as part_from, ${part.end} as part_to, ${part.lengthMs} as duration_ms,
        ${part.distanceM} as distance_m, ${part.maxSpeedKmh} as max_speed_kmh, ${part.idleMs}::float8 as idle_ms,
        e.from_latitude_e7, e.from_longitude_e7, e.to_latitude_e7, e.to_longitude_e7, e.began, e.ended,
        ${part.firstValue} as from_value, ${part.lastValue} as to_value, ${part.beginsHere} as begins_here, ${part.endsHere} as ends_here
      from unnest($1::int4[]) as wanted (device_id)
      cross join lateral (
        ${episodesWithin('wanted.device_id', `${episodeKinds[kind]}::int2`, '$2::int8', '$3::int8')}) as e
      ${cutRows.length === 0 ? '' : cutRowsSql(cutRows)}
    ),
    fuel as (
      select * from unnest($6::int4[], $7::float8[], $8::float8[]) as fuel (device_id, per_100_km, per_idle_hour)
    ),
    parts as not materialized (
      select cut.*, distance_m / nullif(duration_ms, 0)::float8 * 3600 as mean_speed_kmh, ${fuelSql} as fuel_l
      from cut left join fuel using (device_id)
      where duration_ms >= $4 and distance_m >= $5
        and ${shownSql(reportScope, { device: 'cut.device_id', from: 'cut.part_from', to: 'cut.part_to' })}
    )`
}

const cutRowsSql = (rows: readonly object[]) => `
      union all
      select device_id, from_time, to_time, to_time - from_time, distance_m, max_speed_kmh, idle_ms::float8,
        from_latitude_e7, from_longitude_e7, to_latitude_e7, to_longitude_e7, began, ended,
        from_value, to_value, began <> ${cutReason}, ended <> ${cutReason}
      from ${rowsOf('track_episodes', rows)}`

/** The parts with the names of their devices. */
export function episodeRowsSql({ sort, isDescending }: EpisodeOrder): string {
  return `
    select parts.*, devices.terminal_id, devices.car_number, devices.nickname, devices.account_id, accounts.username
    from parts
    join devices on devices.id = parts.device_id
    join accounts on accounts.id = devices.account_id
    order by ${sortKeys[sort]} ${isDescending ? 'desc' : 'asc'} nulls last, part_from, parts.device_id`
}

const sortKeys: Record<EpisodeOrder['sort'], string> = {
  from: 'part_from',
  name: `coalesce(nullif(devices.car_number, ''), nullif(devices.nickname, ''), devices.terminal_id)`,
  duration: 'duration_ms',
  distanceM: 'distance_m',
  maxSpeedKmh: 'max_speed_kmh',
  idleMs: 'idle_ms',
}

/** All parts in one row. */
export const episodeTotalsSql = `
  select count(*)::int4 as total, (count(*) filter (where begins_here))::int4 as begun,
    coalesce(sum(duration_ms), 0)::float8 as duration_ms,
    coalesce(sum(distance_m), 0) as distance_m, coalesce(sum(idle_ms), 0) as idle_ms,
    max(max_speed_kmh) as max_speed_kmh, sum(fuel_l) as fuel_l
  from parts`

/** Devices with anything at all between the instants, whichever episodes are requested. */
export const withDataSql = `
  select count(*)::int4 as with_data from unnest($1::int4[]) as wanted (device_id)
  where ${episodeKindNames
    .map(
      (kind) =>
        `exists (${episodesWithin('wanted.device_id', `${episodeKinds[kind]}::int2`, '$2::int8', '$3::int8')})`,
    )
    .join(' or ')}`
