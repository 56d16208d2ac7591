import type { EpisodeKind, EpisodeReason } from '../../codes/episodes.ts'

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
export interface StoredEpisode extends Episode {
  /** What each quarter of an hour added, as in `Totals` of `tally.ts`. */
  quarterHours: number[] | null
}
