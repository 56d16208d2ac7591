import { episodeKinds } from '@trackway/core/codes/episodes.ts'
import { quarterMs } from '@trackway/core/track/episodes/quarter-hour-sums.ts'

/**
 * Episodes between two instants, each part of one as `cutEpisode` of core cuts it, in SQL: so many are added up
 * that they cannot leave the database. A test holds the two together. Instants are midnights, which lie on
 * quarters of an hour.
 */

/** Numbers of a quarter in `quarter_hour_sums`: decimetres, seconds of idling, tenths of km/h. */
const perQuarter = 3

/**
 * The episodes of one device and kind, both expressions, that reach into [from, to): at most one of a kind is
 * under way at any instant, so what goes on at `from` is the last that began before.
 */
export function episodesWithin(device: string, kind: string, from: string, to: string): string {
  return `
    select * from track_episodes
    where device_id = ${device} and kind = ${kind} and from_time < ${to}
      and (to_time > ${from} or from_time = ${from})
      and from_time >= coalesce((
        select from_time from track_episodes
        where device_id = ${device} and kind = ${kind} and from_time <= ${from}
        order by from_time desc limit 1), ${from})`
}

/** What of the episode `e` lies in [from, to), both expressions; it has some time there. */
export function partOf(from: string, to: string) {
  const beginsHere = `(e.from_time >= ${from})`
  const endsHere = `(e.to_time <= ${to})`
  const lengthMs = `(least(e.to_time, ${to}) - greatest(e.from_time, ${from}))`
  const whenCut = (whole: string, part: string) =>
    `case when ${beginsHere} and ${endsHere} then ${whole} else ${part} end`
  const distanceM = whenCut(
    'e.distance_m',
    `(${sumUntil(to, 'round(e.distance_m * 10)', 1, '1')} - ${sumUntil(from, 'round(e.distance_m * 10)', 1, '1')}) / 10`,
  )
  return {
    beginsHere,
    endsHere,
    begin: `greatest(e.from_time, ${from})`,
    end: `least(e.to_time, ${to})`,
    lengthMs,
    distanceM,
    idleMs: whenCut(
      'e.idle_ms',
      `(${sumUntil(to, 'e.idle_ms', 2, '1000')} - ${sumUntil(from, 'e.idle_ms', 2, '1000')})`,
    ),
    maxSpeedKmh: whenCut(
      'e.max_speed_kmh',
      atLeastMean(fastestBetween(from, to), `ceil(${distanceM} / ${lengthMs}::float8 * 36000) / 10`),
    ),
    firstValue: `case when ${beginsHere} then e.from_value else ${valueAt(from)} end`,
    lastValue: `case when ${endsHere} then e.to_value else ${valueAt(to)} end`,
  }
}

/** How many quarters of the marks lie before an instant. */
const quartersUntil = (at: string) => `(${at} / ${quarterMs} - e.from_time / ${quarterMs})::int4`
const shareUntil = (at: string) => `((${at} - e.from_time)::float8 / (e.to_time - e.from_time))`

/** What had come together until an instant; where there are no marks it is taken to be even. */
function sumUntil(at: string, whole: string, which: number, scale: string): string {
  return `case when ${at} >= e.to_time then ${whole} when ${at} <= e.from_time then 0
    when e.quarter_hour_sums is null then floor(${whole} * ${shareUntil(at)} + 0.5)
    else least(${whole}, (
      select coalesce(sum(mark), 0) * ${scale}
      from unnest(e.quarter_hour_sums[:${quartersUntil(at)} * ${perQuarter}]) with ordinality as until (mark, i)
      where i % ${perQuarter} = ${which % perQuarter})) end`
}

/** As `atLeastMean` of core: of a greatest speed that is not known the comparison is not true. */
const atLeastMean = (greatest: string, mean: string) =>
  `(select case when told < mean then mean else told end
    from (select ${greatest} as told, (${mean})::real as mean) as speeds)`

function fastestBetween(from: string, to: string): string {
  return `case when e.quarter_hour_sums is null or e.kind <> ${episodeKinds.trip} then e.max_speed_kmh else (
    select (nullif(max(mark), -1) / 10.0)::real
    from unnest(e.quarter_hour_sums[
      greatest(${quartersUntil(from)}, 0) * ${perQuarter} + 1:
      (${quartersUntil(`(least(e.to_time, ${to}) - 1)`)} + 1) * ${perQuarter}]) with ordinality as within (mark, i)
    where i % ${perQuarter} = 0) end`
}

/** The reading between its ends, to a tenth; of overspeed the limit. */
function valueAt(at: string): string {
  const [first, last] = ['e.from_value::numeric::float8', 'e.to_value::numeric::float8']
  return `case when e.kind = ${episodeKinds.overspeed} then e.from_value
    else (floor((${first} * (e.to_time - ${at}) + ${last} * (${at} - e.from_time)) / (e.to_time - e.from_time) * 10 + 0.5) / 10)::real end`
}
