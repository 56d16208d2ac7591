import type { EpisodeKind } from '@trackway/core/codes/episodes.ts'

/** Of which episodes a figure is made. */
const kinds: Record<string, EpisodeKind> = {
  distanceM: 'trip',
  trips: 'trip',
  drivingMs: 'trip',
  maxSpeedKmh: 'trip',
  meanSpeedKmh: 'trip',
  fuelL: 'trip',
  fuelLPer100Km: 'trip',
  stops: 'stop',
  stoppedMs: 'stop',
  idleMs: 'idling',
  ignitionMs: 'ignition',
  offlineMs: 'offline',
  overspeeds: 'overspeed',
}

const tabs: Partial<Record<EpisodeKind, string>> = {
  trip: 'CountTrackInfo',
  stop: 'countStayDetail',
  overspeed: 'countOverspeed',
  idling: 'countIdle',
  ignition: 'countIdle',
  offline: 'countOffline',
}

export function episodeKindOf(key: string): EpisodeKind | null {
  return kinds[key] ?? null
}

/** The tab that lists them. */
export function tabOfKind(kind: EpisodeKind): string {
  return tabs[kind] ?? 'CountTrackInfo'
}
