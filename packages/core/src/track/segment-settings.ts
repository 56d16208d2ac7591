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
}

export const segmentDefaults: SegmentSettings = {
  startKmh: 6,
  stopKmh: 3,
  unwiredKmh: 15,
  minStopMs: 180_000,
  minParkedMs: 60_000,
  minTripMs: 60_000,
  minTripM: 200,
  gapMs: 300_000,
  gapStayM: 300,
}
