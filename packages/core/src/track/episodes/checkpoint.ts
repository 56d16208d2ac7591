import { isLongStop } from '../analysis/motion-segments.ts'
import type { Survey } from '../analysis/track-analysis.ts'

/**
 * Where a look at a track may end for good: the last point within a stop that is already long enough to be one,
 * with the ignition decided. Whatever comes later changes nothing up to there, and is found without looking at
 * what lies before.
 * @param isContinued the track begins within such a stop
 * @returns an index of `division.points`; null: there is no such point yet
 */
export function anchorOf(found: Survey, isContinued: boolean): number | null {
  const { track, ignition, division, settings } = found
  const { points, raw } = division
  for (const [index, stretch] of [...raw.entries()].reverse()) {
    if (stretch.isMoving) continue
    let { b } = stretch
    while (b > stretch.a && points[b]! >= ignition.pendingFrom) b--
    if (b === stretch.a) continue
    if (index === 0 && isContinued) return b
    if (isLongStop(track, ignition, division, { ...stretch, b }, settings)) return b
  }
  return isContinued && points.length > 0 ? 0 : null
}
