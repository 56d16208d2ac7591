import type { EpisodeKind } from '@trackway/core/codes/episodes.ts'
import type { LocalDay } from '@trackway/core/rules/local-days.ts'
import { cutEpisode } from '@trackway/core/track/episodes/cut-episode.ts'
import type { StoredEpisode } from '@trackway/core/track/episodes/episode.ts'
import type { EpisodeInput } from '@trackway/core/track/episodes/find-episodes.ts'
import type { Tables } from '../../../platform/database/tables.ts'

/**
 * The version of the rules by which episodes are found and days are summed. Raise it where the same track gives other
 * sums than before: days of older versions are then summed anew, device by device.
 */
export const daySumRules = 2

/** A row of `day_sums`, but for its device. Counts are of what begins in the day; lengths of the part within it. */
export type DaySum = Omit<Tables['day_sums'], 'device_id' | 'rules_version'>

type Length = 'driving_ms' | 'stopped_ms' | 'ignition_ms' | 'offline_ms' | 'overspeed_ms'
type Count = 'trips' | 'stops' | 'idlings' | 'ignitions' | 'offlines' | 'overspeeds' | 'charges'

/** Where each kind is added. Idling is summed from trips and stops, whose halts may be shorter than one. */
const places: Record<EpisodeKind, { length?: Length; count?: Count }> = {
  trip: { length: 'driving_ms', count: 'trips' },
  stop: { length: 'stopped_ms', count: 'stops' },
  idling: { count: 'idlings' },
  ignition: { length: 'ignition_ms', count: 'ignitions' },
  offline: { length: 'offline_ms', count: 'offlines' },
  overspeed: { length: 'overspeed_ms', count: 'overspeeds' },
  charging: { count: 'charges' },
  discharging: {},
}

/** The sums of these days, each cut from the episodes that reach into it; days without any are left out. */
export function sumDays(
  days: readonly LocalDay[],
  episodes: readonly StoredEpisode[],
  { track, batteryPercent }: EpisodeInput,
): DaySum[] {
  const sums: DaySum[] = []
  const byTime = episodes.toSorted((a, b) => a.to - b.to)
  let reading = 0
  let first = 0
  for (const { from, to } of days) {
    const sum = emptySum(from, to)
    while (first < byTime.length && byTime[first]!.to <= from) first++
    let isEmpty = true
    for (let n = first; n < byTime.length; n++) {
      const part = cutEpisode(byTime[n]!, from, to)
      if (part === null) continue
      isEmpty = false
      addEpisode(sum, part, byTime[n]!.from >= from)
    }
    for (; reading < track.length && track.fixTime[reading]! < to; reading++) {
      if (track.fixTime[reading]! >= from) addReading(sum, batteryPercent?.[reading] ?? Number.NaN)
    }
    if (!isEmpty) sums.push({ ...sum, distance_m: Math.round(sum.distance_m * 10) / 10 })
  }
  return sums
}

/** The sums of parts of episodes, cut to what of a day is shown; the battery as its charges and discharges have it. */
export function sumParts({ from, to }: LocalDay, parts: readonly StoredEpisode[]): DaySum {
  const sum = emptySum(from, to)
  for (const part of parts) {
    addEpisode(sum, part, part.began !== 'range')
    if (part.kind !== 'charging' && part.kind !== 'discharging') continue
    for (const percent of [part.fromValue, part.toValue]) addReading(sum, percent ?? Number.NaN)
  }
  return { ...sum, distance_m: Math.round(sum.distance_m * 10) / 10 }
}

function addEpisode(sum: DaySum, part: StoredEpisode, beginsHere: boolean): void {
  const { length, count } = places[part.kind]
  if (length !== undefined) sum[length] += part.to - part.from
  if (count !== undefined && beginsHere) sum[count]++
  if (part.kind !== 'trip' && part.kind !== 'stop') return
  sum.idle_ms += part.idleMs
  if (part.kind === 'stop') return
  sum.distance_m += part.distanceM
  if (part.maxSpeedKmh !== null) sum.max_speed_kmh = Math.max(sum.max_speed_kmh ?? 0, part.maxSpeedKmh)
}

function addReading(sum: DaySum, percent: number): void {
  if (Number.isNaN(percent)) return
  sum.battery_min_percent = Math.min(sum.battery_min_percent ?? percent, percent)
  sum.battery_max_percent = Math.max(sum.battery_max_percent ?? percent, percent)
}

function emptySum(from_time: number, to_time: number): DaySum {
  return {
    from_time,
    to_time,
    distance_m: 0,
    driving_ms: 0,
    idle_ms: 0,
    stopped_ms: 0,
    ignition_ms: 0,
    offline_ms: 0,
    overspeed_ms: 0,
    trips: 0,
    stops: 0,
    idlings: 0,
    ignitions: 0,
    offlines: 0,
    overspeeds: 0,
    charges: 0,
    max_speed_kmh: null,
    battery_min_percent: null,
    battery_max_percent: null,
  }
}
