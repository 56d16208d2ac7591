/** The time vehicles live in; tests let it run faster than ours. */
export interface Clock {
  /** Simulated epoch milliseconds. */
  now(): number
  /** How long to wait, in real milliseconds, until a simulated time; at least 0. */
  delayUntil(time: number): number
}

/** @param factor simulated seconds in a real one @param start simulated time at which it begins */
export function createClock(factor = 1, start = Date.now()): Clock {
  const realStart = performance.now()
  const now = () => start + (performance.now() - realStart) * factor
  return { now, delayUntil: (time) => Math.max(0, (time - now()) / factor) }
}
