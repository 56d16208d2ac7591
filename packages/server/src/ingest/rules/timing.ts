import { qualityBits } from '@trackway/core/codes/states.ts'
import type { Draft } from '../draft.ts'

/** Older dates are clocks that were never set; the codecs draw the line at the same day. */
export const oldestFixTime = Date.UTC(2010, 0, 2)
/** How far ahead a device's clock may be and still be believed. */
export const futureToleranceMs = 10 * 60_000
/** Beyond this the date is no date at all. */
export const farFutureMs = 24 * 3_600_000

/** When was this? Dates that cannot be are dropped, those ahead of now marked, those behind the newest fix late. */
export function timing(draft: Draft): void {
  const { report, now, state } = draft
  const { fixTime } = report
  if (fixTime === null || !(fixTime >= oldestFixTime && fixTime <= now + farFutureMs)) {
    if (report.isBuffered) draft.quality |= qualityBits.buffered
    return
  }
  draft.fixTime = Math.round(fixTime)
  if (draft.fixTime > now + futureToleranceMs) draft.quality |= qualityBits.future
  if (report.isBuffered) draft.quality |= qualityBits.buffered
  const newest = state.derivation.cursor?.time
  if (newest === undefined) return
  if (draft.fixTime < newest) draft.quality |= qualityBits.late
  draft.isRepeat = draft.fixTime === newest
}
