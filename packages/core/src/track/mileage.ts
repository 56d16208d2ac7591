import { qualityBits } from '../codes/states.ts'
import { hasPlace, type Track } from './columns.ts'
import { type SegmentRules, segmentRules } from './segment-rules.ts'
import { segmentsOf } from './segments.ts'

/** Why a point adds no mileage. A point with several marks counts under the first. */
export type LeftOut = Record<'noFix' | 'future' | 'jump' | 'coarse' | 'drift', number>

export interface Mileage {
  /** Driven: the sum of the trips. */
  distanceM: number
  /** How many points were left out, and why. */
  leftOut: LeftOut
}

/**
 * How far a track goes: the sum of its trips, so that list, chart and report cannot disagree. Marked points
 * add nothing, nor does the wandering of a standing vehicle.
 */
export function mileageOf(track: Track, rules: SegmentRules = segmentRules): Mileage {
  let driven = 0
  for (const segment of segmentsOf(track, rules)) driven += segment.distanceM
  return { distanceM: driven, leftOut: countLeftOut(track) }
}

function countLeftOut(track: Track): LeftOut {
  const counts: LeftOut = { noFix: 0, future: 0, jump: 0, coarse: 0, drift: 0 }
  for (let i = 0; i < track.length; i++) {
    const quality = track.quality[i]!
    if (!hasPlace(track, i) || quality & qualityBits.noFix) counts.noFix++
    else if (quality & qualityBits.future) counts.future++
    else if (quality & qualityBits.jump) counts.jump++
    else if (quality & qualityBits.coarse) counts.coarse++
    else if (quality & qualityBits.drift) counts.drift++
  }
  return counts
}
