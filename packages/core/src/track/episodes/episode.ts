import type { EpisodeKind, EpisodeReason } from '../../codes/episodes.ts'

export interface Episode {
  kind: EpisodeKind
  /** Epoch ms, `from` ≤ `to`. */
  from: number
  to: number
  /** 0 for a stop. */
  distanceM: number
  /** The fastest reported speed, but no less than the mean speed; null where no point has a speed. */
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

/** A vehicle was at some time as fast as its mean speed, whatever its points report; km/h, the mean rounded up to a tenth. */
export function atLeastMean(maxSpeedKmh: number | null, distanceM: number, lengthMs: number): number | null {
  if (maxSpeedKmh === null || lengthMs === 0) return maxSpeedKmh
  return Math.max(maxSpeedKmh, Math.ceil((distanceM / lengthMs) * 36_000) / 10)
}

/** An episode as it is stored. */
export interface StoredEpisode extends Episode {
  /** What each quarter of an hour added, as in `EpisodeTotals`. */
  quarterHours: number[] | null
}
