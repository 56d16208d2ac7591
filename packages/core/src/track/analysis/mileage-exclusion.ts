import { qualityBits } from '../../codes/states.ts'
import { hasPlace, type Track } from '../columns.ts'

/** Why a point adds no mileage, the first reason that there is. */
export type MileageExclusion = 'noFix' | 'future' | 'jump' | 'coarse' | 'drift'

/**
 * Why a point adds no mileage; null: it does.
 * @param isBelieved it is one of the points that say where the vehicle was (`findBelievedPoints`)
 */
export function mileageExclusionAt(track: Track, i: number, isBelieved: boolean): MileageExclusion | null {
  const quality = track.quality[i]!
  if (isBelieved) return quality & qualityBits.drift ? 'drift' : null
  if (!hasPlace(track, i) || quality & qualityBits.noFix) return 'noFix'
  if (quality & qualityBits.future) return 'future'
  return quality & qualityBits.coarse ? 'coarse' : 'jump'
}
