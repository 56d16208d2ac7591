import type { EpisodeKind } from '@trackway/core/codes/episodes.ts'
import type { Sums } from '@trackway/core/features/statistics/calls.ts'
import type { StoredEpisode } from '@trackway/core/track/episodes/episode.ts'
import { quarterMs } from '@trackway/core/track/episodes/quarter-hour-sums.ts'
import fc from 'fast-check'
import { daySumRules } from '../features/episodes/storage/day-sums.ts'
import { toEpisodeRow } from '../features/episodes/storage/episode-rows.ts'
import type { Database } from '../platform/database/database.ts'

type Pool = Pick<Database, 'pool'>

/** An episode, of which what a test does not say is filled in. */
export const anEpisode = (
  episode: Partial<StoredEpisode> & Pick<StoredEpisode, 'kind' | 'from' | 'to'>,
): StoredEpisode => ({
  distanceM: 0,
  maxSpeedKmh: null,
  idleMs: 0,
  fromLat: 31.2,
  fromLon: 121.4,
  toLat: 31.3,
  toLon: 121.5,
  began: 'speed',
  ended: 'ignition',
  fromValue: null,
  toValue: null,
  quarterHours: null,
  ...episode,
})

/** Episodes of one kind one after another, with marks as `totalsOf` of core makes them. */
export function anyEpisodes(kind: EpisodeKind, start: number): fc.Arbitrary<StoredEpisode[]> {
  const quarter = fc.record({
    dm: fc.nat(300_000),
    s: fc.nat(900),
    fastest: fc.integer({ min: -1, max: 2_000 }),
  })
  const one = fc.record({
    gapMs: fc.oneof(fc.nat(20 * 3_600_000), fc.constant(0)),
    lengthMs: fc.oneof(
      fc.integer({ min: 1, max: 6 * 3_600_000 }),
      fc.integer({ min: 1, max: 60 * 3_600_000 }),
    ),
    quarters: fc.array(quarter, { minLength: 1, maxLength: 12 }),
    isMarked: fc.boolean(),
    values: fc.tuple(fc.nat(1_000), fc.nat(1_000)),
  })
  return fc.array(one, { maxLength: 12 }).map((list) => {
    let at = start
    return list.map(({ gapMs, lengthMs, quarters, isMarked, values: [fromValue, toValue] }) => {
      const from = at + gapMs
      const to = from + lengthMs
      at = to
      const within = quarters.slice(0, Math.ceil(to / quarterMs) - Math.floor(from / quarterMs))
      const fastest = Math.max(...within.map((quarter) => quarter.fastest))
      const sum = (of: (quarter: { dm: number; s: number }) => number) =>
        within.reduce((total, quarter) => total + of(quarter), 0)
      return anEpisode({
        kind,
        from,
        to,
        distanceM: sum(({ dm }) => dm) / 10,
        idleMs: sum(({ s }) => s) * 1_000,
        maxSpeedKmh: fastest < 0 ? null : fastest / 10,
        quarterHours: isMarked ? within.flatMap(({ dm, s, fastest }) => [dm, s, fastest]) : null,
        fromValue: fromValue / 10,
        // Of overspeed both are the limit.
        toValue: (kind === 'overspeed' ? fromValue : toValue) / 10,
      })
    })
  })
}

/** Stores episodes of a device as if its track had been looked through, for an owner of that zone. */
export async function storeEpisodes(
  { pool }: Pool,
  deviceId: number,
  episodes: readonly StoredEpisode[],
  timeZone = 'Asia/Shanghai',
): Promise<void> {
  const rows = episodes.map((episode) => toEpisodeRow(deviceId, episode))
  await pool.query(
    'insert into track_episodes select * from json_populate_recordset(null::track_episodes, $1)',
    [JSON.stringify(rows)],
  )
  await pool.query(
    `insert into episode_progress (device_id, until_time, seen_time, time_zone) values ($1, $2, $2, $3)
     on conflict (device_id) do update set until_time = excluded.until_time, time_zone = excluded.time_zone`,
    [deviceId, Math.max(0, ...episodes.map(({ to }) => to)), timeZone],
  )
}

/** Stores the sums of days of the owner's zone; what is left out of a day is 0 or unknown. */
export async function storeDaySums(
  { pool }: Pool,
  deviceId: number,
  days: readonly (Partial<Sums> & { from: number; to: number })[],
): Promise<void> {
  const rows = days.map((day) => ({
    device_id: deviceId,
    from_time: day.from,
    to_time: day.to,
    distance_m: day.distanceM ?? 0,
    driving_ms: day.drivingMs ?? 0,
    idle_ms: day.idleMs ?? 0,
    stopped_ms: day.stoppedMs ?? 0,
    ignition_ms: day.ignitionMs ?? 0,
    offline_ms: day.offlineMs ?? 0,
    overspeed_ms: day.overspeedMs ?? 0,
    trips: day.trips ?? 0,
    stops: day.stops ?? 0,
    idlings: day.idlings ?? 0,
    ignitions: day.ignitions ?? 0,
    offlines: day.offlines ?? 0,
    overspeeds: day.overspeeds ?? 0,
    charges: day.charges ?? 0,
    max_speed_kmh: day.maxSpeedKmh ?? null,
    battery_min_percent: day.batteryMinPercent ?? null,
    battery_max_percent: day.batteryMaxPercent ?? null,
    rules_version: daySumRules,
  }))
  await pool.query('insert into day_sums select * from json_populate_recordset(null::day_sums, $1)', [
    JSON.stringify(rows),
  ])
}
