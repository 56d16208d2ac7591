/**
 * What happened along a track, each thing with its beginning and end. Trips and stops follow each other without
 * a gap; the other kinds lie over them. Ids are stored.
 */
export const episodeKinds = {
  trip: 1,
  stop: 2,
  /** Faster than the limit of the vehicle. */
  overspeed: 3,
  /** Standing with the ignition on. */
  idling: 4,
  /** The ignition was on. */
  ignition: 5,
  /** Nothing was heard for longer than `offlineMs` of the track settings; one that goes on ends with `track`. */
  offline: 6,
  /** The battery's charge rose, or fell. */
  charging: 7,
  discharging: 8,
} as const
export type EpisodeKind = keyof typeof episodeKinds
export const episodeKindNames = Object.keys(episodeKinds) as EpisodeKind[]

/** Why an episode begins or ends where it does. Ids are stored. */
export const episodeReasons = {
  /** There is no more of the track. */
  track: 0,
  /** The speed passed the threshold. */
  speed: 1,
  ignition: 2,
  /** The reports paused, and the vehicle was found elsewhere or had stayed. */
  gap: 3,
  /** The question ends here; the episode goes on. */
  range: 4,
  /** A reading changed its direction: the battery's charge. */
  reading: 5,
} as const
export type EpisodeReason = keyof typeof episodeReasons

export interface Episode {
  kind: EpisodeKind
  /** Epoch ms, `from` ≤ `to`. */
  from: number
  to: number
  /** 0 for what stands. */
  distanceM: number
  /** Null where no point told its speed. */
  maxSpeedKmh: number | null
  /** Of a trip or stop: standing with the ignition on. */
  idleMs: number
  /** Where it began and ended, WGS-84 degrees; null where the device had no place. */
  fromLat: number | null
  fromLon: number | null
  toLat: number | null
  toLon: number | null
  began: EpisodeReason
  ended: EpisodeReason
  /** The reading it is about, at both ends: percent of the battery; for overspeed the limit in km/h. */
  fromValue: number | null
  toValue: number | null
}

/** An episode as it is stored. */
export interface MarkedEpisode extends Episode {
  /** What each quarter of an hour added, as in `Totals` of `tally.ts`. */
  marks: number[] | null
}
