import type { TrackSettingValues } from '../api/episodes.ts'

/** What makes a trip and what a stop. The speeds are those by which the live state tells moving from standing. */
export interface SegmentSettings {
  /** Two thresholds, so that crawling traffic does not flicker between driving and standing. */
  startKmh: number
  stopKmh: number
  /** With the ignition off a vehicle stands; faster than this it drives, and the ignition wire is not connected. */
  unwiredKmh: number
  /** A red light is no stop, */
  minStopMs: number
  /** but with the ignition off it is one sooner. */
  minParkedMs: number
  /** Moving the vehicle in the yard is no trip. */
  minTripMs: number
  minTripM: number
  /** Two reports further apart in time are a pause of the reports, not of the clock between two fixes. */
  gapMs: number
  /** A vehicle found this near after a pause has been standing; one found further away has not. */
  gapStayM: number
  /** An ignition wire that flickers for less than this has not changed. */
  ignitionDebounceMs: number
  /** Silence after which nobody knows whether the ignition stayed on. */
  offlineMs: number
  mileageSource: 'auto' | 'gps' | 'odometer'
}

/** What counts where nothing is set. */
export const trackSettingDefaults: TrackSettingValues = {
  startKmh: 6,
  stopKmh: 3,
  unwiredKmh: 15,
  minStopMs: 180_000,
  minParkedMs: 60_000,
  minTripMs: 60_000,
  minTripM: 200,
  gapMs: 300_000,
  gapStayM: 300,
  ignitionDebounceMs: 30_000,
  overspeedKmh: 120,
  overspeedMs: 10_000,
  minIdleMs: 180_000,
  // Parked devices keep their heartbeats to themselves and report a position every half hour or so.
  offlineMs: 3_600_000,
  mileageSource: 'auto',
  fuelLPer100Km: null,
  fuelLPerIdleHour: null,
  daysKept: null,
}
