import { qualityBits } from '../codes/states.ts'
import { hasPlace, type Track } from './columns.ts'
import { type SegmentSettings, trackSettingDefaults } from './segment-settings.ts'
import { segmentsOf } from './segments.ts'

/** Why points add no mileage, with how many there are of each. A point with several marks counts once. */
export type LeftOut = Record<'noFix' | 'future' | 'jump' | 'coarse' | 'drift', number>

export interface Mileage {
  /** The sum of the trips. */
  distanceM: number
  leftOut: LeftOut
}

/**
 * How far a track goes: the sum of its trips, so that list, chart and report cannot disagree. Marked points
 * add nothing, nor does the wandering of a standing vehicle.
 */
export function mileageOf(track: Track, settings: SegmentSettings = trackSettingDefaults): Mileage {
  let distanceM = 0
  for (const segment of segmentsOf(track, settings)) distanceM += segment.distanceM
  return { distanceM, leftOut: leftOutOf(track) }
}

/** How many points of a track add no mileage, by reason. */
export function leftOutOf(track: Track): LeftOut {
  const counts: LeftOut = { noFix: 0, future: 0, jump: 0, coarse: 0, drift: 0 }
  for (let i = 0; i < track.length; i++) {
    const reason = leftOutAt(track, i)
    if (reason !== null) counts[reason]++
  }
  return counts
}

/** Why a point adds no mileage; null: it does. */
export function leftOutAt(track: Track, i: number): keyof LeftOut | null {
  const quality = track.quality[i]!
  if (!hasPlace(track, i) || quality & qualityBits.noFix) return 'noFix'
  if (quality & qualityBits.future) return 'future'
  if (quality & qualityBits.jump) return 'jump'
  if (quality & qualityBits.coarse) return 'coarse'
  return quality & qualityBits.drift ? 'drift' : null
}
