import { qualityBits } from '@trackway/core/codes/states.ts'
import { hasPlace, type RuleContext } from '../rule-context.ts'

/** Older dates are clocks that were never set; the codecs draw the line at the same day. */
export const oldestFixTime = Date.UTC(2010, 0, 2)
/** How far ahead a device's clock may be and still be believed. */
export const futureToleranceMs = 10 * 60_000
/** Beyond this the date is no date at all. */
export const farFutureMs = 24 * 3_600_000

/** Older than this without a fix and not kept back: the clock is wrong. */
const noFixToleranceMs = 24 * 3_600_000

/**
 * A receiver without a fix has its date from a clock of its own, which may show anything after a reset. What is not
 * marked as kept back and has a date far from now happened when it was received.
 */
export const isClockUnproven = ({ report, now }: RuleContext): boolean =>
  report.fix === 'none' &&
  !report.isBuffered &&
  report.fixTime !== null &&
  !(report.fixTime >= now - noFixToleranceMs && report.fixTime <= now + futureToleranceMs)

/**
 * When was this? A date that cannot be is dropped, and the report of now where satellites vouch for its place and it
 * was not kept back; one ahead of now is marked, one before the newest fix late.
 */
export function timing(context: RuleContext): void {
  const { report, now, state } = context
  const { fixTime } = report
  if (report.isBuffered) context.quality |= qualityBits.buffered
  const isUnset = !hasPlace(report) && isClockUnproven(context)
  if (fixTime === null || isUnset || !(fixTime >= oldestFixTime && fixTime <= now + farFutureMs)) {
    if (report.isBuffered || report.fix !== 'gps' || !hasPlace(report)) return
    context.fixTime = now
    context.quality |= qualityBits.received
  } else context.fixTime = Math.round(fixTime)
  if (context.fixTime > now + futureToleranceMs) context.quality |= qualityBits.future
  const newest = state.derivation.cursor?.time
  if (newest === undefined) return
  if (context.fixTime < newest) context.quality |= qualityBits.late
  context.isRepeat = context.fixTime === newest
}
