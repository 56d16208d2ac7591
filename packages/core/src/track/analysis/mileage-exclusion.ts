import { qualityBits } from '../../codes/states.ts'
import { hasPlace, type Track } from '../columns.ts'

/** Why a point adds no mileage, the first reason that there is. */
export type MileageExclusion = 'noFix' | 'future' | 'jump' | 'coarse' | 'drift'

/** Why a point adds no mileage; null: it does. */
export function mileageExclusionAt(track: Track, i: number): MileageExclusion | null {
  const quality = track.quality[i]!
  if (!hasPlace(track, i) || quality & qualityBits.noFix) return 'noFix'
  if (quality & qualityBits.future) return 'future'
  if (quality & qualityBits.jump) return 'jump'
  if (quality & qualityBits.coarse) return 'coarse'
  return quality & qualityBits.drift ? 'drift' : null
}
