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
  /** The device sent nothing for longer than `offlineMs` of the track settings; one that goes on ends with `track`. */
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
