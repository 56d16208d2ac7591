import { qualityBits, untrustedBits } from '@trackway/core/codes/states.ts'
import { hasPlace, type Track } from '@trackway/core/track/columns.ts'

/** What no vehicle drives: what is beyond is a jump. */
export const jumpKmh = 300

/** Why a point is not on the line; the first that applies, in the order in which mileage checks them. */
export const exclusionReasons = ['noFix', 'future', 'jump', 'coarse', 'drift'] as const
export type ExclusionReason = (typeof exclusionReasons)[number]

/** @returns null for a point that is on the line */
export function exclusionReasonOf(track: Track, index: number): ExclusionReason | null {
  const quality = track.quality[index]!
  if (!hasPlace(track, index)) return 'noFix'
  if ((quality & untrustedBits) === 0) return null
  return exclusionReasons.find((reason) => (quality & qualityBits[reason]) !== 0) ?? null
}

/** Did the point arrive after a newer one? It is on the line; the live map has not shown it. */
export function isLate(track: Track, index: number): boolean {
  return (track.quality[index]! & qualityBits.late) !== 0
}

/** Is its time when it was received, because the device's date was none? */
export function isReceived(track: Track, index: number): boolean {
  return (track.quality[index]! & qualityBits.received) !== 0
}

/** How many points are not on the line, by reason, and how many of those that are came late. */
export function countExcluded(track: Track): {
  reasons: Record<ExclusionReason, number>
  hidden: number
  late: number
} {
  const reasons = { noFix: 0, future: 0, jump: 0, coarse: 0, drift: 0 }
  let hidden = 0
  let late = 0
  for (let i = 0; i < track.length; i++) {
    // Most points have no mark at all.
    if (track.quality[i] === 0 && hasPlace(track, i)) continue
    const reason = exclusionReasonOf(track, i)
    if (reason) {
      reasons[reason]++
      hidden++
    } else if (isLate(track, i)) late++
  }
  return { reasons, hidden, late }
}
