import {
  CircuitState,
  ConsecutiveBreaker,
  circuitBreaker,
  DelegateBackoff,
  type FailureReason,
  handleType,
} from 'cockatiel'
import { type FailureKind, ProviderFailure } from './providers/geocoder.ts'

/** After so many failures in a row a provider is left alone, each time twice as long. */
const failuresInRow = 3
const firstPauseMs = 30_000
const longestPauseMs = 600_000

/** Failures after which asking again at once is of no use, and for how long. */
const pauseMs: Partial<Record<FailureKind, number>> = {
  // The provider's day ends in a time zone of its own: an hour is soon enough to see.
  quota: 3_600_000,
  throttled: 10_000,
  refused: 600_000,
}

/**
 * Leaves a provider alone that fails: after a failure that will last at once, after others when they come three in
 * a row. One question then tries whether it works again.
 */
export function createCircuitBreaker() {
  let untilTime = 0
  const inRow = new ConsecutiveBreaker(failuresInRow)
  const policy = circuitBreaker(handleType(ProviderFailure), {
    breaker: {
      state: undefined,
      success: () => inRow.success(),
      failure: () => inRow.failure() || ownPauseMs(policy.lastFailure) !== null,
    },
    halfOpenAfter: new DelegateBackoff(({ attempt, result }) => {
      const growingMs = Math.min(longestPauseMs, firstPauseMs * 2 ** (attempt - 1))
      const delayMs = ownPauseMs(result) ?? growingMs
      untilTime = Date.now() + delayMs
      return delayMs
    }),
  })
  return {
    /** @throws {BrokenCircuitError} while the provider is left alone */
    execute: <T>(send: () => Promise<T>): Promise<T> => policy.execute(send),
    /** Until when the provider is not used; null: it may be. */
    untilTime: (): number | null =>
      policy.state === CircuitState.Open && untilTime > Date.now() ? untilTime : null,
  }
}

function ownPauseMs(failed: FailureReason<unknown> | undefined): number | null {
  if (failed === undefined || !('error' in failed) || !(failed.error instanceof ProviderFailure)) return null
  return failed.error.retryAfterMs ?? pauseMs[failed.error.kind] ?? null
}
