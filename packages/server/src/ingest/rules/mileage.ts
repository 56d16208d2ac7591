import { untrustedBits } from '@trackway/core/codes/states.ts'
import { shortestDayMs, startOfLocalDay } from '@trackway/core/rules/local-days.ts'
import type { RuleContext } from '../rule-context.ts'

/**
 * Metres since midnight in the owner's time zone. A step over midnight counts for the day it ends in. What is
 * shown as today's is found from this and the sums of days (`features/locations/today.ts`).
 */
export function mileage({ state, settings, quality, fixTime, distanceM }: RuleContext): void {
  if (fixTime === null || quality & untrustedBits) return
  const start = startOfLocalDay(fixTime, settings.timeZone)
  const known = state.day_start_time
  if (known === null || start >= known + shortestDayMs) {
    state.day_start_time = start
    state.day_m = 0
  } else if (start !== known && start > known - shortestDayMs) {
    // The owner changed the time zone: the same day, begun at another instant.
    state.day_start_time = start
  }
  if (start === state.day_start_time) state.day_m = Math.round((state.day_m + distanceM) * 10) / 10
}
