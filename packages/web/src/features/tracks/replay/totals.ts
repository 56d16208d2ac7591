import type { Episode } from '@trackway/core/track/episodes/episode.ts'

export interface Totals {
  distanceM: number
  drivingMs: number
  maxSpeedKmh: number | null
  trips: number
  stops: number
}

/** What trips and stops amount to. */
export function totalsOf(episodes: readonly Episode[]): Totals {
  const totals: Totals = { distanceM: 0, drivingMs: 0, maxSpeedKmh: null, trips: 0, stops: 0 }
  for (const { kind, from, to, distanceM, maxSpeedKmh } of episodes) {
    if (kind === 'stop') totals.stops++
    if (kind !== 'trip') continue
    totals.trips++
    totals.distanceM += distanceM
    totals.drivingMs += to - from
    if (maxSpeedKmh !== null) totals.maxSpeedKmh = Math.max(totals.maxSpeedKmh ?? 0, maxSpeedKmh)
  }
  return totals
}
