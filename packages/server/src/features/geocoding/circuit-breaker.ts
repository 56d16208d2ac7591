import type { FailureKind, ProviderFailure } from './providers/provider.ts'

/** Failures in a row that are not yet a reason to leave a provider alone. */
const patience = 3
const firstRestMs = 30_000
const longestRestMs = 600_000

/** What says by itself that asking again at once is of no use. */
const restMs: Partial<Record<FailureKind, number>> = {
  // Its day ends in a time zone of its own: an hour is soon enough to see.
  quota: 3_600_000,
  throttled: 10_000,
  refused: 600_000,
}

/**
 * A provider that fails is left alone for a while: after a failure that will last at once, after others when
 * they come three in a row, each time twice as long.
 */
export function createCircuitBreaker(now: () => number) {
  let failuresInRow = 0
  let untilTime = 0
  return {
    /** Until when it is left alone; null: it may be asked. */
    untilTime: (): number | null => (untilTime > now() ? untilTime : null),
    answered(): void {
      failuresInRow = 0
    },
    failed({ kind, retryAfterMs }: Pick<ProviderFailure, 'kind' | 'retryAfterMs'>): void {
      failuresInRow++
      const turns = failuresInRow - patience
      const growing = turns < 0 ? 0 : Math.min(longestRestMs, firstRestMs * 2 ** turns)
      untilTime = Math.max(untilTime, now() + Math.max(growing, retryAfterMs ?? restMs[kind] ?? 0))
    },
  }
}
