import { isLongStop } from './stretches.ts'
import type { Survey } from './survey.ts'

/**
 * The last point behind which nothing changes any more whatever comes after it, and from which the rest of the
 * track is found without what lies before: in a stop that is long enough by itself by then, with nothing open
 * about the ignition. As a place in `division.points`; null: there is none.
 * @param isContinued the track begins within such a stop
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
