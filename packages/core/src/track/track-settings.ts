/** What makes a trip and what a stop, and what else counts for a vehicle. Null: not set. */
export interface TrackSettingValues {
  /** Two thresholds, so that crawling traffic does not flicker between driving and standing. */
  startKmh: number
  stopKmh: number
  /** With the ignition off a vehicle is parked; faster than this it drives, and the ignition wire is not connected. */
  unwiredKmh: number
  /** A halt shorter than this, as at a red light, is no stop. */
  minStopMs: number
  /** With the ignition off, a halt is a stop from this length on. */
  minParkedMs: number
  /** A shorter movement, as in a yard, is no trip. */
  minTripMs: number
  minTripM: number
  /** Two reports further apart in time are a pause of the reports, not of the clock between two fixes. */
  gapMs: number
  /** A vehicle found this near after a pause has been standing; one found further away has not. */
  gapStayM: number
  /** An ignition wire that flickers for less than this has not changed. */
  ignitionDebounceMs: number
  /** Faster than this for `overspeedMs` is an episode of overspeed. */
  overspeedKmh: number
  overspeedMs: number
  minIdleMs: number
  /** Silence that counts as offline; after it nobody knows whether the ignition stayed on. */
  offlineMs: number
  /** `auto`: the device's own odometer where it is plausible, else its fixes. */
  mileageSource: 'auto' | 'gps' | 'odometer'
  fuelLPer100Km: number | null
  fuelLPerIdleHour: number | null
  /** Days of the track that are kept; null: all. No more than the accounts above keep, whatever is set. */
  daysKept: number | null
}

/** What trips and stops depend on. */
export type SegmentSettings = Omit<
  TrackSettingValues,
  'overspeedKmh' | 'overspeedMs' | 'minIdleMs' | 'fuelLPer100Km' | 'fuelLPerIdleHour' | 'daysKept'
>

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
