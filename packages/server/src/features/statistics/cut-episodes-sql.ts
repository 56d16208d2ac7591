/**
 * Episodes between two instants, each part of one as `cutEpisode` of core cuts it, in SQL: so many are added up
 * that they cannot leave the database. A test holds the two together.
 */

const quarterMs = 900_000
/** Numbers a mark consists of (migration 060): decimetres, seconds of idling, tenths of km/h. */
const perMark = 3

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

/** What of the episode `e` lies in [from, to), both expressions. */
export function partOf(from: string, to: string) {
  const begin = `greatest(e.from_time, ${from})`
  const end = `least(e.to_time, ${to})`
  /** What had come together until an instant within. */
  const until = (at: string, total: string, which: number, scale: string) => `
    case when ${at} >= e.to_time then ${total} when ${at} <= e.from_time then 0
      else coalesce(e.marks[(${at} / ${quarterMs} - e.from_time / ${quarterMs} - 1) * ${perMark} + ${which}], 0) * ${scale} end`
  const between = (total: string, which: number, scale: string) =>
    `(${until(to, total, which, scale)} - (${until(from, '0', which, scale)}))`
  return {
    begin,
    end,
    lengthMs: `(${end} - ${begin})`,
    distanceM: between('e.distance_m', 1, '0.1::float8'),
    idleMs: between('e.idle_ms', 2, '1000'),
    // What was fastest is known up to each mark; of a later part only whether it was faster than that.
    maxSpeedKmh: `case when ${to} < e.to_time
      then nullif((e.marks[(${to} / ${quarterMs} - e.from_time / ${quarterMs} - 1) * ${perMark} + 3]), -1) / 10.0
      else e.max_speed_kmh end`,
    beginsHere: `(e.from_time >= ${from})`,
    endsHere: `(e.to_time <= ${to})`,
  }
}
